// A script that fills the input of an emitted query with every boundary vector, runs the query and compares, in SQL.
// Nothing but the vectors that are answered wrongly has to be read back: no decimal is rounded on the way.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "audit/selftest.hpp"
#include "emit/emit_record.hpp"
#include "model/model.hpp"

namespace espalier {

// What the script prints at its end.
enum class SqlReport {
  table,  // for people: how many vectors there are, how many are answered wrongly, and the first of those
  lines,  // for verify: "rows COUNT", then "VECTOR RULE ANSWER" for each wrong one; the answer's bytes as hexadecimal
};

struct SqlScript {
  std::string text;
  std::size_t vectors = 0;
  std::size_t unreachable_rules = 0;
};

// `query` is what was emitted for the record's dialect: SQLite's or PostgreSQL's, or another that they can read. Tables
// are temporary, unless the query's table has a schema (of SQLite: an attached database).
SqlScript sql_script(const Model& model, const EmitRecord& record, std::string_view query, SqlReport report);

// A script for the database itself: the query, emitted once more for a table of vectors, and the comparison.
Selftest sql_selftest(const Model& model, const Lowered& lowered, const EmitRecord& record);

// Standard SQL for a database that does not read all of it.

// The query with its Unicode escapes (U&'...', U&"..."), approximate numbers (2.45E0), SUBSTRING(text FROM 1 FOR 5) and
// GREATEST(...) replaced by what SQLite takes for the same: everything else, comments and other quotes included, stays.
std::string ansi_for_sqlite(std::string_view query);

}  // namespace espalier
