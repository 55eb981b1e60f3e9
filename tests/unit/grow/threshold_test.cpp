#include "grow/threshold.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "support/number_text.hpp"
#include "support/random.hpp"

namespace espalier::threshold_test {
namespace {

constexpr double kLargest = std::numeric_limits<double>::max();
constexpr double kSmallest = std::numeric_limits<double>::denorm_min();

double midpoint(double below, double above) {
  return place_threshold({below, above}, ThresholdPlace::midpoint, {});
}

TEST(Midpoint, IsHalfWay) {
  EXPECT_EQ(midpoint(8, 9), 8.5);
  EXPECT_EQ(midpoint(-3, 1), -1);
}

TEST(Midpoint, BetweenAdjacentNumbersIsTheLowerOne) {
  for (const double below : {1.0, 0.1, -1.0, 1e300, kSmallest, 0.0}) {
    const double above = std::nextafter(below, kLargest);
    EXPECT_EQ(midpoint(below, above), below);
    // One of two neighbouring gaps would round up to its upper end: ties go to even.
    EXPECT_EQ(midpoint(above, std::nextafter(above, kLargest)), above);
  }
}

TEST(Midpoint, DoesNotOverflow) {
  EXPECT_EQ(midpoint(1e308, 1.5e308), 1.25e308);
  EXPECT_EQ(midpoint(-kLargest, kLargest), 0);
  EXPECT_EQ(midpoint(-1.5e308, -1e308), -1.25e308);
}

TEST(Midpoint, OfDenormalsStaysInTheGap) {
  EXPECT_EQ(midpoint(kSmallest, 3 * kSmallest), 2 * kSmallest);
  EXPECT_EQ(midpoint(-kSmallest, kSmallest), 0);
}

TEST(Midpoint, IsNeverWrittenAsNegativeZero) {
  EXPECT_FALSE(std::signbit(midpoint(-0.0, kSmallest)));
  EXPECT_FALSE(std::signbit(midpoint(-kSmallest, 0.0)) && midpoint(-kSmallest, 0.0) == 0);
}

TEST(Observed, IsTheLargestValueNotAboveTheMidpoint) {
  // Golf: the node's values 70 and 85, midpoint 77.5; elsewhere in the training set there is a 75.
  const std::vector<double> humidity{65, 70, 75, 78, 80, 85, 90, 95, 96};
  EXPECT_EQ(place_threshold({70, 85}, ThresholdPlace::observed, humidity), 75);
  EXPECT_EQ(place_threshold({80, 85}, ThresholdPlace::observed, humidity), 80);
  EXPECT_EQ(place_threshold({70, 80}, ThresholdPlace::observed, humidity), 75);  // the midpoint itself
}

TEST(Observed, StaysInTheGapBetweenAdjacentNumbers) {
  const double above = std::nextafter(1.0, 2.0);
  EXPECT_EQ(place_threshold({1.0, above}, ThresholdPlace::observed, std::vector<double>{1.0, above}), 1.0);
}

double rounded(double below, double above) {
  return place_threshold({below, above}, ThresholdPlace::round, {});
}

TEST(Round, IsTheShortestDecimalNearTheMiddle) {
  EXPECT_EQ(rounded(0.6, 1.0), 0.8);
  EXPECT_EQ(rounded(1.9, 3.0), 2);
  EXPECT_EQ(rounded(3.7, 12.4), 10);
  EXPECT_EQ(rounded(150, 1000), 600);        // hundreds, nearest to 575
  EXPECT_EQ(rounded(0.123, 0.124), 0.1235);  // between them: 0.123 itself is a training value
  EXPECT_EQ(rounded(1.7, 1.8), 1.75);
  EXPECT_EQ(rounded(0.1234, 0.1239), 0.1236);  // half way between 0.1236 and 0.1237: the even one
  EXPECT_EQ(rounded(8, 9), 8);
}

TEST(Round, GoesBelowZeroToo) {
  EXPECT_EQ(rounded(-3.0, -1.9), -2);
  EXPECT_EQ(rounded(-1.0, -0.6), -1);  // a whole lower end is inside
  EXPECT_EQ(rounded(-1.01, -0.6), -1);
  EXPECT_EQ(rounded(-0.97, -0.6), -0.8);
  EXPECT_EQ(rounded(-0.5, 0.5), 0);
  EXPECT_EQ(rounded(-1e-300, 1e300), 0);
  EXPECT_FALSE(std::signbit(rounded(-0.4, 0.3)));
}

TEST(Round, StaysInTheGapAtTheEndsOfTheNumbers) {
  EXPECT_EQ(rounded(1e300, 3e300), 2e300);
  EXPECT_EQ(rounded(1.4e308, kLargest), 1.6e308);
  EXPECT_EQ(rounded(-kLargest, kLargest), 0);
  EXPECT_EQ(rounded(1e-310, 3e-310), 2e-310);
  for (const double below : {1.0, 0.1, -1.0, 1e300, -1e300, kSmallest, 0.0, -kSmallest, 123456789.123456789}) {
    const double above = std::nextafter(below, kLargest);
    EXPECT_EQ(rounded(below, above), below) << below;
  }
  EXPECT_EQ(rounded(kSmallest, 2 * kSmallest), kSmallest);
}

// Whether some decimal with this many digits after the first of the larger value is in the gap, by trying its
// neighbours as text.
bool some_multiple_inside(const Gap& gap, int power) {
  const long double unit = std::pow(10.0L, power);
  const auto first = static_cast<long long>(std::floor(static_cast<long double>(gap.below) / unit)) - 1;
  for (long long multiple = first; multiple <= first + 3; ++multiple) {
    const auto value = parse_number(std::to_string(multiple) + "e" + std::to_string(power));
    const bool whole_end = value == gap.below && std::trunc(gap.below) == gap.below;
    if (value && (gap.below < *value || whole_end) && *value < gap.above) return true;
  }
  return false;
}

TEST(Round, NoShorterDecimalIsInTheGap) {
  RandomEngine engine(8);
  for (int round = 0; round < 3000; ++round) {
    const double scale = std::pow(10.0, static_cast<double>(uniform_below(engine, 9)) - 4);
    const double below = (uniform_unit(engine) - 0.5) * scale;
    const double width = std::pow(10.0, -static_cast<double>(uniform_below(engine, 8)));
    const double above = below + (0.01 + uniform_unit(engine)) * width * scale;
    const Gap gap{below, above};
    const double threshold = place_threshold(gap, ThresholdPlace::round, {});
    ASSERT_LE(below, threshold);
    ASSERT_LT(threshold, above);
    // The coarsest unit of which a multiple is inside, and the threshold is one of them.
    int power = 6;
    while (!some_multiple_inside(gap, power)) --power;
    const double multiple = std::nearbyint(threshold / std::pow(10.0, power));
    ASSERT_EQ(parse_number(shortest(multiple) + "e" + std::to_string(power)), threshold)
        << shortest(below) << " .. " << shortest(above) << " gave " << shortest(threshold) << ", power " << power;
  }
}

}  // namespace
}  // namespace espalier::threshold_test
