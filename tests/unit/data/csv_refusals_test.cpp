// What is refused as CSV: place, message and the way out.
#include "unit/data/fixtures.hpp"

namespace espalier::test::csv_refusals_test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

const std::string kNeedsRows = "hint: a header line and at least one row are needed\n";

TEST(CsvRefusals, EmptyFile) {
  EXPECT_EQ(table_refusal(""), "t.csv: error: the file is empty\n" + kNeedsRows);
  EXPECT_EQ(table_refusal("\xef\xbb\xbf"), "t.csv: error: the file is empty\n" + kNeedsRows);
}

TEST(CsvRefusals, NothingButBlanks) {
  for (const char* text : {" ", "\n", "\r\n\r\n", " \t \n\t\n"}) {
    EXPECT_EQ(table_refusal(text), "t.csv: error: the file is empty but for blanks\n" + kNeedsRows);
  }
}

TEST(CsvRefusals, HeaderOnly) {
  for (const char* text : {"a,b", "a,b\n", "a,b\r\n\r\n"}) {
    EXPECT_EQ(table_refusal(text),
              "t.csv:1: error: the file has a header but no rows\n"
              "    1 | a,b\n"
              "hint: use --no-header if the first line is data\n");
  }
  EXPECT_THAT(table_refusal("\n\nname\n\n"), StartsWith("t.csv:3: error: the file has a header but no rows\n"));
  EXPECT_EQ(quiet_table("a,b", no_header()).rows(), 1U);
}

TEST(CsvRefusals, UnclosedQuoteIsShownWhereItOpened) {
  EXPECT_EQ(table_refusal("a,b\n1,\"x\n2,y\n3,z\n"),
            "t.csv:2:3: error: this quote is never closed\n"
            "    2 | 1,\"x\n"
            "      |   ^\n"
            "hint: close the cell with a quote; a quote that is part of the text is written twice (\"\")\n");
  EXPECT_THAT(table_refusal("\""), StartsWith("t.csv:1:1: error: this quote is never closed"));
  EXPECT_THAT(table_refusal("a\n\"x\"\"\n"), StartsWith("t.csv:2:1: error: this quote is never closed"));
}

TEST(CsvRefusals, TextAfterAClosingQuote) {
  EXPECT_EQ(table_refusal("a,b\n\"x\" yz,1\n"),
            "t.csv:2:5: error: text after the closing quote of a cell\n"
            "    2 | \"x\" yz,1\n"
            "      |     ^~\n"
            "hint: a quote that is part of a quoted cell is written twice (\"\")\n");
}

TEST(CsvRefusals, ShortRowIsShownWhereTheNextCellShouldFollow) {
  EXPECT_EQ(table_refusal("a,b,c\n1,2,3\n4,5\n6,7,8\n"),
            "t.csv:3:4: error: expected 3 cells as in the header, found 2\n"
            "    3 | 4,5\n"
            "      |    ^\n"
            "hint: use --ragged to fill short rows with missing cells and drop surplus cells, "
            "or --delimiter if ',' is not what separates the cells\n");
  EXPECT_THAT(table_refusal("a,b,c\n1,2,3\n4,5"), StartsWith("t.csv:3:4: error: expected 3 cells"))
      << "also at the end of the file";
}

TEST(CsvRefusals, LongRowIsShownAtTheFirstSurplusCell) {
  EXPECT_EQ(table_refusal("a,b\r\n1,2\r\n3,4,five,6\r\n", delimited_by(',')),
            "t.csv:3:5: error: expected 2 cells as in the header, found 4\n"
            "    3 | 3,4,five,6\n"
            "      |     ^~~~\n"
            "hint: use --ragged to fill short rows with missing cells and drop surplus cells\n");
}

TEST(CsvRefusals, WithoutHeaderTheFirstRowSetsTheWidth) {
  EXPECT_THAT(table_refusal("1,2\n3\n", no_header()),
              StartsWith("t.csv:2:2: error: expected 2 cells as in the first row, found 1\n"));
}

TEST(CsvRefusals, NulByte) {
  EXPECT_EQ(table_refusal(std::string("a,b\n1,x\0y\n", 10)),
            "t.csv:2:4: error: NUL byte in the text\n"
            "    2 | 1,x\\x00y\n"
            "      |    ^\n"
            "hint: remove it; if the file is not plain text in UTF-8, convert it with iconv\n");
  EXPECT_THAT(table_refusal(std::string("a,\xe9\0\n1,2\n", 9), latin1()), StartsWith("t.csv:1:4: error: NUL byte"));
}

TEST(CsvRefusals, DelimiterThatCannotBeOne) {
  for (const char delimiter : {'"', '\n', '\r', '\x01', '\xe9'}) {
    const auto act = [&] {
      Warnings warnings;
      parse_table("t.csv", "a,b\n1,2\n", delimited_by(delimiter), warnings);
    };
    EXPECT_THAT(refusal(act, ExitCode::usage), HasSubstr("a delimiter is one ASCII character"));
  }
}

TEST(CsvRefusals, FileThatIsNotThere) {
  const auto act = [] {
    Warnings warnings;
    read_table("no-such-directory/no-such-file.csv", {}, warnings);
  };
  EXPECT_THAT(refusal(act), HasSubstr("no-such-file.csv"));
}

}  // namespace
}  // namespace espalier::test::csv_refusals_test
