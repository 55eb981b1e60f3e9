// A table's columns as the model's features: they are found by name, cells become numbers and category indices.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "data/schema.hpp"
#include "data/table.hpp"
#include "model/model.hpp"
#include "support/diagnostic.hpp"

namespace espalier {

// Whether the model's answer can depend on each feature: some test or surrogate asks for it.
std::vector<bool> tested_features(const Model& model);

struct BoundColumns {
  std::vector<Numbers> columns;  // per feature, with a value per row: see model/interpret.hpp, Row. None where the
                                 // feature was not bound
  std::size_t unknown_categories = 0;  // cells whose category the model has never seen
  std::size_t missing_values = 0;      // cells without a value, where the model was trained with MissingPolicy::refuse
};

enum class BoundFeatures { all, tested };  // tested: those that the model's answer can depend on

// Rows `rows` of the table, in the order given. Columns that the tree never tests may be absent from the table: their
// values are missing. Throws Diagnostic(bad_input): a tested column is absent (with a suggestion), a cell of a numeric
// feature is not a number; the fault of the first row that has one. Unknown categories in tested columns, and under
// MissingPolicy::refuse missing values, are warned about: the first few, and the number of the others.
BoundColumns bind_columns(const Table& table, const std::vector<std::size_t>& rows,
                          const std::vector<std::string>& missing_tokens, const Model& model, BoundFeatures features,
                          Warnings& warnings);

// The same for all rows.
BoundColumns bind_columns(const Table& table, const std::vector<std::string>& missing_tokens, const Model& model,
                          BoundFeatures features, Warnings& warnings);

}  // namespace espalier
