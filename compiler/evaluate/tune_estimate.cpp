#include "evaluate/tune_estimate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "data/column_orders.hpp"
#include "evaluate/split_summary.hpp"
#include "evaluate/trial_judge.hpp"
#include "model/tree_facts.hpp"

namespace espalier {
namespace {

constexpr std::size_t kFewRows = 2000;
constexpr std::uint32_t kFoldsOfFew = 10;
constexpr std::uint32_t kFoldsOfMany = 5;

// A tree as it is, and its root as a leaf.
const std::vector<double> kTreeAndRoot = {-1, std::numeric_limits<double>::infinity()};

// The deals of the search begin at the seed and follow it; the outer folds must not be one of them.
std::uint64_t outer_seed(std::uint64_t seed) {
  return ~seed;
}

double shown(Task task, double error) {
  return task == Task::regression ? std::sqrt(std::max(0.0, error)) : error;
}

Model learned(const Dataset& training, LearnOptions options, std::size_t threads) {
  options.threads = threads;
  Warnings unsaid;  // the whole data's warnings are the user's
  return learn(training, options, unsaid).model;
}

PairedTest difference_of(const std::vector<OuterFold>& folds, double test_per_training_row) {
  std::vector<double> tuned;
  std::vector<double> standard;
  for (const OuterFold& fold : folds) {
    if (!fold.figure_known) continue;
    tuned.push_back(fold.tuned);
    standard.push_back(fold.standard);
  }
  return paired_test(tuned, standard, test_per_training_row);
}

}  // namespace

std::uint32_t usual_outer_folds(std::size_t rows) {
  return rows < kFewRows ? kFoldsOfFew : kFoldsOfMany;
}

TuneEstimate estimate_tuning(const Dataset& data, const std::vector<LearnOptions>& configurations, const TunePlan& plan,
                             std::uint32_t folds, std::uint64_t seed, const ProgressReport& progress) {
  const SplitPlan outer = k_fold_splits(data, folds, 1, outer_seed(seed));
  const OrderedParts parts(data, plan.threads);
  const TrialJudges judges(data, configurations.front(), plan.select_by);
  const PathJudge& judge = judges.of(RiskMeasure::errors);
  TuneEstimate estimate;
  estimate.method = fmt::format("{} outer folds, seed {}", folds, seed);
  estimate.planned = folds;
  PathLosses tuned(2);
  PathLosses standard(2);
  std::size_t done = 0;
  for (const Split& split : outer.splits) {
    if (plan.clock && plan.clock() >= 1) break;
    const Dataset training = parts.select(split.training);
    const auto within = [&](std::size_t trees, std::size_t total) {
      const std::size_t left = folds - estimate.folds.size();
      if (progress) progress(done + trees, done + total * left);
    };
    const TuneSearch search = tune(training, configurations, plan, within);
    if (search.time_was_up) break;
    done += search.trees_grown;
    const Model winner = learned(training, search.winning, plan.threads);
    const Model first = learned(training, search.standard, plan.threads);
    const PathLosses by_winner = judge.judge(winner, kTreeAndRoot, split.test, false);
    const PathLosses by_first = judge.judge(first, kTreeAndRoot, split.test, false);
    OuterFold fold;
    fold.winner = search.winner;
    fold.tuned = shown(data.task, judge.errors(by_winner).front().mean);
    fold.standard = shown(data.task, judge.errors(by_first).front().mean);
    fold.leaves = leaf_count(only_tree(winner));
    fold.standard_leaves = leaf_count(only_tree(first));
    fold.figure_known = judge.figure() != ErrorFigure::missed_area || !by_first.areas.empty();
    estimate.folds.push_back(fold);
    tuned.add(by_winner);
    standard.add(by_first);
  }
  estimate.tuned = judge.errors(tuned).front();
  estimate.standard = judge.errors(standard).front();
  estimate.baseline = judge.errors(standard).back();
  estimate.difference = difference_of(estimate.folds, mean_test_per_training_row(outer));
  return estimate;
}

}  // namespace espalier
