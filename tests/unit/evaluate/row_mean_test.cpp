#include "evaluate/statistics.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace espalier::row_mean_test {
namespace {

using Numbers = std::vector<double>;

TEST(RowMean, WeighsByHand) {
  const Numbers values{1, 4, 7};
  const Numbers weights{1, 2, 1};
  EXPECT_DOUBLE_EQ(weighted_mean(values, weights), (1 + 8 + 7) / 4.0);
  // w^2 (x - 4)^2: 9 + 0 + 9
  EXPECT_DOUBLE_EQ(standard_error_of_mean(values, weights), std::sqrt(18.0) / 4);
  EXPECT_DOUBLE_EQ(effective_rows(weights), 16.0 / 6.0);
}

TEST(RowMean, RowsOfOneWeightAreAllEffective) {
  EXPECT_DOUBLE_EQ(effective_rows(Numbers(7, 1.0)), 7);
  EXPECT_DOUBLE_EQ(effective_rows(Numbers(7, 0.3)), 7);
}

TEST(RowMean, OfNothingIsZero) {
  EXPECT_EQ(weighted_mean(Numbers{}, Numbers{}), 0);
  EXPECT_EQ(standard_error_of_mean(Numbers{}, Numbers{}), 0);
  EXPECT_EQ(effective_rows(Numbers{}), 0);
}

TEST(RowMean, SquaresOfLargeValuesStayFinite) {
  // 1e200 and 3e200 about 2e200: sqrt(2) * 1e200 / 2
  EXPECT_DOUBLE_EQ(standard_error_of_mean(Numbers{1e200, 3e200}, Numbers{1, 1}), std::sqrt(0.5) * 1e200);
}

TEST(FigureWeights, AreOneEachWhereThereAreNone) {
  EXPECT_EQ(figure_weights({}, 3), (Numbers{1, 1, 1}));
}

TEST(FigureWeights, KeepTheirRatiosExactly) {
  EXPECT_EQ(figure_weights({3, 1, 2}, 3), (Numbers{1.5, 0.5, 1}));
  EXPECT_EQ(figure_weights({3e300, 1e300}, 2)[0] / figure_weights({3e300, 1e300}, 2)[1], 3e300 / 1e300);
  EXPECT_DOUBLE_EQ(effective_rows(figure_weights({1e300, 1e300, 1e300}, 3)), 3);
}

}  // namespace
}  // namespace espalier::row_mean_test
