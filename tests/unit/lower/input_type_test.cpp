#include "lower/input_type.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cfloat>
#include <cmath>
#include <limits>

#include "support/random.hpp"

namespace espalier::input_type_test {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kFloatMax = static_cast<double>(FLT_MAX);
constexpr double kFloatDenormal = static_cast<double>(std::numeric_limits<float>::denorm_min());

TEST(InputType, RangesAndSentinels) {
  EXPECT_EQ(lowest(InputType::int8), -128);
  EXPECT_EQ(highest(InputType::int16), 32767);
  EXPECT_EQ(lowest(InputType::int32), -2147483648.0);
  EXPECT_EQ(highest(InputType::uint32), 4294967295.0);
  EXPECT_EQ(lowest(InputType::uint16), 0);
  EXPECT_EQ(lowest(InputType::float32), -kInfinity);
  EXPECT_EQ(highest(InputType::float64), kInfinity);
  EXPECT_EQ(missing_sentinel(InputType::int8), -128);
  EXPECT_EQ(missing_sentinel(InputType::int32), -2147483648.0);
  EXPECT_EQ(missing_sentinel(InputType::uint8), 255);
  EXPECT_EQ(missing_sentinel(InputType::uint32), 4294967295.0);
}

TEST(InputType, SentinelIsNoNumberOfItsField) {
  EXPECT_EQ(lowest_number({0, InputType::int8, false, ""}), -128);
  EXPECT_EQ(lowest_number({0, InputType::int8, true, ""}), -127);
  EXPECT_EQ(highest_number({0, InputType::int8, true, ""}), 127);
  EXPECT_EQ(lowest_number({0, InputType::uint8, true, ""}), 0);
  EXPECT_EQ(highest_number({0, InputType::uint8, true, ""}), 254);
  EXPECT_EQ(highest_number({0, InputType::uint8, false, ""}), 255);
  EXPECT_EQ(highest_number({0, InputType::float32, false, ""}), kInfinity);
}

TEST(InputType, OnlyIntegersWithoutASentinelCannotBeMissing) {
  EXPECT_FALSE(can_be_missing({0, InputType::int32, false, ""}));
  EXPECT_TRUE(can_be_missing({0, InputType::int32, true, ""}));
  EXPECT_TRUE(can_be_missing({0, InputType::float32, false, ""}));
  EXPECT_TRUE(can_be_missing({0, InputType::category, false, ""}));
}

TEST(FloorTo, IntegersRoundTowardMinusInfinity) {
  EXPECT_EQ(floor_to(InputType::int8, 2.5), 2);
  EXPECT_EQ(floor_to(InputType::int8, -2.5), -3);
  EXPECT_EQ(floor_to(InputType::uint8, -0.5), -1) << "below the range: no value of the type passes";
  EXPECT_EQ(floor_to(InputType::int32, 3), 3);
  EXPECT_EQ(floor_to(InputType::int32, 1e300), 1e300);
}

TEST(FloorTo, DoubleIsItself) {
  for (const double value : {0.1, -0.0, DBL_MAX, 5e-324}) EXPECT_EQ(floor_to(InputType::float64, value), value);
}

TEST(FloorTo, FloatIsTheLargestFloatNotAbove) {
  const auto floored = [](double value) { return floor_to(InputType::float32, value); };
  EXPECT_EQ(floored(0.5), 0.5);
  // 0.1F is 0.100000001490116..., above 0.1: the float below it is 0.0999999940395355...
  EXPECT_EQ(floored(0.1), static_cast<double>(std::nextafter(0.1F, 0.0F)));
  EXPECT_EQ(floored(-0.1), static_cast<double>(-0.1F)) << "-0.1F is below -0.1";
  EXPECT_EQ(floored(static_cast<double>(0.1F)), static_cast<double>(0.1F));
}

TEST(FloorTo, FloatAtTheEndsOfItsRange) {
  const auto floored = [](double value) { return floor_to(InputType::float32, value); };
  EXPECT_EQ(floored(kFloatMax), kFloatMax);
  EXPECT_EQ(floored(std::nextafter(kFloatMax, kInfinity)), kFloatMax);
  EXPECT_EQ(floored(std::nextafter(kFloatMax, 0)), static_cast<double>(std::nextafter(FLT_MAX, 0.0F)));
  EXPECT_EQ(floored(DBL_MAX), kFloatMax);
  EXPECT_EQ(floored(kInfinity), kInfinity);
  EXPECT_EQ(floored(-kFloatMax), -kFloatMax);
  EXPECT_EQ(floored(std::nextafter(-kFloatMax, -kInfinity)), -kInfinity) << "only -infinity is as small";
  EXPECT_EQ(floored(-DBL_MAX), -kInfinity);
}

TEST(FloorTo, FloatAroundZero) {
  const auto floored = [](double value) { return floor_to(InputType::float32, value); };
  EXPECT_EQ(floored(5e-324), 0);
  EXPECT_EQ(floored(-5e-324), -kFloatDenormal) << "both zeros are above a negative threshold";
  EXPECT_EQ(floored(kFloatDenormal * 1.5), kFloatDenormal);
  EXPECT_EQ(floored(-kFloatDenormal * 1.5), -2 * kFloatDenormal);
  EXPECT_EQ(floored(-0.0), 0);
  EXPECT_TRUE(std::signbit(floored(-0.0)));
}

TEST(Neighbours, IntegersStayAtTheirEnds) {
  EXPECT_EQ(next_up(InputType::int8, 5), 6);
  EXPECT_EQ(next_down(InputType::int8, 5), 4);
  EXPECT_EQ(next_up(InputType::int8, 127), 127);
  EXPECT_EQ(next_down(InputType::int8, -128), -128);
  EXPECT_EQ(next_down(InputType::uint32, 0), 0);
  EXPECT_EQ(next_up(InputType::uint32, 4294967295.0), 4294967295.0);
}

TEST(Neighbours, FloatsOfTheirOwnWidth) {
  EXPECT_EQ(next_up(InputType::float32, 1), 1 + static_cast<double>(FLT_EPSILON));
  EXPECT_EQ(next_down(InputType::float32, 1), 1 - static_cast<double>(FLT_EPSILON) / 2);
  EXPECT_EQ(next_up(InputType::float64, 1), 1 + DBL_EPSILON);
  EXPECT_EQ(next_up(InputType::float32, 0), kFloatDenormal);
  EXPECT_EQ(next_down(InputType::float32, -0.0), -kFloatDenormal);
  EXPECT_EQ(next_down(InputType::float64, 0), -5e-324);
  EXPECT_EQ(next_up(InputType::float32, kFloatMax), kInfinity);
  EXPECT_EQ(next_up(InputType::float32, -kInfinity), -kFloatMax);
  EXPECT_EQ(next_up(InputType::float64, kInfinity), kInfinity);
  EXPECT_EQ(next_down(InputType::float32, -kInfinity), -kInfinity);
}

// Contract 1 for one type and threshold, over every value of the type.
void expect_same_decision(InputType type, double threshold) {
  const double lowered = floor_to(type, threshold);
  for (double x = lowest(type); x <= highest(type); ++x) {
    ASSERT_EQ(x <= threshold, x <= lowered) << to_string(type) << ' ' << x << " at threshold " << threshold;
  }
}

TEST(FloorTo, DecidesAlikeForEveryValueOfTheSmallTypes) {
  RandomEngine engine(1);
  for (const InputType type : {InputType::int8, InputType::uint8, InputType::int16, InputType::uint16}) {
    const double width = highest(type) - lowest(type);
    for (int i = 0; i < 200; ++i) {
      const double anywhere = lowest(type) - 2 + (width + 4) * uniform_unit(engine);
      for (const double threshold : {anywhere, std::floor(anywhere), std::nextafter(std::floor(anywhere), -kInfinity)})
        expect_same_decision(type, threshold);
      if (HasFatalFailure()) return;
    }
    for (const double threshold : {-1e300, 1e300, -0.0, 5e-324, -5e-324}) expect_same_decision(type, threshold);
  }
}

TEST(FloorTo, DecidesAlikeForRandomFloats) {
  RandomEngine engine(2);
  for (int i = 0; i < 50'000; ++i) {
    const auto x = static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(engine())));
    if (std::isnan(x)) continue;
    const auto anywhere = std::bit_cast<double>(engine());
    for (const double t : {x, std::nextafter(x, kInfinity), std::nextafter(x, -kInfinity), anywhere}) {
      if (std::isnan(t)) continue;
      const double lowered = floor_to(InputType::float32, t);
      ASSERT_EQ(static_cast<double>(static_cast<float>(lowered)), lowered) << "not a float";
      ASSERT_EQ(x <= t, x <= lowered) << x << " at threshold " << t;
    }
  }
}

}  // namespace
}  // namespace espalier::input_type_test
