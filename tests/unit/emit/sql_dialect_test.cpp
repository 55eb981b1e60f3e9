#include "emit/sql_dialect.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <stdexcept>

#include "support/diagnostic.hpp"

namespace espalier::sql_dialect_test {
namespace {

TEST(SqlString, DoublesQuotesAndLeavesBackslashesAlone) {
  for (const SqlDialect dialect : {SqlDialect::ansi, SqlDialect::postgresql, SqlDialect::sqlite, SqlDialect::duckdb}) {
    EXPECT_EQ(sql_string(dialect, "it's"), "'it''s'");
    EXPECT_EQ(sql_string(dialect, "back\\"), "'back\\'");
    EXPECT_EQ(sql_string(dialect, ""), "''");
  }
}

TEST(SqlString, WritesWhatIsNotAsciiByItsNumber) {
  EXPECT_EQ(sql_string(SqlDialect::postgresql, "caf\u00e9\n"), "U&'caf\\00E9\\000A'");
  EXPECT_EQ(sql_string(SqlDialect::ansi, "\U0001F333'\\"), "U&'\\+01F333''\\\\'");
  EXPECT_EQ(sql_string(SqlDialect::sqlite, "caf\u00e9s"), "('caf' || char(233) || 's')");
  EXPECT_EQ(sql_string(SqlDialect::duckdb, "\n"), "(chr(10))");
}

// A parser that nests operators must not have to nest ten thousand of them.
TEST(SqlString, GroupsLongConcatenations) {
  std::string text;
  for (int i = 0; i < 10'000; ++i) text += "\u00e9";
  const std::string sql = sql_string(SqlDialect::sqlite, text);
  std::size_t in_a_row = 0;
  std::size_t most = 0;
  for (std::size_t i = 0; i < sql.size(); ++i) {
    if (sql[i] == '|' && sql[i + 1] == '|') most = std::max(most, ++in_a_row);
    if (sql.compare(i, 2, "((") == 0 || sql.compare(i, 2, "))") == 0 || sql.compare(i, 3, ") |") == 0) {
      if (sql.compare(i, 3, ") |") != 0) in_a_row = 0;
    }
  }
  EXPECT_LT(most, 200U);
}

TEST(SqlIdentifier, IsQuoted) {
  EXPECT_EQ(sql_identifier(SqlDialect::sqlite, "petal \"length\""), "\"petal \"\"length\"\"\"");
  EXPECT_EQ(sql_identifier(SqlDialect::postgresql, "gr\u00f6\u00dfe"), "U&\"gr\\00F6\\00DFe\"");
  EXPECT_EQ(sql_identifier(SqlDialect::sqlite, "gr\u00f6\u00dfe"), "\"gr\u00f6\u00dfe\"");
  EXPECT_EQ(sql_identifier(SqlDialect::sqlite, ""), "\"\"");
}

TEST(SqlIdentifier, RefusesWhatCannotBeSeenOrIsNoName) {
  EXPECT_THROW(sql_identifier(SqlDialect::sqlite, "a\nb"), Diagnostic);
  EXPECT_THROW(sql_identifier(SqlDialect::duckdb, "\u202egnol"), Diagnostic);
  EXPECT_THROW(sql_identifier(SqlDialect::postgresql, ""), Diagnostic);
  EXPECT_EQ(sql_identifier(SqlDialect::postgresql, "a\nb"), "U&\"a\\000Ab\"");
}

TEST(SqlTable, HasPartsSeparatedByPoints) {
  EXPECT_EQ(sql_table(SqlDialect::ansi, "iris"), "\"iris\"");
  EXPECT_EQ(sql_table(SqlDialect::ansi, "sales.iris"), "\"sales\".\"iris\"");
  EXPECT_EQ(sql_table(SqlDialect::ansi, "\"odd.\"\"name\".iris"), "\"odd.\"\"name\".\"iris\"");
  for (const char* wrong : {"", ".", "a.", ".a", "a..b", "\"a", "a\"b", "\"a\"b", "\xff"}) {
    EXPECT_THROW(table_parts(wrong), Diagnostic) << wrong;
  }
}

TEST(SqlNumber, ReadsBackInEveryDialect) {
  EXPECT_EQ(sql_number(SqlDialect::postgresql, 2.45), "float8 '2.45'");
  EXPECT_EQ(sql_number(SqlDialect::ansi, 2.45), "2.45E0");
  EXPECT_EQ(sql_number(SqlDialect::duckdb, -75), "-75E0");
  EXPECT_EQ(sql_number(SqlDialect::ansi, 1e300), "1E+300");
  EXPECT_EQ(sql_number(SqlDialect::sqlite, 2.45), "2.45");
  EXPECT_EQ(sql_number(SqlDialect::sqlite, -75), "-75.0");
  EXPECT_EQ(sql_number(SqlDialect::sqlite, 1e15), "1000000000000000.0");
  EXPECT_EQ(sql_number(SqlDialect::sqlite, 0.000001), "0.000001");
  EXPECT_EQ(sql_number(SqlDialect::sqlite, std::numeric_limits<double>::infinity()), "9e999");
}

// 0.1 + 0.2 is 1351079888211149 / 2^52, and its 17 digits are more than 2^53; 2^60 is too long for digits; the smallest
// double is 2^-1074.
TEST(SqlNumber, OfSqliteIsAWholeNumberAndPowersOfTwoWhereDecimalsAreRisky) {
  EXPECT_EQ(sql_number(SqlDialect::sqlite, std::ldexp(1, 60)), "(1 * 1125899906842624.0 * 1024.0)");
  EXPECT_EQ(sql_number(SqlDialect::sqlite, 0.1 + 0.2), "(1351079888211149 / 1125899906842624.0 / 4.0)");
  const std::string smallest = sql_number(SqlDialect::sqlite, std::numeric_limits<double>::denorm_min());
  EXPECT_TRUE(smallest.starts_with("(1 / 1125899906842624.0 / "));
  EXPECT_TRUE(smallest.ends_with(" / 16777216.0)"));  // 1074 = 21 * 50 + 24
  EXPECT_TRUE(reads_as_decimal(SqlDialect::sqlite, 2.45));
  EXPECT_FALSE(reads_as_decimal(SqlDialect::sqlite, 0.1 + 0.2));
  EXPECT_TRUE(reads_as_decimal(SqlDialect::ansi, 0.1 + 0.2));
}

// 10^22 is the last power of ten that a double holds exactly. 1e-23 is 6805647338418769 / 2^129, and 129 = 2 * 50 + 29.
TEST(SqlNumber, OfSqliteHasUpTo22Places) {
  EXPECT_EQ(sql_number(SqlDialect::sqlite, 1.5e-21), "0.0000000000000000000015");
  EXPECT_EQ(sql_number(SqlDialect::sqlite, 1e-22), "0.0000000000000000000001");
  EXPECT_EQ(sql_number(SqlDialect::sqlite, 1e-23),
            "(6805647338418769 / 1125899906842624.0 / 1125899906842624.0 / 536870912.0)");
}

// The double next to 0.0539 is 970976079661079 / 2^54. It is off by 0.9984 of half a step, more than 127 / 128: a
// reader that rounds twice could take its neighbour. 0.0538 is off by less than half of that.
TEST(SqlNumber, OfSqliteIsNoDecimalThatIsNearlyHalfAStepOff) {
  EXPECT_EQ(sql_number(SqlDialect::sqlite, 0.0539), "(970976079661079 / 1125899906842624.0 / 16.0)");
  EXPECT_FALSE(reads_as_decimal(SqlDialect::sqlite, 0.0539));
  EXPECT_EQ(sql_number(SqlDialect::sqlite, 0.0538), "0.0538");
}

TEST(SqlDialectNames, AreReadBackAndNoOthersAre) {
  for (const SqlDialect dialect : {SqlDialect::ansi, SqlDialect::postgresql, SqlDialect::sqlite, SqlDialect::duckdb}) {
    EXPECT_EQ(parse_dialect(to_string(dialect)), dialect);
  }
  for (const char* none : {"", "mysql", "ANSI", "sqlite "})
    EXPECT_THROW(parse_dialect(none), std::out_of_range) << none;
}

}  // namespace
}  // namespace espalier::sql_dialect_test
