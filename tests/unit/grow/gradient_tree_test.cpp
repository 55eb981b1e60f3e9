#include "grow/gradient_tree.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "grow/distribute.hpp"
#include "unit/grow/oracle/gradient_tree.hpp"
#include "unit/grow/random_tables.hpp"

namespace espalier::gradient_tree_test {
namespace {

using testing::categorical;
using testing::dataset;
using testing::Kind;
using testing::numeric;
using testing::ordinal;
using testing::random_table;
using testing::regression;

struct Setting {
  GrowOptions grow = boosting_options(preset(Algorithm::cart));
  double l2 = 1;
  double least_bend = 0;
  std::vector<Direction> directions{};
};

std::vector<std::uint32_t> all_rows(std::size_t rows) {
  std::vector<std::uint32_t> all(rows);
  std::iota(all.begin(), all.end(), 0U);
  return all;
}

GradientTree grow_one(const Dataset& data, const Setting& setting, const std::vector<double>& slopes,
                      const std::vector<double>& bends, std::size_t threads = 1, std::uint64_t key = 7) {
  TrainingSet training = make_training_set(data, setting.grow);
  const CodedRows coded(training, setting.grow, threads);
  const GradientGrower grower(training, coded, setting.grow, setting.l2, setting.least_bend, setting.directions,
                              threads);
  return grower.grow(slopes, bends, {all_rows(data.rows()), {}}, key);
}

Dataset numbers(const std::vector<double>& x) {
  return regression({numeric("x", x)}, std::vector<double>(x.size(), 0.0));
}

// Slopes -1, -1, 1, 1: left -2 over a bend of 2 and an L2 of 1. As leaves the two sides save 4/3 each, the root
// nothing: the loss falls by half of 8/3. The steps are 2/3 and -2/3.
TEST(GradientTree, TakesTheStepOfNewton) {
  Setting setting;
  const GradientTree grown = grow_one(numbers({1, 2, 3, 4}), setting, {-1, -1, 1, 1}, {1, 1, 1, 1});
  ASSERT_EQ(grown.tree.nodes.size(), 3U);
  EXPECT_EQ(grown.tree.nodes[0].threshold, 2.5);
  EXPECT_EQ(grown.tree.nodes[0].gap, (Gap{2, 3}));
  EXPECT_NEAR(grown.tree.nodes[1].value, 2.0 / 3, 1e-9);
  EXPECT_NEAR(grown.tree.nodes[2].value, -2.0 / 3, 1e-9);
  EXPECT_EQ(grown.tree.nodes[0].total, 4);
  EXPECT_EQ(grown.rows, (std::vector<std::uint32_t>{0, 1, 2, 3}));
  setting.grow.min_gain = 4.0 / 3 - 1e-6;
  EXPECT_EQ(grow_one(numbers({1, 2, 3, 4}), setting, {-1, -1, 1, 1}, {1, 1, 1, 1}).tree.nodes.size(), 3U);
  setting.grow.min_gain = 4.0 / 3 + 1e-6;
  EXPECT_EQ(grow_one(numbers({1, 2, 3, 4}), setting, {-1, -1, 1, 1}, {1, 1, 1, 1}).tree.nodes.size(), 1U);
}

TEST(GradientTree, BranchesHaveTheRowsAndBendsThatTheyNeed) {
  Setting setting;
  setting.grow.max_depth = 1;
  const Dataset data = numbers({1, 2, 3, 4, 5, 6});
  const std::vector<double> slopes = {-9, 1, 1, 1, 1, 1};
  const std::vector<double> bends = {0.25, 0.25, 1, 1, 1, 1};
  EXPECT_EQ(grow_one(data, setting, slopes, bends).tree.nodes[0].threshold, 1.5);
  setting.grow.min_leaf = 2;
  EXPECT_EQ(grow_one(data, setting, slopes, bends).tree.nodes[0].threshold, 2.5);
  setting.least_bend = 1;
  EXPECT_EQ(grow_one(data, setting, slopes, bends).tree.nodes[0].threshold, 3.5);
  setting.grow.min_split = 7;
  EXPECT_EQ(grow_one(data, setting, slopes, bends).tree.nodes.size(), 1U);
}

TEST(GradientTree, SendsMissingValuesWhereTheyBelong) {
  Setting setting;
  setting.grow.max_depth = 1;
  setting.grow.missing = MissingPolicy::learned;
  const Dataset data = numbers({1, 2, 3, kMissing, kMissing});
  const Tree left = grow_one(data, setting, {-1, -1, 1, -1, -1}, {1, 1, 1, 1, 1}).tree;
  EXPECT_EQ(left.nodes[0].threshold, 2.5);
  EXPECT_EQ(left.nodes[0].missing_child, 0U);
  setting.grow.missing = MissingPolicy::own_category;
  const Tree apart = grow_one(data, setting, {-1, -1, -1, 2, 2}, {1, 1, 1, 1, 1}).tree;
  EXPECT_EQ(apart.nodes[0].test, TestKind::present);
  EXPECT_EQ(apart.nodes[0].missing_child, 1U);
  setting.grow.missing = MissingPolicy::majority;  // two of three values are on the left of the best cut
  const Tree most = grow_one(data, setting, {-1, -1, 1, 1, 1}, {1, 1, 1, 1, 1}).tree;
  EXPECT_EQ(most.nodes[0].missing_child, most.nodes[0].threshold == 1.5 ? 1U : 0U);
}

TEST(GradientTree, PutsWordsOfLikeSlopesTogether) {
  Setting setting;
  setting.grow.categorical = CategoricalSplit::subset;
  const Dataset data = regression({categorical("w", {"a", "b", "c", "d"})}, std::vector<double>(4, 0.0));
  const Tree tree = grow_one(data, setting, {-1, 1, -1, 1}, {1, 1, 1, 1}).tree;
  EXPECT_EQ(tree.nodes[0].test, TestKind::member);
  EXPECT_EQ(std::vector<std::uint32_t>(tree.nodes[0].categories), (std::vector<std::uint32_t>{0, 2}));
  setting.grow.categorical = CategoricalSplit::equal;
  EXPECT_EQ(std::vector<std::uint32_t>(grow_one(data, setting, {-1, 1, 1, 1}, {1, 1, 1, 1}).tree.nodes[0].categories),
            (std::vector<std::uint32_t>{0}));
  const Dataset levels =
      regression({ordinal("s", {"low", "mid", "high"}, {"low", "mid", "high"})}, std::vector<double>(3, 0.0));
  EXPECT_EQ(std::vector<std::uint32_t>(grow_one(levels, setting, {-1, -1, 1}, {1, 1, 1}).tree.nodes[0].categories),
            (std::vector<std::uint32_t>{0, 1}));
}

// Best first: of two tests, the one that saves more; the other node stays a leaf.
TEST(GradientTree, GrowsWhereItGainsMostIfLeavesAreLimited) {
  Setting setting;
  setting.grow.max_leaves = 3;
  setting.l2 = 0;
  const Tree tree = grow_one(numbers({1, 2, 3, 4}), setting, {-10, -9, 5, 12}, {1, 1, 1, 1}).tree;
  ASSERT_EQ(tree.nodes.size(), 5U);
  EXPECT_EQ(tree.nodes[0].threshold, 2.5);
  EXPECT_TRUE(tree.nodes[1].is_leaf());
  EXPECT_EQ(tree.nodes[2].threshold, 3.5);
}

class GradientTrees : public ::testing::TestWithParam<Kind> {};

// A search written as one would say it, over all rows and all tests, with the same whole numbers.
TEST_P(GradientTrees, AreWhatTheSimpleSearchGrows) {
  RandomEngine engine(2026);
  std::size_t nodes = 0;
  for (int round = 0; round < 1500; ++round) {
    Dataset data = random_table(engine, GetParam());
    if (uniform_below(engine, 3) == 0) testing::add_weights(data, engine);
    Setting setting;
    setting.grow = for_task(setting.grow, data.task);
    setting.grow.missing = GetParam().missing;
    setting.grow.max_depth = uniform_below(engine, 7);
    setting.grow.min_leaf = static_cast<double>(1 + uniform_below(engine, 4));
    setting.grow.min_gain = uniform_below(engine, 4) == 0 ? 0.5 : 0;
    setting.grow.tried_columns = uniform_below(engine, 3) == 0 ? 1 + uniform_below(engine, 3) : 0;
    setting.grow.categorical = static_cast<CategoricalSplit>(std::array{
        CategoricalSplit::automatic, CategoricalSplit::equal, CategoricalSplit::subset}[uniform_below(engine, 3)]);
    setting.l2 = std::array{0.0, 1.0, 7.5}[uniform_below(engine, 3)];
    setting.least_bend = std::array{0.0, 0.3, 1.0}[uniform_below(engine, 3)];
    std::vector<double> slopes;
    std::vector<double> bends;
    for (std::size_t row = 0; row < data.rows(); ++row) {
      // Small whole numbers now and then, so that tests are equally good.
      const bool coarse = round % 2 == 0;
      slopes.push_back(coarse ? static_cast<double>(uniform_below(engine, 5)) - 2 : uniform_unit(engine) - 0.5);
      bends.push_back(coarse ? 1 : uniform_unit(engine) / 4);
    }
    const std::uint64_t key = engine();
    const GradientTree grown = grow_one(data, setting, slopes, bends, 1, key);
    const Tree simple =
        testing::simple_gradient_tree(data, setting.grow, setting.l2, setting.least_bend, slopes, bends, key);
    ASSERT_EQ(grown.tree, simple) << "round " << round;
    nodes += simple.nodes.size();
  }
  EXPECT_GT(nodes, 5000U);
}

INSTANTIATE_TEST_SUITE_P(Kinds, GradientTrees,
                         ::testing::Values(Kind{Task::classification, MissingPolicy::refuse},
                                           Kind{Task::regression, MissingPolicy::learned},
                                           Kind{Task::classification, MissingPolicy::own_category},
                                           Kind{Task::classification, MissingPolicy::majority}),
                         testing::name_of);

TEST(GradientTree, IsTheSameOnAnyNumberOfThreads) {
  RandomEngine engine(5);
  const std::size_t rows = 30'000;
  std::vector<FeatureColumn> columns;
  for (int i = 0; i < 20; ++i) {
    std::vector<double> values;
    for (std::size_t row = 0; row < rows; ++row) values.push_back(static_cast<double>(uniform_below(engine, 500)));
    columns.push_back(numeric("x" + std::to_string(i), values));
  }
  std::vector<double> slopes;
  for (std::size_t row = 0; row < rows; ++row) slopes.push_back(uniform_unit(engine) - columns[3].values[row] / 1000);
  const Dataset data = regression(std::move(columns), std::vector<double>(rows, 0.0));
  const std::vector<double> bends(rows, 0.125);
  const GradientTree one = grow_one(data, {}, slopes, bends, 1);
  EXPECT_GT(one.tree.nodes.size(), 60U);
  for (const std::size_t threads : {2U, 7U}) EXPECT_EQ(grow_one(data, {}, slopes, bends, threads).tree, one.tree);
}

// Sums of the largest numbers of rows fit, and what is rounded off is little.
TEST(WholeUnits, HoldTheSumsOfAllRows) {
  for (const std::size_t rows : {1UL, 1000UL, 1UL << 20U, (1UL << 28U) - 1}) {
    const WholeUnits units = WholeUnits::of(rows, 3.7, 0.25);
    const GradientSums row = units.row(-3.7, 0.25);
    const auto count = static_cast<std::int64_t>(rows);
    std::int64_t slopes = 0;
    std::int64_t bends = 0;
    ASSERT_FALSE(__builtin_mul_overflow(row.slope, count, &slopes));
    ASSERT_FALSE(__builtin_mul_overflow(row.bend_and_count, count, &bends));
    const GradientSums all{slopes, bends};
    EXPECT_EQ(units.count_of(all), count);
    EXPECT_NEAR(units.slope_of(all) / (-3.7 * static_cast<double>(rows)), 1, 1e-9);
    EXPECT_NEAR(units.bend_of(all) / (0.25 * static_cast<double>(rows)), 1, rows > (1UL << 24U) ? 1e-1 : 1e-3);
  }
}

}  // namespace
}  // namespace espalier::gradient_tree_test
