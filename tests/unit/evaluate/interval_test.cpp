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

}  // namespace
}  // namespace espalier::interval_test
