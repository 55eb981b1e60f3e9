// Datasets of one numeric column, written down as values with their classes.
#pragma once

#include <gmock/gmock.h>

#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "data/discretize.hpp"

namespace espalier::test {

inline constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

// One row per value; the classes are a letter each: "AAB".
inline Dataset column_of(const std::vector<double>& values, const std::string& classes,
                         std::vector<double> weights = {}) {
  Dataset data;
  data.target = "y";
  data.labels = {"A", "B", "C", "D"};
  for (const char c : classes) data.classes.push_back(static_cast<std::uint32_t>(c - 'A'));
  data.weights = std::move(weights);
  data.features.emplace_back();
  data.features[0].name = "x";
  data.features[0].values.assign(values.begin(), values.end());
  return data;
}

inline std::vector<ValueGap> cuts_of(const Dataset& data, const std::string& method) {
  return cut_gaps(data.features[0], data, parse_discretization(method));
}

// The values 1, 2, 3, ...
inline std::vector<double> counting_up(std::size_t count) {
  std::vector<double> values;
  for (std::size_t i = 1; i <= count; ++i) values.push_back(static_cast<double>(i));
  return values;
}

}  // namespace espalier::test
