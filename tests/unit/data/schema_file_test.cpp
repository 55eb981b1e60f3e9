// Schema files: what they say, and errors that point at the place.
#include "support/files.hpp"
#include "unit/data/fixtures.hpp"

namespace espalier::test::schema_file_test {
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

TEST(SchemaFile, RareWordsOfOneColumnAndOfAll) {
  const SchemaOverrides overrides = read(R"({"columns": {"zip": {"rare_words": 5}}, "rare_words": 2})");
  EXPECT_THAT(overrides.categorical, ElementsAre("zip")) << "they are words, whatever they look like";
  ASSERT_EQ(overrides.rare_words.size(), 2U);
  EXPECT_EQ(overrides.rare_words[0].column, "zip");
  EXPECT_EQ(overrides.rare_words[0].fewest, 5U);
  EXPECT_EQ(overrides.rare_words[1].column, "") << "all columns";
  EXPECT_EQ(overrides.rare_words[1].fewest, 2U);
  EXPECT_THAT(refused(R"({"rare_words": -1})"), StartsWith("s.json:1:16: error: rare_words: "));
  EXPECT_THAT(refused(R"({"columns": {"zip": {"rare_words": "5"}}})"),
              StartsWith("s.json:1:36: error: columns.zip.rare_words: "));
  EXPECT_THAT(refused(R"({"columns": {"zip": {"date": "yyyy-mm-dd", "rare_words": 5}}})"),
              StartsWith("s.json:1:58: error: columns.zip.rare_words: a column is levels, dates or words"));
}

TEST(SchemaFile, TheCommandLineWinsOverItsRareWords) {
  const SchemaOverrides file = read(R"({"columns": {"zip": {"rare_words": 5}}})");
  SchemaOverrides line;
  line.numeric = {"zip"};
  EXPECT_THAT(merge(file, line).rare_words, testing::IsEmpty()) << "numbers have no words";
  SchemaOverrides number;
  number.rare_words = {{"zip", 3}};
  const SchemaOverrides merged = merge(file, number);
  EXPECT_THAT(merged.categorical, ElementsAre("zip"));
  EXPECT_EQ(merged.rare_words.back().fewest, 3U);
}

TEST(SchemaFile, MaySayNothing) {
  EXPECT_FALSE(read("{}").missing_tokens.has_value());
  EXPECT_THAT(*read(R"({"missing": []})").missing_tokens, testing::IsEmpty());
}

// What is wrong with JSON as such is tested with the parser (unit/support/json_document_test.cpp).
TEST(SchemaFile, MalformedJson) {
  EXPECT_THAT(refused("{\n  \"columns\": {\n    \"a\": numeric\n  }\n}\n"),
              AllOf(StartsWith("s.json:3:12: error: not valid JSON: "), HasSubstr("    3 |     \"a\": numeric\n")));
  EXPECT_THAT(refused(""), StartsWith("s.json: error: the file is empty"));
  EXPECT_THAT(refused("{\"columns\": {}"), StartsWith("s.json:1:15: error: "));
}

TEST(SchemaFile, UnknownKey) {
  EXPECT_EQ(refused("{\n  \"colums\": {}\n}"),
            "s.json:2:3: error: unknown key 'colums'\n"
            "    2 |   \"colums\": {}\n"
            "      |   ^~~~~~~~\n"
            "hint: did you mean 'columns'?\n");
  EXPECT_THAT(refused(R"({"weights": 1})"), HasSubstr("hint: expected here: columns, missing and rare_words\n"));
}

TEST(SchemaFile, UnknownKind) {
  EXPECT_EQ(refused(R"({"columns": {"age": "numerical"}})"),
            "s.json:1:21: error: columns.age: unknown value 'numerical'\n"
            "    1 | {\"columns\": {\"age\": \"numerical\"}}\n"
            "      |                     ^~~~~~~~~~~\n"
            "hint: did you mean 'numeric'?\n");
}

TEST(SchemaFile, OrdinalWithoutLevels) {
  EXPECT_EQ(refused(R"({"columns": {"size": "ordinal"}})"),
            "s.json:1:22: error: columns.size: an ordinal column needs its levels\n"
            "    1 | {\"columns\": {\"size\": \"ordinal\"}}\n"
            "      |                      ^~~~~~~~~\n"
            "hint: write {\"ordinal\": [\"low\", \"high\"]}, lowest first\n");
  EXPECT_THAT(refused(R"({"columns": {"size": {"ordinal": ["S"]}}})"),
              StartsWith("s.json:1:34: error: columns.size.ordinal: an ordinal column needs at least two levels\n"));
}

TEST(SchemaFile, LevelsThatCannotBe) {
  EXPECT_THAT(refused(R"({"columns": {"size": {"ordinal": ["S", "M", "S"]}}})"),
              StartsWith("s.json:1:45: error: columns.size.ordinal[2]: the level 'S' is repeated\n"));
  EXPECT_THAT(refused(R"({"columns": {"size": {"ordinal": ["S", ""]}}})"),
              StartsWith("s.json:1:40: error: columns.size.ordinal[1]: a level is empty\n"));
  EXPECT_THAT(refused(R"({"columns": {"size": {"ordinal": ["1", 20, "3"]}}})"),
              StartsWith("s.json:1:40: error: columns.size.ordinal[1]: expected a string, found 20\n"));
}

TEST(SchemaFile, WrongTypes) {
  EXPECT_THAT(refused("[]"), StartsWith("s.json:1:1: error: expected an object, found an array\n"));
  EXPECT_THAT(refused("7"), StartsWith("s.json:1:1: error: expected an object, found 7\n"));
  EXPECT_THAT(refused(R"({"columns": ["a"]})"),
              StartsWith("s.json:1:13: error: columns: expected an object, found an array\n"));
  EXPECT_THAT(refused(R"({"columns": {"a": null}})"),
              StartsWith("s.json:1:19: error: columns.a: expected a string, found null\n"));
  EXPECT_THAT(refused(R"({"columns": {"a": {"levels": ["x", "y"]}}})"),
              StartsWith("s.json:1:20: error: columns.a: unknown key 'levels'\n"));
  EXPECT_THAT(refused(R"({"missing": "?"})"), StartsWith("s.json:1:13: error: missing: expected an array, found "));
  EXPECT_THAT(refused(R"({"missing": ["?", -1.5e3]})"),
              StartsWith("s.json:1:19: error: missing[1]: expected a string, found -1.5e3\n"));
}

TEST(SchemaFile, ThatIsNotThere) {
  EXPECT_THAT(refusal([] { read_schema_file("no-such-directory/s.json"); }), HasSubstr("no-such-directory/s.json"));
}

}  // namespace
}  // namespace espalier::test::schema_file_test
