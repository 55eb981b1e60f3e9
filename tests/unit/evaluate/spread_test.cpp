#include "evaluate/statistics.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace espalier::spread_test {
namespace {

TEST(Spread, ByHand) {
  const Spread spread = spread_of(std::vector<double>{2, 4, 9});
  EXPECT_DOUBLE_EQ(spread.mean, 5);
  EXPECT_EQ(spread.least, 2);
  EXPECT_EQ(spread.most, 9);
  EXPECT_DOUBLE_EQ(spread.deviation.value(), std::sqrt((9 + 1 + 16) / 2.0));
}

TEST(Spread, NeedsTwoFigures) {
  EXPECT_FALSE(spread_of(std::vector<double>{3}).deviation);
  EXPECT_EQ(spread_of(std::vector<double>{3}).mean, 3);
  EXPECT_EQ(spread_of(std::vector<double>{0.1, 0.1, 0.1}).mean, 0.1);  // not next to it
  EXPECT_EQ(spread_of({}).mean, 0);
}

}  // namespace
}  // namespace espalier::spread_test
