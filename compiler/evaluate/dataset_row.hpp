// A dataset's row as the interpreter takes it: one value per feature.
#pragma once

#include <cstddef>
#include <vector>

#include "data/dataset.hpp"
#include "model/interpret.hpp"

namespace espalier {

// Fills `row` with the values of row `index`: a column holds what a Row holds, number or category index, NaN for
// missing. Columns that nobody asks may be without values.
inline Row fill_row(const Dataset& data, std::size_t index, std::vector<double>& row) {
  row.clear();
  for (const FeatureColumn& column : data.features)
    row.push_back(column.values.empty() ? kMissing : column.values[index]);
  return row;
}

}  // namespace espalier
