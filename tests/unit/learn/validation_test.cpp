#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "learn/validation.hpp"
#include "support/random.hpp"
#include "unit/grow/small_data.hpp"

namespace espalier::validation_test {
namespace {

using ::testing::HasSubstr;
using Labels = std::vector<std::uint32_t>;

LearnOptions cart() {
  LearnOptions options;
  options.grow = preset(Algorithm::cart);
  options.prune.method = PruneMethod::none;
  return options;
}

TEST(CrossValidate, PredictsEachRowWithoutHavingSeenIt) {
  // Every row but the last is like its neighbours; row 4 alone has its class, so no tree without it can know.
  const Dataset data = testing::dataset({testing::numeric("x", {1, 2, 10, 11, 20})}, {"a", "a", "b", "b", "c"});
  const Validation result = cross_validate(data, given_splits({0, 1, 0, 1, 0}, "given"), cart());
  // Fold 0 is learned from 2 a, 11 b: x <= 6.5; it predicts a, b, b. Fold 1 from 1 a, 10 b, 20 c: x <= 5.5, 15.
  EXPECT_EQ(result.predicted.labels, (Labels{0, 0, 1, 1, 1}));
  EXPECT_EQ(result.metrics.correct, 4U);
  EXPECT_DOUBLE_EQ(result.metrics.score, 0.8);
  EXPECT_DOUBLE_EQ(result.metrics.standard_error, std::sqrt(0.8 * 0.2 / 5));
  // All leaves are pure: each answer has the whole probability.
  EXPECT_EQ(result.predicted.probabilities, (std::vector<double>{1, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0}));
  EXPECT_EQ(result.round_scores, (std::vector<double>{result.metrics.score}));
  EXPECT_EQ(result.rows[1].split, 1U);
  EXPECT_EQ(result.rows[2].split, 0U);
  ASSERT_EQ(result.splits.size(), 2U);
  EXPECT_EQ(result.splits[0].rows, 3U);
  EXPECT_DOUBLE_EQ(result.splits[0].score, 2.0 / 3.0);
  EXPECT_EQ(result.splits[0].leaves, 2U);
  EXPECT_EQ(result.splits[0].depth, 1U);
  EXPECT_EQ(result.splits[1].score, 1);
  EXPECT_EQ(result.splits[1].leaves, 3U);
  EXPECT_DOUBLE_EQ(result.mean_leaves(), 2.5);
}

TEST(CrossValidate, CountsRowsByTheirWeight) {
  Dataset data = testing::dataset({testing::numeric("x", {1, 2, 10, 11, 20})}, {"a", "a", "b", "b", "c"});
  data.weights = {1, 1, 1, 1, 4};
  const Validation result = cross_validate(data, given_splits({0, 1, 0, 1, 0}, "given"), cart());
  EXPECT_EQ(result.predicted.labels, (Labels{0, 0, 1, 1, 1}));
  EXPECT_TRUE(result.metrics.weighted);
  EXPECT_DOUBLE_EQ(result.metrics.score, 4.0 / 8.0);
  EXPECT_EQ(result.weights, data.weights);
  EXPECT_DOUBLE_EQ(result.splits[0].score, 2.0 / 6.0);
}

TEST(CrossValidate, PrunesInsideTheTrainingFolds) {
  const Dataset data = testing::dataset({testing::numeric("x", {1, 2, 3, 4, 5, 6})}, {"a", "a", "a", "a", "b", "b"});
  LearnOptions options = cart();
  options.prune = {PruneMethod::cost_complexity, 0.9};
  const Validation result = cross_validate(data, given_splits({0, 1, 2, 0, 1, 2}, "given"), options);
  EXPECT_EQ(result.predicted.labels, (Labels{0, 0, 0, 0, 0, 0}));
  for (const SplitResult& fold : result.splits) EXPECT_EQ(fold.leaves, 1U);
}

TEST(CrossValidate, LeavesOutFoldNumbersWithoutRows) {
  const Dataset data = testing::dataset({testing::numeric("x", {1, 2, 3, 4})}, {"a", "b", "a", "b"});
  EXPECT_EQ(cross_validate(data, given_splits({7, 2, 7, 2}, "given"), cart()).splits.size(), 2U);
}

TEST(CrossValidate, ReportsProgressAfterEachFold) {
  const Dataset data = testing::dataset({testing::numeric("x", {1, 2, 3})}, {"a", "b", "a"});
  std::vector<std::pair<std::size_t, std::size_t>> calls;
  cross_validate(data, given_splits({0, 1, 2}, "given"), cart(),
                 [&](std::size_t done, std::size_t total) { calls.emplace_back(done, total); });
  EXPECT_EQ(calls, (std::vector<std::pair<std::size_t, std::size_t>>{{0, 3}, {1, 3}, {2, 3}, {3, 3}}));
}

// Two rounds: the answers stand by round and row, and the standard error is that of one round.
TEST(CrossValidate, AnswersEveryRowInEachRound) {
  const Dataset data = testing::dataset({testing::numeric("x", {1, 2, 3, 10, 11, 12})}, {"a", "a", "b", "b", "b", "a"});
  const SplitPlan plan = k_fold_splits(data, 3, 2, 1);
  const Validation result = cross_validate(data, plan, cart());
  ASSERT_EQ(result.rows.size(), 12U);
  for (std::size_t i = 0; i < 12; ++i) {
    EXPECT_EQ(result.rows[i].row, i % 6);
    EXPECT_EQ(result.rows[i].round, i / 6);
    EXPECT_EQ(result.actual.labels[i], data.classes[i % 6]);
  }
  EXPECT_EQ(result.metrics.rows, 12U);
  EXPECT_EQ(result.metrics.rounds, 2U);
  const double share = result.metrics.score;
  EXPECT_DOUBLE_EQ(result.metrics.standard_error, std::sqrt(share * (1 - share) / 6));
  for (std::size_t round = 0; round < 2; ++round) {
    const SplitPlan single = k_fold_splits(data, 3, 1, 1 + round);
    const Validation one = cross_validate(data, single, cart());
    EXPECT_TRUE(std::equal(one.predicted.labels.begin(), one.predicted.labels.end(),
                           result.predicted.labels.begin() + static_cast<std::ptrdiff_t>(6 * round)));
  }
}

TEST(CrossValidate, TheNumberOfThreadsDoesNotShow) {
  RandomEngine engine(11);
  std::vector<double> x;
  std::vector<std::string> labels;
  for (int row = 0; row < 120; ++row) {
    x.push_back(uniform_unit(engine));
    labels.emplace_back(uniform_unit(engine) < x.back() ? "a" : "b");
  }
  const Dataset data = testing::dataset({testing::numeric("x", x)}, labels);
  LearnOptions options = cart();
  options.prune.method = PruneMethod::cost_complexity;
  const SplitPlan plan = k_fold_splits(data, 4, 2, 1);
  const Validation alone = cross_validate(data, plan, options);
  for (const std::size_t threads : {2U, 5U, 64U}) {
    options.threads = threads;
    std::vector<Model> seen(plan.splits.size());
    const Validation together =
        cross_validate(data, plan, options, {}, [&](std::size_t split, const Model& model, const Dataset& test) {
          seen[split] = model;
          EXPECT_EQ(test.rows(), plan.splits[split].test.size());
        });
    EXPECT_EQ(together.predicted, alone.predicted);
    EXPECT_EQ(together.metrics.score, alone.metrics.score);
    for (std::size_t split = 0; split < seen.size(); ++split) {
      EXPECT_EQ(together.splits[split].leaves, alone.splits[split].leaves);
      EXPECT_EQ(leaf_count(seen[split].trees.front()), alone.splits[split].leaves);
    }
  }
}

TEST(CrossValidate, RefusesASingleFold) {
  const Dataset data = testing::dataset({testing::numeric("x", {1, 2})}, {"a", "b"});
  try {
    cross_validate(data, given_splits({3, 3}, "given"), cart());
    FAIL() << "nothing was thrown";
  } catch (const Diagnostic& diagnostic) {
    EXPECT_EQ(diagnostic.code(), ExitCode::bad_input);
    EXPECT_THAT(diagnostic.message(), HasSubstr("all rows are in one fold"));
  }
}

TEST(CrossValidate, RefusesFoldsOfOtherData) {
  const Dataset data = testing::dataset({testing::numeric("x", {1, 2})}, {"a", "b"});
  EXPECT_THROW(cross_validate(data, given_splits({0, 1, 2}, "given"), cart()), Diagnostic);
}

TEST(CrossValidate, CategoriesAbsentFromTheTrainingFoldsGoTheMajorityWay) {
  // Fold 1 holds all of z: the multiway test learned from fold 0 has an empty branch for it, of the majority b.
  const Dataset data =
      testing::dataset({testing::categorical("c", {"x", "x", "y", "y", "y", "z"})}, {"a", "a", "b", "b", "b", "a"});
  LearnOptions options = cart();
  options.grow = preset(Algorithm::id3);
  const Validation result = cross_validate(data, given_splits({0, 0, 0, 0, 0, 1}, "given"), options);
  EXPECT_EQ(result.predicted.labels[5], 1U);
}

TEST(CrossValidate, MissingValuesFollowThePolicy) {
  const Dataset data =
      testing::dataset({testing::numeric("x", {1, 2, 10, 11, kMissing, 12})}, {"a", "a", "b", "b", "b", "b"});
  LearnOptions options = cart();
  EXPECT_THROW(cross_validate(data, given_splits({0, 1, 0, 1, 0, 1}, "given"), options), Diagnostic);
  options.grow.missing = MissingPolicy::majority;
  // Learned from 2 a, 11 b, 12 b: the larger side is b.
  EXPECT_EQ(cross_validate(data, given_splits({0, 1, 0, 1, 0, 1}, "given"), options).predicted.labels[4], 1U);
}

TEST(CrossValidate, ScoresEachRound) {
  Dataset data = testing::dataset({testing::numeric("x", {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})},
                                  {"a", "b", "a", "a", "b", "b", "a", "b", "b", "b"});
  data.weights = {1, 2, 3, 1, 2, 3, 1, 2, 3, 1};
  const Validation all = cross_validate(data, k_fold_splits(data, 3, 4, 1), cart());
  ASSERT_EQ(all.round_scores.size(), 4U);
  for (std::uint32_t round = 0; round < 4; ++round) {
    const Validation one = cross_validate(data, k_fold_splits(data, 3, 1, 1 + round), cart());
    EXPECT_EQ(all.round_scores[round], one.metrics.score);
  }
  EXPECT_GT(std::set<double>(all.round_scores.begin(), all.round_scores.end()).size(), 1U);
}

}  // namespace
}  // namespace espalier::validation_test
