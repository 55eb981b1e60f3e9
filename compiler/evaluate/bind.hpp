// A table's rows as the model's features: columns are found by name, cells become numbers and category indices.
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

struct BoundRows {
  std::vector<std::vector<double>> rows;  // see model/interpret.hpp, Row
  std::size_t unknown_categories = 0;     // cells whose category the model has never seen
};

// Columns that the tree never tests may be absent from the table. Throws Diagnostic(bad_input): a tested column is
// absent (with a suggestion), a cell of a numeric feature is not a number, a missing cell in a tested column under
// MissingPolicy::refuse. Unknown categories give a warning each (grouped).
BoundRows bind_rows(const Table& table, const std::vector<std::string>& missing_tokens, const Model& model,
                    Warnings& warnings);

// The same for some rows of the table, in the order given.
BoundRows bind_rows(const Table& table, const std::vector<std::size_t>& rows,
                    const std::vector<std::string>& missing_tokens, const Model& model, Warnings& warnings);

}  // namespace espalier
