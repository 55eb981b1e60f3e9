// How much of a tree is the data and how much is chance.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "data/column_orders.hpp"
#include "data/dataset.hpp"
#include "evaluate/statistics.hpp"
#include "evaluate/tree_group.hpp"
#include "learn/learn.hpp"
#include "model/model.hpp"
#include "support/parallel.hpp"

namespace espalier {

// Which of many trees, learned from resamples of the same data, to keep: the one nearest the others among those that
// are about as good as the best.
struct StableCandidate {
  double score = 0;           // on the rows left out: accuracy, or what less of is better
  double standard_error = 0;  // of the score
  double mean_distance = 0;   // from all other trees
};

struct StableChoice {
  std::size_t best = 0;              // the best score; of equal ones the first
  double standard_error = 0;         // the mean of the candidates': that of the best alone is 0 where it makes no error
  double limit = 0;                  // the best score, one standard error worse
  std::vector<std::size_t> as_good;  // those within it, ascending
  std::size_t chosen = 0;            // of them the one with the least mean distance; ties: the better score, the first
};

// Which scores are better.
enum class Better { more, less };

// At least one candidate.
StableChoice choose_stable(Better better, const std::vector<StableCandidate>& candidates);

// The data drawn anew from its own rows: what the learner might have seen instead. Stability is how little it minds.

struct ResampleOptions {
  std::size_t count = 50;
  std::optional<double> leave_out = std::nullopt;  // a stratified share of the rows is left out; none: bootstrap
  std::uint64_t seed = 1;
};

struct Resample {
  std::vector<std::size_t> rows;      // of the dataset, ascending, each once
  std::vector<std::uint32_t> times;   // per row: how often it was drawn; at least once
  std::vector<std::size_t> left_out;  // the others, ascending; at least one
};

// "bootstrap" or "leave-out of 20.0 %"
std::string resampling_name(const ResampleOptions& options);

// Resample `number`, from 0. It depends on the seed and its number, not on how many there are. A bootstrap draws as
// many rows as there are, with replacement, each row as likely as any other whatever its weight; should nothing be left
// out, it draws again. Throws Diagnostic(bad_input) for fewer than two rows.
Resample draw_resample(const Dataset& data, const ResampleOptions& options, std::size_t number);

// What is learned from: each row once, its weight multiplied by how often it was drawn. Growing and pruning take
// weights for numbers of rows, so that the tree is that of the repeated rows; but the copies of a row cannot come apart
// when rows are dealt to folds or held out, where a copy among the learned rows would betray the answer to its twin.
Dataset resampled(const OrderedParts& data, const Resample& resample);

// How much of a tree is the data's and how much is chance: trees learned from many resamples of the data, compared.

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
  std::optional<MeanLoss> selected{};  // the same by what --select-by says (learn/path_judge.hpp)
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

// The tree to keep (learn/stability.hpp), by the score or by what was selected by.
StableChoice choose_stable(Task task, const Stability& stability);

// Its model, with a record of which resample it is. The evaluation is the mean score of all trees on the rows left out:
// that of the chosen tree was looked at to choose it, and is too good on average.
Model stable_model(const Stability& stability, const ResampleOptions& resamples, std::size_t chosen);

}  // namespace espalier
