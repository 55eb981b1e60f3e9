#include "evaluate/figures.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace espalier::probability_scores_test {
namespace {

using Labels = std::vector<std::uint32_t>;
using Numbers = std::vector<double>;

ProbabilityScores scores(const Labels& actual, Numbers probabilities, Numbers weights = {}) {
  if (weights.empty()) weights.assign(actual.size(), 1.0);
  return probability_scores(actual, {Labels(actual.size(), 0), {}, std::move(probabilities)}, weights);
}

TEST(ProbabilityScores, ByHand) {
  // Classes a, b, c; the probabilities of the rows' own are 0.7, 0.5 and 0.25.
  const ProbabilityScores result = scores({0, 1, 2}, {0.7, 0.2, 0.1, 0.3, 0.5, 0.2, 0.25, 0.5, 0.25});
  EXPECT_DOUBLE_EQ(result.log_loss, -(std::log(0.7) + std::log(0.5) + std::log(0.25)) / 3);
  // (-.3)^2 + .2^2 + .1^2 = .14; .3^2 + (-.5)^2 + .2^2 = .38; .25^2 + .5^2 + (-.75)^2 = .875
  EXPECT_DOUBLE_EQ(result.brier, (0.14 + 0.38 + 0.875) / 3);
  EXPECT_EQ(result.excluded, 0U);
}

TEST(ProbabilityScores, WeighByHand) {
  const ProbabilityScores result = scores({0, 1}, {0.7, 0.3, 0.6, 0.4}, {3, 1});
  EXPECT_DOUBLE_EQ(result.log_loss, -(3 * std::log(0.7) + std::log(0.4)) / 4);
  EXPECT_DOUBLE_EQ(result.brier, (3 * 0.18 + 0.72) / 4);
}

TEST(ProbabilityScores, CertainAnswersAreNothingOrNearlyEverything) {
  const ProbabilityScores right = scores({0, 1}, {1, 0, 0, 1});
  EXPECT_EQ(right.log_loss, 0);
  EXPECT_FALSE(std::signbit(right.log_loss));
  EXPECT_EQ(right.brier, 0);
  const ProbabilityScores wrong = scores({0, 1}, {0, 1, 1, 0});
  EXPECT_DOUBLE_EQ(wrong.log_loss, 15 * std::log(10));
  EXPECT_EQ(wrong.brier, 2);
  EXPECT_EQ(wrong.excluded, 2U);
}

TEST(ProbabilityScores, OfNothingAreZero) {
  EXPECT_EQ(scores({}, {}).log_loss, 0);
  EXPECT_EQ(scores({}, {}).brier, 0);
}

}  // namespace
}  // namespace espalier::probability_scores_test
