// Numbers to predict: variances and absolute deviations by hand.
#include <gtest/gtest.h>

#include <cmath>

#include "unit/grow/oracle/tally.hpp"
#include "unit/grow/small_data.hpp"

namespace espalier::regression_test {
namespace {

using testing::categorical;
using testing::grown;
using testing::numeric;
using testing::outline;
using testing::regression;
using testing::test_at_root;

GrowOptions by(Criterion criterion) {
  GrowOptions options;
  options.criterion = criterion;
  return options;
}

// 1, 2, 3 against 11, 15.
const Dataset kSteps = regression({numeric("x", {10, 20, 30, 40, 50})}, {1, 2, 3, 11, 15});

TEST(Regression, VarianceByHand) {
  // Mean 6.4, squares 360 - 5 * 40.96 = 155.2. After 30: 2 + 8 = 10 left. Gain (155.2 - 10) / 5.
  GrowOptions options = by(Criterion::variance);
  options.max_depth = 1;
  const auto cut = test_at_root(kSteps, options);
  ASSERT_TRUE(cut);
  EXPECT_EQ(cut->gap, (Gap{30, 40}));
  const TrainingSet training = make_training_set(kSteps, options);
  // Levels are targets over 16, so that the largest is below 1.
  EXPECT_EQ(training.level_exponent, 4);
  EXPECT_NEAR(cut->gain * 256, 145.2 / 5, 1e-6);
}

TEST(Regression, NodesHoldMeanAndSquares) {
  GrowOptions options = by(Criterion::variance);
  options.max_depth = 1;
  const Tree tree = grown(kSteps, options).trees[0];
  ASSERT_EQ(tree.nodes.size(), 3U);
  EXPECT_DOUBLE_EQ(tree.nodes[0].value, 6.4);
  EXPECT_NEAR(tree.nodes[0].deviation, 155.2, 1e-9);
  EXPECT_EQ(tree.nodes[0].total, 5);
  EXPECT_TRUE(tree.nodes[0].counts.empty());
  EXPECT_DOUBLE_EQ(tree.nodes[1].value, 2);
  EXPECT_NEAR(tree.nodes[1].deviation, 2, 1e-12);
  EXPECT_DOUBLE_EQ(tree.nodes[2].value, 13);
  EXPECT_NEAR(tree.nodes[2].deviation, 8, 1e-12);
}

TEST(Regression, NodesHoldMedianAndDistances) {
  // Median 3: 2 + 1 + 0 + 8 + 12 = 23. After 30: 1 + 0 + 1 and, the lower of 11 and 15, 4.
  GrowOptions options = by(Criterion::absolute_deviation);
  options.max_depth = 1;
  const Tree tree = grown(kSteps, options).trees[0];
  ASSERT_EQ(tree.nodes.size(), 3U);
  EXPECT_EQ(tree.nodes[0].value, 3);
  EXPECT_EQ(tree.nodes[0].deviation, 23);
  EXPECT_EQ(tree.nodes[0].gap, (Gap{30, 40}));
  EXPECT_EQ(tree.nodes[1].value, 2);
  EXPECT_EQ(tree.nodes[1].deviation, 2);
  EXPECT_EQ(tree.nodes[2].value, 11);
  EXPECT_EQ(tree.nodes[2].deviation, 4);
}

TEST(Regression, WeightsCountAsRows) {
  Dataset data = regression({numeric("x", {1, 2})}, {0, 3});
  data.weights = {2, 1};
  const Tree tree = grown(data, by(Criterion::variance)).trees[0];
  EXPECT_DOUBLE_EQ(tree.nodes[0].value, 1);        // (0 + 0 + 3) / 3
  EXPECT_NEAR(tree.nodes[0].deviation, 6, 1e-12);  // 2 * 1 + 4
  EXPECT_EQ(grown(data, by(Criterion::absolute_deviation)).trees[0].nodes[0].value, 0);
}

TEST(Regression, ClassCriteriaBecomeVariance) {
  for (const Algorithm algorithm : {Algorithm::c45, Algorithm::cart}) {
    GrowOptions options = preset(algorithm);
    options.min_leaf = 1;
    options.min_split = 2;
    GrowOptions variance = options;
    variance.criterion = Criterion::variance;
    EXPECT_EQ(grown(kSteps, options), grown(kSteps, variance));
    EXPECT_EQ(leaf_count(grown(kSteps, options).trees[0]), 5U);
  }
}

TEST(Regression, NumberCriteriaOfClassesBecomeGini) {
  for (const Criterion criterion : {Criterion::variance, Criterion::absolute_deviation}) {
    EXPECT_EQ(grown(testing::golf(), by(criterion)), grown(testing::golf(), by(Criterion::gini)));
  }
}

TEST(Regression, MinGainIsInTheUnitOfTheTarget) {
  // The root gains 145.2 / 5 = 29.04 squared units; its right child (8 left of 2 rows) 8 / 2 * 2 / 5 = 1.6, its left
  // one (2 of 3 rows, 1.5 of them gained after 10) 0.3.
  GrowOptions options = by(Criterion::variance);
  options.min_gain = 29.1;
  EXPECT_EQ(leaf_count(grown(kSteps, options).trees[0]), 1U);
  options.min_gain = 29;
  EXPECT_EQ(leaf_count(grown(kSteps, options).trees[0]), 2U);
  options.min_gain = 1.5;
  EXPECT_EQ(leaf_count(grown(kSteps, options).trees[0]), 3U);
  options.min_gain = 0.25;
  EXPECT_EQ(leaf_count(grown(kSteps, options).trees[0]), 4U);
}

TEST(Regression, SmallUnitsAndLargeOffsetsMakeTheSameTree) {
  Dataset tiny = kSteps;
  Dataset high = kSteps;
  for (double& target : tiny.targets) target *= 0x1p-400;
  for (double& target : high.targets) target += 0x1p40;
  const Tree expected = grown(kSteps, by(Criterion::variance)).trees[0];
  for (const Dataset& data : {tiny, high}) {
    const Tree tree = grown(data, by(Criterion::variance)).trees[0];
    ASSERT_EQ(tree.nodes.size(), expected.nodes.size());
    for (std::size_t i = 0; i < tree.nodes.size(); ++i) EXPECT_EQ(tree.nodes[i].gap, expected.nodes[i].gap);
  }
}

TEST(Regression, EmptyBranchesAnswerAsTheirParent) {
  const Dataset data =
      regression({categorical("p", {"0", "0", "1", "1"}), categorical("q", {"x", "y", "x", "z"})}, {0, 0, 10, 12});
  GrowOptions options = by(Criterion::variance);
  options.categorical = CategoricalSplit::multiway;
  EXPECT_EQ(outline(grown(data, options)),
            "p = 0: 0 (2)\n"
            "p = 1\n"
            "|   q = x: 10 (1)\n"
            "|   q = y: 11 (0)\n"
            "|   q = z: 12 (1)\n");
}

TEST(Regression, FractionsEnterTheMean) {
  // Known: 0 | 6, 6. The row without x, 3, goes 1/3 left and 2/3 right: (0 + 1) / (4/3) = 0.75, (12 + 2) / (8/3)
  // = 5.25.
  GrowOptions options = by(Criterion::variance);
  options.missing = MissingPolicy::fractional;
  options.max_depth = 1;
  const Tree tree = grown(regression({numeric("x", {1, 2, 2, kMissing})}, {0, 6, 6, 3}), options).trees[0];
  EXPECT_DOUBLE_EQ(tree.nodes[1].value, 0.75);
  EXPECT_DOUBLE_EQ(tree.nodes[1].total, 4.0 / 3);
  EXPECT_DOUBLE_EQ(tree.nodes[2].value, 5.25);
  EXPECT_NEAR(tree.nodes[2].deviation, 2 * 0.75 * 0.75 + 2.0 / 3 * 2.25 * 2.25, 1e-12);
}

TEST(Regression, TargetsTooLargeToSquareAreRefused) {
  const Diagnostic diagnostic = testing::diagnostic_of([] {
    grown(regression({numeric("x", {1, 2})}, {1, 1e151}), by(Criterion::variance));
  });
  EXPECT_EQ(diagnostic.code(), ExitCode::bad_input);
  EXPECT_NE(diagnostic.message().find("1e+151"), std::string::npos) << diagnostic.message();
}

TEST(Regression, OneNumberOnlyIsALeafWithoutAWarning) {
  Warnings warnings;
  const Model model = grow(regression({numeric("x", {1, 2, 3})}, {7, 7, 7}), by(Criterion::variance), warnings);
  EXPECT_EQ(model.trees[0].nodes.size(), 1U);
  EXPECT_EQ(model.trees[0].nodes[0].value, 7);
  EXPECT_TRUE(warnings.empty());
}

TEST(Regression, ASingleLeafThatErrsIsWarnedOf) {
  Warnings warnings;
  grow(regression({numeric("x", {1, 1})}, {6, 8}), by(Criterion::variance), warnings);
  ASSERT_EQ(warnings.size(), 1U);
  EXPECT_NE(warnings[0].message.find("answers 7 for every row"), std::string::npos) << warnings[0].message;
}

}  // namespace
}  // namespace espalier::regression_test
