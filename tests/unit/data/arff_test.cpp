// ARFF: declarations, rows, and what is refused.
#include <cmath>

#include "unit/data/sources.hpp"

namespace espalier::test::arff_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

// Two attributes, a number and one of three values, and these rows.
std::string with_rows(const std::string& rows) {
  return "@relation r\n@attribute n numeric\n@attribute c {a, b, 'c d'}\n@data\n" + rows;
}

std::string with_header(const std::string& header) {
  return header + "\n@data\n1\n";
}

TEST(Arff, DenseRows) {
  const Source source = arff(with_rows("1.5,a\n\n% a comment\n  2 ,\t'c d' % another\n-3\tb\n4 \"c d\"\n?,?"));
  EXPECT_EQ(rows_of(source.table), (Rows{{"1.5", "a"}, {"2", "c d"}, {"-3", "b"}, {"4", "c d"}, {"?", "?"}}));
  EXPECT_THAT(source.table.column_names, ElementsAre("n", "c"));
  EXPECT_THAT(source.table.weights, IsEmpty());
  EXPECT_FALSE(source.default_target);
}

TEST(Arff, KeywordsInAnyCaseAndAnyLineEnd) {
  const Source source = arff("@RELATION r\r\n@Attribute x REAL\r@aTTribute y Integer\n@DATA\r\n1,2\r3,4");
  EXPECT_EQ(rows_of(source.table), (Rows{{"1", "2"}, {"3", "4"}}));
  EXPECT_THAT(source.overrides.numeric, ElementsAre("x", "y"));
}

// As KEEL writes them; the range is what the file had, not what a value must be in.
TEST(Arff, RangesOfNumbers) {
  const Source source = arff(
      "@attribute a integer [1,10]\n@attribute b real[0.5, 7.25]  % of what was seen\n@attribute c Numeric [ 0 , 1 ]\n"
      "@data\n1,0.5,0\n11,8,2\n");
  EXPECT_EQ(rows_of(source.table), (Rows{{"1", "0.5", "0"}, {"11", "8", "2"}}));
  EXPECT_THAT(source.overrides.numeric, ElementsAre("a", "b", "c"));
  EXPECT_THAT(arff_refusal(with_header("@attribute a integer [1,10")), HasSubstr("this bracket is not closed"));
  EXPECT_THAT(arff_refusal(with_header("@attribute a integer [1,10] 5")), HasSubstr("text where the line should end"));
  EXPECT_THAT(arff_refusal(with_header("@attribute a string [1,10]")), HasSubstr("text where the line should end"));
}

TEST(Arff, QuotedNamesAndEscapes) {
  const Source source = arff(
      "@attribute 'petal \\'width\\'' numeric\n@attribute \"%{,}\" {\"Don't\", 'a\\tb', "
      "\"\\\"\"}\n@data\n1,Don't\n2,'a\\tb'\n"
      "3,'\\\"'\n");
  EXPECT_THAT(source.table.column_names, ElementsAre("petal 'width'", "%{,}"));
  EXPECT_THAT(source.overrides.nominal[0].values, ElementsAre("Don't", "a\tb", "\""));
  EXPECT_EQ(rows_of(source.table), (Rows{{"1", "Don't"}, {"2", "a\tb"}, {"3", "\""}}));
}

TEST(Arff, OnlyTheUnquotedMarkIsMissing) {
  const Source source = arff("@attribute x {'?',NA}\n@attribute y {a,b}\n@data\n'?',a\n?,b\nNA,a\n");
  const Dataset data = dataset_of(source, "y");
  EXPECT_EQ(data.features[0].values[0], 0);
  EXPECT_TRUE(std::isnan(data.features[0].values[1]));
  EXPECT_EQ(data.features[0].values[2], 1) << "NA is a value like any other here";
}

TEST(Arff, DeclaredOrderAndUnseenValues) {
  const Source source =
      arff("@attribute size {small, large, huge}\n@attribute y {yes, no, never}\n@data\nlarge,no\nsmall,yes\n");
  const Dataset data = dataset_of(source, "y");
  EXPECT_THAT(data.features[0].categories, ElementsAre("small", "large", "huge")) << "not sorted, and with the unseen";
  EXPECT_EQ(data.features[0].kind, ColumnKind::categorical);
  EXPECT_THAT(data.features[0].values, ElementsAre(1, 0));
  EXPECT_THAT(data.labels, ElementsAre("yes", "no")) << "declared order, those that occur";
  EXPECT_THAT(data.classes, ElementsAre(1, 0));
}

TEST(Arff, NumbersDeclaredNominalAreCategories) {
  const Dataset data = dataset_of(arff("@attribute x {10, 9}\n@attribute y {1, 0}\n@data\n9,0\n10,1\n"), "y");
  EXPECT_EQ(data.features[0].kind, ColumnKind::categorical);
  EXPECT_THAT(data.features[0].values, ElementsAre(1, 0));
  EXPECT_THAT(data.labels, ElementsAre("1", "0"));
}

TEST(Arff, TheUserOverrulesDeclarations) {
  const Source source =
      arff("@attribute x {10, 9, 8}\n@attribute z {a, b}\n@attribute y {b, a}\n@data\n9,a,a\n10,b,b\n");
  SchemaOverrides said;
  said.numeric = {"x"};
  said.categorical = {"y"};
  said.ordinal = {{"z", {"b", "a"}}};
  const Dataset data = dataset_of(source, "y", said);
  EXPECT_EQ(data.features[0].kind, ColumnKind::numeric);
  EXPECT_THAT(data.features[0].values, ElementsAre(9, 10));
  EXPECT_EQ(data.features[1].kind, ColumnKind::ordinal);
  EXPECT_THAT(data.features[1].values, ElementsAre(1, 0));
  EXPECT_THAT(data.labels, ElementsAre("a", "b")) << "found out, hence sorted";
}

TEST(Arff, StringsAreCategories) {
  const Dataset data = dataset_of(arff("@attribute s string\n@attribute y {a,b}\n@data\n'2',a\n'10',b\n"), "y");
  EXPECT_EQ(data.features[0].kind, ColumnKind::categorical);
  EXPECT_THAT(data.features[0].categories, ElementsAre("2", "10"));
}

TEST(Arff, DatesAreReadInTheFormsThatAreKnown) {
  Warnings warnings;
  const Source source = parse_arff("t.arff",
                                   "@attribute d date 'dd.MM.yyyy HH:mm:ss'\n@attribute e DATE\n@attribute y {a,b}\n"
                                   "@data\n'01.03.2000 00:00:01',?,a\n?,2000-03-01T01:00:00,b\n",
                                   Encoding::utf8, warnings);
  EXPECT_EQ(render(warnings), "");
  const Dataset data = dataset_of(source, "y");
  ASSERT_EQ(data.features.size(), 2U);
  ASSERT_TRUE(data.features[0].date && data.features[1].date);
  EXPECT_EQ(pattern_of(*data.features[0].date), "dd.mm.yyyy");
  EXPECT_EQ(data.features[0].values[0], 11'017.0 * 86'400 + 1);  // as in date_form_test
  EXPECT_EQ(data.features[1].values[1], 11'017.0 * 86'400 + 3'600);
}

TEST(Arff, DatesOfOtherFormsAreLeftOut) {
  Warnings warnings;
  const Source source = parse_arff(
      "t.arff", "@attribute d date 'dd-MMM-yy'\n@attribute e DATE 'HH:mm'\n@attribute y {a}\n@data\n'1-Jan-20',?,a\n",
      Encoding::utf8, warnings);
  EXPECT_THAT(source.overrides.ignore, ElementsAre("d", "e"));
  EXPECT_THAT(
      render(warnings),
      StartsWith("t.arff:1:12: warning: attribute 'd' is a date written as 'dd-MMM-yy', which is not known; it is "
                 "left out\n"
                 "    1 | @attribute d date 'dd-MMM-yy'\n"
                 "      |            ^\n"
                 "hint: write it as yyyy-MM-dd or dd.MM.yyyy, with or without HH:mm:ss behind it\n"));
}

TEST(Arff, SparseRows) {
  const std::string header =
      "@attribute a numeric\n@attribute b {x, y}\n@attribute c string\n@attribute d numeric\n@data\n";
  const Source source = arff(header + "{0 1.5, 1 y}\n{}\n{ 1 'y' , 3 ? }\n{3 7}\n");
  EXPECT_EQ(rows_of(source.table),
            (Rows{{"1.5", "y", "?", "0"}, {"0", "x", "?", "0"}, {"0", "y", "?", "?"}, {"0", "x", "?", "7"}}));
  EXPECT_EQ(source.table.where(1, 2).line, 7U);
}

TEST(Arff, Weights) {
  const Source source = arff(with_rows("1,a\n2,b,{0.5}\n{0 3},{2}\n{1 b} {0}\n5,a\n"));
  EXPECT_THAT(source.table.weights, ElementsAre(1, 0.5, 2, 0, 1));
  const Dataset data = dataset_of(source, "c");
  EXPECT_THAT(data.weights, ElementsAre(1, 0.5, 2, 1));
  EXPECT_THAT(data.table_rows, ElementsAre(0, 1, 2, 4));
}

TEST(Arff, AWeightColumnOverrulesWeights) {
  Source source = arff("@attribute w numeric\n@attribute x numeric\n@attribute y {a,b}\n@data\n3,1,a,{9}\n4,2,b\n");
  Warnings warnings;
  const Schema schema = infer_schema(source.table, source.overrides, warnings);
  const Dataset data = take_dataset(source.table, schema, {.target = "y", .weight = "w"}, warnings);
  EXPECT_THAT(data.weights, ElementsAre(3, 4));
}

TEST(Arff, UndeclaredValue) {
  const Source source = arff(with_rows("1,a\n2,bb\n"));
  EXPECT_EQ(refusal([&] { dataset_of(source, "c"); }),
            "t.arff:6:3: error: 'bb' is not among the declared values of column 'c'\n"
            "    6 | 2,bb\n"
            "      |   ^~\n"
            "hint: did you mean 'b'? the declared values are 'a', 'b' and 'c d'\n");
}

TEST(Arff, NotANumber) {
  const Source source = arff(with_rows("1,a\nNaN,b\n"));
  EXPECT_THAT(refusal([&] { dataset_of(source, "c"); }),
              StartsWith("t.arff:6:1: error: expected a number in column 'n', found 'NaN'\n"));
}

TEST(Arff, HeaderFaults) {
  EXPECT_EQ(arff_refusal("a,b\n1,2\n"),
            "t.arff:1:1: error: expected @relation, @attribute or @data, found 'a'\n"
            "    1 | a,b\n"
            "      | ^\n"
            "hint: the rows begin after a line that says @data\n");
  EXPECT_EQ(arff_refusal(with_header("@atribute x numeric")),
            "t.arff:1:1: error: expected @relation, @attribute or @data, found '@atribute'\n"
            "    1 | @atribute x numeric\n"
            "      | ^~~~~~~~~\n"
            "hint: did you mean '@attribute'?\n");
  EXPECT_EQ(arff_refusal(with_header("@attribute x nummeric")),
            "t.arff:1:14: error: attribute 'x' has the type 'nummeric'\n"
            "    1 | @attribute x nummeric\n"
            "      |              ^~~~~~~~\n"
            "hint: did you mean 'numeric'?\n");
  EXPECT_THAT(arff_refusal(with_header("@attribute x relational")), HasSubstr("a type is numeric, real"));
  EXPECT_THAT(arff_refusal(with_header("@attribute")), StartsWith("t.arff:1:11: error: an attribute without a name\n"));
  EXPECT_THAT(arff_refusal(with_header("@attribute '' numeric")), HasSubstr("an attribute without a name"));
  EXPECT_THAT(arff_refusal(with_header("@attribute x")), HasSubstr("attribute 'x' has the type ''"));
  EXPECT_THAT(arff_refusal(with_header("@attribute x numeric\n@attribute x real")),
              StartsWith("t.arff:2:12: error: the attribute 'x' is declared twice\n"));
  EXPECT_THAT(arff_refusal(with_header("@attribute x y numeric")), HasSubstr("attribute 'x' has the type 'y'"));
  EXPECT_THAT(arff_refusal(with_header("@attribute x numeric {0.5}")),
              StartsWith("t.arff:1:22: error: text where the line should end\n"));
  EXPECT_THAT(arff_refusal(with_header("@attribute 'x numeric")),
              StartsWith("t.arff:1:12: error: this quote is not closed on its line\n"));
  EXPECT_THAT(arff_refusal(with_header("@attribute 'x'y numeric")),
              StartsWith("t.arff:1:15: error: text after the closing quote\n"));
  EXPECT_THAT(arff_refusal("@attribute x numeric\n1\n"), StartsWith("t.arff:2:1: error: expected @relation"));
  EXPECT_EQ(arff_refusal("@attribute x numeric\n"),
            "t.arff: error: there is no @data\nhint: the rows begin after a line that says @data\n");
  EXPECT_THAT(arff_refusal("@relation r\n@data\n1\n"),
              StartsWith("t.arff:2:1: error: no attribute is declared before @data\n"));
  EXPECT_THAT(arff_refusal("@attribute x numeric\n@data 1\n"), HasSubstr("text where the line should end"));
  EXPECT_THAT(arff_refusal("@attribute x numeric\n@data\n% none\n"), HasSubstr("the file has attributes but no rows"));
}

TEST(Arff, FaultsOfDeclaredValues) {
  EXPECT_EQ(arff_refusal(with_header("@attribute x {a, b, a}")),
            "t.arff:1:21: error: the value 'a' is repeated\n"
            "    1 | @attribute x {a, b, a}\n"
            "      |                     ^\n"
            "hint: list each value once\n");
  EXPECT_THAT(arff_refusal(with_header("@attribute x {a,, b}")),
              StartsWith("t.arff:1:17: error: a value without a name\n"));
  EXPECT_THAT(arff_refusal(with_header("@attribute x {}")), HasSubstr("a value without a name"));
  EXPECT_THAT(arff_refusal(with_header("@attribute x {a, ''}")), HasSubstr("a value without a name"));
  EXPECT_THAT(arff_refusal(with_header("@attribute x {a b}")),
              StartsWith("t.arff:1:17: error: expected a comma or the closing brace of the values\n"));
  EXPECT_THAT(arff_refusal(with_header("@attribute x {a, b")),
              StartsWith("t.arff:1:19: error: expected a comma or the closing brace of the values\n"));
}

TEST(Arff, RowFaults) {
  EXPECT_EQ(arff_refusal(with_rows("1,a\n2\n")),
            "t.arff:6:2: error: expected 2 values, one for each attribute, found 1\n"
            "    6 | 2\n"
            "      |  ^\n"
            "hint: values with blanks or commas need quotes; write ? for a missing value\n");
  EXPECT_THAT(arff_refusal(with_rows("1,c d\n")),
              StartsWith("t.arff:5:5: error: expected 2 values, one for each attribute, found 3\n"));
  EXPECT_THAT(arff_refusal(with_rows("1,,a\n")), StartsWith("t.arff:5:3: error: there is no value here\n"));
  EXPECT_THAT(arff_refusal(with_rows("1,\n")), StartsWith("t.arff:5:3: error: there is no value here\n"));
  EXPECT_THAT(arff_refusal(with_rows(",a\n")), StartsWith("t.arff:5:1: error: there is no value here\n"));
  EXPECT_THAT(arff_refusal(with_rows("1,}\n")), StartsWith("t.arff:5:3: error: there is no value here\n"));
  EXPECT_THAT(arff_refusal(with_rows("1,'a\n")),
              StartsWith("t.arff:5:3: error: this quote is not closed on its line\n"));
  EXPECT_THAT(arff_refusal(with_rows("1,a,{x}\n")),
              StartsWith("t.arff:5:6: error: expected the weight of the row, found 'x'\n"));
  EXPECT_THAT(arff_refusal(with_rows("1,a,{-1}\n")), HasSubstr("expected the weight of the row, found '-1'"));
  EXPECT_THAT(arff_refusal(with_rows("1,a,{1\n")), HasSubstr("expected the closing brace of the weight"));
  EXPECT_THAT(arff_refusal(with_rows("1,a,{1},b\n")), HasSubstr("text where the line should end"));
  EXPECT_THAT(arff_refusal(with_rows("1,{1}\n")), HasSubstr("expected 2 values, one for each attribute, found 1"));
}

TEST(Arff, SparseRowFaults) {
  EXPECT_EQ(arff_refusal(with_rows("{2 a}\n")),
            "t.arff:5:2: error: expected the index of an attribute, from 0 to 1, found '2'\n"
            "    5 | {2 a}\n"
            "      |  ^\n"
            "hint: a sparse row is written {index value, index value}\n");
  EXPECT_THAT(arff_refusal(with_rows("{-1 a}\n")), HasSubstr("from 0 to 1, found '-1'"));
  EXPECT_THAT(arff_refusal(with_rows("{99999999999999999999 a}\n")), HasSubstr("expected the index"));
  EXPECT_THAT(arff_refusal(with_rows("{1 a, 0 1}\n")), StartsWith("t.arff:5:7: error: index 0 comes after index 1\n"));
  EXPECT_THAT(arff_refusal(with_rows("{0 1, 0 1}\n")), HasSubstr("index 0 comes after index 0"));
  EXPECT_THAT(arff_refusal(with_rows("{0}\n")), StartsWith("t.arff:5:3: error: there is no value here\n"));
  EXPECT_THAT(arff_refusal(with_rows("{0 1\n")),
              StartsWith("t.arff:5:5: error: expected a comma or the closing brace"));
  EXPECT_THAT(arff_refusal(with_rows("{0 1,\n")),
              StartsWith("t.arff:5:1: error: this brace is not closed on its line\n"));
  EXPECT_THAT(arff_refusal(with_rows("{0 1 2}\n")), HasSubstr("expected a comma or the closing brace of the row"));
  EXPECT_THAT(arff_refusal(with_rows("{0 1} x\n")), HasSubstr("text where the line should end"));
}

TEST(Arff, AFewBytesCannotStandForTooManyCells) {
  std::string text;
  for (int i = 0; i < 100'000; ++i) text += "@attribute a" + std::to_string(i) + " numeric\n";
  text += "@data\n";
  for (int i = 0; i < 3'000; ++i) text += "{}\n";
  EXPECT_THAT(arff_refusal(text), HasSubstr("3,000 rows of 100,000 attributes are more than 268,435,456 cells"));
}

}  // namespace
}  // namespace espalier::test::arff_test
