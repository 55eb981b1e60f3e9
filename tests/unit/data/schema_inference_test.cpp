// Kinds, figures and advice found by looking at the cells.
#include <fmt/format.h>

#include <cmath>

#include "unit/data/fixtures.hpp"

namespace espalier::test::schema_inference_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

struct Inferred {
  Table table;
  Schema schema;
  std::string warnings;

  const ColumnSummary& operator[](std::size_t column) const { return schema.columns[column]; }
};

Inferred infer(std::string text, const SchemaOverrides& overrides = {}) {
  Warnings warnings;
  Table table = parse_table("t.csv", std::move(text), {}, warnings);
  Schema schema = infer_schema(table, overrides, warnings);
  return {std::move(table), std::move(schema), render(warnings)};
}

// One column of the given cells, each on a line of its own beside a second column that keeps blank cells apart, and is
// not the same in all rows.
std::string column(const std::string& name, const std::vector<std::string>& cells) {
  std::string text = name + ",z\n";
  for (const std::string& cell : cells) text += cell + (&cell == &cells.front() ? ",1\n" : ",0\n");
  return text;
}

std::vector<std::string> repeated(const std::string& cell, std::size_t times) {
  return {times, cell};
}

std::vector<std::string> counting(std::size_t from, std::size_t to, const std::string& prefix = "") {
  std::vector<std::string> cells;
  for (std::size_t i = from; i <= to; ++i) cells.push_back(prefix + std::to_string(i));
  return cells;
}

std::vector<std::string> operator+(std::vector<std::string> left, const std::vector<std::string>& right) {
  left.insert(left.end(), right.begin(), right.end());
  return left;
}

TEST(Schema, NumbersWithTheirRange) {
  const Inferred found = infer(column("x", {"2.5", "-1", "1e2", "2.50", "?"}));
  EXPECT_EQ(found[0].kind, ColumnKind::numeric);
  EXPECT_FALSE(found[0].integer);
  EXPECT_EQ(found[0].missing, 1U);
  EXPECT_EQ(found[0].distinct, 3U);  // -1, 2.5, 100
  EXPECT_EQ(found[0].minimum, -1);
  EXPECT_EQ(found[0].maximum, 100);
  EXPECT_THAT(found[0].categories, IsEmpty());
  EXPECT_EQ(found.warnings, "");
}

TEST(Schema, WholeNumbersAreIntegersHoweverWritten) {
  EXPECT_TRUE(infer(column("x", {"1", "2.0", "3e1", "-0"}))[0].integer);
  EXPECT_FALSE(infer(column("x", {"1", "2.5"}))[0].integer);
}

TEST(Schema, MinusZeroIsZero) {
  const Inferred found = infer(column("x", {"-0.0", "0"}));
  EXPECT_EQ(found[0].distinct, 1U);
  EXPECT_FALSE(std::signbit(found[0].minimum));
}

TEST(Schema, TextThatIsNotAFiniteDecimalNumberMakesCategories) {
  for (const char* text : {"inf", "Infinity", "1e999", "0x10", "1_000", "5 kg"}) {
    EXPECT_EQ(infer(column("x", {"1", text}))[0].kind, ColumnKind::categorical) << text;
  }
}

TEST(Schema, CategoriesAreSortedByBytes) {
  const Inferred found = infer(column("x", {"b", "B", "é", "10", "9", "b", "NA"}));
  EXPECT_EQ(found[0].kind, ColumnKind::categorical);
  EXPECT_THAT(found[0].categories, ElementsAre("10", "9", "B", "b", "é"));
  EXPECT_EQ(found[0].distinct, 5U);
  EXPECT_EQ(found[0].missing, 1U);
}

TEST(Schema, CategoriesThatAreAllNumbersAreSortedAsNumbers) {
  SchemaOverrides overrides;
  overrides.categorical = {"x"};
  EXPECT_THAT(infer(column("x", {"10", "9", "1.0", "-2", "1", "01"}), overrides)[0].categories,
              ElementsAre("-2", "01", "1", "1.0", "9", "10"));
}

TEST(Schema, MissingTokensIgnoreCaseButNotQuotes) {
  const Inferred found = infer(column("x", {"", "?", "na", "N/A", "nan", "NULL", "\"\"", "\"NA\"", "none"}));
  EXPECT_EQ(found[0].missing, 7U);
  EXPECT_THAT(found[0].categories, ElementsAre("NA", "none"));
}

TEST(Schema, OwnMissingTokensReplaceTheDefaults) {
  SchemaOverrides overrides;
  overrides.missing_tokens = {"-999"};
  const Inferred found = infer(column("x", {"-999", "?", "", "7"}), overrides);
  EXPECT_EQ(found[0].missing, 2U);  // -999, and the empty cell, which is never a value
  EXPECT_THAT(found[0].categories, ElementsAre("7", "?"));
}

TEST(Schema, ColumnWithoutAKnownValue) {
  const Inferred found = infer(column("x", {"", "?", "NA"}));
  EXPECT_EQ(found[0].kind, ColumnKind::ignored);
  EXPECT_EQ(found[0].missing, 3U);
  EXPECT_EQ(found.warnings,
            "t.csv:1:1: warning: column 'x' has no known value; it is left out\n"
            "    1 | x,z\n"
            "      | ^\n");
}

TEST(Schema, NearlyOneValuePerRow) {
  // 9 values in 10 rows are nearly one per row, 8 are not; in 9 rows nothing is proved.
  EXPECT_EQ(infer(column("name", counting(1, 9, "n") + repeated("n1", 1))).warnings,
            "t.csv:1:1: warning: column 'name' has 9 values, nearly one per row: "
            "what is learned from it cannot generalise\n"
            "    1 | name,z\n"
            "      | ^~~~\n"
            "hint: use --ignore name\n");
  EXPECT_EQ(infer(column("name", counting(1, 8, "n") + repeated("n1", 2))).warnings, "");
  EXPECT_EQ(infer(column("name", counting(1, 9, "n"))).warnings, "");
}

TEST(Schema, IdAdviceIsQuotedForTheShell) {
  EXPECT_THAT(infer(column("it's a name", counting(1, 10, "n"))).warnings,
              testing::HasSubstr("hint: use --ignore 'it'\\''s a name'\n"));
}

TEST(Schema, NumericButForAFewCells) {
  EXPECT_EQ(infer(column("age", counting(1, 10) + repeated("n.d.", 3))).warnings,
            "t.csv:12:1: warning: column 'age' is numeric but for 3 of 13 cells, here 'n.d.'; "
            "it is taken for categorical\n"
            "   12 | n.d.,0\n"
            "      | ^~~~\n"
            "hint: use --missing-token n.d. or --categorical age\n");
}

TEST(Schema, AFewCellsAreThreeOrOneInTwenty) {
  EXPECT_NE(infer(column("x", repeated("1", 95) + repeated("odd", 5))).warnings, "");
  EXPECT_EQ(infer(column("x", repeated("1", 95) + repeated("odd", 6))).warnings, "");
  EXPECT_NE(infer(column("x", repeated("1", 10) + repeated("odd", 3))).warnings, "");
  EXPECT_EQ(infer(column("x", repeated("1", 10) + repeated("odd", 4))).warnings, "");
  EXPECT_EQ(infer(column("x", repeated("1", 9) + repeated("odd", 1))).warnings, "") << "too few numbers to tell";
}

TEST(Schema, HintFitsTheOddCell) {
  EXPECT_THAT(infer(column("x", repeated("1", 10) + repeated("\"odd one\"", 1))).warnings,
              testing::HasSubstr("hint: use --categorical x\n"))
      << "missing tokens do not apply to quoted cells";
  EXPECT_THAT(infer(column("x", repeated("1", 10) + repeated("- -", 1))).warnings,
              testing::HasSubstr("hint: use --missing-token='- -' or --categorical x\n"));
}

TEST(Schema, NumbersWithCommas) {
  EXPECT_EQ(infer("x;z\n1,5;0\n2,5;0\n3;0\n").warnings,
            "t.csv:2:1: warning: column 'x' holds numbers with commas such as '1,5'; it is taken for categorical\n"
            "    2 | 1,5;0\n"
            "      | ^~~\n"
            "hint: write numbers with a decimal point and without thousands separators\n");
}

TEST(Schema, ChosenKindsAreNotAdvisedAgainst) {
  SchemaOverrides overrides;
  overrides.ignore = {"id", "empty"};
  overrides.categorical = {"code"};
  std::string text = "id,empty,code\n";
  for (int i = 0; i < 12; ++i) text += fmt::format("n{},,{}\n", i, i == 0 ? "x" : "1");
  EXPECT_EQ(infer(text, overrides).warnings, "");
}

}  // namespace
}  // namespace espalier::test::schema_inference_test
