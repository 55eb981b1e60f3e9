#include "evaluate/figures.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace espalier::calibration_test {
namespace {

using Labels = std::vector<std::uint32_t>;
using Numbers = std::vector<double>;

// Two classes, the first one answered with these probabilities.
Calibration calibrated(const Labels& actual, const Numbers& confidence, Numbers weights = {}) {
  if (weights.empty()) weights.assign(actual.size(), 1.0);
  Answers answers;
  for (const double probability : confidence) {
    answers.labels.push_back(0);
    answers.probabilities.insert(answers.probabilities.end(), {probability, 1 - probability});
  }
  return calibration(actual, answers, weights);
}

TEST(Calibration, ByHand) {
  // 0.55 and 0.6 are in the bin (0.5, 0.6], one of two right; 0.95, 1 and 1 in (0.9, 1], two of three right.
  const Calibration result = calibrated({0, 1, 0, 0, 1}, {0.55, 0.6, 0.95, 1, 1});
  ASSERT_EQ(result.bins.size(), 10U);
  EXPECT_EQ(result.bins[5].rows, 2U);
  EXPECT_DOUBLE_EQ(*result.bins[5].confidence, 0.575);
  EXPECT_DOUBLE_EQ(*result.bins[5].accuracy, 0.5);
  EXPECT_EQ(result.bins[9].rows, 3U);
  EXPECT_DOUBLE_EQ(*result.bins[9].confidence, 2.95 / 3);
  EXPECT_DOUBLE_EQ(*result.bins[9].accuracy, 2.0 / 3);
  EXPECT_FALSE(result.bins[0].confidence);
  EXPECT_FALSE(result.bins[0].accuracy);
  // 2/5 * 0.075 + 3/5 * (2.95 / 3 - 2 / 3)
  EXPECT_DOUBLE_EQ(result.expected_error, 0.4 * 0.075 + 0.6 * 0.95 / 3);
}

TEST(Calibration, WeighsByHand) {
  const Calibration result = calibrated({0, 1}, {0.8, 0.75}, {3, 1});
  EXPECT_EQ(result.bins[7].rows, 2U);
  EXPECT_EQ(result.bins[7].weight, 4);
  EXPECT_DOUBLE_EQ(*result.bins[7].confidence, (2.4 + 0.75) / 4);
  EXPECT_DOUBLE_EQ(*result.bins[7].accuracy, 0.75);
  EXPECT_NEAR(result.expected_error, 3.15 / 4 - 0.75, 1e-12);
}

// Shares of small leaves are quotients, and so are the ends of the bins.
TEST(Calibration, TenthsEndTheirBins) {
  for (int tenth = 1; tenth <= 10; ++tenth) {
    const auto bin = static_cast<std::size_t>(tenth - 1);
    EXPECT_EQ(calibrated({0}, {tenth / 10.0}).bins[bin].rows, 1U) << tenth;
    EXPECT_EQ(calibrated({0}, {3 * tenth / 30.0}).bins[bin].rows, 1U) << tenth;
  }
  EXPECT_EQ(calibrated({0}, {0}).bins[0].rows, 1U);  // costs may make the least probable label the answer
}

TEST(Calibration, OfNothingIsEmpty) {
  EXPECT_EQ(calibrated({}, {}).expected_error, 0);
  for (const CalibrationBin& bin : calibrated({}, {}).bins) EXPECT_EQ(bin.rows, 0U);
}

// The second class, answered or not: 0.3 once and of it, 0.7 twice and of it once.
TEST(Calibration, OfOneClassWhateverIsAnswered) {
  Answers answers;
  answers.labels = {0, 1, 1};
  answers.probabilities = {0.7, 0.3, 0.3, 0.7, 0.3, 0.7};
  const Calibration result = class_calibration(1, Labels{1, 1, 0}, answers, Numbers{1, 1, 3});
  EXPECT_EQ(result.bins[2].rows, 1U);
  EXPECT_DOUBLE_EQ(*result.bins[2].accuracy, 1);
  EXPECT_EQ(result.bins[6].rows, 2U);
  EXPECT_DOUBLE_EQ(*result.bins[6].accuracy, 0.25);
  EXPECT_DOUBLE_EQ(result.bins[6].effective_rows, 16.0 / 10);
  EXPECT_EQ(result.bins[9].effective_rows, 0);
}

}  // namespace
}  // namespace espalier::calibration_test
