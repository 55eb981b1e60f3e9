#include "evaluate/splits.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "support/diagnostic.hpp"
#include "unit/grow/small_data.hpp"

namespace espalier::splits_test {
namespace {

using Rows = std::vector<std::size_t>;

// 60 a, 30 b, 10 c.
Dataset three_classes() {
  std::vector<std::string> labels(60, "a");
  labels.insert(labels.end(), 30, "b");
  labels.insert(labels.end(), 10, "c");
  return testing::dataset({testing::numeric("x", std::vector<double>(100, 0.0))}, labels);
}

Dataset numbers(std::size_t rows) {
  std::vector<double> targets(rows);
  std::iota(targets.begin(), targets.end(), 0.0);
  return testing::regression({testing::numeric("x", targets)}, targets);
}

void expect_parts(const Split& split, std::size_t rows) {
  Rows all = split.training;
  all.insert(all.end(), split.test.begin(), split.test.end());
  std::sort(all.begin(), all.end());
  Rows expected(rows);
  std::iota(expected.begin(), expected.end(), std::size_t{0});
  EXPECT_EQ(all, expected);
  EXPECT_TRUE(std::is_sorted(split.training.begin(), split.training.end()));
  EXPECT_TRUE(std::is_sorted(split.test.begin(), split.test.end()));
}

TEST(Splits, EveryRowIsTestedOnceInEachRoundOfFolds) {
  const Dataset data = three_classes();
  const SplitPlan plan = k_fold_splits(data, 5, 3, 7);
  EXPECT_EQ(plan.method, "5-fold cross-validation, 3 rounds, seed 7");
  EXPECT_EQ(plan.rounds, 3U);
  ASSERT_EQ(plan.splits.size(), 15U);
  std::vector<std::multiset<std::size_t>> tested(3);
  for (std::size_t i = 0; i < plan.splits.size(); ++i) {
    const Split& split = plan.splits[i];
    EXPECT_EQ(split.round, i / 5);
    EXPECT_EQ(split.fold, i % 5);
    expect_parts(split, 100);
    EXPECT_EQ(split.test.size(), 20U);
    tested[split.round].insert(split.test.begin(), split.test.end());
  }
  for (const auto& rows : tested) {
    EXPECT_EQ(rows.size(), 100U);
    EXPECT_EQ(std::set<std::size_t>(rows.begin(), rows.end()).size(), 100U);
  }
  EXPECT_NE(plan.splits[0].test, plan.splits[5].test);
}

TEST(Splits, OneRoundIsThatOfTheSeed) {
  const Dataset data = three_classes();
  const SplitPlan rounds = k_fold_splits(data, 4, 3, 10);
  const SplitPlan second = k_fold_splits(data, 4, 1, 11);
  EXPECT_EQ(second.method, "4-fold cross-validation, seed 11");
  for (std::size_t fold = 0; fold < 4; ++fold) EXPECT_EQ(rounds.splits[4 + fold].test, second.splits[fold].test);
}

TEST(Splits, HoldOutTakesTheSameShareOfEachClass) {
  const Dataset data = three_classes();
  const SplitPlan plan = hold_out_splits(data, 0.3, 4, 1);
  EXPECT_EQ(plan.method, "hold-out of 30.0 %, 4 rounds, seed 1");
  ASSERT_EQ(plan.splits.size(), 4U);
  for (const Split& split : plan.splits) {
    expect_parts(split, 100);
    std::vector<int> per_class(3, 0);
    for (const std::size_t row : split.test) ++per_class[data.classes[row]];
    EXPECT_EQ(per_class, (std::vector<int>{18, 9, 3}));
  }
  EXPECT_NE(plan.splits[0].test, plan.splits[1].test);
}

// Any piece of 7 rows in the order of their targets holds two of them, give or take one.
TEST(Splits, HoldOutTakesTheSameShareOfEachRangeOfTargets) {
  const Dataset data = numbers(700);
  const Split split = hold_out_splits(data, 2.0 / 7, 1, 3).splits.front();
  EXPECT_EQ(split.test.size(), 200U);
  for (std::size_t begin = 0; begin < 700; begin += 70) {
    const auto held = std::count_if(split.test.begin(), split.test.end(),
                                    [&](std::size_t row) { return row >= begin && row < begin + 70; });
    EXPECT_NEAR(static_cast<double>(held), 20, 1.01) << begin;
  }
}

TEST(Splits, HoldOutLeavesARowOnEachSide) {
  const Dataset two = testing::dataset({testing::numeric("x", {1, 2})}, {"a", "b"});
  for (const double share : {0.001, 0.5, 0.999}) {
    const Split split = hold_out_splits(two, share, 1, 1).splits.front();
    EXPECT_EQ(split.test.size(), 1U) << share;
    EXPECT_EQ(split.training.size(), 1U) << share;
  }
  EXPECT_THROW(hold_out_splits(testing::dataset({testing::numeric("x", {1})}, {"a"}), 0.5, 1, 1), Diagnostic);
}

// Each of 40 rows is held out about 0.25 * 400 = 100 times in 400 rounds; five standard deviations are 43.
TEST(Splits, HoldOutPrefersNoRow) {
  for (const Dataset& data : {three_classes(), numbers(40)}) {
    std::vector<double> times(data.rows(), 0);
    for (const Split& split : hold_out_splits(data, 0.25, 400, 5).splits) {
      for (const std::size_t row : split.test) ++times[row];
    }
    for (const double count : times) EXPECT_NEAR(count, 100, 43);
  }
}

// A class of one row, wherever it stands among the labels, is held out as often as any other row.
TEST(Splits, HoldOutPrefersNoClass) {
  for (const char* lonely : {"a", "z"}) {
    std::vector<std::string> labels(40, "m");
    labels.insert(labels.end(), 20, "n");
    labels.emplace_back(lonely);
    const Dataset data = testing::dataset({testing::numeric("x", std::vector<double>(61, 0.0))}, labels);
    int times = 0;
    for (const Split& split : hold_out_splits(data, 0.3, 400, 1).splits) {
      times += std::count(split.test.begin(), split.test.end(), std::size_t{60}) > 0 ? 1 : 0;
    }
    EXPECT_NEAR(times, 120, 46);  // five standard deviations
  }
}

TEST(Splits, GivenFoldNumbersNeedNotFollowEachOther) {
  const SplitPlan plan = given_splits({7, 2, 7, 2}, "by folds.txt");
  ASSERT_EQ(plan.splits.size(), 2U);
  EXPECT_EQ(plan.method, "by folds.txt");
  EXPECT_EQ(plan.splits[0].fold, 2U);
  EXPECT_EQ(plan.splits[0].test, (Rows{1, 3}));
  EXPECT_EQ(plan.splits[1].training, (Rows{1, 3}));
}

}  // namespace
}  // namespace espalier::splits_test
