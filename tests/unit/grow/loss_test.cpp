#include "grow/loss.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "support/random.hpp"

namespace espalier::loss_test {
namespace {

std::vector<std::uint32_t> all_rows(std::size_t rows) {
  std::vector<std::uint32_t> all(rows);
  std::iota(all.begin(), all.end(), 0U);
  return all;
}

// Three rows of the second class, one of the first, half of a row more of each: log(3.5 / 1.5).
TEST(BaseScores, AreThoseOfOneAnswerForAll) {
  const std::vector<std::uint32_t> classes = {1, 1, 0, 1};
  const std::vector<double> weights(4, 1.0);
  const LossRows logistic{Loss::logistic, 1, classes, {}, weights};
  EXPECT_NEAR(base_scores(logistic, all_rows(4)).front(), std::log(3.5 / 1.5), 1e-12);
  const LossRows softmax{Loss::softmax, 3, classes, {}, weights};  // (1.5, 3.5, 0.5) of 5.5
  const std::vector<double> scores = base_scores(softmax, all_rows(4));
  ASSERT_EQ(scores.size(), 3U);
  EXPECT_NEAR(scores[2], std::log(0.5 / 5.5), 1e-12);
  const std::vector<double> targets = {2, 4, 9, 1};
  const std::vector<double> heavy = {1, 1, 2, 0.5};
  EXPECT_NEAR(base_scores({Loss::squared, 1, {}, targets, heavy}, all_rows(4)).front(), 24.5 / 4.5, 1e-12);
  const std::vector<std::uint32_t> some = {0, 1};
  EXPECT_NEAR(base_scores({Loss::squared, 1, {}, targets, heavy}, some).front(), 3, 1e-12);
}

// By differences: of the loss for the slopes, of the slopes for the bends.
TEST(Derivatives, AreWhatDifferencesSay) {
  RandomEngine engine(3);
  const std::vector<std::uint32_t> classes = {1, 0, 1, 0, 1};
  const std::vector<double> targets = {2, -4, 0.5, 7, 0};
  const std::vector<double> weights = {1, 2, 0.5, 1, 3};
  const std::size_t rows = weights.size();
  for (const LossRows& given :
       {LossRows{Loss::squared, 1, {}, targets, weights}, LossRows{Loss::logistic, 1, classes, {}, weights},
        LossRows{Loss::softmax, 3, classes, {}, weights}}) {
    std::vector<double> scores;
    for (std::size_t i = 0; i < rows * given.outputs; ++i) scores.push_back(uniform_unit(engine) * 6 - 3);
    Derivatives at;
    derive(given, scores, 1, at);
    const double all = std::accumulate(weights.begin(), weights.end(), 0.0);
    for (std::size_t i = 0; i < scores.size(); ++i) {
      constexpr double kStep = 1e-5;
      std::vector<double> up = scores;
      std::vector<double> down = scores;
      up[i] += kStep;
      down[i] -= kStep;
      const double slope =
          (mean_loss(given, up, all_rows(rows)) - mean_loss(given, down, all_rows(rows))) / (2 * kStep) * all;
      EXPECT_NEAR(at.slopes[i], slope, 1e-6);
      Derivatives above;
      Derivatives below;
      derive(given, up, 1, above);
      derive(given, down, 1, below);
      const double bend = (above.slopes[i] - below.slopes[i]) / (2 * kStep);
      EXPECT_NEAR(at.bends[i], given.loss == Loss::softmax ? 2 * bend : bend, 1e-6);
    }
  }
}

TEST(MeanLoss, IsThatOfTheRowsAskedFor) {
  const std::vector<std::uint32_t> classes = {1, 0};
  const std::vector<double> weights = {1, 3};
  const LossRows rows{Loss::logistic, 1, classes, {}, weights};
  const std::vector<double> scores = {0, 1000};  // wrong for certain: its loss is the score
  const std::vector<std::uint32_t> first = {0};
  EXPECT_NEAR(mean_loss(rows, scores, first), std::log(2.0), 1e-12);
  EXPECT_NEAR(mean_loss(rows, scores, all_rows(2)), (std::log(2.0) + 3000) / 4, 1e-9);
  EXPECT_TRUE(std::isnan(mean_loss(rows, scores, {})));
}

TEST(Derivatives, AreTheSameOnAnyNumberOfThreads) {
  const std::size_t count = 50'000;
  RandomEngine engine(4);
  std::vector<std::uint32_t> classes;
  std::vector<double> scores;
  for (std::size_t row = 0; row < count; ++row) classes.push_back(static_cast<std::uint32_t>(uniform_below(engine, 3)));
  for (std::size_t i = 0; i < 3 * count; ++i) scores.push_back(uniform_unit(engine));
  const std::vector<double> weights(count, 1.0);
  Derivatives one;
  Derivatives seven;
  derive({Loss::softmax, 3, classes, {}, weights}, scores, 1, one);
  derive({Loss::softmax, 3, classes, {}, weights}, scores, 7, seven);
  EXPECT_EQ(one.slopes, seven.slopes);
  EXPECT_EQ(one.bends, seven.bends);
}

}  // namespace
}  // namespace espalier::loss_test
