// The conditions of a decision program as SQL. A condition decides by itself what NULL, NaN and unknown categories do:
// where it is not true, the row goes on.
#pragma once

#include <string>
#include <vector>

#include "emit/sql_dialect.hpp"
#include "lower/program.hpp"
#include "model/model.hpp"

namespace espalier {

// What conditions refer to, as the dialect writes it.
struct SqlWords {
  SqlDialect dialect = SqlDialect::ansi;
  std::vector<std::string> columns;                  // per field: i."petal length"
  std::vector<std::vector<std::string>> categories;  // per field: 'sunny', 'rain'; none for numbers
};
SqlWords sql_words(const Model& model, const std::vector<Field>& fields, SqlDialect dialect);

// The condition as an expression for WHEN. Fallbacks become a CASE of comparisons, each on a line that begins with
// `line_break`.
std::string sql_condition(const SqlWords& words, const Condition& condition, std::string_view line_break);

// The thresholds of a condition whose numbers do not read as decimals, for a comment: "0.1, 7.3e-05"; often none.
std::string decimals_of(SqlDialect dialect, const Condition& condition);

}  // namespace espalier
