// The line sep=; that Excel takes for what divides the cells.
#include "unit/data/fixtures.hpp"

namespace espalier::test::delimiter_line_test {
namespace {

using testing::ElementsAre;
using testing::StartsWith;

TEST(DelimiterLine, DividesTheCellsAndIsNoRow) {
  for (const char* text : {"sep=;\na;b,c\n1;2\n", "SEP=;\r\na;b,c\r\n1;2\r\n", "\"sep=;\"\na;b,c\n1;2\n",
                           "\xef\xbb\xbfsep=;\na;b,c\n1;2\n", "sep=;\n\na;b,c\n1;2\n"}) {
    const Table table = quiet_table(text);
    EXPECT_TRUE(table.delimiter_line) << text;
    EXPECT_EQ(table.delimiter, ';') << text;
    EXPECT_THAT(table.column_names, ElementsAre("a", "b,c")) << text;
    EXPECT_EQ(rows_of(table), (Rows{{"1", "2"}})) << text;
  }
}

TEST(DelimiterLine, NamesCharactersThatAreNotFoundOut) {
  EXPECT_THAT(quiet_table("sep=:\na:b\n1:2\n").column_names, ElementsAre("a", "b"));
  EXPECT_THAT(quiet_table("sep=\t\na\tb;c\n1\t2\n").column_names, ElementsAre("a", "b;c"));
}

TEST(DelimiterLine, PlacesCountIt) {
  const Table table = quiet_table("sep=;\na;b\n1;2\n3;4\n");
  EXPECT_EQ(table.where_name(1).line, 2U);
  EXPECT_EQ(table.where(1, 1).line, 4U);
  EXPECT_EQ(table.where(1, 1).column, 3U);
  EXPECT_THAT(table_refusal("sep=;\na;b\n1;2\n3\n"), StartsWith("t.csv:4:2: error: expected 2 cells"));
}

TEST(DelimiterLine, GoesWithoutAHeaderAndYieldsToTheOption) {
  EXPECT_EQ(rows_of(quiet_table("sep=;\n1;2\n3;4\n", no_header())), (Rows{{"1", "2"}, {"3", "4"}}));
  EXPECT_EQ(rows_of(quiet_table("sep=;\na,b\n1,2\n", delimited_by(','))), (Rows{{"1", "2"}}));
}

TEST(DelimiterLine, AloneIsAnEmptyFile) {
  EXPECT_THAT(table_refusal("sep=;"), StartsWith("t.csv: error: the file is empty"));
  EXPECT_THAT(table_refusal("sep=;\n\n"), StartsWith("t.csv: error: the file is empty but for blanks"));
  EXPECT_THAT(table_refusal("sep=;\na;b\n"), StartsWith("t.csv:2: error: the file has a header but no rows"));
}

TEST(DelimiterLine, AColumnMayBeCalledAlike) {
  const Table table = quiet_table("sep=x\n1\n");
  EXPECT_FALSE(table.delimiter_line);
  EXPECT_THAT(table.column_names, ElementsAre("sep=x"));
}

}  // namespace
}  // namespace espalier::test::delimiter_line_test
