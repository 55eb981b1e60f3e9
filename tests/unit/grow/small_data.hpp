// Tables small enough to check by hand, written down in the tests.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "data/dataset.hpp"
#include "grow/choose.hpp"
#include "grow/grow.hpp"
#include "grow/training_set.hpp"
#include "model/interpret.hpp"
#include "model/model_json.hpp"
#include "model/tree_facts.hpp"
#include "unit/grow/oracle/simple_search.hpp"
#include "unit/grow/oracle/surrogates.hpp"

namespace espalier::testing {

inline FeatureColumn numeric(std::string name, const std::vector<double>& values) {
  FeatureColumn column;
  column.name = std::move(name);
  column.kind = ColumnKind::numeric;
  column.values.assign(values.begin(), values.end());
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

// A number to predict.
inline Dataset regression(std::vector<FeatureColumn> features, std::vector<double> target) {
  Dataset data;
  data.task = Task::regression;
  data.features = std::move(features);
  data.target = "target";
  data.targets = std::move(target);
  for (std::size_t row = 0; row < data.targets.size(); ++row) data.table_rows.push_back(row);
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

inline ValueOrderOf in_value_order(const TrainingSet& training, const Cases& cases) {
  return [&training, cases](std::uint32_t feature) { return cases_in_value_order(training, feature, cases); };
}

// The best test of one attribute at a node with these rows.
inline std::optional<Candidate> test_on(const TrainingSet& training, const GrowOptions& options, std::uint32_t feature,
                                        const std::vector<std::uint32_t>& rows) {
  const Cases cases = cases_of(training, rows);
  return oracle::best_test(training, options, feature, cases, Tally::of(training, options.criterion, cases));
}

inline std::optional<Candidate> test_at_root(const Dataset& data, const GrowOptions& options,
                                             std::uint32_t feature = 0) {
  return test_on(make_training_set(data, options), options, feature, all_rows(data));
}

// Grown and found valid.
inline Model grown(const Dataset& data, const GrowOptions& options) {
  Warnings warnings;
  Model model = grow(data, options, warnings);
  validate(model, "grown");
  return model;
}

inline std::string outline(const Model& model) {
  return outline_text(model, model.trees[0], 1000);
}

template <typename Work>
Diagnostic diagnostic_of(const Work& work) {
  try {
    work();
  } catch (const Diagnostic& diagnostic) {
    return diagnostic;
  }
  ADD_FAILURE() << "no diagnostic";
  return Diagnostic(ExitCode::done, "");
}

inline std::vector<double> row_of(const Dataset& data, std::size_t row) {
  std::vector<double> values;
  for (const FeatureColumn& column : data.features) values.push_back(column.values[row]);
  return values;
}

inline constexpr MissingPolicy kPolicies[] = {MissingPolicy::refuse,    MissingPolicy::majority,
                                              MissingPolicy::learned,   MissingPolicy::own_category,
                                              MissingPolicy::surrogate, MissingPolicy::fractional};
inline constexpr Algorithm kAlgorithms[] = {Algorithm::id3, Algorithm::c45, Algorithm::cart};

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
