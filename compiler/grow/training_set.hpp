// What the search looks at: the dataset, a weight per row, the response as the criterion takes it, and facts about
// whole columns that single nodes need.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "data/bins.hpp"
#include "data/dataset.hpp"
#include "grow/case_lists.hpp"
#include "grow/options.hpp"
#include "model/model.hpp"

namespace espalier {

struct TrainingSet {
  explicit TrainingSet(const Dataset& dataset) : data(dataset) {}

  const Dataset& data;
  std::vector<Feature> features;          // the dataset's columns as the model describes them, cuts included
  std::vector<std::uint32_t> precedence;  // all features: of equally good tests on two, that on the first one wins
  std::vector<double> weights;            // per row: its own times its class's
  double total_weight = 0;
  WeightScale scale;
  double min_split = 0;  // weight that a node needs to be split
  double min_leaf = 0;   // weight that a branch needs
  std::size_t telling_rows = 0;

  // Classification: the class. Regression: the rank of the target among the different ones, whose values, scaled by a
  // power of two to at most 1, are `levels`.
  std::vector<std::uint32_t> responses;
  std::vector<double> levels;
  int level_exponent = 0;  // target = level * 2^level_exponent

  std::vector<std::vector<double>> costs;  // [actual][answered], as Model::costs
  std::vector<double> class_factors;       // per class: what it counts in the criterion because of the costs; none: 1
  std::vector<double> attribute_costs;     // per feature; none: 1 each

  std::vector<Direction> directions;  // per feature, which way answers must go with it; none: any

  std::vector<std::vector<double>> observed;   // per feature: its different values, ascending; only for
                                               // ThresholdPlace::observed, only numeric features
  std::vector<std::vector<double>> intervals;  // per feature, per row: of a discretised one, in place of its values

  std::vector<BinnedColumn> bins;  // per feature: of a numeric one, if values are binned and it has no intervals

  bool is_regression() const { return data.task == Task::regression; }
  bool is_discretised(std::uint32_t feature) const { return !intervals[feature].empty(); }
  bool has_intervals(std::uint32_t feature) const { return !features[feature].cuts.empty(); }  // at least two
  bool is_binned(std::uint32_t feature) const { return !bins[feature].codes.empty(); }

  // What the search sorts and groups by: the number (the lowest of its bin), the category, the interval; NaN: missing.
  double value(std::uint32_t feature, std::uint32_t row) const {
    return is_discretised(feature) ? intervals[feature][row] : number(feature, row);
  }
  // The same without intervals.
  double number(std::uint32_t feature, std::uint32_t row) const {
    return is_binned(feature) ? lowest_of_bin(feature, row) : data.features[feature].values[row];
  }
  // Between what number() says of two neighbours: bins have a highest value too.
  Gap gap_between(std::uint32_t feature, double below, double above) const;
  // Between what value() says of two rows.
  Gap gap_between_rows(std::uint32_t feature, std::uint32_t below, std::uint32_t above) const;

 private:
  double lowest_of_bin(std::uint32_t feature, std::uint32_t row) const;
};

inline bool is_monotone(const TrainingSet& training, std::uint32_t feature) {
  return !training.directions.empty() && training.directions[feature] != Direction::any;
}

// How many rows say as much about the values of a column as these do, if all classes were equally frequent: rows that
// are nearly all of one class tell little. All, of numbers.
std::size_t telling_rows(const Dataset& data);

// The weight that a single value of the column needs to be tested against the rest: least_word_rows() of average
// weight.
double least_word(const TrainingSet& training, const GrowOptions& options, std::uint32_t feature);

// The dataset must outlive the result. Throws Diagnostic(bad_input) for what the options cannot handle: no rows,
// missing values under MissingPolicy::refuse, numeric columns under ID3; Diagnostic(usage) for classes and columns that
// options name and the data does not have.
// The result is the same for any number of threads.
TrainingSet make_training_set(const Dataset& data, const GrowOptions& options, std::size_t threads = 1);

// What was learned from it, without a record of how.
Model model_of(const TrainingSet& training, const GrowOptions& options, Tree tree);

// Sums of fractions depend on the order of their terms in the last digit, and the order of the rows in the file must
// not show: sums of weighed targets need rows that are ordered by all they hold, sums of targets alone an order of
// targets, and sums of weights (note [weights]) no order at all.
enum class CaseOrder { any, targets, content };

// Every row with its weight.
Cases all_cases(const TrainingSet& training, CaseOrder order);

}  // namespace espalier
