#include "report/plot_marks.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "support/random.hpp"

namespace espalier::plot_curve_test {
namespace {

TEST(Thinned, KeepsPointsThatCanBeToldApart) {
  const Curve curve = {{0, 5}, {10, 7}, {20, 3}};
  EXPECT_EQ(thinned(curve), curve);
  EXPECT_EQ(thinned({}), Curve());
}

TEST(Thinned, KeepsTheOutlineOfAColumn) {
  const Curve curve = {{4.0, 5}, {4.1, 6}, {4.2, 9}, {4.3, 6}, {4.4, 1}, {4.5, 4}, {4.9, 5}, {5.0, 5}};
  EXPECT_EQ(thinned(curve), (Curve{{4.0, 5}, {4.2, 9}, {4.4, 1}, {4.9, 5}, {5.0, 5}}));
}

TEST(Thinned, NeverHasMoreThanFourPointsAColumnAndTheSameExtremes) {
  RandomEngine engine(71);
  Curve curve;
  for (int i = 0; i < 20000; ++i) curve.push_back({i / 100.0, uniform_unit(engine)});
  const Curve kept = thinned(curve);
  EXPECT_LE(kept.size(), 4U * 200);
  for (double column = 0; column < 200; ++column) {
    const auto range = [&](const Curve& points) {
      double low = 2;
      double high = -1;
      for (const PlotPoint& point : points) {
        if (std::floor(point.x) != column) continue;
        low = std::min(low, point.y);
        high = std::max(high, point.y);
      }
      return std::pair(low, high);
    };
    EXPECT_EQ(range(kept), range(curve)) << column;
  }
}

TEST(Coordinate, HasOneDecimalWhereItCounts) {
  EXPECT_EQ(coordinate(12), "12");
  EXPECT_EQ(coordinate(12.34), "12.3");
  EXPECT_EQ(coordinate(-0.01), "0");
  EXPECT_EQ(points_text({{1, 2.5}, {3, 4}}), "1,2.5 3,4");
}

}  // namespace
}  // namespace espalier::plot_curve_test
