// A decision program in SQL: its conditions, and how it is cut into expressions.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "emit/sql_dialect.hpp"
#include "lower/program.hpp"
#include "model/model.hpp"

namespace espalier {

// The conditions of a decision program as SQL. A condition decides by itself what NULL, NaN and unknown categories do:
// where it is not true, the row goes on.

// What conditions refer to, as the dialect writes it.
struct SqlWords {
  SqlDialect dialect = SqlDialect::ansi;
  std::vector<std::string> columns;                  // per field: i."petal length", or of `numbers` n."petal length"
  std::vector<std::vector<std::string>> categories;  // per field: 'sunny', 'rain'; none for numbers
  std::vector<std::string> numbers{};                // note [numbers in SQLite]: what n is made of
};
SqlWords sql_words(const Model& model, const std::vector<Field>& fields, SqlDialect dialect);

// The condition as an expression for WHEN. Fallbacks become a CASE of comparisons, each on a line that begins with
// `line_break`.
std::string sql_condition(const SqlWords& words, const Condition& condition, std::string_view line_break);

// The thresholds of a condition whose numbers do not read as decimals, for a comment: "0.1, 7.3e-05"; often none.
std::string decimals_of(SqlDialect dialect, const Condition& condition);

// A decision program cut for SQL: expressions that no parser finds too deep.
//
// note [CASE]: a branch is a WHEN, its `yes` stands behind THEN, and its `no` is the next WHEN of the same CASE, or its
// ELSE. Only `yes` nests, so a chain of any length is one flat CASE. SQLite's parser has a stack for about seventeen
// nested CASEs, fewer inside subqueries; PostgreSQL and DuckDB take many more. What nests deeper than kMaxCaseNesting
// becomes a part of its own: its parent answers with minus the part's number, and a later stage of the query goes on
// from there.

inline constexpr std::uint32_t kMaxCaseNesting = 8;
// Source order is kept up to this nesting; beyond it, the flatter child is nested.
inline constexpr std::uint32_t kReadableCaseNesting = 4;

struct SqlPart {
  std::uint32_t entry = 0;  // step of SqlParts::program
  std::uint32_t stage = 0;  // 0: asked first; a part of stage n continues one of stage n - 1
};

struct SqlParts {
  Program program;             // Op::call leads to part `value`
  std::vector<SqlPart> parts;  // parts[0] is the root; the others are numbered from 1, in the order of their stages
  std::uint32_t stages = 1;
};

// `program` answers with rules and has one function.
SqlParts cut_for_sql(const Program& program);

}  // namespace espalier
