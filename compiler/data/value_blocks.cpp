#include "data/value_blocks.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace espalier {

namespace {

// Rows are sorted by all three: equal rows are added up in the order of their weights, whatever order they came in.
using Row = std::tuple<double, std::uint32_t, double>;  // value, class, weight

std::vector<Row> sorted_rows(const FeatureColumn& column, const Dataset& data) {
  std::vector<Row> rows;
  rows.reserve(data.rows());
  for (std::size_t row = 0; row < data.rows(); ++row) {
    if (std::isnan(column.values[row])) continue;
    rows.emplace_back(column.values[row], data.task == Task::classification ? data.classes[row] : 0,
                      data.weights.empty() ? 1.0 : data.weights[row]);
  }
  std::sort(rows.begin(), rows.end());
  return rows;
}

}  // namespace

ValueBlocks value_blocks(const FeatureColumn& column, const Dataset& data) {
  ValueBlocks blocks;
  blocks.labels = data.labels.size();
  const bool classes = data.task == Task::classification;
  for (const auto& [value, label, weight] : sorted_rows(column, data)) {
    const bool new_value = blocks.values.empty() || blocks.values.back() != value;
    if (new_value) {
      blocks.values.push_back(value);
      blocks.weights.push_back(0);
      blocks.begins.push_back(blocks.classes.size());
    }
    blocks.weights.back() += weight;
    if (!classes) continue;
    if (new_value || blocks.classes.back().label != label) blocks.classes.push_back({label, 0});
    blocks.classes.back().weight += weight;
  }
  blocks.begins.push_back(blocks.classes.size());
  return blocks;
}

}  // namespace espalier
