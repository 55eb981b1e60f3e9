// Criteria from their definitions, on lists of rows: what the search is compared with.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <vector>

#include "data/dataset.hpp"
#include "grow/options.hpp"
#include "support/random.hpp"
#include "unit/grow/small_data.hpp"

namespace espalier::testing {

using Branch = std::vector<std::size_t>;  // rows

// Numbers that are equal on paper differ by rounding; those that differ on paper differ by much more on tables this
// small.
inline constexpr double kSame = 1e-7;

inline double naive_weight(const Dataset& data, const Branch& rows) {
  double weight = 0;
  for (const std::size_t row : rows) weight += data.weights.empty() ? 1 : data.weights[row];
  return weight;
}

// The least mean of |target - m|^power over all m (power 1: m is one of the targets; power 2: the mean).
inline double naive_deviation(const Dataset& data, const Branch& rows, int power) {
  const double weight = naive_weight(data, rows);
  std::vector<double> centers;
  double mean = 0;
  for (const std::size_t row : rows) {
    mean += (data.weights.empty() ? 1 : data.weights[row]) * data.targets[row] / weight;
    if (power == 1) centers.push_back(data.targets[row]);
  }
  if (power == 2) centers.push_back(mean);
  double least = std::numeric_limits<double>::infinity();
  for (const double center : centers) {
    double sum = 0;
    for (const std::size_t row : rows) {
      sum += (data.weights.empty() ? 1 : data.weights[row]) * std::pow(std::abs(data.targets[row] - center), power);
    }
    least = std::min(least, sum / weight);
  }
  return least;
}

inline double naive_impurity(Criterion criterion, const Dataset& data, const Branch& rows) {
  if (criterion == Criterion::variance) return naive_deviation(data, rows, 2);
  if (criterion == Criterion::absolute_deviation) return naive_deviation(data, rows, 1);
  std::map<std::uint32_t, double> counts;
  for (const std::size_t row : rows) counts[data.classes[row]] += data.weights.empty() ? 1 : data.weights[row];
  double entropy = 0;
  double squares = 0;
  double most = 0;
  for (const auto& [label, count] : counts) {
    const double share = count / naive_weight(data, rows);
    entropy -= share * std::log2(share);
    squares += share * share;
    most = std::max(most, share);
  }
  if (criterion == Criterion::gini) return 1 - squares;
  if (criterion == Criterion::error) return 1 - most;
  return entropy;
}

// (share of the rows in the branches) * (their impurity - that of the branches).
inline double naive_gain(Criterion criterion, const Dataset& data, const std::vector<Branch>& branches, double weight) {
  Branch known;
  double after = 0;
  for (const Branch& branch : branches) {
    if (branch.empty()) continue;
    known.insert(known.end(), branch.begin(), branch.end());
    after += naive_weight(data, branch) / weight * naive_impurity(criterion, data, branch);
  }
  return naive_weight(data, known) / weight * naive_impurity(criterion, data, known) - after;
}

inline FeatureColumn random_column(RandomEngine& engine, std::size_t rows, const std::string& name) {
  const auto kind = uniform_below(engine, 3);
  const auto levels = 2 + uniform_below(engine, 4);
  const bool gaps = uniform_below(engine, 3) == 0;
  FeatureColumn column;
  column.name = name;
  column.kind = kind == 0 ? ColumnKind::numeric : (kind == 1 ? ColumnKind::categorical : ColumnKind::ordinal);
  for (std::uint64_t level = 0; level < levels && kind != 0; ++level) {
    column.categories.push_back("v" + std::to_string(level));
  }
  for (std::size_t row = 0; row < rows; ++row) {
    const auto value = static_cast<double>(uniform_below(engine, levels));
    column.values.push_back(gaps && uniform_below(engine, 4) == 0 ? kMissing : value);
  }
  return column;
}

// 2 to 12 rows of 1 to 3 columns; two or three classes, or a number from 0 to 5.
inline Dataset random_data(RandomEngine& engine, Task task = Task::classification) {
  const std::size_t rows = 2 + uniform_below(engine, 11);
  const std::size_t labels = 2 + uniform_below(engine, 2);
  std::vector<FeatureColumn> columns;
  const std::size_t width = 1 + uniform_below(engine, 3);
  for (std::size_t i = 0; i < width; ++i) columns.push_back(random_column(engine, rows, "f" + std::to_string(i)));
  std::vector<std::string> classes;
  std::vector<double> numbers;
  for (std::size_t row = 0; row < rows; ++row) {
    if (task == Task::classification) {
      classes.emplace_back(1, static_cast<char>('a' + uniform_below(engine, labels)));
    } else {
      numbers.push_back(static_cast<double>(uniform_below(engine, 6)));
    }
  }
  return task == Task::classification ? dataset(std::move(columns), classes) : regression(std::move(columns), numbers);
}

inline void add_weights(Dataset& data, RandomEngine& engine) {
  for (std::size_t row = 0; row < data.rows(); ++row) {
    data.weights.push_back(1 + 0.5 * static_cast<double>(uniform_below(engine, 5)));
  }
}

}  // namespace espalier::testing
