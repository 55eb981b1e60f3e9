#include "audit/sql_script.hpp"

#include <gtest/gtest.h>

namespace espalier::ansi_for_sqlite_test {
namespace {

TEST(AnsiForSqlite, ReadsNumbersExactly) {
  EXPECT_EQ(ansi_for_sqlite("x <= 2.45E0 OR y > -75E0"), "x <= 2.45 OR y > -75.0");
  EXPECT_EQ(ansi_for_sqlite("x <= 3.0000000000000004E-1"), "x <= (1351079888211149 / 1125899906842624.0 / 4.0)");
  EXPECT_EQ(ansi_for_sqlite("THEN 12 s1.x"), "THEN 12 s1.x");
}

TEST(AnsiForSqlite, ReadsUnicodeEscapes) {
  EXPECT_EQ(ansi_for_sqlite("U&'caf\\00E9''\\\\'"), "('caf' || char(233) || '''\\')");
  EXPECT_EQ(ansi_for_sqlite("i.U&\"gr\\00F6\"\"\""), "i.\"gr\u00f6\"\"\"");
  EXPECT_EQ(ansi_for_sqlite("U&'\\+01F333'"), "(char(127795))");
  EXPECT_EQ(ansi_for_sqlite("U&'\\zz'"), "U&'\\zz'");  // no escape: SQLite will complain
}

TEST(AnsiForSqlite, ReadsSubstringsAndLargestValues) {
  EXPECT_EQ(ansi_for_sqlite("CAST(SUBSTRING(t.\"a\" FROM 7 FOR 5) AS INTEGER)"),
            "CAST(substr(t.\"a\", 7, 5) AS INTEGER)");
  EXPECT_EQ(ansi_for_sqlite("SUBSTRING(CAST(10 + s AS VARCHAR(20)) FROM 2 FOR 1) || (SELECT a FROM b)"),
            "substr(CAST(10 + s AS VARCHAR(20)), 2, 1) || (SELECT a FROM b)");
  EXPECT_EQ(ansi_for_sqlite("GREATEST(a, b) FROM c"), "max(a, b) FROM c");
  EXPECT_EQ(ansi_for_sqlite("'SUBSTRING(a FROM 1 FOR 2)'"), "'SUBSTRING(a FROM 1 FOR 2)'");
}

TEST(AnsiForSqlite, LeavesQuotesAndCommentsAlone) {
  for (const char* text : {"'2.45E0 U&''x'''", "\"2.45E0\"", "-- it's 2.45E0\nx", "'open", "a -- 1E0", ""}) {
    EXPECT_EQ(ansi_for_sqlite(text), text);
  }
}

}  // namespace
}  // namespace espalier::ansi_for_sqlite_test
