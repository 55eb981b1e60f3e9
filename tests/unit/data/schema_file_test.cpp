// Schema files: what they say, and errors that point at the place.
#include "data/located_json.hpp"
#include "support/files.hpp"
#include "unit/data/fixtures.hpp"

namespace espalier::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

SchemaOverrides read(const std::string& text) {
  const TemporaryDirectory directory;
  OutputFiles files;
  files.stage(directory.path() + "/s.json", text);
  files.commit();
  return read_schema_file(directory.path() + "/s.json");
}

// The display without the directory.
std::string refused(const std::string& text) {
  const std::string shown = refusal([&] { read(text); });
  const std::size_t name = shown.find("/s.json:");
  return name == std::string::npos ? shown : shown.substr(name + 1);
}

TEST(SchemaFile, SaysWhatColumnsAre) {
  const SchemaOverrides overrides = read(R"({
    "columns": {"age": "numeric", "zip": "categorical", "id": "ignore", "size": {"ordinal": ["S", "M", "L"]}},
    "missing": ["", "?"]
  })");
  EXPECT_THAT(overrides.numeric, ElementsAre("age"));
  EXPECT_THAT(overrides.categorical, ElementsAre("zip"));
  EXPECT_THAT(overrides.ignore, ElementsAre("id"));
  ASSERT_EQ(overrides.ordinal.size(), 1U);
  EXPECT_EQ(overrides.ordinal[0].column, "size");
  EXPECT_THAT(overrides.ordinal[0].levels, ElementsAre("S", "M", "L"));
  EXPECT_THAT(*overrides.missing_tokens, ElementsAre("", "?"));
}

TEST(SchemaFile, MaySayNothing) {
  EXPECT_FALSE(read("{}").missing_tokens.has_value());
  EXPECT_THAT(*read(R"({"missing": []})").missing_tokens, testing::IsEmpty());
}

TEST(SchemaFile, MalformedJson) {
  EXPECT_THAT(refused("{\n  \"columns\": {\n    \"a\": numeric\n  }\n}\n"),
              AllOf(StartsWith("s.json:3:12: error: not valid JSON: "), HasSubstr("    3 |     \"a\": numeric\n")));
  EXPECT_THAT(refused(""), StartsWith("s.json:1:1: error: not valid JSON: "));
  EXPECT_THAT(refused("{\"columns\": {}"), StartsWith("s.json:1:15: error: not valid JSON: "));
  EXPECT_THAT(refused("{} x"), StartsWith("s.json:1:4: error: not valid JSON: "));
}

TEST(SchemaFile, MalformedUtf8) {
  EXPECT_THAT(refused("{\"columns\": {\"caf\xe9\": \"numeric\"}}"),
              StartsWith("s.json:1:18: error: byte 0xE9 is not valid UTF-8\n"));
}

TEST(SchemaFile, UnknownKey) {
  EXPECT_EQ(refused("{\n  \"colums\": {}\n}"),
            "s.json:2:3: error: unknown key 'colums'\n"
            "    2 |   \"colums\": {}\n"
            "      |   ^~~~~~~~\n"
            "hint: did you mean 'columns'?\n");
  EXPECT_THAT(refused(R"({"weights": 1})"), HasSubstr("hint: a schema file has the keys 'columns' and 'missing'\n"));
}

TEST(SchemaFile, RepeatedKey) {
  EXPECT_EQ(refused(R"({"columns": {"a\"b": "numeric", "a\"b": "ignore"}})"),
            "s.json:1:33: error: the key 'a\"b' is repeated\n"
            "    1 | {\"columns\": {\"a\\\"b\": \"numeric\", \"a\\\"b\": \"ignore\"}}\n"
            "      |                                 ^~~~~~\n"
            "hint: keep one of the two entries\n");
}

TEST(SchemaFile, UnknownKind) {
  EXPECT_EQ(refused(R"({"columns": {"age": "numerical"}})"),
            "s.json:1:21: error: unknown kind 'numerical'\n"
            "    1 | {\"columns\": {\"age\": \"numerical\"}}\n"
            "      |                     ^~~~~~~~~~~\n"
            "hint: did you mean 'numeric'?\n");
}

TEST(SchemaFile, OrdinalWithoutLevels) {
  EXPECT_EQ(refused(R"({"columns": {"size": "ordinal"}})"),
            "s.json:1:22: error: an ordinal column needs its levels\n"
            "    1 | {\"columns\": {\"size\": \"ordinal\"}}\n"
            "      |                      ^~~~~~~~~\n"
            "hint: write {\"ordinal\": [\"low\", \"high\"]}, lowest first\n");
  EXPECT_THAT(refused(R"({"columns": {"size": {"ordinal": ["S"]}}})"),
              StartsWith("s.json:1:34: error: an ordinal column needs at least two levels\n"));
}

TEST(SchemaFile, LevelsThatCannotBe) {
  EXPECT_THAT(refused(R"({"columns": {"size": {"ordinal": ["S", "M", "S"]}}})"),
              StartsWith("s.json:1:45: error: the level 'S' is repeated\n"));
  EXPECT_THAT(refused(R"({"columns": {"size": {"ordinal": ["S", ""]}}})"),
              StartsWith("s.json:1:40: error: a level is empty\n"));
  EXPECT_EQ(refused(R"({"columns": {"size": {"ordinal": ["1", 20, "3"]}}})"),
            "s.json:1:40: error: an entry of the list of levels must be a string, not a number\n"
            "    1 | {\"columns\": {\"size\": {\"ordinal\": [\"1\", 20, \"3\"]}}}\n"
            "      |                                        ^~\n"
            "hint: put it in double quotes\n");
}

TEST(SchemaFile, WrongTypes) {
  EXPECT_THAT(refused("[]"), StartsWith("s.json:1:1: error: a schema file must be an object, not an array\n"));
  EXPECT_THAT(refused("7"), StartsWith("s.json:1:1: error: a schema file must be an object, not a number\n"));
  EXPECT_THAT(refused(R"({"columns": ["a"]})"),
              StartsWith("s.json:1:13: error: 'columns' must be an object, not an array\n"));
  EXPECT_THAT(refused(R"({"columns": {"a": null}})"),
              StartsWith("s.json:1:19: error: the kind of a column must be a string, not null\n"));
  EXPECT_THAT(refused(R"({"columns": {"a": true}})"),
              StartsWith("s.json:1:19: error: the kind of a column must be a string, not a boolean\n"));
  EXPECT_THAT(refused(R"({"columns": {"a": {"levels": ["x", "y"]}}})"),
              StartsWith("s.json:1:19: error: expected one key, 'ordinal'\n"));
  EXPECT_THAT(refused(R"({"missing": "?"})"),
              StartsWith("s.json:1:13: error: 'missing' must be an array, not a string\n"));
  EXPECT_THAT(refused(R"({"missing": ["?", -1.5e3]})"),
              StartsWith("s.json:1:19: error: an entry of 'missing' must be a string, not a number\n"));
}

TEST(SchemaFile, DeepNestingIsRefusedNotSuffered) {
  EXPECT_THAT(refused(std::string(100'000, '[')), StartsWith("s.json:1:17: error: the JSON is nested too deeply\n"));
}

TEST(SchemaFile, ThatIsNotThere) {
  EXPECT_THAT(refusal([] { read_schema_file("no-such-directory/s.json"); }), HasSubstr("no-such-directory/s.json"));
}

TEST(LocatedJson, PlacesOfTokens) {
  //                      0         1         2
  //                      012345678901234567890123456
  const std::string text = R"({"k\\": [12, "a\"\\", null]})";
  const JsonValue root = parse_located_json("t.json", text);
  const JsonMember& member = root.members.at(0);
  EXPECT_EQ(member.key, "k\\");
  EXPECT_EQ(text.substr(member.offset, member.length), R"("k\\")");
  const auto token = [&](std::size_t i) {
    return text.substr(member.value.items.at(i).offset, member.value.items.at(i).length);
  };
  EXPECT_EQ(text[member.value.offset], '[');
  EXPECT_EQ(token(0), "12");
  EXPECT_EQ(token(1), R"("a\"\\")");
  EXPECT_EQ(token(2), "null");
}

}  // namespace
}  // namespace espalier::test
