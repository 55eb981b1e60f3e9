// A model as one SELECT statement: the input's rows with two more columns, the answer and the rule, and if they are
// asked for with the probability of each class.
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "emit/emit_options.hpp"
#include "emit/sql_dialect.hpp"
#include "lower/pipeline.hpp"
#include "model/model.hpp"

namespace espalier {

// The names of the columns that the query adds: unlike those of the model.
struct SqlColumns {
  std::string answer;                      // predicted_species
  std::string rule;                        // rule; several trees have none
  std::vector<std::string> probabilities;  // probability_setosa, ...: of each label, if they are asked for
  std::vector<std::string> scores{};       // scores, or score_setosa, ...: of several trees, beside probabilities
};
SqlColumns sql_columns(const Model& model, bool probabilities);

// PostgreSQL has room for 1,600 columns in all.
inline constexpr std::size_t kMostSqlProbabilities = 500;

// Throws Diagnostic(usage) for columns that the dialect takes for one.
void refuse_alike(const Model& model, const std::vector<Field>& fields, SqlDialect dialect);

// What the queries of one and of several trees say alike: about, dialect, columns (comments on those that are read),
// record, table.
nlohmann::json sql_context(const Model& model, const Lowered& lowered, const EmitOptions& options,
                           std::size_t most_tests);

// Numbers are doubles here: `lowered` has no narrower fields. Throws Diagnostic(usage) for a model that the dialect
// cannot express: missing values that are blended, columns whose names the dialect cannot tell apart, probabilities of
// numbers or of more than kMostSqlProbabilities classes.
std::string emit_sql(const Model& model, const Lowered& lowered, const EmitOptions& options);

}  // namespace espalier
