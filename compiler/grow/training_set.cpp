#include "grow/training_set.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <numeric>
#include <optional>
#include <string>

#include "data/column_orders.hpp"
#include "grow/class_weights.hpp"
#include "grow/grow.hpp"
#include "grow/monotone.hpp"
#include "grow/stopping.hpp"
#include "grow/threshold.hpp"
#include "support/diagnostic.hpp"
#include "support/mapped_file.hpp"
#include "support/parallel.hpp"
#include "support/text.hpp"

namespace espalier {
namespace {

// Fractions of a row may add up to slightly less than the row, because of rounding.
constexpr double kNearlyAll = 1 - 1e-9;

Feature describe_feature(const FeatureColumn& column) {
  Feature feature;
  feature.name = column.name;
  if (column.kind != ColumnKind::numeric) {
    feature.kind = FeatureKind::categorical;
    feature.ordered = column.kind == ColumnKind::ordinal;
    feature.categories = column.categories;
    feature.merged = column.merged;
    return feature;
  }
  feature.kind = FeatureKind::numeric;
  feature.integer = column.integer;
  feature.date = column.date;
  std::optional<double> lowest;
  std::optional<double> highest;
  for (const double value : column.values) {
    if (std::isnan(value)) continue;
    lowest = lowest ? std::min(*lowest, value) : value;
    highest = highest ? std::max(*highest, value) : value;
  }
  feature.minimum = lowest.value_or(0) + 0.0;  // -0 and +0 are one value: which came first must not show
  feature.maximum = highest.value_or(0) + 0.0;
  return feature;
}

void set_weights(TrainingSet& training, const GrowOptions& options) {
  const Dataset& data = training.data;
  training.weights = row_weights(data, options);
  if (options.costs.empty() || training.is_regression()) return;
  training.costs = costs_for(options.costs, data.labels);
  training.class_factors = cost_factors(training.costs, weight_per_class(data, training.weights));
}

void set_responses(TrainingSet& training) {
  const Dataset& data = training.data;
  if (!training.is_regression()) {
    training.responses = data.classes;
    return;
  }
  training.responses.resize(data.rows());
  for (const std::uint32_t entry : order_targets(data).entries) {
    const std::uint32_t row = entry & ~kNewValue;
    if ((entry & kNewValue) != 0) training.levels.push_back(data.targets[row]);
    training.responses[row] = static_cast<std::uint32_t>(training.levels.size() - 1);
  }
  const double largest = std::max(std::abs(training.levels.front()), std::abs(training.levels.back()));
  if (largest == 0) return;
  training.level_exponent = std::ilogb(largest) + 1;
  for (double& level : training.levels) level = std::ldexp(level, -training.level_exponent);
}

void set_attribute_costs(TrainingSet& training, const GrowOptions& options) {
  if (options.attribute_costs.empty()) return;
  training.attribute_costs.assign(training.data.features.size(), 1.0);
  for (const NamedFigure& cost : options.attribute_costs) {
    std::vector<std::string> names;
    bool found = false;
    for (std::size_t feature = 0; feature < training.data.features.size(); ++feature) {
      names.push_back(training.data.features[feature].name);
      if (names.back() != cost.name) continue;
      training.attribute_costs[feature] = cost.value;
      found = true;
    }
    if (!found) {
      throw Diagnostic(ExitCode::usage, "--attribute-cost: no column to test is called " + in_quotes(cost.name),
                       did_you_mean(cost.name, names));
    }
  }
}

void discretise(TrainingSet& training, const GrowOptions& options, std::uint32_t feature) {
  const FeatureColumn& column = training.data.features[feature];
  std::vector<CutPoint>& cuts = training.features[feature].cuts;
  for (const ValueGap& found : cut_gaps(column, training.data, options.discretization)) {
    const Gap gap{found.below, found.above};
    cuts.push_back({place_threshold(gap, options.threshold, training.observed[feature]), gap});
  }
  std::vector<double>& intervals = training.intervals[feature];
  intervals.reserve(column.values.size());
  for (const double value : column.values) {
    const auto above =
        std::partition_point(cuts.begin(), cuts.end(), [value](const CutPoint& cut) { return cut.threshold < value; });
    intervals.push_back(std::isnan(value) ? value : static_cast<double>(above - cuts.begin()));
  }
}

void set_bins(TrainingSet& training, const GrowOptions& options, std::size_t threads) {
  training.bins.resize(training.data.features.size());
  if (options.bins == 0 || options.discretization.method != Discretizer::none) return;
  in_parallel(training.data.features.size(), threads, [&](std::size_t feature) {
    const FeatureColumn& column = training.data.features[feature];
    if (column.kind != ColumnKind::numeric) return;
    // Constructed anew: assignment would take the codes out of the memory that they are meant for, that of the values.
    std::destroy_at(&training.bins[feature]);
    std::construct_at(&training.bins[feature],
                      bin_values(column.values, options.bins, column.values.get_allocator().resource()));
    drop_pages_of(column.values);
  });
}

void set_columns(TrainingSet& training, const GrowOptions& options) {
  const std::size_t features = training.data.features.size();
  training.observed.resize(features);
  training.intervals.resize(features);
  for (std::uint32_t feature = 0; feature < features; ++feature) {
    const FeatureColumn& column = training.data.features[feature];
    training.features.push_back(describe_feature(column));
    drop_pages_of(column.values);
    if (column.kind != ColumnKind::numeric) continue;
    if (options.threshold == ThresholdPlace::observed) {
      training.observed[feature] = different_values(training.data, feature);
    }
    if (options.discretization.method != Discretizer::none) discretise(training, options, feature);
  }
}

// A missing value comes after all others.
int compare_values(double a, double b) {
  if (std::isnan(a) || std::isnan(b)) return static_cast<int>(std::isnan(a)) - static_cast<int>(std::isnan(b));
  return static_cast<int>(a > b) - static_cast<int>(a < b);
}

// Rows that are equal in all of this are as good as each other.
struct ByContent {
  const TrainingSet& training;

  bool operator()(const Case& a, const Case& b) const {
    if (training.responses[a.row] != training.responses[b.row]) {
      return training.responses[a.row] < training.responses[b.row];
    }
    for (const std::uint32_t feature : training.precedence) {
      const int order = compare_values(training.number(feature, a.row), training.number(feature, b.row));
      if (order != 0) return order < 0;
    }
    return a.weight < b.weight;
  }
};

// The order of the columns is an accident, and names are not: whatever the order, they make the same tree.
std::vector<std::uint32_t> precedence_of(const Dataset& data, TieRule ties) {
  std::vector<std::uint32_t> features(data.features.size());
  std::iota(features.begin(), features.end(), 0U);
  if (ties == TieRule::first_column) return features;
  std::sort(features.begin(), features.end(),
            [&](std::uint32_t a, std::uint32_t b) { return data.features[a].name < data.features[b].name; });
  return features;
}

}  // namespace

double TrainingSet::lowest_of_bin(std::uint32_t feature, std::uint32_t row) const {
  const std::uint8_t code = bins[feature].codes[row];
  return code == kNoBin ? std::numeric_limits<double>::quiet_NaN() : bins[feature].lowest[code];
}

Gap TrainingSet::gap_between(std::uint32_t feature, double below, double above) const {
  if (!is_binned(feature)) return {below, above};
  const std::vector<double>& lowest = bins[feature].lowest;
  const auto bin = std::upper_bound(lowest.begin(), lowest.end(), below) - lowest.begin() - 1;
  return {bins[feature].highest[static_cast<std::size_t>(bin)], above};
}

Gap TrainingSet::gap_between_rows(std::uint32_t feature, std::uint32_t below, std::uint32_t above) const {
  return gap_between(feature, value(feature, below) + 0.0, value(feature, above) + 0.0);  // +0 for -0
}

// By Gini's index of all rows, as a part of what it can be at most.
std::size_t telling_rows(const Dataset& data) {
  if (data.task == Task::regression) return data.rows();
  std::vector<double> counts(data.labels.size(), 0);
  for (const std::uint32_t label : data.classes) ++counts[label];
  const auto rows = static_cast<double>(data.rows());
  const auto occurring = static_cast<double>(counts.size()) - static_cast<double>(std::ranges::count(counts, 0.0));
  if (occurring < 2) return data.rows();
  double unlike = rows * rows;  // pairs of rows
  for (const double count : counts) unlike -= count * count;
  return static_cast<std::size_t>(std::round(unlike / rows * occurring / (occurring - 1)));
}

double least_word(const TrainingSet& training, const GrowOptions& options, std::uint32_t feature) {
  const std::size_t rows = training.data.rows();
  const std::size_t least = least_word_rows(options.categorical, rows, training.features[feature].categories.size());
  return static_cast<double>(least) * training.total_weight / static_cast<double>(rows) * kNearlyAll;
}

TrainingSet make_training_set(const Dataset& data, const GrowOptions& options, std::size_t threads) {
  refuse_unlearnable(data, options);
  refuse_too_many_classes(data, options);
  TrainingSet training(data);
  set_weights(training, options);
  training.total_weight = total_of(training.weights);
  training.scale = WeightScale::of(training.total_weight);
  training.min_split = options.min_split.of(training.total_weight) * kNearlyAll;
  training.min_leaf = options.min_leaf.of(training.total_weight) * kNearlyAll;
  training.telling_rows = telling_rows(data);
  set_responses(training);
  set_attribute_costs(training, options);
  training.directions = directions_of(data, checked_monotone(data, options));
  set_columns(training, options);
  training.precedence = precedence_of(data, options.ties);
  set_bins(training, options, threads);
  return training;
}

Model model_of(const TrainingSet& training, const GrowOptions& options, Tree tree) {
  Model model;
  model.task = training.data.task;
  model.features = training.features;
  model.target = training.data.target;
  model.labels = training.data.labels;
  model.costs = training.costs;
  model.missing = options.missing;
  if (model.task == Task::classification) model.smoothing = options.smoothing;
  model.trees.push_back(std::move(tree));
  return model;
}

Cases all_cases(const TrainingSet& training, CaseOrder order) {
  Cases cases;
  cases.reserve(training.weights.size());
  if (order == CaseOrder::targets) {
    for (const std::uint32_t entry : order_targets(training.data).entries) {
      const std::uint32_t row = entry & ~kNewValue;
      cases.push_back({row, training.weights[row]});
    }
    return cases;
  }
  for (std::uint32_t row = 0; row < training.weights.size(); ++row) cases.push_back({row, training.weights[row]});
  if (order == CaseOrder::content) std::sort(cases.begin(), cases.end(), ByContent{training});
  return cases;
}

}  // namespace espalier
