// What a search is worth on rows that had no say in it.
#include "learn/tune.hpp"

#include <gtest/gtest.h>

#include "evaluate/mark.hpp"
#include "learn/validation.hpp"
#include "unit/learn/random_data.hpp"

namespace espalier::tune_estimate_test {
namespace {

using testing::cart;
using testing::random_data;

LearnOptions of_depth(std::size_t depth) {
  LearnOptions options = cart();
  options.prune.method = PruneMethod::none;
  options.grow.max_depth = depth;
  return options;
}

// With one configuration there is nothing to search: both columns are its own cross-validation.
TEST(TuneEstimate, OfOneConfigurationIsItsCrossValidation) {
  for (const Task task : {Task::classification, Task::regression}) {
    RandomEngine engine(3);
    const Dataset data = random_data(engine, 100, {.task = task});
    const TuneEstimate estimate = estimate_tuning(data, {of_depth(3)}, {}, 5, 1);
    const Validation plain = cross_validate(data, k_fold_splits(data, 5, 1, ~std::uint64_t{1}), of_depth(3));
    const double score = plain.metrics.score;
    EXPECT_NEAR(estimate.tuned.mean, task == Task::regression ? score * score : 1 - score, 1e-9);
    EXPECT_EQ(estimate.tuned.mean, estimate.standard.mean);
    EXPECT_EQ(estimate.difference.kind, PairedTest::Kind::same);
    ASSERT_EQ(estimate.folds.size(), 5U);
    for (std::size_t i = 0; i < 5; ++i) {
      const double fold = plain.splits[i].score;
      EXPECT_NEAR(estimate.folds[i].tuned, task == Task::regression ? fold : 1 - fold, 1e-9);
      EXPECT_EQ(estimate.folds[i].leaves, plain.splits[i].leaves);
    }
  }
}

TEST(TuneEstimate, OfSeveralTreesIsTheirCrossValidation) {
  RandomEngine engine(3);
  const Dataset data = random_data(engine, 100, {});
  LearnOptions forest = of_depth(3);
  forest.ensemble = usual_ensemble(EnsembleKind::forest, Task::classification);
  forest.ensemble.trees = 9;
  const TuneEstimate estimate = estimate_tuning(data, {forest}, {}, 5, 1);
  const SplitPlan outer = k_fold_splits(data, 5, 1, ~std::uint64_t{1});
  const Validation plain = cross_validate(data, outer, forest);
  EXPECT_NEAR(estimate.tuned.mean, 1 - plain.metrics.score, 1e-9);
  for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(estimate.folds[i].leaves, plain.splits[i].leaves);
  LearnOptions leaf = cart();
  leaf.prune.alpha = 1;
  EXPECT_NEAR(estimate.baseline.mean, 1 - cross_validate(data, outer, leaf).metrics.score, 1e-12);
}

// Always the most frequent class of the rows that were learned from.
TEST(TuneEstimate, HasTheBaselineOfASingleLeaf) {
  RandomEngine engine(5);
  const Dataset data = random_data(engine, 90, {});
  const TuneEstimate estimate = estimate_tuning(data, {of_depth(2), of_depth(5)}, {}, 3, 1);
  const Validation leaf = [&] {
    LearnOptions options = cart();
    options.prune.alpha = 1;
    return cross_validate(data, k_fold_splits(data, 3, 1, ~std::uint64_t{1}), options);
  }();
  EXPECT_EQ(leaf.mean_leaves(), 1);
  EXPECT_NEAR(estimate.baseline.mean, 1 - leaf.metrics.score, 1e-12);
}

TEST(TuneEstimate, FindsTheBetterConfiguration) {
  RandomEngine engine(9);
  const Dataset data = random_data(engine, 300, {.noise = 0.05});
  const TuneEstimate estimate = estimate_tuning(data, {of_depth(1), of_depth(6)}, {}, 5, 1);
  for (const OuterFold& fold : estimate.folds) EXPECT_EQ(fold.winner, 1U);
  EXPECT_LT(estimate.tuned.mean, estimate.standard.mean);
  EXPECT_LT(estimate.difference.difference.mean, 0);
  EXPECT_LT(estimate.difference.p.value_or(1), 0.05);
}

// On columns that say nothing the best of many looks better than it is; the estimate does not.
TEST(TuneEstimate, IsNotFlatteredByTheSearch) {
  double best = 0;
  double honest = 0;
  constexpr std::uint32_t kTables = 8;
  for (std::uint32_t table = 0; table < kTables; ++table) {
    RandomEngine engine(100 + table);
    Dataset data = random_data(engine, 100, {.noise = 1});
    for (std::uint32_t& label : data.classes) label = static_cast<std::uint32_t>(uniform_below(engine, 2));
    data.labels = {"a", "b"};
    std::vector<LearnOptions> configurations;
    for (std::size_t depth = 1; depth <= 6; ++depth) {
      for (const Criterion criterion : {Criterion::gini, Criterion::error}) {
        configurations.push_back(of_depth(depth));
        configurations.back().grow.criterion = criterion;
        configurations.back().prune.seed = static_cast<std::uint64_t>(table);
        configurations.back().prune.margin = 0;
        configurations.back().prune.folds = 2;
      }
    }
    const TuneSearch search = tune(data, configurations, {});
    best += 1 - search.trials[search.winner].error.mean;
    honest += 1 - estimate_tuning(data, configurations, {}, 5, 50 + table).tuned.mean;
  }
  EXPECT_NEAR(honest / kTables, 0.5, 0.04);
  EXPECT_GT(best / kTables, honest / kTables + 0.01);
}

TEST(TuneEstimate, LeavesOutFoldsThatHadNoTime) {
  RandomEngine engine(5);
  const Dataset data = random_data(engine, 90, {});
  int looks = 0;
  // Looks: one before a fold, one before the second growth of its first rung, two in each of the other rungs.
  const TuneEstimate estimate =
      estimate_tuning(data, {of_depth(2), of_depth(5)}, {.clock = [&] { return ++looks > 13 ? 1.0 : 0.0; }}, 3, 1);
  EXPECT_EQ(estimate.planned, 3U);
  EXPECT_EQ(estimate.folds.size(), 2U);
}

TEST(TuneEstimate, DoesNotDependOnThreads) {
  RandomEngine engine(5);
  const Dataset data = random_data(engine, 90, {});
  const std::vector<LearnOptions> configurations = {cart(), of_depth(2), of_depth(5)};
  const TuneEstimate one = estimate_tuning(data, configurations, {.threads = 1}, 3, 1);
  const TuneEstimate four = estimate_tuning(data, configurations, {.threads = 4}, 3, 1);
  EXPECT_EQ(one.tuned.mean, four.tuned.mean);
  EXPECT_EQ(one.tuned.standard_error, four.tuned.standard_error);
  EXPECT_EQ(one.difference, four.difference);
}

TEST(OuterFolds, AreMoreForFewRows) {
  EXPECT_EQ(usual_outer_folds(1999), 10U);
  EXPECT_EQ(usual_outer_folds(2000), 5U);
}

}  // namespace
}  // namespace espalier::tune_estimate_test
