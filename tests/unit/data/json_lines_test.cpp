// JSON Lines as a table: columns, cells, places and refusals.
#include <fstream>

#include "data/csv_reader.hpp"
#include "support/files.hpp"
#include "unit/data/fixtures.hpp"

namespace espalier::test::json_lines_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

TEST(JsonLines, KeysAreColumnsInOrderOfAppearance) {
  const Table table = quiet_table("{\"a\": 1, \"b\": \"x\"}\n{\"c\": true, \"a\": -2.5e1}\n\n{\"b\": null}\n");
  EXPECT_TRUE(table.json_lines);
  EXPECT_THAT(table.column_names, ElementsAre("a", "b", "c"));
  EXPECT_EQ(rows_of(table), (Rows{{"1", "x", ""}, {"-2.5e1", "", "true"}, {"", "", ""}}));
}

TEST(JsonLines, CellsMeanWhatTheyMeanInCsv) {
  std::string text;
  for (const char* row :
       {R"({"n": 1, "s": "NA", "z": "007"})", R"({"n": null, "s": "b", "z": "1"})", R"({"s": "NA"})"}) {
    text += std::string(row) + "\n";
  }
  Warnings warnings;
  const Table table = parse_table("t.jsonl", text, {}, warnings);
  const Schema schema = infer_schema(table, {}, warnings);
  EXPECT_EQ(schema.columns[0].kind, ColumnKind::numeric);
  EXPECT_EQ(schema.columns[0].missing, 2U);
  EXPECT_THAT(schema.columns[1].categories, ElementsAre("NA", "b")) << "a text is a value";
  EXPECT_THAT(schema.columns[2].categories, ElementsAre("1", "007"));
}

TEST(JsonLines, EscapesAreUndone) {
  const Table table = quiet_table(R"({"a\"b": "x\ty\\\u00e9\ud83d\ude00\/"})"
                                  "\n");
  EXPECT_THAT(table.column_names, ElementsAre("a\"b"));
  EXPECT_EQ(rows_of(table), (Rows{{"x\ty\\\xc3\xa9\xf0\x9f\x98\x80/"}}));
}

TEST(JsonLines, PlacesPointIntoTheFile) {
  const Table table = quiet_table("{\"a\": 1}\n{\"a\": 2,  \"b\": \"x\"}\n");
  EXPECT_EQ(table.where(1, 1).line, 2U);
  EXPECT_EQ(table.where(1, 1).column, 16U);
  EXPECT_EQ(table.where_name(1).line, 2U);
  EXPECT_EQ(table.where_name(1).column, 11U);
  std::string many;
  for (int row = 0; row < 1000; ++row) many += "{\"a\": " + std::to_string(row) + "}\n";
  EXPECT_EQ(quiet_table(many).where(700, 0).line, 701U);
  EXPECT_EQ(quiet_table(many).cell(999, 0).text, "999");
}

TEST(JsonLines, ObjectsNeedNotBeALineEach) {
  EXPECT_EQ(quiet_table("{\"a\":\n 1}{\"a\": 2}\n").rows(), 2U);
  EXPECT_EQ(quiet_table("\xef\xbb\xbf {\"a\": 1}").rows(), 1U);
  EXPECT_EQ(quiet_table(gzip("{\"a\": 1}\n")).rows(), 1U);
}

TEST(JsonLines, FaultsAreLocated) {
  const auto refused = [](const std::string& second) { return table_refusal("{\"a\": 1}\n" + second); };
  EXPECT_EQ(refused("{\"a\": [1, 2]}\n"),
            "t.csv:2:7: error: the value of 'a' is a list\n"
            "    2 | {\"a\": [1, 2]}\n"
            "      |       ^\n"
            "hint: a cell holds one value: give its parts keys of their own, or leave it out, for example with jq -c "
            "'del(.key)'\n");
  EXPECT_THAT(refused("{\"a\": {}}\n"), StartsWith("t.csv:2:7: error: the value of 'a' is an object"));
  EXPECT_THAT(refused("{\"a\": 1, \"a\": 2}\n"), StartsWith("t.csv:2:10: error: the key 'a' is in this object twice"));
  EXPECT_THAT(refused("{\"a\": maybe}\n"), StartsWith("t.csv:2:7: error: 'maybe' is not a value of JSON"));
  EXPECT_THAT(refused("{\"a\": }\n"), StartsWith("t.csv:2:7: error: expected a value"));
  EXPECT_THAT(refused("{\"a\" 1}\n"), StartsWith("t.csv:2:6: error: expected a colon after the key 'a'"));
  EXPECT_THAT(refused("{a: 1}\n"), StartsWith("t.csv:2:2: error: expected a key in double quotes"));
  EXPECT_THAT(refused("{\"a\": 1"), StartsWith("t.csv:2:1: error: this object is never closed"));
  EXPECT_THAT(refused("{\"a\": \"x\n"), StartsWith("t.csv:2:7: error: this quote is not closed on its line"));
  EXPECT_THAT(refused("{\"a\": \"\\x\"}\n"), StartsWith("t.csv:2:8: error: JSON has no such escape"));
  EXPECT_THAT(refused("{\"a\": \"\\ud800\"}\n"), StartsWith("t.csv:2:8: error: this is half of a character"));
  EXPECT_THAT(refused("{\"a\": \"\\u0000\"}\n"), StartsWith("t.csv:2:8: error: NUL in a text"));
  EXPECT_THAT(refused("{\"a\": 1} x\n"), StartsWith("t.csv:2:10: error: expected an object, a row of the table"));
  EXPECT_THAT(refused("1\n"), StartsWith("t.csv:2:1: error: expected an object, a row of the table"));
  EXPECT_THAT(table_refusal("{}\n"), StartsWith("t.csv:1:1: error: the objects have no keys"));
}

TEST(JsonLines, AListIsNamed) {
  EXPECT_THAT(table_refusal("[\n  {\"a\": 1}\n]\n"),
              HasSubstr("the file is a JSON list, not lines of objects\nhint: "));
}

// A large file stays on disk, and is refused for the same reason as a small one: first for what is no text in it.
TEST(JsonLines, AListThatIsNoTextIsRefusedAlikeInMemoryAndOnDisk) {
  const TemporaryDirectory directory;
  const std::string path = directory.path() + "/t.jsonl";
  std::ofstream(path, std::ios::binary) << "[{\"a\": \"\xff\"}]\n";
  for (const std::size_t most_in_memory : {0U, 100U}) {
    const std::string message = refusal([&] {
      Warnings warnings;
      read_table(path, {}, CsvTuning{64, most_in_memory}, warnings);
    });
    EXPECT_THAT(message, HasSubstr(":1:9: error: ")) << most_in_memory;
    EXPECT_THAT(message, HasSubstr("UTF-8")) << most_in_memory;
  }
}

TEST(JsonLines, OptionsAboutCsvSayThatItIsNone) {
  EXPECT_EQ(quiet_table("{\"a\":1};y\n1;2\n", delimited_by(';')).columns(), 2U);
}

}  // namespace
}  // namespace espalier::test::json_lines_test
