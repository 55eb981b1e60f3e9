#include "support/json_document.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace espalier::json_document_test {
namespace {

constexpr std::string_view kText =
    "{\"a\" : [1, {\"b\": -2.5e1},\n"
    " \"x\\\"\\\\,:]\", true] ,\"c\":null , \"\\u0061b\": {}, \"d\": []}";

std::size_t found(const JsonDocument& document, std::string_view path) {
  const std::size_t entry = entry_at(document, path);
  EXPECT_EQ(path_of(document, entry), path);
  return entry;
}

TEST(JsonDocument, EveryValueKnowsItsPathAndItsPlace) {
  const JsonDocument document = parse_json(kText, "x.json");
  EXPECT_EQ(source_of(document, found(document, "a[0]")), "1");
  EXPECT_EQ(source_of(document, found(document, "a[1].b")), "-2.5e1");
  EXPECT_EQ(source_of(document, found(document, "a[2]")), R"("x\"\\,:]")");
  EXPECT_EQ(text_of(document, found(document, "a[2]")), R"(x"\,:])");
  EXPECT_EQ(source_of(document, found(document, "a[3]")), "true");
  EXPECT_EQ(source_of(document, found(document, "c")), "null");
  EXPECT_EQ(source_of(document, found(document, "ab")), "{");
  EXPECT_EQ(source_of(document, found(document, "d")), "[");
  EXPECT_EQ(found(document, ""), 0U);

  const Location where = location_of(document, found(document, "a[3]"));
  EXPECT_EQ(where.file, "x.json");
  EXPECT_EQ(where.line, 2U);
  EXPECT_EQ(where.column, 14U);
  EXPECT_EQ(where.length, 4U);
}

TEST(JsonDocument, PathsThatDoNotExistLeadToTheNearestAncestor) {
  const JsonDocument document = parse_json(kText, "x.json");
  EXPECT_EQ(path_of(document, entry_at(document, "a[7].b")), "a");
  EXPECT_EQ(path_of(document, entry_at(document, "a[1].z")), "a[1]");
  EXPECT_EQ(path_of(document, entry_at(document, "c.z")), "c");
  EXPECT_EQ(path_of(document, entry_at(document, "z")), "");
}

TEST(JsonDocument, KeysHaveThePathOfTheirValues) {
  const JsonDocument document = parse_json(R"({"a": {"b": 1}})", "x.json");
  EXPECT_EQ(path_of(document, entry_at(document, "a.b") - 1), "a.b");
}

TEST(JsonDocument, ByteOrderMarkIsPassedOver) {
  const JsonDocument document = parse_json("\xEF\xBB\xBF[7]", "x.json");
  EXPECT_EQ(source_of(document, 1), "7");
}

TEST(JsonFields, NumbersReadBitForBit) {
  const auto read = [](std::string_view text) {
    const JsonDocument document = parse_json(text, "x.json");
    return read_number(document, 0);
  };
  EXPECT_EQ(read("0.1"), 0.1);
  EXPECT_EQ(read("4.9406564584124654e-324"), 4.9406564584124654e-324);
  EXPECT_EQ(read("1.7976931348623157e308"), 1.7976931348623157e308);
  EXPECT_EQ(read("2.2250738585072011e-308"), 2.2250738585072011e-308);
  EXPECT_EQ(read("9007199254740993"), 9007199254740992.0) << "halfway, to even";
  EXPECT_EQ(read("18446744073709551616"), 18446744073709551616.0);
  EXPECT_EQ(read("1e-999"), 0.0);
  EXPECT_TRUE(std::signbit(read("-0")));
  EXPECT_TRUE(std::signbit(read("-0.0")));
  EXPECT_FALSE(std::signbit(read("0")));
  EXPECT_THROW(read("1e999"), Diagnostic);
  EXPECT_THROW(read("-1e999"), Diagnostic);
  EXPECT_THROW(read("1" + std::string(400, '0')), Diagnostic);
}

TEST(JsonFields, WholeNumbersAreDigitsOnly) {
  const auto read = [](std::string_view text) {
    const JsonDocument document = parse_json(text, "x.json");
    return read_index(document, 0);
  };
  EXPECT_EQ(read("0"), 0U);
  EXPECT_EQ(read("4294967295"), 4294967295U);
  for (const char* text : {"1.0", "1e0", "-1", "-0", "4294967296", "18446744073709551616", "1e400", "\"1\"", "true"}) {
    EXPECT_THROW(read(text), Diagnostic) << text;
  }
}

TEST(JsonDocument, ObjectsOfAnArrayCanBeTakenWhileItIsParsed) {
  constexpr std::string_view kNested = R"({"list": [{"n": 1}, 7, {"n": 2, "m": {"n": 3}}], "rest": [[{"n": 4}]]})";
  std::vector<std::string> taken;
  const JsonDocument document = parse_json(
      kNested, "x.json", [&](const JsonDocument& so_far, std::size_t array, std::size_t depth, std::size_t object) {
        taken.push_back(path_of(so_far, array) + std::to_string(depth) + " " +
                        std::string(source_of(so_far, Fields(so_far, object).at("n"))));
        return depth == 2;
      });
  // The object inside another one is no item of an array; the one in an array of an array is, two levels down.
  EXPECT_THAT(taken, ::testing::ElementsAre("list2 1", "list2 2", "rest[0]3 4"));
  EXPECT_EQ(document.entries[entry_at(document, "list")].next, entry_at(document, "list") + 2);  // the 7 is left
  EXPECT_EQ(source_of(document, found(document, "list[0]")), "7");
  EXPECT_EQ(source_of(document, found(document, "rest[0][0].n")), "4");
}

TEST(JsonDocument, KeysMustNotRepeatHoweverManyThereAre) {
  std::string text = "{";
  for (int i = 0; i < 100; ++i) text += "\"key" + std::to_string(i) + "\": {\"key1\": 0}, ";
  EXPECT_EQ(parse_json(text + "\"last\": 0}", "x.json").entries.size(), 1U + 100 * 4 + 2);
  for (const std::string repeated : {"key0", "key31", "key32", "key99"}) {
    try {
      parse_json(text + "\"" + repeated + "\": 0}", "x.json");
      ADD_FAILURE() << repeated;
    } catch (const Diagnostic& fault) {
      EXPECT_THAT(fault.message(), ::testing::HasSubstr("duplicate key '" + repeated + "'"));
    }
  }
}

}  // namespace
}  // namespace espalier::json_document_test
