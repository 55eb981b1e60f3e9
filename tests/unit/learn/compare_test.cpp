// Learners side by side: the same splits for all, the same figures as alone, on any number of threads.
#include "learn/compare.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>

#include "unit/grow/small_data.hpp"

namespace espalier::compare_test {
namespace {

using ::testing::HasSubstr;

Dataset sample(const std::string& name, const std::string& target) {
  Warnings warnings;
  Table table = read_table(std::string(ESPALIER_SOURCE_DIR) + "/data/" + name, {}, warnings);
  return take_dataset(table, infer_schema(table, {}, warnings), {.target = target}, warnings);
}

Learner cart(std::size_t max_depth) {
  Learner learner{"cart --max-depth " + std::to_string(max_depth), {}};
  learner.options.grow = preset(Algorithm::cart);
  learner.options.grow.max_depth = max_depth;
  learner.options.prune.method = PruneMethod::none;
  return learner;
}

Learner c45() {
  Learner learner{"c45", {}};
  learner.options.grow = preset(Algorithm::c45);
  learner.options.prune.method = PruneMethod::error_based;
  return learner;
}

std::vector<std::pair<std::size_t, std::uint32_t>> rows_and_folds(const Validation& validation) {
  std::vector<std::pair<std::size_t, std::uint32_t>> list;
  for (const AnsweredRow& row : validation.rows) list.emplace_back(row.row, row.fold);
  return list;
}

TEST(CompareLearners, GivesEachTheSameRowsAndTheFiguresItHasAlone) {
  const Dataset data = sample("iris.csv", "species");
  const SplitPlan plan = k_fold_splits(data, 5, 2, 7);
  const std::vector<Learner> learners = {c45(), cart(1), cart(3)};
  const Comparison comparison = compare_learners(data, plan, learners, {}, 2);
  ASSERT_EQ(comparison.learners.size(), 3U);
  for (std::size_t i = 0; i < learners.size(); ++i) {
    const Validation alone = cross_validate(data, plan, learners[i].options);
    const Validation& compared = comparison.learners[i].validation;
    EXPECT_EQ(rows_and_folds(compared), rows_and_folds(comparison.learners[0].validation));
    EXPECT_EQ(compared.predicted, alone.predicted);
    EXPECT_EQ(compared.metrics.score, alone.metrics.score);
    EXPECT_EQ(compared.metrics.standard_error, alone.metrics.standard_error);
  }
  EXPECT_EQ(comparison.learners[1].mean_depth, 1);
  EXPECT_DOUBLE_EQ(comparison.test_per_training_row, 0.25);
}

TEST(CompareLearners, TestsEveryPair) {
  const Dataset data = sample("iris.csv", "species");
  const Comparison comparison =
      compare_learners(data, k_fold_splits(data, 10, 1, 1), {cart(1), cart(2), cart(3)}, {}, 1);
  ASSERT_EQ(comparison.pairs.size(), 3U);
  const std::pair<std::size_t, std::size_t> expected[] = {{0, 1}, {0, 2}, {1, 2}};
  for (std::size_t i = 0; i < 3; ++i) {
    const ComparedPair& pair = comparison.pairs[i];
    EXPECT_EQ(std::pair(pair.first, pair.second), expected[i]);
    std::vector<double> scores[2];
    for (const SplitResult& split : comparison.learners[pair.first].validation.splits) scores[0].push_back(split.score);
    for (const SplitResult& split : comparison.learners[pair.second].validation.splits)
      scores[1].push_back(split.score);
    EXPECT_EQ(pair.score, paired_test(scores[0], scores[1], 1.0 / 9));
    EXPECT_FALSE(pair.cost);
  }
  // A single test tells two of three equally frequent species apart: 2/3 of the rows at most.
  EXPECT_LT(*comparison.pairs[0].score.p, 0.001);
  const double first = *comparison.pairs[0].score.p;
  const double second = *comparison.pairs[1].score.p;
  EXPECT_LT(second, first);
  EXPECT_DOUBLE_EQ(*comparison.pairs[1].score_p_holm, 3 * second);
  EXPECT_DOUBLE_EQ(*comparison.pairs[0].score_p_holm, std::max(3 * second, 2 * first));
}

TEST(CompareLearners, ChangesSignsAloneWithTheOrder) {
  const Dataset data = sample("kyphosis.csv", "Kyphosis");
  const SplitPlan plan = k_fold_splits(data, 4, 1, 3);
  const ComparedPair forth = compare_learners(data, plan, {c45(), cart(2)}, {}, 1).pairs.front();
  const ComparedPair back = compare_learners(data, plan, {cart(2), c45()}, {}, 1).pairs.front();
  EXPECT_EQ(forth.score.difference.mean, -back.score.difference.mean);
  EXPECT_EQ(forth.score.p, back.score.p);
}

TEST(CompareLearners, IsTheSameOnAnyNumberOfThreads) {
  const Dataset data = sample("kyphosis.csv", "Kyphosis");
  const SplitPlan plan = k_fold_splits(data, 3, 2, 1);
  const std::vector<Learner> learners = {c45(), cart(2), cart(4)};
  const Comparison expected = compare_learners(data, plan, learners, {}, 1);
  for (const std::size_t threads : {2U, 5U, 16U}) {
    const Comparison comparison = compare_learners(data, plan, learners, {}, threads);
    for (std::size_t i = 0; i < learners.size(); ++i) {
      EXPECT_EQ(comparison.learners[i].validation.predicted, expected.learners[i].validation.predicted) << threads;
      EXPECT_EQ(comparison.pairs[i].score, expected.pairs[i].score) << threads;
      EXPECT_EQ(comparison.pairs[i].score_p_holm, expected.pairs[i].score_p_holm) << threads;
    }
  }
}

TEST(CompareLearners, CountsTheSplitsOfAllLearners) {
  const Dataset data = testing::golf();
  for (const std::size_t threads : {1U, 9U}) {
    std::vector<std::pair<std::size_t, std::size_t>> calls;
    compare_learners(data, k_fold_splits(data, 3, 1, 1), {cart(1), cart(2)}, {}, threads,
                     [&](std::size_t done, std::size_t total) { calls.emplace_back(done, total); });
    // A learner that begins reports that nothing of its own is done: what all have done, once more.
    calls.erase(std::unique(calls.begin(), calls.end()), calls.end());
    EXPECT_EQ(calls, (std::vector<std::pair<std::size_t, std::size_t>>{
                         {0, 6}, {1, 6}, {2, 6}, {3, 6}, {4, 6}, {5, 6}, {6, 6}}))
        << threads;
  }
}

// Depth 0 would be no limit: a stump against a leaf is a stump against a tree that may not be split.
Learner leaf() {
  Learner learner = cart(1);
  learner.name = "leaf";
  learner.options.grow.min_split = 100;
  return learner;
}

TEST(CompareLearners, MarksAllOfThemByTheCosts) {
  // Learned from fold 0 or fold 1 alike: a leaf answers a (of two and two, the first), a stump all right but for row 7,
  // which is a by its x and b by its class.
  const Dataset data =
      testing::dataset({testing::numeric("x", {1, 1, 2, 2, 10, 10, 11, 1})}, {"a", "a", "a", "a", "b", "b", "b", "b"});
  const SplitPlan plan = given_splits({0, 1, 0, 1, 0, 1, 0, 1}, "given");
  const Yardstick yardstick = {.costs = {{0, 1}, {5, 0}}};
  const Comparison comparison = compare_learners(data, plan, {leaf(), cart(1)}, yardstick, 1);
  // The leaf: 4 b answered a, 5 each, of 8 rows; half of them in each fold.
  ASSERT_TRUE(comparison.learners[0].costs);
  EXPECT_DOUBLE_EQ(comparison.learners[0].costs->all, 4 * 5 / 8.0);
  EXPECT_EQ(comparison.learners[0].costs->per_split, (std::vector<double>{2 * 5 / 4.0, 2 * 5 / 4.0}));
  // The stump learned from fold 0 is wrong on row 7; the one learned from fold 1 (1 a, 2 a, 10 b, 1 b) splits at 6.
  EXPECT_EQ(comparison.learners[1].costs->per_split, (std::vector<double>{0, 5 / 4.0}));
  ASSERT_TRUE(comparison.pairs[0].cost);
  EXPECT_DOUBLE_EQ(comparison.pairs[0].cost->difference.mean, (2.5 + 1.25) / 2);
}

TEST(CompareLearners, CountsCostsByWeight) {
  Dataset data = testing::dataset({testing::numeric("x", {1, 1, 1, 1})}, {"a", "b", "a", "b"});
  data.weights = {3, 1, 3, 1};
  const Comparison comparison =
      compare_learners(data, given_splits({0, 0, 1, 1}, "given"), {leaf(), cart(1)}, {.costs = {{0, 1}, {5, 0}}}, 1);
  EXPECT_DOUBLE_EQ(comparison.learners[0].costs->all, 5 * 1 / 4.0);
}

TEST(CommonCosts, AreThoseOfTheLearnersThatHaveThem) {
  Learner with = cart(1);
  with.options.grow.costs = {{"b", "a"}, {{0, 5}, {1, 0}}};
  EXPECT_EQ(common_costs({cart(1), with, with}, {"a", "b"}), (Costs{{0, 1}, {5, 0}}));
  EXPECT_TRUE(common_costs({cart(1), cart(2)}, {"a", "b"}).empty());
  Learner other = with;
  other.options.grow.costs.costs[0][1] = 4;
  EXPECT_TRUE(common_costs({with, other}, {"a", "b"}).empty());
}

TEST(CompareLearners, NamesTheLearnerThatCannotLearn) {
  Learner id3{"id3", {}};
  id3.options.grow = preset(Algorithm::id3);
  id3.options.prune.method = PruneMethod::none;
  const Dataset data = testing::golf();  // ID3 wants no numbers
  for (const std::size_t threads : {1U, 8U}) {
    const Diagnostic error = testing::diagnostic_of([&] {
      compare_learners(data, k_fold_splits(data, 3, 1, 1), {cart(1), id3}, {}, threads);
    });
    EXPECT_EQ(error.code(), ExitCode::bad_input);
    EXPECT_THAT(error.message(), HasSubstr("learner 'id3': "));
  }
}

// Of a single split the trees that choose alpha are counted: it is one piece of the comparison all the same.
TEST(CompareLearners, NeverReportsMoreThanAll) {
  const Dataset data = sample("iris.csv", "species");
  Learner pruned = cart(5);
  pruned.options.prune.method = PruneMethod::cost_complexity;
  const std::vector<Learner> learners = {cart(1), pruned};
  for (const SplitPlan& plan : {hold_out_splits(data, 0.3, 1, 1), k_fold_splits(data, 3, 1, 1)}) {
    std::size_t last = 0;
    compare_learners(data, plan, learners, {}, 1, [&](std::size_t done, std::size_t total) {
      EXPECT_EQ(total, 2 * plan.splits.size());
      EXPECT_LE(done, total);
      EXPECT_GE(done, last);
      last = done;
    });
    EXPECT_GE(last, 1U);
  }
}

}  // namespace
}  // namespace espalier::compare_test
