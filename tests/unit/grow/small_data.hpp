// Tables small enough to check by hand, written down in the tests.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <vector>

#include "data/dataset.hpp"
#include "grow/training_set.hpp"
#include "model/interpret.hpp"

namespace espalier::testing {

inline FeatureColumn numeric(std::string name, std::vector<double> values) {
  FeatureColumn column;
  column.name = std::move(name);
  column.kind = ColumnKind::numeric;
  column.values = std::move(values);
  return column;
}

// "?" is a missing value.
inline FeatureColumn coded(std::string name, const std::vector<std::string>& cells, std::vector<std::string> categories,
                           ColumnKind kind) {
  FeatureColumn column;
  column.name = std::move(name);
  column.kind = kind;
  column.categories = std::move(categories);
  std::map<std::string, double> codes{{"?", kMissing}};
  for (std::size_t code = 0; code < column.categories.size(); ++code) {
    codes[column.categories[code]] = static_cast<double>(code);
  }
  for (const std::string& cell : cells) column.values.push_back(codes.at(cell));
  return column;
}

inline FeatureColumn categorical(std::string name, const std::vector<std::string>& cells) {
  std::set<std::string> categories(cells.begin(), cells.end());
  categories.erase("?");
  return coded(std::move(name), cells, {categories.begin(), categories.end()}, ColumnKind::categorical);
}

inline FeatureColumn ordinal(std::string name, const std::vector<std::string>& cells, std::vector<std::string> levels) {
  return coded(std::move(name), cells, std::move(levels), ColumnKind::ordinal);
}

inline Dataset dataset(std::vector<FeatureColumn> features, const std::vector<std::string>& target) {
  Dataset data;
  data.features = std::move(features);
  data.target = "target";
  const std::set<std::string> labels(target.begin(), target.end());
  data.labels.assign(labels.begin(), labels.end());
  for (std::size_t row = 0; row < target.size(); ++row) {
    data.classes.push_back(static_cast<std::uint32_t>(std::distance(labels.begin(), labels.find(target[row]))));
    data.table_rows.push_back(row);
  }
  return data;
}

inline std::vector<std::uint32_t> all_rows(const Dataset& data) {
  std::vector<std::uint32_t> rows(data.rows());
  std::iota(rows.begin(), rows.end(), 0U);
  return rows;
}

inline Cases cases_of(const TrainingSet& training, const std::vector<std::uint32_t>& rows) {
  Cases cases;
  for (const std::uint32_t row : rows) cases.push_back({row, training.weights[row]});
  return cases;
}

// The classic 14 rows; classes: 0 Don't Play (5), 1 Play (9).
inline Dataset golf() {
  return dataset({categorical("outlook", {"sunny", "sunny", "overcast", "rain", "rain", "rain", "overcast", "sunny",
                                          "sunny", "rain", "sunny", "overcast", "overcast", "rain"}),
                  numeric("temperature", {85, 80, 83, 70, 68, 65, 64, 72, 69, 75, 75, 72, 81, 71}),
                  numeric("humidity", {85, 90, 78, 96, 80, 70, 65, 95, 70, 80, 70, 90, 75, 80}),
                  categorical("windy", {"false", "true", "false", "false", "false", "true", "true", "false", "false",
                                        "false", "true", "true", "false", "true"})},
                 {"Don't Play", "Don't Play", "Play", "Play", "Play", "Don't Play", "Play", "Don't Play", "Play",
                  "Play", "Play", "Play", "Play", "Don't Play"});
}

}  // namespace espalier::testing
