#include "lower/input_type.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "support/number_text.hpp"
#include "support/random.hpp"

namespace espalier::scale_test {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr RawRange kInt16 = {-32768, 32767};
constexpr RawRange kUint32 = {0, 4294967295};

Scale decimal(std::uint32_t mantissa, int exponent) {
  return {mantissa, exponent, false};
}
Scale binary(int exponent) {
  return {1, exponent, true};
}

TEST(Scale, NumbersAreWhatTheirDecimalTextReadsAs) {
  EXPECT_EQ(value_at(decimal(1, -2), 2345), 23.45);
  EXPECT_EQ(value_at(decimal(1, -2), -7), -0.07);
  EXPECT_EQ(value_at(decimal(1, -2), 35), 0.35);
  EXPECT_NE(35 * 0.01, 0.35) << "a product of doubles would not do";
  EXPECT_EQ(value_at(decimal(25, -3), 3), 0.075);
  EXPECT_EQ(value_at(decimal(1, -30), 123), 1.23e-28);
  EXPECT_EQ(value_at(decimal(1, 30), 123), 1.23e32);
  EXPECT_EQ(value_at(decimal(123456789, -9), 4294967295), 530242871.100715755);
  EXPECT_EQ(value_at(decimal(999999999, 21), -4294967296), -4.294967291705032704e39);
  EXPECT_EQ(value_at(decimal(1, -2), 0), 0);
  EXPECT_FALSE(std::signbit(value_at(decimal(1, -2), 0)));
}

TEST(Scale, FixedPointIsExact) {
  EXPECT_EQ(value_at(binary(-8), 1), 0.00390625);
  EXPECT_EQ(value_at(binary(-8), -384), -1.5);
  EXPECT_EQ(value_at(binary(-31), 2147483647), 1 - std::ldexp(1, -31));
}

TEST(Scale, EveryInt16IsTheDoubleOfItsText) {
  for (std::int64_t raw = -32768; raw <= 32767; ++raw) {
    ASSERT_EQ(value_at(decimal(1, -3), raw), parse_number(std::to_string(raw) + "e-3")) << raw;
    ASSERT_EQ(value_at(decimal(7, -25), raw), parse_number(std::to_string(7 * raw) + "e-25")) << raw;
  }
}

TEST(Scale, FloorIsTheLargestNotAbove) {
  EXPECT_EQ(floor_raw(decimal(1, -2), kInt16, 23.455), 2345);
  EXPECT_EQ(floor_raw(decimal(1, -2), kInt16, 23.45), 2345) << "the number itself";
  EXPECT_EQ(floor_raw(decimal(1, -2), kInt16, std::nextafter(23.45, 0)), 2344);
  EXPECT_EQ(floor_raw(decimal(1, -2), kInt16, -0.001), -1);
  EXPECT_EQ(floor_raw(decimal(1, -2), kInt16, -5e-324), -1);
  EXPECT_EQ(floor_raw(decimal(1, -2), kInt16, 0.0), 0);
  EXPECT_EQ(floor_raw(decimal(1, -2), kInt16, 5e-324), 0);
  EXPECT_EQ(floor_raw(decimal(1, -2), kInt16, 327.67), 32767);
  EXPECT_EQ(floor_raw(binary(-8), kInt16, 1.501), 384);
}

TEST(Scale, FloorTellsWhatIsOutside) {
  for (const double high : {327.68, 1e300, kInfinity}) EXPECT_EQ(floor_raw(decimal(1, -2), kInt16, high), 32768);
  for (const double low : {-327.6801, -1e300, -kInfinity}) EXPECT_EQ(floor_raw(decimal(1, -2), kInt16, low), -32769);
  EXPECT_EQ(floor_raw(decimal(1, -2), kInt16, -327.68), -32768);
  EXPECT_EQ(floor_raw(decimal(1, -2), kUint32, -1e-9), -1);
}

// With steps of nine digits and numbers of 32 bits the quotient alone is wrong now and then.
TEST(Scale, FloorIsExactForLargeNumbers) {
  RandomEngine engine(5);
  for (int i = 0; i < 20'000; ++i) {
    const Scale scale = decimal(static_cast<std::uint32_t>(1 + uniform_below(engine, 999'999'999)),
                                static_cast<int>(uniform_below(engine, 50)) - 35);
    const auto raw = static_cast<std::int64_t>(uniform_below(engine, 4294967295));
    const double at = value_at(scale, raw);
    ASSERT_LT(at, value_at(scale, raw + 1));
    ASSERT_EQ(floor_raw(scale, kUint32, at), raw);
    ASSERT_EQ(floor_raw(scale, kUint32, std::nextafter(at, -kInfinity)), raw - 1);
    ASSERT_EQ(floor_raw(scale, kUint32, std::nextafter(value_at(scale, raw + 1), 0)), raw);
  }
}

TEST(Scale, StepsReadBack) {
  for (const char* text : {"0.01", "5e-30", "2.5", "1000", "123456789", "1e+30"}) {
    const auto scale = parse_scale(text);
    ASSERT_TRUE(scale) << text;
    EXPECT_EQ(to_string(*scale), text);
  }
  EXPECT_EQ(parse_scale("0.250"), (Scale{25, -2, false}));
  EXPECT_EQ(parse_scale("100"), (Scale{1, 2, false}));
  EXPECT_EQ(parse_scale("1000000000e-9"), (Scale{1, 0, false}));
  EXPECT_TRUE(parse_scale("1")->is_one());
  EXPECT_EQ(to_string(Scale{1, -8, true}), "2^-8");
}

TEST(Scale, OtherTextsAreNoSteps) {
  for (const char* text : {"", "0", "-0.5", "1e31", "9e-31", "1.234567891", "abc", "1 000"}) {
    EXPECT_FALSE(parse_scale(text)) << text;
  }
}

}  // namespace
}  // namespace espalier::scale_test
