// A model of several trees as one SELECT statement: the input's rows with one more column, the answer; if they are
// asked for, with the probability of each class, and the sums that these are made of.
#pragma once

#include <string>

#include "emit/emit_options.hpp"
#include "emit/sql_query.hpp"
#include "lower/pipeline.hpp"
#include "model/model.hpp"

namespace espalier {

// How the trees' columns become sums.
enum class SqlTally {
  one,       // a single sum: a number, a score, or the share of the second of two labels
  separate,  // several sums, each of columns of its own
  together,  // several sums of the same columns
};
SqlTally sql_tally(const Model& model);

// The largest sum of labels is found by comparing each with each.
inline constexpr std::size_t kMostSqlLabels = 200;

// Throws Diagnostic for what SQL cannot say: floats where the dialect has none, e^score, more labels than
// kMostSqlLabels.
std::string emit_sql_forest(const Model& model, const Lowered& lowered, const EmitOptions& options);

}  // namespace espalier
