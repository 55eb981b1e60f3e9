#include "evaluate/figure_spread.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace espalier {
namespace {

// Sorted 1 2 4 8 16. Positions 0.25 * 4 = 1, 2 and 3; mean 31 / 5; squares of the differences from 6.2:
// 27.04 + 17.64 + 4.84 + 3.24 + 96.04 = 148.8.
TEST(SpreadOf, FiveFigures) {
  const FigureSpread spread = spread_of({8, 1, 16, 2, 4});
  EXPECT_EQ(spread.count, 5U);
  EXPECT_DOUBLE_EQ(spread.mean, 6.2);
  EXPECT_DOUBLE_EQ(spread.deviation, std::sqrt(148.8 / 4));
  EXPECT_EQ(spread.least, 1);
  EXPECT_EQ(spread.lower_quartile, 2);
  EXPECT_EQ(spread.median, 4);
  EXPECT_EQ(spread.upper_quartile, 8);
  EXPECT_EQ(spread.most, 16);
}

// 1 2 4 8: positions 0.75, 1.5 and 2.25.
TEST(SpreadOf, QuartilesBetweenTwoFigures) {
  const FigureSpread spread = spread_of({4, 8, 1, 2});
  EXPECT_DOUBLE_EQ(spread.lower_quartile, 1.75);
  EXPECT_DOUBLE_EQ(spread.median, 3);
  EXPECT_DOUBLE_EQ(spread.upper_quartile, 5);
}

TEST(SpreadOf, EqualFiguresDoNotSpread) {
  const FigureSpread spread = spread_of({0.1, 0.1, 0.1});
  EXPECT_EQ(spread.mean, 0.1);
  EXPECT_EQ(spread.deviation, 0);
  EXPECT_EQ(spread.lower_quartile, 0.1);
}

TEST(SpreadOf, OneFigureOrNone) {
  EXPECT_EQ(spread_of({3}).median, 3);
  EXPECT_EQ(spread_of({3}).deviation, 0);
  EXPECT_EQ(spread_of({}).count, 0U);
}

}  // namespace
}  // namespace espalier
