#include "evaluate/mark.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace espalier::metrics_test {
namespace {

using Matrix = std::vector<std::vector<double>>;

Metrics score_labels(std::vector<std::uint32_t> actual, std::vector<std::uint32_t> predicted, std::size_t labels,
                     const std::vector<double>& weights = {}, const Matrix& costs = {}) {
  return score({Task::classification, labels, costs}, {std::move(actual), {}}, {std::move(predicted), {}}, weights);
}

Metrics score_values(std::vector<double> actual, std::vector<double> predicted,
                     const std::vector<double>& weights = {}) {
  return score({Task::regression, 0, {}}, {{}, std::move(actual)}, {{}, std::move(predicted)}, weights);
}

TEST(ScoreLabels, CountsByHand) {
  // actual:    a a a b b c
  // predicted: a a b b a b
  const Metrics metrics = score_labels({0, 0, 0, 1, 1, 2}, {0, 0, 1, 1, 0, 1}, 3);
  EXPECT_EQ(metrics.rows, 6U);
  EXPECT_EQ(metrics.correct, 3U);
  EXPECT_FALSE(metrics.weighted);
  EXPECT_DOUBLE_EQ(metrics.score, 0.5);
  EXPECT_DOUBLE_EQ(metrics.standard_error, std::sqrt(0.5 * 0.5 / 6));
  EXPECT_EQ(metrics.confusion, (Matrix{{2, 1, 0}, {1, 1, 0}, {0, 1, 0}}));
  // a: 2 right of 3 answered, 2 of 3 there
  EXPECT_EQ(metrics.classes[0].support, 3);
  EXPECT_DOUBLE_EQ(metrics.classes[0].precision.value(), 2.0 / 3.0);
  EXPECT_DOUBLE_EQ(metrics.classes[0].recall.value(), 2.0 / 3.0);
  EXPECT_DOUBLE_EQ(metrics.classes[0].f1.value(), 2.0 / 3.0);
  // b: 1 right of 3 answered, 1 of 2 there; F1 = 2 (1/3)(1/2) / (1/3 + 1/2)
  EXPECT_DOUBLE_EQ(metrics.classes[1].precision.value(), 1.0 / 3.0);
  EXPECT_DOUBLE_EQ(metrics.classes[1].recall.value(), 0.5);
  EXPECT_DOUBLE_EQ(metrics.classes[1].f1.value(), 0.4);
  EXPECT_FALSE(metrics.mean_cost);
}

TEST(ScoreLabels, WeighsByHand) {
  // actual a a b b, predicted a b b a, weights 3 1 2 2: 3 + 2 of 8 are right
  const Metrics metrics = score_labels({0, 0, 1, 1}, {0, 1, 1, 0}, 2, {3, 1, 2, 2});
  EXPECT_TRUE(metrics.weighted);
  EXPECT_EQ(metrics.correct, 2U);
  EXPECT_DOUBLE_EQ(metrics.score, 0.625);
  // w^2 (x - p)^2: 9 * 0.375^2 + 1 * 0.625^2 + 4 * 0.375^2 + 4 * 0.625^2 = 3.78125
  EXPECT_DOUBLE_EQ(metrics.standard_error, std::sqrt(3.78125) / 8);
  EXPECT_EQ(metrics.confusion, (Matrix{{3, 1}, {2, 2}}));
  EXPECT_DOUBLE_EQ(metrics.classes[0].precision.value(), 3.0 / 5.0);
  EXPECT_DOUBLE_EQ(metrics.classes[0].recall.value(), 3.0 / 4.0);
}

TEST(ScoreLabels, CostsByHand) {
  const Matrix costs{{0, 5}, {1, 0}};  // a taken for b costs 5, b taken for a costs 1
  EXPECT_DOUBLE_EQ(*score_labels({0, 0, 1, 1}, {0, 1, 1, 0}, 2, {}, costs).mean_cost, (5.0 + 1.0) / 4);
  EXPECT_DOUBLE_EQ(*score_labels({0, 0, 1, 1}, {0, 1, 1, 0}, 2, {3, 1, 2, 2}, costs).mean_cost, (5.0 + 2.0) / 8);
}

TEST(ScoreLabels, UndefinedFiguresAreNotThere) {
  const Metrics metrics = score_labels({0, 1}, {0, 0}, 3);
  EXPECT_FALSE(metrics.classes[1].precision);  // never answered
  EXPECT_EQ(metrics.classes[1].recall, 0);
  EXPECT_EQ(metrics.classes[1].f1, 0);
  EXPECT_FALSE(metrics.classes[2].recall);  // never there
  EXPECT_FALSE(metrics.classes[2].f1);
}

TEST(ScoreLabels, HugeWeightsGiveFiniteFigures) {
  const Metrics metrics = score_labels({0, 0, 1, 1}, {0, 1, 1, 0}, 2, {3e300, 1e300, 2e300, 2e300});
  EXPECT_DOUBLE_EQ(metrics.score, 0.625);
  EXPECT_DOUBLE_EQ(metrics.standard_error, std::sqrt(3.78125) / 8);  // as above
}

TEST(ScoreValues, ComputesByHand) {
  // errors 0 1 2 -1, squares 0 1 4 1
  const Metrics metrics = score_values({1, 2, 3, 6}, {1, 3, 5, 5});
  EXPECT_EQ(metrics.rows, 4U);
  EXPECT_DOUBLE_EQ(metrics.score, std::sqrt(1.5));
  EXPECT_DOUBLE_EQ(metrics.mean_absolute_error, 1);
  // The targets' mean is 3; their squares about it are 4 1 0 9.
  EXPECT_DOUBLE_EQ(metrics.r_squared.value(), 1 - 6.0 / 14.0);
  // Squared errors about 1.5: 2.25 + 0.25 + 6.25 + 0.25 = 9, so their mean's error is 3 / 4.
  EXPECT_DOUBLE_EQ(metrics.standard_error, 0.75 / (2 * std::sqrt(1.5)));
  EXPECT_TRUE(metrics.confusion.empty());
}

TEST(ScoreValues, WeighsByHand) {
  const Metrics metrics = score_values({1, 2, 3, 6}, {1, 3, 5, 5}, {1, 2, 1, 4});
  EXPECT_TRUE(metrics.weighted);
  EXPECT_DOUBLE_EQ(metrics.score, std::sqrt((2 * 1 + 1 * 4 + 4 * 1) / 8.0));
  EXPECT_DOUBLE_EQ(metrics.mean_absolute_error, (2 + 2 + 4) / 8.0);
  // The targets' mean is 32 / 8 = 4; their weighted squares about it are 9 + 8 + 1 + 16 = 34.
  EXPECT_DOUBLE_EQ(metrics.r_squared.value(), 1 - 10.0 / 34.0);
}

TEST(ScoreValues, AWeightOfTwoIsTheRowTwice) {
  const Metrics weighted = score_values({1, 2, 5}, {1, 4, 4}, {1, 2, 1});
  const Metrics repeated = score_values({1, 2, 2, 5}, {1, 4, 4, 4});
  EXPECT_DOUBLE_EQ(weighted.score, repeated.score);
  EXPECT_DOUBLE_EQ(weighted.mean_absolute_error, repeated.mean_absolute_error);
  EXPECT_DOUBLE_EQ(*weighted.r_squared, *repeated.r_squared);
}

TEST(ScoreValues, NothingExplainsTargetsThatAreAllTheSame) {
  EXPECT_FALSE(score_values({2, 2}, {1, 3}).r_squared);
  EXPECT_DOUBLE_EQ(score_values({2, 2}, {1, 3}).score, 1);
}

TEST(ScoreValues, PerfectAnswersHaveNoError) {
  const Metrics metrics = score_values({1, 2}, {1, 2});
  EXPECT_EQ(metrics.score, 0);
  EXPECT_EQ(metrics.standard_error, 0);
  EXPECT_EQ(metrics.r_squared, 1);
}

TEST(Answers, CarryTheProbabilitiesOfTheirRows) {
  Answers all;
  all.add(Task::classification, {1, 0, 3, {0.25, 0.75}});
  all.add(Task::classification, {0, 0, 4, {0.5, 0.5}});
  EXPECT_EQ(all.labels, (std::vector<std::uint32_t>{1, 0}));
  EXPECT_EQ(all.probabilities, (std::vector<double>{0.25, 0.75, 0.5, 0.5}));
  EXPECT_EQ(all.distribution(1)[0], 0.5);
  Answers some;
  some.append(all, 1);
  some.append(all, 0);
  EXPECT_EQ(some.labels, (std::vector<std::uint32_t>{0, 1}));
  EXPECT_EQ(some.probabilities, (std::vector<double>{0.5, 0.5, 0.25, 0.75}));
  Answers numbers;
  numbers.add(Task::regression, {0, 2.5, 1, {}});
  EXPECT_EQ(numbers.values, (std::vector<double>{2.5}));
  EXPECT_TRUE(numbers.labels.empty());
}

TEST(Score, NothingIsNothing) {
  EXPECT_EQ(score_labels({}, {}, 2).score, 0);
  EXPECT_EQ(score_values({}, {}).score, 0);
  EXPECT_EQ(score_values({}, {}).standard_error, 0);
}

}  // namespace
}  // namespace espalier::metrics_test
