#include "support/portable_math.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "support/random.hpp"

namespace espalier::portable_math_test {
namespace {

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

TEST(PortableExp, IsWithinTwoUnitsOfTheLastPlace) {
  RandomEngine engine(1);
  for (int i = 0; i < 200'000; ++i) {
    const double x = (uniform_unit(engine) - 0.5) * (i % 2 == 0 ? 1400 : 4);
    const double expected = std::exp(x);
    ASSERT_NEAR(portable_exp(x) / expected, 1, 2 * kEpsilon) << x;
  }
  EXPECT_EQ(portable_exp(0), 1);
  EXPECT_EQ(portable_exp(-1e300), portable_exp(-708));
  EXPECT_EQ(portable_exp(1e300), portable_exp(708));
  EXPECT_TRUE(std::isfinite(portable_exp(708)));
}

TEST(PortableLog, IsWithinTwoUnitsOfTheLastPlace) {
  RandomEngine engine(2);
  for (int i = 0; i < 200'000; ++i) {
    const double x = i % 2 == 0 ? std::exp((uniform_unit(engine) - 0.5) * 1400) : 0.5 + uniform_unit(engine);
    const double expected = std::log(x);
    ASSERT_NEAR(portable_log(x), expected, 2 * kEpsilon * std::max(1.0, std::abs(expected))) << x;
  }
  EXPECT_EQ(portable_log(1), 0);
}

// Bits that were written down once: another machine or compiler has to find the same.
TEST(PortableMath, HasTheBitsThatItHadElsewhere) {
  EXPECT_EQ(portable_exp(1), 0x1.5bf0a8b14576ap+1);
  EXPECT_EQ(portable_exp(-3.7), 0x1.9511fc6871044p-6);
  EXPECT_EQ(portable_exp(0.1), 0x1.1aec7b35a00d4p+0);
  EXPECT_EQ(portable_exp(20), 0x1.ceb088b68e804p+28);
  EXPECT_EQ(portable_exp(-650.25), 0x1.d99ba65a1c91fp-939);
  EXPECT_EQ(portable_log(10), 0x1.26bb1bbb55516p+1);
  EXPECT_EQ(portable_log(0.3), -0x1.34378fcbda721p+0);
  EXPECT_EQ(portable_log(1.0001), 0x1.a368d0657fcd4p-14);
  EXPECT_EQ(portable_log(1e-200), -0x1.cc845b54b54f2p+8);
}

}  // namespace
}  // namespace espalier::portable_math_test
