#include "support/number_text.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cfloat>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <string>

#include "support/random.hpp"

namespace espalier::number_text_test {
namespace {

TEST(ParseNumber, ReadsDecimalNumbers) {
  EXPECT_EQ(parse_number("0"), 0.0);
  EXPECT_EQ(parse_number("42"), 42.0);
  EXPECT_EQ(parse_number("-1.5"), -1.5);
  EXPECT_EQ(parse_number("+1"), 1.0);
  EXPECT_EQ(parse_number("1."), 1.0);
  EXPECT_EQ(parse_number(".5"), 0.5);
  EXPECT_EQ(parse_number("-.5e1"), -5.0);
  EXPECT_EQ(parse_number("1e5"), 1e5);
  EXPECT_EQ(parse_number("1E+5"), 1e5);
  EXPECT_EQ(parse_number("007"), 7.0);
  EXPECT_EQ(parse_number(" \t3 "), 3.0);
}

TEST(ParseNumber, RefusesEverythingElse) {
  for (const char* text : {"",
                           " ",
                           ".",
                           "-",
                           "+",
                           "+-1",
                           "--1",
                           "++1",
                           "-+1",
                           "- 1",
                           "+ 1",
                           "1 2",
                           "0x1",
                           "0x",
                           "1e",
                           "1e+",
                           "e5",
                           "inf",
                           "-inf",
                           "Infinity",
                           "nan",
                           "-nan",
                           "1,5",
                           "1_000",
                           "1f",
                           "1d3",
                           "1.2.3",
                           "½",
                           "1e5.0",
                           "NaN(1)",
                           "1\n",
                           "\xEF\xBB\xBF"
                           "1"}) {
    EXPECT_EQ(parse_number(text), std::nullopt) << text;
  }
}

TEST(ParseNumber, TooLargeIsNoNumberAndTooSmallIsZeroWithItsSign) {
  EXPECT_EQ(parse_number("1e400"), std::nullopt);
  EXPECT_EQ(parse_number("-1e400"), std::nullopt);
  EXPECT_EQ(parse_number("1.7976931348623159e308"), std::nullopt) << "rounds to infinity";
  EXPECT_EQ(parse_number("1.7976931348623157e308"), DBL_MAX);
  const auto tiny = parse_number("1e-400");
  ASSERT_TRUE(tiny);
  EXPECT_EQ(*tiny, 0.0);
  EXPECT_FALSE(std::signbit(*tiny));
  const auto negative = parse_number("-1e-400");
  ASSERT_TRUE(negative);
  EXPECT_EQ(*negative, 0.0);
  EXPECT_TRUE(std::signbit(*negative));
  EXPECT_EQ(parse_number("5e-324"), std::numeric_limits<double>::denorm_min());
  EXPECT_EQ(parse_number("4e-324"), std::numeric_limits<double>::denorm_min()) << "nearer than zero";
}

TEST(ParseNumber, RoundsCorrectly) {
  // Half way between 2^53 and 2^53 + 2: to even; a digit further decides upwards.
  EXPECT_EQ(parse_number("9007199254740993"), 9007199254740992.0);
  EXPECT_EQ(parse_number("9007199254740993.0000000000000000000000001"), 9007199254740994.0);
  EXPECT_EQ(parse_number(std::string(400, '0') + "1"), 1.0);
}

TEST(Shortest, IsTheTextPeopleWrite) {
  EXPECT_EQ(shortest(0.1), "0.1");
  EXPECT_EQ(shortest(5.0), "5");
  EXPECT_EQ(shortest(-2.5), "-2.5");
  EXPECT_EQ(shortest(1e300), "1e+300");
  EXPECT_EQ(shortest(-0.0), "-0");
  EXPECT_EQ(shortest(0.1F), "0.1");
  EXPECT_EQ(shortest(static_cast<double>(0.1F)), "0.10000000149011612") << "the same value, but as a double";
  EXPECT_EQ(shortest(FLT_MAX), "3.4028235e+38");
  EXPECT_EQ(shortest(5e-324), "5e-324");
}

TEST(Shortest, DoublesReadBackBitForBit) {
  RandomEngine engine(1);
  for (int i = 0; i < 20'000; ++i) {
    const auto value = std::bit_cast<double>(engine());
    if (!std::isfinite(value)) continue;
    const auto read = parse_number(shortest(value));
    ASSERT_TRUE(read) << shortest(value);
    ASSERT_EQ(std::bit_cast<std::uint64_t>(*read), std::bit_cast<std::uint64_t>(value)) << shortest(value);
  }
}

TEST(Shortest, FloatsReadBackBitForBit) {
  RandomEngine engine(2);
  for (int i = 0; i < 20'000; ++i) {
    const auto value = std::bit_cast<float>(static_cast<std::uint32_t>(engine()));
    if (!std::isfinite(value)) continue;
    const float read = std::strtof(shortest(value).c_str(), nullptr);
    ASSERT_EQ(std::bit_cast<std::uint32_t>(read), std::bit_cast<std::uint32_t>(value)) << shortest(value);
  }
}

TEST(Fixed, HasTheDecimalsAskedFor) {
  EXPECT_EQ(fixed(0.9333, 1), "0.9");
  EXPECT_EQ(fixed(2, 2), "2.00");
  EXPECT_EQ(fixed(-0.05, 2), "-0.05");
  EXPECT_EQ(fixed(DBL_MAX, 2).size(), 309U + 3U);
  EXPECT_EQ(percent(0.947), "94.7 %");
  EXPECT_EQ(percent(1), "100.0 %");
}

TEST(RoundedUp, IsNeverBelowAndStaysBelowTheLimit) {
  EXPECT_EQ(rounded_up(0, 4), "0");
  EXPECT_EQ(rounded_up(0.25, 4), "0.25");
  EXPECT_EQ(rounded_up(1.0 / 300, 4), "0.003334");
  EXPECT_EQ(rounded_up(4.0 / 178, 4), "0.02248");  // 0.022471...
  EXPECT_EQ(rounded_up(0.022471, 4, 0.022475), "0.022471");
  EXPECT_EQ(rounded_up(0.99999, 3), "1");
  EXPECT_EQ(rounded_up(1e-300 / 3, 3), "3.34e-301");
  for (int i = 1; i < 2000; ++i) {
    const double value = 1.0 / i + 1e-9 * i;
    const double read = parse_number(rounded_up(value, 4)).value();
    EXPECT_GE(read, value);
    EXPECT_LT(read, value * 1.0011);
  }
}

TEST(PlainDecimal, HasNoExponent) {
  EXPECT_EQ(plain_decimal(2.45), "2.45");
  EXPECT_EQ(plain_decimal(-0.0), "-0");
  EXPECT_EQ(plain_decimal(1e21), "1000000000000000000000");
  EXPECT_EQ(plain_decimal(-1.25e-7), "-0.000000125");
  EXPECT_EQ(plain_decimal(5e-324), "0." + std::string(323, '0') + "5");
  EXPECT_EQ(plain_decimal(1e23), "1" + std::string(23, '0'));  // not 99999999999999991611392, its exact value
  EXPECT_EQ(plain_decimal(DBL_MAX), "17976931348623157" + std::string(292, '0'));
}

// The same digits as the shortest text, and read back bit for bit.
TEST(PlainDecimal, ReadsBack) {
  RandomEngine engine(5);
  for (int i = 0; i < 20'000; ++i) {
    const auto value = std::bit_cast<double>(engine());
    if (!std::isfinite(value)) continue;
    const std::string text = plain_decimal(value);
    ASSERT_EQ(text.find_first_not_of("-0123456789."), std::string::npos) << text;
    ASSERT_EQ(std::bit_cast<std::uint64_t>(parse_number(text).value()), std::bit_cast<std::uint64_t>(value)) << text;
  }
}

}  // namespace
}  // namespace espalier::number_text_test
