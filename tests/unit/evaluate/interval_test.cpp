#include "evaluate/statistics.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace espalier::interval_test {
namespace {

constexpr double kZ = 1.959963984540054;  // normal deviate of 95 %

TEST(WilsonInterval, ByHand) {
  // 1 of 2, z^2 = 3.8415: the center is (1/2 + z^2 / 4) / (1 + z^2 / 2) = 1/2, the half width
  // z / (1 + z^2 / 2) * sqrt(1/8 + z^2 / 16) = z / sqrt(8) / sqrt(1 + z^2 / 2).
  const double half = kZ / std::sqrt(8) / std::sqrt(1 + kZ * kZ / 2);
  const Interval interval = wilson_interval(0.5, 2, 0.95);
  EXPECT_NEAR(interval.low, 0.5 - half, 1e-12);
  EXPECT_NEAR(interval.high, 0.5 + half, 1e-12);
}

// Rscript -e 'options(digits = 17); for (x in list(c(137, 150, .95), c(9, 14, .9), c(5, 5, .95)))
//   print(prop.test(x[1], x[2], conf.level = x[3], correct = FALSE)$conf.int)'        (R 4.2.2)
TEST(WilsonInterval, EqualsThatOfR) {
  const Interval iris = wilson_interval(137.0 / 150, 150, 0.95);
  EXPECT_NEAR(iris.low, 0.85737177626378080, 1e-12);
  EXPECT_NEAR(iris.high, 0.94865282172527587, 1e-12);
  const Interval golf = wilson_interval(9.0 / 14, 14, 0.9);
  EXPECT_NEAR(golf.low, 0.42550745334190565, 1e-12);
  EXPECT_NEAR(golf.high, 0.81393402373374069, 1e-12);
  const Interval all = wilson_interval(1, 5, 0.95);
  EXPECT_NEAR(all.low, 0.56551753521682535, 1e-12);
  EXPECT_EQ(all.high, 1);
}

TEST(WilsonInterval, StaysBetweenZeroAndOne) {
  EXPECT_EQ(wilson_interval(0, 3, 0.95).low, 0);
  EXPECT_GT(wilson_interval(0, 3, 0.95).high, 0.5);
  EXPECT_EQ(wilson_interval(0.5, 0, 0.95), (Interval{0, 1}));
}

TEST(RmseInterval, IsThatOfTheMeanOfSquares) {
  // RMSE 4 with the error 0.5: the mean of squares is 16 with the error 2 * 4 * 0.5 = 4.
  const Interval interval = rmse_interval(4, 0.5, 0.95);
  EXPECT_NEAR(interval.low, std::sqrt(16 - kZ * 4), 1e-12);
  EXPECT_NEAR(interval.high, std::sqrt(16 + kZ * 4), 1e-12);
  EXPECT_EQ(rmse_interval(1, 2, 0.95).low, 0);  // 1 - z * 4 is below 0
  EXPECT_EQ(rmse_interval(0, 0, 0.95), (Interval{0, 0}));
}

// Newcombe, Interval estimation for the difference between independent proportions, Statistics in Medicine 17 (1998),
// table II, method 10: 56/70 - 48/80, 9/10 - 3/10, 10/10 - 0/20.
TEST(DifferenceInterval, OfSharesIsThatOfNewcombe) {
  const auto share = [](double hits, double rows) {
    return WithInterval{hits / rows, wilson_interval(hits / rows, rows, 0.95)};
  };
  const Interval first = difference_interval(share(56, 70), share(48, 80));
  EXPECT_NEAR(first.low, 0.0524, 5e-5);
  EXPECT_NEAR(first.high, 0.3339, 5e-5);
  const Interval second = difference_interval(share(9, 10), share(3, 10));
  EXPECT_NEAR(second.low, 0.1705, 5e-5);
  EXPECT_NEAR(second.high, 0.8090, 5e-5);
  const Interval third = difference_interval(share(10, 10), share(0, 20));
  EXPECT_NEAR(third.low, 0.6791, 5e-5);
  EXPECT_NEAR(third.high, 1, 1e-12);
}

// Errors of 3 and 4 make one of 5.
TEST(DifferenceInterval, OfMeansAddsTheSquaresOfTheErrors) {
  const Interval interval = difference_interval({10, normal_interval(10, 3, 0.95)}, {6, normal_interval(6, 4, 0.95)});
  EXPECT_NEAR(interval.low, 4 - kZ * 5, 1e-12);
  EXPECT_NEAR(interval.high, 4 + kZ * 5, 1e-12);
}

// 0.2 (0.1 to 0.4) and 0.4 (0.2 to 0.8): both are half to double their figure, so that the logarithm of the ratio 1/2
// is off by sqrt(2) ln 2 to either side.
TEST(RatioInterval, ByHand) {
  const Interval interval = ratio_interval({0.2, {0.1, 0.4}}, {0.4, {0.2, 0.8}});
  EXPECT_NEAR(interval.low, 0.5 * std::pow(2, -std::sqrt(2)), 1e-12);
  EXPECT_NEAR(interval.high, 0.5 * std::pow(2, std::sqrt(2)), 1e-12);
}

}  // namespace
}  // namespace espalier::interval_test
