// A path that fits on paper: ten rows, one number.
#include <gtest/gtest.h>

#include <cmath>

#include "learn/select_alpha.hpp"
#include "unit/learn/random_data.hpp"

namespace espalier::path_by_hand_test {
namespace {

// x <= 6.5: a (6); x > 6.5: x <= 9.5: b (3); x > 9.5: a (1). The root has 7 a and 3 b, its right child B 3 b and 1 a.
Dataset ten_rows() {
  return testing::dataset({testing::numeric("x", {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})},
                          {"a", "a", "a", "a", "a", "a", "b", "b", "b", "a"});
}

AlphaPath path_of(const Dataset& data, RiskMeasure risk, double margin = 0) {
  LearnOptions options = testing::cart();
  options.prune.risk = risk;
  options.prune.folds = 10;  // each row alone, whatever the seed
  options.prune.margin = margin;
  return score_alphas(data, testing::grown(data, options), options);
}

void expect_step(const AlphaStep& step, double alpha, std::size_t leaves, double risk) {
  EXPECT_NEAR(step.alpha, alpha, 1e-15);
  EXPECT_EQ(step.leaves, leaves);
  EXPECT_NEAR(step.risk, risk, 1e-15);
}

// Errors as leaves, of 10 rows: the root 3, B 1. B's test saves 1 with 1 more leaf: alpha 0.1. The root's saves 3 - 1
// with 1 more leaf, B closed: alpha 0.2.
TEST(PathByHand, OfErrors) {
  const AlphaPath path = path_of(ten_rows(), RiskMeasure::errors);
  ASSERT_EQ(path.steps.size(), 3U);
  expect_step(path.steps[0], 0, 3, 0);
  expect_step(path.steps[1], 0.1, 2, 0.1);
  expect_step(path.steps[2], 0.2, 1, 0.3);
  EXPECT_NEAR(path.scores[0].training_score, 1, 1e-15);
  EXPECT_NEAR(path.scores[1].training_score, 0.9, 1e-15);
  EXPECT_NEAR(path.scores[2].training_score, 0.7, 1e-15);
}

// Weight times Gini impurity, of 10 rows: the root 10 - (49 + 9) / 10 = 4.2, B 4 - (9 + 1) / 4 = 1.5, the leaves 0.
// B's alpha is 0.15, the root's (4.2 - 1.5) / 10 = 0.27.
TEST(PathByHand, OfGini) {
  const AlphaPath path = path_of(ten_rows(), RiskMeasure::gini);
  ASSERT_EQ(path.steps.size(), 3U);
  expect_step(path.steps[0], 0, 3, 0);
  expect_step(path.steps[1], 0.15, 2, 0.15);
  expect_step(path.steps[2], 0.27, 1, 0.42);
}

// Weight times entropy: the root 7 log2(10/7) + 3 log2(10/3) = 8.812909, B 3 log2(4/3) + log2(4) = 3.245112.
TEST(PathByHand, OfEntropy) {
  const AlphaPath path = path_of(ten_rows(), RiskMeasure::entropy);
  const double root = (7 * std::log2(10.0 / 7) + 3 * std::log2(10.0 / 3)) / 10;
  const double right = (3 * std::log2(4.0 / 3) + 2) / 10;
  ASSERT_EQ(path.steps.size(), 3U);
  expect_step(path.steps[1], right, 2, right);
  expect_step(path.steps[2], root - right, 1, root);
}

// Leaving out one row at a time, the other nine grow a tree that is judged at 0, sqrt(0.1 * 0.2) = 0.141 and as a leaf:
//   at 0      7 is wrong (its neighbours 6 and 8 put the threshold at 7) and so is 10 (nothing is left beyond b);
//   at 0.141  7, 8 and 9 are wrong (two b more than the a among them save 1 row of 9 = 0.111 < 0.141: a single leaf)
//   and
//             so is 10;
//   as a leaf the three b are wrong.
// The least error is 0.2, its standard error sqrt(0.2 * 0.8 / 10) = 0.126: a leaf's 0.3 is within one, 0.4 is not.
TEST(PathByHand, JudgedAndChosen) {
  const AlphaPath path = path_of(ten_rows(), RiskMeasure::errors);
  EXPECT_NEAR(path.steps[0].error, 0.2, 1e-15);
  EXPECT_NEAR(path.steps[1].error, 0.4, 1e-15);
  EXPECT_NEAR(path.steps[2].error, 0.3, 1e-15);
  EXPECT_NEAR(path.steps[0].standard_error, std::sqrt(0.2 * 0.8 / 10), 1e-15);
  EXPECT_NEAR(path.scores[1].score, 0.6, 1e-15);
  EXPECT_NEAR(path.limit(1), 0.2 + std::sqrt(0.016), 1e-15);
  EXPECT_NEAR(path.limit(0.5), 0.2 + std::sqrt(0.016) / 2, 1e-15);
  EXPECT_EQ(path.least_error, 0U);
  EXPECT_EQ(path.one_error_above, 2U);
  EXPECT_EQ(path.chosen, 0U);
  EXPECT_EQ(path_of(ten_rows(), RiskMeasure::errors, 1).chosen, 2U);
  EXPECT_EQ(path_of(ten_rows(), RiskMeasure::errors, 0.78).chosen, 0U);  // 0.1 / 0.126 = 0.79
  EXPECT_EQ(path_of(ten_rows(), RiskMeasure::errors, 0.8).chosen, 2U);
}

// Numbers: y = 0 0 4 8 of x = 1 2 3 4; the mean is 3, the deviation 9 + 9 + 1 + 25 = 44. The root's test is x <= 2.5
// (4 and 8 are left: 8), B's x <= 3.5. B's alpha is 8 / 44, the root's (44 - 8) / 44.
TEST(PathByHand, OfNumbers) {
  Dataset data = testing::dataset({testing::numeric("x", {1, 2, 3, 4})}, {"a", "a", "a", "a"});
  data.task = Task::regression;
  data.labels.clear();
  data.classes.clear();
  data.targets = {0, 0, 4, 8};
  const AlphaPath path = path_of(data, RiskMeasure::errors);
  ASSERT_EQ(path.steps.size(), 3U);
  expect_step(path.steps[0], 0, 3, 0);
  expect_step(path.steps[1], 8.0 / 44, 2, 8.0 / 44);
  expect_step(path.steps[2], 36.0 / 44, 1, 1);
  EXPECT_EQ(path.scores[0].training_score, 0);
  EXPECT_NEAR(path.scores[1].training_score, std::sqrt(8.0 / 4), 1e-15);
  EXPECT_NEAR(path.scores[2].training_score, std::sqrt(44.0 / 4), 1e-15);
  // As a leaf, each row is answered with the mean of the other three: 4, 4, 8/3 and 4/3. The squares are 16, 16, 16/9
  // and 400/9; their mean is 176/9 and the root mean squared error's standard error that of the mean / (2 RMSE).
  const double mean = 176.0 / 9;
  const double rmse = std::sqrt(mean);
  const double spread = 2 * std::pow(16 - mean, 2) + std::pow(16.0 / 9 - mean, 2) + std::pow(400.0 / 9 - mean, 2);
  EXPECT_NEAR(path.scores[2].score, rmse, 1e-13);
  EXPECT_NEAR(path.scores[2].standard_error, std::sqrt(spread) / 4 / (2 * rmse), 1e-13);
}

}  // namespace
}  // namespace espalier::path_by_hand_test
