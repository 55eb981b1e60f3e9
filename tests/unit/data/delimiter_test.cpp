#include "data/csv_head.hpp"

#include "unit/data/fixtures.hpp"

namespace espalier::test::delimiter_test {
namespace {

TEST(Delimiter, EachOfTheFour) {
  EXPECT_EQ(detect_delimiter("a,b\n1,2\n"), ',');
  EXPECT_EQ(detect_delimiter("a;b\n1;2\n"), ';');
  EXPECT_EQ(detect_delimiter("a\tb\n1\t2\n"), '\t');
  EXPECT_EQ(detect_delimiter("a|b\n1|2\n"), '|');
}

TEST(Delimiter, IsReported) {
  EXPECT_EQ(quiet_table("a;b\n1;2\n").delimiter, ';');
}

TEST(Delimiter, OneColumnFallsBackToComma) {
  EXPECT_EQ(detect_delimiter("a\n1\n2\n"), ',');
  EXPECT_EQ(detect_delimiter("a"), ',');
  EXPECT_EQ(detect_delimiter(""), ',');
  EXPECT_EQ(detect_delimiter("left|right\nx\ny\n"), ',') << "a bar in the header alone is part of the name";
}

TEST(Delimiter, QuotedOnesDoNotCount) {
  EXPECT_EQ(detect_delimiter("\"a,b,c\"|d\n\"1,2,3\"|4\n"), '|');
  EXPECT_EQ(detect_delimiter("\"a;b;c\",d\n\"say \"\";\"\" twice; or thrice\",4\n"), ',');
  EXPECT_EQ(detect_delimiter("\"x\n;;;\";b\n1;2\n"), ';') << "a quoted cell may span lines";
}

TEST(Delimiter, DecimalCommasAreNotDelimiters) {
  EXPECT_EQ(detect_delimiter("a;b;c\n1,5;2,5;3,5\n"), ';');
  EXPECT_EQ(detect_delimiter("1,5;2,5;3,5\n1,6;2,6;3,6\n"), ';') << "without a header, where commas are consistent too";
  EXPECT_EQ(detect_delimiter("1,5\t2,5\n1,6\t2,6\n"), '\t');
  EXPECT_EQ(detect_delimiter("1,5\n2,6\n"), ',') << "with nothing else to divide the rows";
}

TEST(Delimiter, ConsistencyBeatsNumber) {
  // Commas: 1 in the header, then 3, 0, 1 in the text. Semicolons: always 1.
  EXPECT_EQ(detect_delimiter("name;a,b\nx,y,z;1,2\nx;3\nq;4,5\n"), ';');
}

TEST(Delimiter, AmongEquallyConsistentOnesMoreColumnsWin) {
  EXPECT_EQ(detect_delimiter("a,b,c|d\n1,2,3|4\n"), ',');
  EXPECT_EQ(detect_delimiter("a|b|c,d\nx|y|z,w\n"), '|');
}

TEST(Delimiter, ARaggedRowDoesNotHideIt) {
  EXPECT_EQ(detect_delimiter("a;b;c\n1;2\n"), ';');
  EXPECT_EQ(detect_delimiter("a;b;c\n1;2;3\n1;2;3;4\n"), ';');
}

TEST(Delimiter, AnUnclosedQuoteDoesNotHideIt) {
  EXPECT_EQ(detect_delimiter("a;b\n1;2\n3;\"x,,,,\n"), ';');
}

TEST(Delimiter, TheUsersChoiceIsFinal) {
  EXPECT_EQ(rows_of(quiet_table("a;b\n1;2\n", delimited_by(','))), (Rows{{"1;2"}}));
  EXPECT_EQ(rows_of(quiet_table("a:b\n1:2\n", delimited_by(':'))), (Rows{{"1", "2"}}));
}

}  // namespace
}  // namespace espalier::test::delimiter_test
