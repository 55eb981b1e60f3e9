// Counts of values: what is left of a node's counts is what counting finds, and sums of targets lose nothing that
// matters.
#include "grow/value_counts.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include "grow/engine.hpp"
#include "support/random.hpp"
#include "unit/grow/small_data.hpp"

namespace espalier::value_counts_test {
namespace {

Dataset random_numbers(RandomEngine& engine, std::size_t rows, std::size_t labels) {
  std::vector<FeatureColumn> columns(3);
  std::vector<std::string> classes;
  std::vector<double> targets;
  for (std::size_t column = 0; column < columns.size(); ++column) columns[column].name = "f" + std::to_string(column);
  for (std::size_t row = 0; row < rows; ++row) {
    for (FeatureColumn& column : columns) {
      column.values.push_back(static_cast<double>(uniform_below(engine, 1000)) / 8);
    }
    classes.emplace_back(
        1, static_cast<char>('a' + (row < labels ? row : uniform_below(engine, std::max<std::size_t>(1, labels)))));
    targets.push_back(columns[0].values[row] / 3 + static_cast<double>(uniform_below(engine, 100)));
  }
  return labels > 0 ? testing::dataset(columns, classes) : testing::regression(columns, targets);
}

bool operator==(const LevelSteps& a, const LevelSteps& b) {
  return a.steps == b.steps && a.cases == b.cases;
}

// Numbers of classes; 0: a regression.
class CountsOf : public ::testing::TestWithParam<std::size_t> {};

TEST_P(CountsOf, APartLeavesTheRest) {
  RandomEngine engine(40 + GetParam());
  GrowOptions options = preset(Algorithm::cart);
  options.bins = 20;
  for (int round = 0; round < 20; ++round) {
    const Dataset data = random_numbers(engine, 100 + uniform_below(engine, 200), GetParam());
    const GrowOptions in_effect = for_task(options, data.task);
    const TrainingSet training = make_training_set(data, in_effect);
    const SearchPlan plan(training, in_effect);
    RootLists root = list_cases(plan, all_cases(training, plan.case_order()), 0, 1);
    ASSERT_EQ(root.columns.size(), 3U);
    ASSERT_TRUE(root.columns[0].coded);
    const std::vector<std::uint32_t> active = {0, 1, 2};
    const std::size_t rows = data.rows();
    const std::size_t middle = 1 + uniform_below(engine, rows - 1);
    const LevelFacts facts{training.is_regression() ? training.levels[training.levels.size() / 2] : 0, 0, 0, 0};
    const std::size_t threads = 1 + uniform_below(engine, 4);
    ValueCounter counter(plan, root.columns, {.threads = threads, .shared = 1});
    const auto whole = counter.count(*root.lists, {0, rows}, facts, active);
    const auto part = counter.count_part(*root.lists, {0, middle}, whole->scale, active);
    const auto rest = counter.count_part(*root.lists, {middle, rows}, whole->scale, active);
    whole->subtract(*part);
    EXPECT_EQ(whole->counts, rest->counts);
    EXPECT_EQ(whole->units, rest->units);
    ASSERT_EQ(whole->levels.size(), rest->levels.size());
    for (std::size_t i = 0; i < rest->levels.size(); ++i) EXPECT_TRUE(whole->levels[i] == rest->levels[i]) << i;
    EXPECT_EQ(rest->units.empty() + rest->counts.empty() + rest->levels.empty(), 2);
  }
}

INSTANTIATE_TEST_SUITE_P(Tasks, CountsOf, ::testing::Values(0, 2, 5));

TEST(ValueCounts, CountByHand) {
  // Three values, a bin each; 1, 1, 2, 3 with classes a, b, b, a.
  const Dataset data = testing::dataset({testing::numeric("x", {1, 1, 2, 3})}, {"a", "b", "b", "a"});
  GrowOptions options = preset(Algorithm::cart);
  options.bins = 3;
  const TrainingSet training = make_training_set(data, options);
  const SearchPlan plan(training, options);
  const RootLists root = list_cases(plan, all_cases(training, plan.case_order()), 0, 1);
  ValueCounter counter(plan, root.columns, {});
  // Per bin, and then for missing values: a and b.
  EXPECT_EQ(counter.count(*root.lists, {0, 4}, {}, {0})->counts, (std::vector<std::uint32_t>{1, 1, 0, 1, 1, 0, 0, 0}));
}

// Groups of targets that are ever closer together: a scale for all of them cannot tell the closest ones apart.
TEST(ValueCounts, SeeTargetsThatAreCloseTogether) {
  RandomEngine engine(5);
  FeatureColumn x;
  FeatureColumn z;
  x.name = "x";
  z.name = "z";
  std::vector<double> targets;
  for (int row = 0; row < 4000; ++row) {
    const auto group = static_cast<double>(uniform_below(engine, 12));
    const auto within = static_cast<double>(uniform_below(engine, 600));
    x.values.push_back(group);
    z.values.push_back(within);
    targets.push_back(std::ldexp(1.0, static_cast<int>(-4 * group)) * (1 + within * 1e-4));
  }
  const Dataset data = testing::regression({x, z}, targets);
  GrowOptions options = for_task(preset(Algorithm::cart), data.task);
  options.bins = 200;
  const TrainingSet training = make_training_set(data, options);
  const SearchPlan plan(training, options);
  const Tree listed = grow_tree(plan, {.listed = 10000});
  EXPECT_GT(listed.nodes.size(), 2000U);
  EXPECT_EQ(grow_tree(plan, {.listed = 0}), listed);
  EXPECT_EQ(grow_tree(plan, {.threads = 3, .shared = 100, .listed = 20, .subtracted = 50}), listed);
}

}  // namespace
}  // namespace espalier::value_counts_test
