// The corrected resampled t-test by hand and beside R's Student distribution.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

#include "evaluate/statistics.hpp"

namespace espalier::paired_test_test {
namespace {

using Figures = std::vector<double>;
using Kind = PairedTest::Kind;

TEST(SplitSummary, HasMeanDeviationAndCorrectedError) {
  // 1, 2, 6: mean 3, squares 4 + 1 + 9 = 14, deviation sqrt(14 / 2); with one test row for 2 training rows the error is
  // sqrt(7) * sqrt(1/3 + 1/2).
  const SplitSummary summary = summarize(Figures{1, 2, 6}, 0.5);
  EXPECT_DOUBLE_EQ(summary.mean, 3);
  EXPECT_DOUBLE_EQ(*summary.deviation, std::sqrt(7.0));
  EXPECT_DOUBLE_EQ(*summary.standard_error, std::sqrt(7.0 * 5 / 6));
}

TEST(SplitSummary, OfOneSplitHasNoSpread) {
  const SplitSummary summary = summarize(Figures{4}, 0.5);
  EXPECT_EQ(summary.mean, 4);
  EXPECT_FALSE(summary.deviation);
  EXPECT_FALSE(summary.standard_error);
}

TEST(SplitSummary, TakesTheMeanOfUnequalSplits) {
  // Folds of 1 and 3 rows: 1 / 3 and 3 / 1.
  EXPECT_DOUBLE_EQ(mean_test_per_training_row(given_splits({0, 1, 1, 1}, "given")), (1.0 / 3 + 3) / 2);
}

// The differences are .02 .04 -.01 .03 .02: mean .02, squares 0 + 4 + 9 + 1 + 0 = 14e-4, variance 3.5e-4. Five folds
// have 1/4 test row per training row: error^2 = 3.5e-4 (1/5 + 1/4) = 1.575e-4, t = .02 / .01255 = 1.594, 4 degrees of
// freedom. The digits are from R:
//   d <- c(.02,.04,-.01,.03,.02); se <- sd(d) * sqrt(1/5 + .25); t <- mean(d) / se
//   2 * pt(-abs(t), 4); mean(d) + c(-1, 1) * qt(.975, 4) * se
TEST(PairedTest, IsTheCorrectedResampledTTest) {
  const PairedTest test = paired_test(Figures{.92, .94, .89, .93, .92}, Figures{.9, .9, .9, .9, .9}, 0.25);
  EXPECT_EQ(test.kind, Kind::tested);
  EXPECT_EQ(test.degrees_of_freedom, 4U);
  EXPECT_NEAR(test.difference.mean, 0.02, 1e-15);
  EXPECT_NEAR(*test.difference.deviation, std::sqrt(3.5e-4), 1e-15);
  EXPECT_NEAR(*test.difference.standard_error, std::sqrt(1.575e-4), 1e-15);
  EXPECT_NEAR(*test.t, 1.593638145779191495, 1e-12);
  EXPECT_NEAR(*test.p, 0.186239804288425514, 1e-12);
  EXPECT_NEAR(*test.low, -0.014844109530777850, 1e-12);
  EXPECT_NEAR(*test.high, 0.054844109530777854, 1e-12);
}

TEST(PairedTest, OfTwoSplitsIsCauchys) {
  // Differences 1 and 3: mean 2, deviation sqrt(2), without correction error 1, t = 2. With one degree of freedom
  // p = 1 - 2 atan(t) / pi, and the interval reaches tan(.95 pi / 2) to both sides.
  const PairedTest test = paired_test(Figures{2, 4}, Figures{1, 1}, 0);
  EXPECT_NEAR(*test.t, 2, 1e-14);
  EXPECT_NEAR(*test.p, 1 - 2 * std::atan(2.0) / std::numbers::pi, 1e-12);
  EXPECT_NEAR(*test.high, 2 + std::tan(0.95 * std::numbers::pi / 2), 1e-9);
}

TEST(PairedTest, ChangesItsSignAndNothingElseWithTheOrder) {
  const Figures a = {.91, .85, .88, .97};
  const Figures b = {.9, .9, .86, .93};
  const PairedTest forth = paired_test(a, b, 1.0 / 3);
  const PairedTest back = paired_test(b, a, 1.0 / 3);
  EXPECT_EQ(forth.difference.mean, -back.difference.mean);
  EXPECT_EQ(forth.difference.standard_error, back.difference.standard_error);
  EXPECT_EQ(*forth.t, -*back.t);
  EXPECT_EQ(forth.p, back.p);
  EXPECT_EQ(*forth.low, -*back.high);
}

TEST(PairedTest, OfEqualFiguresFindsNothing) {
  const PairedTest test = paired_test(Figures{.9, .8, .7}, Figures{.9, .8, .7}, 0.5);
  EXPECT_EQ(test.kind, Kind::same);
  EXPECT_EQ(test.p, 1);
  EXPECT_EQ(test.t, 0);
  EXPECT_EQ(test.low, 0);
  EXPECT_EQ(test.high, 0);
}

TEST(PairedTest, OfAConstantDifferenceHasNoSpreadToCompareItWith) {
  // .3 - .2 and .8 - .7 are not the same double; on paper they are.
  ASSERT_NE(.3 - .2, .8 - .7);
  const PairedTest test = paired_test(Figures{.3, .8, .6}, Figures{.2, .7, .5}, 0.5);
  EXPECT_EQ(test.kind, Kind::same_shift);
  EXPECT_NEAR(test.difference.mean, .1, 1e-15);
  EXPECT_FALSE(test.t);
  EXPECT_FALSE(test.p);
  EXPECT_FALSE(test.low);
}

TEST(PairedTest, OfOneSplitIsNone) {
  const PairedTest test = paired_test(Figures{.9}, Figures{.8}, 0.5);
  EXPECT_EQ(test.kind, Kind::too_few);
  EXPECT_NEAR(test.difference.mean, .1, 1e-15);
  EXPECT_FALSE(test.p);
}

// p.adjust(c(.01, .04, .03, .005), "holm"): .005 * 4, .01 * 3, .03 * 2, and .04 * 1 raised to the one before.
TEST(Holm, MultipliesByTheTestsThatAreLeft) {
  const auto adjusted = holm_adjusted({.01, .04, .03, .005});
  EXPECT_DOUBLE_EQ(*adjusted[0], .03);
  EXPECT_DOUBLE_EQ(*adjusted[1], .06);
  EXPECT_DOUBLE_EQ(*adjusted[2], .06);
  EXPECT_DOUBLE_EQ(*adjusted[3], .02);
}

TEST(Holm, EndsAtOneAndLeavesOutWhatWasNotTested) {
  const auto adjusted = holm_adjusted({.9, std::nullopt, .6});
  EXPECT_EQ(adjusted[0], 1);
  EXPECT_FALSE(adjusted[1]);
  EXPECT_EQ(adjusted[2], 1);
  EXPECT_EQ(holm_adjusted({.2}).front(), .2);
}

}  // namespace
}  // namespace espalier::paired_test_test
