// Several learners on the same splits, and what their differences say (docs/comparing.md).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "data/dataset.hpp"
#include "evaluate/splits.hpp"
#include "evaluate/statistics.hpp"
#include "learn/learn.hpp"
#include "learn/validation.hpp"

namespace espalier {

struct Learner {
  std::string name;  // for people
  LearnOptions options;
};

// What wrong answers cost: costs[actual][answered], in the order of the labels; see Model::costs.
using Costs = std::vector<std::vector<double>>;

// By what learners are compared.
struct Yardstick {
  Costs costs = {};     // may be empty
  double level = 0.95;  // confidence of the intervals
};

// The mean cost of the answers of learners that are compared, by one matrix, whether they were learned by it or not.
struct MeanCosts {
  double all = 0;                 // over all answers, as Metrics::mean_cost
  std::vector<double> per_split;  // as in the plan
};

struct ComparedLearner {
  Validation validation;
  double mean_depth = 0;
  std::optional<MeanCosts> costs;
};

// first < second, positions in Comparison::learners. Differences are first - second: of accuracies and costs, or of
// root mean squared errors.
struct ComparedPair {
  std::size_t first = 0;
  std::size_t second = 0;
  PairedTest score;
  std::optional<double> score_p_holm;  // adjusted for the number of pairs
  std::optional<PairedTest> cost;
  std::optional<double> cost_p_holm;
};

struct Comparison {
  std::vector<ComparedLearner> learners;  // as given
  std::vector<ComparedPair> pairs;        // all of them: 0 and 1, 0 and 2, ..., 1 and 2, ...
  double test_per_training_row = 0;
  double level = 0;  // of the intervals
};

// Puts together what was measured on the same splits.
Comparison compare_measured(std::vector<ComparedLearner> learners, double test_per_training_row, double level);

// The mean costs of answers, by weight if they have any.
MeanCosts mean_costs(const Validation& validation, const Costs& costs);

// Cross-validates every learner by the same plan. Learners run on `threads` threads in all, not
// on those of their own options; `progress` counts the splits of all learners. What a learner throws gets its name.
Comparison compare_learners(const Dataset& data, const SplitPlan& plan, const std::vector<Learner>& learners,
                            const Yardstick& yardstick, std::size_t threads, const ProgressReport& progress = {});

// The one cost matrix that learners were given, in the order of the labels. None if none was, or if two differ.
Costs common_costs(const std::vector<Learner>& learners, const std::vector<std::string>& labels);

}  // namespace espalier
