// Random tables of every kind, and random options: what engines are compared on.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "grow/options.hpp"
#include "support/random.hpp"
#include "unit/grow/naive.hpp"
#include "unit/grow/small_data.hpp"

namespace espalier::testing {

struct Kind {
  Task task;
  MissingPolicy missing;
};

inline std::string name_of(const ::testing::TestParamInfo<Kind>& info) {
  std::string name = info.param.task == Task::regression ? "regression_" : "classes_";
  for (const char c : to_string(info.param.missing)) name += c == '-' ? '_' : c;
  return name;
}

inline double random_value(RandomEngine& engine, std::uint64_t values) {
  const auto value = static_cast<double>(uniform_below(engine, values));
  switch (uniform_below(engine, 40)) {
    case 0: return -0.0;
    case 1: return -value;
    default: return values > 1000 ? value / 7 : value;
  }
}

inline FeatureColumn random_table_column(RandomEngine& engine, std::size_t rows, const std::string& name, bool gaps) {
  FeatureColumn column;
  column.name = name;
  const auto kind = uniform_below(engine, 5);
  column.kind = kind == 0 ? ColumnKind::categorical : (kind == 1 ? ColumnKind::ordinal : ColumnKind::numeric);
  const std::uint64_t choices[] = {1, 2, 2, 3, 5, 12, 40, 100000};
  const std::uint64_t values =
      column.kind == ColumnKind::numeric
          ? choices[uniform_below(engine, 8)]
          : 1 + uniform_below(engine, uniform_below(engine, 6) == 0 ? 30 : 6);  // more than every set is tried of
  for (std::uint64_t i = 0; i < values && column.kind != ColumnKind::numeric; ++i) {
    column.categories.push_back("v" + std::to_string(i));
  }
  const bool with_gaps = gaps && uniform_below(engine, 2) == 0;
  for (std::size_t row = 0; row < rows; ++row) {
    // Of many words one is in half of the rows, as some are: it can be told apart where others are too rare.
    const bool frequent = values > 6 && uniform_below(engine, 2) == 0;
    const double value = column.kind == ColumnKind::numeric ? random_value(engine, values)
                         : frequent                         ? 0.0
                                                            : static_cast<double>(uniform_below(engine, values));
    column.values.push_back(with_gaps && uniform_below(engine, 4) == 0 ? kMissing : value);
  }
  return column;
}

// Targets that have something to do with the columns, so that trees get deep in places.
inline double signal(const std::vector<FeatureColumn>& columns, std::size_t row) {
  double sum = 0;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const double value = columns[i].values[row];
    if (!std::isnan(value)) sum += i % 2 == 0 ? value : (value > 2 ? 3 : 0);
  }
  return sum;
}

inline Dataset random_table(RandomEngine& engine, Kind kind, std::size_t most = 150) {
  const std::size_t sizes[] = {3, 10, 40, most};
  const std::size_t rows = 2 + uniform_below(engine, sizes[uniform_below(engine, 4)]);
  const std::size_t width = 1 + uniform_below(engine, 6);
  std::vector<FeatureColumn> columns;
  for (std::size_t i = 0; i < width; ++i) {
    columns.push_back(
        random_table_column(engine, rows, "f" + std::to_string(i), kind.missing != MissingPolicy::refuse));
  }
  const std::uint64_t labels = 2 + uniform_below(engine, 4);
  const bool whole_targets = uniform_below(engine, 2) == 0;
  std::vector<std::string> classes;
  std::vector<double> numbers;
  for (std::size_t row = 0; row < rows; ++row) {
    const double noise = static_cast<double>(uniform_below(engine, 8));
    const double value = signal(columns, row) + noise;
    const auto label = (static_cast<std::uint64_t>(std::abs(value)) / 3) % labels;
    classes.emplace_back(1, static_cast<char>('a' + label));
    numbers.push_back(whole_targets ? std::trunc(value) : value / 3);
  }
  return kind.task == Task::regression ? regression(columns, numbers) : dataset(columns, classes);
}

inline Criterion random_criterion(RandomEngine& engine, Task task) {
  if (task == Task::regression) {
    return uniform_below(engine, 4) == 0 ? Criterion::absolute_deviation : Criterion::variance;
  }
  const Criterion all[] = {Criterion::gini, Criterion::gini, Criterion::information_gain, Criterion::gain_ratio,
                           Criterion::error};
  return all[uniform_below(engine, 5)];
}

// Of the classes that are there, at random.
inline void add_costs(const Dataset& data, RandomEngine& engine, GrowOptions& options) {
  options.costs.labels = data.labels;
  options.costs.costs.assign(data.labels.size(), std::vector<double>(data.labels.size(), 0.0));
  for (std::size_t actual = 0; actual < data.labels.size(); ++actual) {
    for (std::size_t answered = 0; answered < data.labels.size(); ++answered) {
      if (actual != answered)
        options.costs.costs[actual][answered] = 0.5 * static_cast<double>(1 + uniform_below(engine, 6));
    }
  }
}

// As if there were hundreds of classes: a class of its own for most rows.
inline void add_classes(Dataset& data, RandomEngine& engine) {
  std::vector<std::string> classes;
  for (const std::uint32_t label : data.classes) {
    classes.push_back(data.labels[label] + std::to_string(uniform_below(engine, 400)));
  }
  data = dataset(data.features, classes);
}

inline GrowOptions random_options(RandomEngine& engine, Kind kind) {
  GrowOptions options = preset(uniform_below(engine, 2) == 0 ? Algorithm::c45 : Algorithm::cart);
  options.missing = kind.missing;
  options.criterion = random_criterion(engine, kind.task);
  options.categorical = static_cast<CategoricalSplit>(uniform_below(engine, 4));
  options.ties = static_cast<TieRule>(uniform_below(engine, 2));
  options.group_values = uniform_below(engine, 3) == 0;
  options.collapse = uniform_below(engine, 4) == 0;
  options.threshold = static_cast<ThresholdPlace>(uniform_below(engine, 3));
  options.min_leaf = static_cast<double>(1 + uniform_below(engine, 3));
  options.max_depth = uniform_below(engine, 5) == 0 ? 3 : 0;
  options.max_leaves = uniform_below(engine, 5) == 0 ? 6 : 0;
  options.min_gain = uniform_below(engine, 8) == 0 ? 0.01 : 0;
  options.chi_square = uniform_below(engine, 8) == 0 ? 0.2 : 0;
  options.validate = uniform_below(engine, 8) == 0 ? 0.3 : 0;
  options.balanced_classes = uniform_below(engine, 6) == 0;
  if (uniform_below(engine, 8) == 0) options.attribute_costs = {{"f0", 3}};
  if (uniform_below(engine, 6) == 0) options.discretization = {Discretizer::equal_frequency, 3, 0};
  return options;
}

// Some columns that can be, in some direction. Of more than two classes, of one of them.
inline void add_monotone(const Dataset& data, RandomEngine& engine, GrowOptions& options) {
  const std::string label = data.labels.empty() ? "" : data.labels[uniform_below(engine, data.labels.size())];
  for (const FeatureColumn& column : data.features) {
    if (column.kind == ColumnKind::categorical || uniform_below(engine, 3) == 0) continue;
    const Direction direction = uniform_below(engine, 2) == 0 ? Direction::up : Direction::down;
    options.monotone.push_back({column.name, direction, label});
  }
}

inline std::vector<Kind> kinds() {
  std::vector<Kind> all;
  for (const Task task : {Task::classification, Task::regression}) {
    for (const MissingPolicy policy :
         {MissingPolicy::refuse, MissingPolicy::majority, MissingPolicy::learned, MissingPolicy::own_category,
          MissingPolicy::surrogate, MissingPolicy::fractional}) {
      all.push_back({task, policy});
    }
  }
  return all;
}

// Shared-out rows keep nothing monotone.
inline std::vector<Kind> kinds_that_may_be_monotone() {
  std::vector<Kind> some = kinds();
  std::erase_if(some, [](const Kind& kind) { return kind.missing == MissingPolicy::fractional; });
  return some;
}

inline std::vector<Kind> kinds_of_classes() {
  std::vector<Kind> classes = kinds();
  std::erase_if(classes, [](const Kind& kind) { return kind.task == Task::regression; });
  return classes;
}

}  // namespace espalier::testing
