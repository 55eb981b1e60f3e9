#include "evaluate/figures.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace espalier::agreement_test {
namespace {

using Labels = std::vector<std::uint32_t>;

Agreement agreed(Labels actual, Labels predicted, std::size_t labels, const std::vector<double>& weights = {}) {
  return agreement(
      score({Task::classification, labels, {}}, {std::move(actual), {}}, {std::move(predicted), {}}, weights));
}

TEST(Agreement, ByHand) {
  // actual:    a a a b b c      there: 3 2 1
  // predicted: a a b b a b      answered: 3 3 0
  const Agreement result = agreed({0, 0, 0, 1, 1, 2}, {0, 0, 1, 1, 0, 1}, 3);
  EXPECT_DOUBLE_EQ(result.balanced_accuracy.value(), (2.0 / 3 + 1.0 / 2 + 0) / 3);
  // F1: a 2*2/(3+3), b 2*1/(2+3), c 0/(1+0)
  EXPECT_DOUBLE_EQ(result.macro_f1.value(), (4.0 / 6 + 2.0 / 5 + 0) / 3);
  // By chance 3/6 * 3/6 + 2/6 * 3/6 + 0 = 15/36 are right; 3/6 = 18/36 are: 3/36 of the 21/36 that are left.
  EXPECT_DOUBLE_EQ(result.kappa.value(), 3.0 / 21);
  // (c s - sum p t) / sqrt((s^2 - sum p^2) (s^2 - sum t^2)) = (3 * 6 - 15) / sqrt((36 - 18) (36 - 14))
  EXPECT_NEAR(result.matthews.value(), 3 / std::sqrt(18.0 * 22.0), 1e-12);
}

TEST(Agreement, OfTwoClassesIsTheClassicCorrelation) {
  // true positives 4, false negatives 1, false positives 2, true negatives 3:
  // (4 * 3 - 2 * 1) / sqrt((4 + 2) (4 + 1) (3 + 2) (3 + 1))
  const Agreement result = agreed({1, 1, 1, 1, 1, 0, 0, 0, 0, 0}, {1, 1, 1, 1, 0, 1, 1, 0, 0, 0}, 2);
  EXPECT_DOUBLE_EQ(result.matthews.value(), 10 / std::sqrt(600.0));
}

TEST(Agreement, AWeightOfTwoIsTheRowTwice) {
  const Agreement weighted = agreed({0, 0, 1, 1, 2}, {0, 1, 1, 0, 2}, 3, {1, 2, 1, 1, 2});
  const Agreement repeated = agreed({0, 0, 0, 1, 1, 2, 2}, {0, 1, 1, 1, 0, 2, 2}, 3);
  EXPECT_DOUBLE_EQ(*weighted.balanced_accuracy, *repeated.balanced_accuracy);
  EXPECT_DOUBLE_EQ(*weighted.macro_f1, *repeated.macro_f1);
  EXPECT_DOUBLE_EQ(*weighted.kappa, *repeated.kappa);
  EXPECT_DOUBLE_EQ(*weighted.matthews, *repeated.matthews);
}

TEST(Agreement, OfPerfectAnswersIsOne) {
  const Agreement result = agreed({0, 1, 2, 2}, {0, 1, 2, 2}, 3);
  EXPECT_EQ(result.balanced_accuracy, 1);
  EXPECT_EQ(result.macro_f1, 1);
  EXPECT_EQ(result.kappa, 1);
  EXPECT_EQ(result.matthews, 1);
}

TEST(Agreement, OfAnswersThatAreAllWrongIsNegative) {
  const Agreement result = agreed({0, 0, 1, 1}, {1, 1, 0, 0}, 2);
  EXPECT_EQ(result.balanced_accuracy, 0);
  EXPECT_EQ(result.macro_f1, 0);
  EXPECT_EQ(result.kappa, -1);  // 1/2 by chance, 0 in fact: -1/2 of 1/2
  EXPECT_EQ(result.matthews, -1);
}

TEST(Agreement, IsUndefinedWhereNothingVaries) {
  const Agreement one_class = agreed({0, 0}, {0, 0}, 2);
  EXPECT_EQ(one_class.balanced_accuracy, 1);
  EXPECT_EQ(one_class.macro_f1, 1);  // of the one class that is there
  EXPECT_FALSE(one_class.kappa);
  EXPECT_FALSE(one_class.matthews);
  const Agreement one_answer = agreed({0, 1}, {0, 0}, 2);
  EXPECT_EQ(one_answer.kappa, 0);
  EXPECT_FALSE(one_answer.matthews);
  const Agreement another = agreed({0, 0}, {1, 1}, 2);
  EXPECT_EQ(another.kappa, 0);  // nothing is right, and by chance nothing would be
  EXPECT_FALSE(another.matthews);
}

TEST(Agreement, LeavesOutClassesThatAreNotThere) {
  const Agreement with = agreed({0, 1, 1}, {0, 1, 0}, 3);
  const Agreement without = agreed({0, 1, 1}, {0, 1, 0}, 2);
  EXPECT_EQ(with.balanced_accuracy, without.balanced_accuracy);
  EXPECT_EQ(with.macro_f1, without.macro_f1);
  EXPECT_EQ(with.kappa, without.kappa);
}

TEST(Agreement, OfNoRowsIsUndefined) {
  const Agreement nothing = agreed({}, {}, 2);
  EXPECT_FALSE(nothing.balanced_accuracy);
  EXPECT_FALSE(nothing.macro_f1);
  EXPECT_FALSE(nothing.kappa);
  EXPECT_FALSE(nothing.matthews);
}

TEST(Agreement, OfHugeWeightsIsFinite) {
  const Agreement huge = agreed({0, 0, 1, 1}, {0, 1, 1, 1}, 2, {1e300, 1e300, 1e300, 1e300});
  const Agreement plain = agreed({0, 0, 1, 1}, {0, 1, 1, 1}, 2);
  EXPECT_DOUBLE_EQ(*huge.kappa, *plain.kappa);
  EXPECT_DOUBLE_EQ(*huge.matthews, *plain.matthews);
}

}  // namespace
}  // namespace espalier::agreement_test
