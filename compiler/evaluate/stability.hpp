// How much of a tree is the data's and how much is chance: trees learned from many resamples of the data, compared.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "data/dataset.hpp"
#include "evaluate/answer_agreement.hpp"
#include "evaluate/choose_stable.hpp"
#include "evaluate/evaluate.hpp"
#include "evaluate/resamples.hpp"
#include "evaluate/row_mean.hpp"
#include "evaluate/spread.hpp"
#include "evaluate/test_choices.hpp"
#include "model/model.hpp"
#include "support/parallel.hpp"

namespace espalier {

struct StabilityOptions {
  ResampleOptions resamples;  // at least 2
  std::size_t levels = 3;     // of the trees whose columns are counted
};

// One tree.
struct ResampleResult {
  std::size_t rows = 0;      // different ones that it was learned from
  std::size_t left_out = 0;  // that it was judged on
  std::size_t leaves = 0;
  std::size_t depth = 0;
  double score = 0;  // on the rows left out: accuracy, or root mean squared error; by weight if the rows have weights
  double standard_error = 0;
  std::optional<MeanLoss> selected{};  // the same by what --select-by says (evaluate/selection.hpp)
  double mean_distance = 0;            // from all other trees (evaluate/tree_distance.hpp)
};

struct DistanceFigures {
  std::size_t rows = 0;  // that the trees were compared on: all, or a random sample where there are many
  double mean = 0;       // over pairs of trees
  double least = 0;
  double most = 0;
  std::size_t nearest = 0;  // the tree with the least mean distance from the others; of equal ones the first
};

struct Stability {
  std::vector<ResampleResult> trees;
  std::vector<Model> models;  // one per tree
  Spread leaves;
  Spread depth;
  Spread score;
  TestChoices tests;
  AnswerAgreement agreement;
  DistanceFigures distance;
};

struct StabilityProgress {
  ProgressReport learning;   // counts trees
  ProgressReport comparing;  // likewise
};

// Everything that is chosen on the way to a tree is chosen within its resample. Trees are learned and compared on
// options.threads threads.
Stability assess_stability(const Dataset& data, const LearnOptions& options, const StabilityOptions& stability,
                           const StabilityProgress& progress = {});

// In one word each. Rules hold if the mean distance of two trees is at most 0.25: three quarters of what either says
// about a row is said by both. Answers hold if two trees answer at least 90 % of the rows alike; for regression, if the
// choice of the tree adds at most a tenth to the variance of the targets.
inline constexpr double kLargestDistance = 0.25;
inline constexpr double kLeastAgreement = 0.9;
inline constexpr double kLargestVariance = 0.1;
bool rules_hold(const Stability& stability);
bool answers_hold(Task task, const Stability& stability);

// The tree to keep (evaluate/choose_stable.hpp), by the score or by what was selected by.
StableChoice choose_stable(Task task, const Stability& stability);

// Its model, with a record of which resample it is. The evaluation is the mean score of all trees on the rows left out:
// that of the chosen tree was looked at to choose it, and is too good on average.
Model stable_model(const Stability& stability, const ResampleOptions& resamples, std::size_t chosen);

}  // namespace espalier
