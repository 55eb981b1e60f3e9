#include "grow/threshold.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace espalier {
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

}  // namespace
}  // namespace espalier
