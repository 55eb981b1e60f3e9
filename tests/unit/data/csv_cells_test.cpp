// What is accepted as CSV and which cells it gives.
#include "unit/data/fixtures.hpp"

namespace espalier::test::csv_cells_test {
namespace {

using testing::ElementsAre;

TEST(CsvCells, HeaderAndRows) {
  const Table table = quiet_table("a,b\n1,x\n2,y\n");
  EXPECT_THAT(table.column_names, ElementsAre("a", "b"));
  EXPECT_EQ(table.rows(), 2U);
  EXPECT_EQ(rows_of(table), (Rows{{"1", "x"}, {"2", "y"}}));
}

TEST(CsvCells, LastLineMayLackItsEnd) {
  EXPECT_EQ(rows_of(quiet_table("a,b\n1,2")), (Rows{{"1", "2"}}));
}

TEST(CsvCells, EachLineEndAlone) {
  for (const char* text : {"a,b\n1,2\n3,4\n", "a,b\r\n1,2\r\n3,4\r\n", "a,b\r1,2\r3,4\r"}) {
    EXPECT_EQ(rows_of(quiet_table(text)), (Rows{{"1", "2"}, {"3", "4"}}));
  }
}

TEST(CsvCells, QuotedDelimitersQuotesAndNewlines) {
  const Table table = quiet_table("a,b\n\"x,y\",\"say \"\"hi\"\"\"\n\"two\r\nlines\",\"\"\"\"\n");
  EXPECT_EQ(rows_of(table), (Rows{{"x,y", "say \"hi\""}, {"two\r\nlines", "\""}}));
}

TEST(CsvCells, NewlinesInQuotesAreNotMixedLineEnds) {
  EXPECT_EQ(rows_of(quiet_table("a,b\r\n\"x\ny\",1\r\n")), (Rows{{"x\ny", "1"}}));
}

TEST(CsvCells, BlanksAroundUnquotedCellsGoThoseInsideQuotesStay) {
  const Table table = quiet_table("a, b ,c\n 1\t, two words ,\" q \"\n  \"r\" \t, , 3\n");
  EXPECT_THAT(table.column_names, ElementsAre("a", "b", "c"));
  EXPECT_EQ(rows_of(table), (Rows{{"1", "two words", " q "}, {"r", "", "3"}}));
}

TEST(CsvCells, QuotedIsRemembered) {
  const Table table = quiet_table("a,b\n\"x\",x\n");
  EXPECT_TRUE(table.cell(0, 0).quoted);
  EXPECT_FALSE(table.cell(0, 1).quoted);
}

TEST(CsvCells, QuoteInsideAnUnquotedCellIsText) {
  EXPECT_EQ(rows_of(quiet_table("size,n\n5\" pipe,1\nthe \"big\" one,2\n")),
            (Rows{{"5\" pipe", "1"}, {"the \"big\" one", "2"}}));
}

TEST(CsvCells, TabsAreKeptApartNotTrimmed) {
  EXPECT_EQ(rows_of(quiet_table("a\tb\tc\n1\t\t 3 \n")), (Rows{{"1", "", "3"}}));
}

TEST(CsvCells, SpaceMayBeTheDelimiter) {
  EXPECT_EQ(rows_of(quiet_table("a b c\n1 2 \n \"x y\" \t3\n", delimited_by(' '))),
            (Rows{{"1", "2", ""}, {"", "x y", "3"}}));
}

TEST(CsvCells, BlankLinesAreSkipped) {
  EXPECT_EQ(rows_of(quiet_table("\n \na,b\n\n1,2\n \t \n3,4\n\n\n")), (Rows{{"1", "2"}, {"3", "4"}}));
}

TEST(CsvCells, RowOfDelimitersIsNotBlank) {
  EXPECT_EQ(rows_of(quiet_table("a,b\n1,2\n,\n")), (Rows{{"1", "2"}, {"", ""}}));
}

TEST(CsvCells, InOneColumnABlankLineIsAMissingValueUnlessNothingFollows) {
  EXPECT_EQ(rows_of(quiet_table("\na\n1\n\n2\n\n\n")), (Rows{{"1"}, {""}, {"2"}}));
  EXPECT_EQ(rows_of(quiet_table("a\n1\n\"\"\n")), (Rows{{"1"}, {""}})) << "a quoted empty cell is not a blank line";
}

TEST(CsvCells, ByteOrderMarkIsDropped) {
  const Table table = quiet_table(
      "\xef\xbb\xbf"
      "a,b\n1,2\n");
  EXPECT_EQ(table.column_names[0], "a");
  EXPECT_EQ(table.where(0, 0).column, 1U);
  EXPECT_EQ(quiet_table("\xef\xbb\xbf\"a\",b\n1,2\n").column_names[0], "a") << "a quoted first name";
}

TEST(CsvCells, WithoutHeaderColumnsAreNumbered) {
  const Table table = quiet_table("1,2\n3,4\n", no_header());
  EXPECT_THAT(table.column_names, ElementsAre("column_1", "column_2"));
  EXPECT_EQ(table.rows(), 2U);
  EXPECT_EQ(table.raw_names, table.column_names);
}

TEST(CsvCells, PlacesCountLinesAndCharacters) {
  const Table table = quiet_table("a,b\r\n\"x\ny\",1\r\nä€,\"z\"\r\n");
  const Location multi = table.where(0, 1);
  EXPECT_EQ(multi.line, 3U);  // the row began on line 2
  EXPECT_EQ(multi.column, 4U);
  EXPECT_EQ(multi.excerpt, "y\",1");
  EXPECT_EQ(table.where_row(0).line, 2U);
  const Location wide = table.where(1, 1);
  EXPECT_EQ(wide.line, 4U);
  EXPECT_EQ(wide.column, 4U);  // two characters and a comma before it, five bytes and one
  EXPECT_EQ(wide.length, 3U);  // with its quotes
}

TEST(CsvCells, TablesMove) {
  // So short that the text would live inside the string object, doubled quotes included.
  Table first = quiet_table("a,b\n\"\"\"\",2");
  const Table second = std::move(first);
  Table third;
  EXPECT_EQ(rows_of(second), (Rows{{"\"", "2"}}));
  Table source = quiet_table("a\n1");
  third = std::move(source);
  EXPECT_EQ(rows_of(third), (Rows{{"1"}}));
}

TEST(CsvCells, HashIsThatOfTheBytesAsRead) {
  // sha256 of "a\n1\n"
  EXPECT_EQ(quiet_table("a\n1\n").sha256, "309b0e45a73d3fc5325e2b6ed0a01ef8b9cde6b05a5633c1f893f970d52bfddc");
  EXPECT_NE(quiet_table("\xef\xbb\xbf"
                        "a\n1\n")
                .sha256,
            quiet_table("a\n1\n").sha256);
}

}  // namespace
}  // namespace espalier::test::csv_cells_test
