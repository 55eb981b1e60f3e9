// What is accepted as CSV with a warning.
#include <algorithm>

#include "unit/data/fixtures.hpp"

namespace espalier::test::csv_warnings_test {
namespace {

using testing::ElementsAre;

std::vector<std::string> names(std::string text) {
  Warnings warnings;
  return parse_table("t.csv", std::move(text), {}, warnings).column_names;
}

TEST(CsvWarnings, MixedLineEndsNameTheFirstLineThatDiffers) {
  EXPECT_EQ(table_warnings("a,b\r\n1,2\r\n3,4\n5,6\r\n7,8\r"),
            "t.csv:3: warning: line endings are mixed: this line ends with LF, the ones before with CRLF\n"
            "    3 | 3,4\n");
  EXPECT_EQ(table_warnings("a,b\n1,2\r3,4\n"),
            "t.csv:2: warning: line endings are mixed: this line ends with CR, the ones before with LF\n"
            "    2 | 1,2\n");
}

TEST(CsvWarnings, MixedLineEndsStillSplitRows) {
  Warnings warnings;
  EXPECT_EQ(rows_of(parse_table("t.csv", "a,b\r\n1,2\n3,4\r5,6", {}, warnings)),
            (Rows{{"1", "2"}, {"3", "4"}, {"5", "6"}}));
  EXPECT_EQ(warnings.size(), 1U);
}

TEST(CsvWarnings, EmptyColumnName) {
  EXPECT_EQ(table_warnings("a,,c\n1,2,3\n"),
            "t.csv:1:3: warning: column 2 has no name; it is called 'column_2'\n"
            "    1 | a,,c\n"
            "      |   ^\n");
  EXPECT_THAT(names("a,,c\n1,2,3\n"), ElementsAre("a", "column_2", "c"));
}

TEST(CsvWarnings, RepeatedColumnName) {
  EXPECT_EQ(table_warnings("a,b,a\n1,2,3\n"),
            "t.csv:1:5: warning: column name 'a' is repeated; this column is called 'a.2'\n"
            "    1 | a,b,a\n"
            "      |     ^\n");
}

TEST(CsvWarnings, MadeUpNamesNeverCollide) {
  EXPECT_THAT(names("a,a,a\n1,2,3\n"), ElementsAre("a", "a.2", "a.3"));
  EXPECT_THAT(names("a,a,a.2\n1,2,3\n"), ElementsAre("a", "a.3", "a.2"));
  EXPECT_THAT(names("a.2,a,a,a.2\n1,2,3,4\n"), ElementsAre("a.2", "a", "a.3", "a.2.2"));
  EXPECT_THAT(names(",column_1\n1,2\n"), ElementsAre("column_1.2", "column_1"));
  EXPECT_THAT(names("column_2,\"\"\n1,2\n"), ElementsAre("column_2", "column_2.2"));
}

TEST(CsvWarnings, HeaderThatLooksLikeData) {
  EXPECT_EQ(table_warnings("5.1,3.5\n4.9,3.0\n"),
            "t.csv:1: warning: the header looks like data: every column name is a number\n"
            "    1 | 5.1,3.5\n"
            "hint: use --no-header if the first line is data\n");
  EXPECT_EQ(table_warnings("5.1,name\n4.9,3.0\n"), "");
}

TEST(CsvWarnings, AHundredThousandUnnamedColumnsAreCounted) {
  // Each warning with its place would copy a header of 100,000 characters: only the first ones have one.
  Warnings warnings;
  const std::string line(99'999, ',');
  const Table table = parse_table("t.csv", line + "\n" + line + "\n", {}, warnings);
  infer_schema(table, {}, warnings);
  ASSERT_EQ(warnings.size(), 200'000U);
  const auto placed =
      std::count_if(warnings.begin(), warnings.end(), [](const Warning& w) { return w.where.has_value(); });
  EXPECT_EQ(placed, 16);  // 8 without a name, 8 without a known value
  EXPECT_THAT(render(warnings), testing::HasSubstr(" more: columns without a name\n"));
}

TEST(CsvWarnings, RaggedRowsOnRequest) {
  Warnings warnings;
  const Table table = parse_table("t.csv", "a,b,c\n1,2,3\n4\n5,6,7,8\n", ragged(), warnings);
  EXPECT_EQ(rows_of(table), (Rows{{"1", "2", "3"}, {"4", "", ""}, {"5", "6", "7"}}));
  EXPECT_EQ(render(warnings),
            "t.csv:3:2: warning: expected 3 cells as in the header, found 1; "
            "2 such rows were filled with missing cells or cut\n"
            "    3 | 4\n"
            "      |  ^\n");
  EXPECT_EQ(table_warnings("a,b\n1", ragged()),
            "t.csv:2:2: warning: expected 2 cells as in the header, found 1; "
            "this row was filled with missing cells or cut\n"
            "    2 | 1\n"
            "      |  ^\n");
}

}  // namespace
}  // namespace espalier::test::csv_warnings_test
