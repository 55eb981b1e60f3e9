#include "evaluate/figures.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "support/random.hpp"

namespace espalier::error_quantiles_test {
namespace {

using Numbers = std::vector<double>;

TEST(WeightedQuantile, ByHand) {
  const Numbers values{4, 1, 3, 2};
  const Numbers ones{1, 1, 1, 1};
  EXPECT_EQ(weighted_quantile(values, ones, 0), 1);
  EXPECT_EQ(weighted_quantile(values, ones, 0.2), 1);     // 0.8 of 4 rows: within the first
  EXPECT_EQ(weighted_quantile(values, ones, 0.25), 1.5);  // exactly one row: between it and the next
  EXPECT_EQ(weighted_quantile(values, ones, 0.5), 2.5);
  EXPECT_EQ(weighted_quantile(values, ones, 0.6), 3);
  EXPECT_EQ(weighted_quantile(values, ones, 1), 4);
}

TEST(WeightedQuantile, GoesByWeight) {
  // 1 up to a weight of 3, 2 up to 4, 9 up to 8
  EXPECT_EQ(weighted_quantile(Numbers{9, 1, 2}, Numbers{4, 3, 1}, 0.3), 1);
  EXPECT_EQ(weighted_quantile(Numbers{9, 1, 2}, Numbers{4, 3, 1}, 0.4), 2);
  EXPECT_EQ(weighted_quantile(Numbers{9, 1, 2}, Numbers{4, 3, 1}, 0.5), 5.5);
  EXPECT_EQ(weighted_quantile(Numbers{9, 1, 2}, Numbers{4, 3, 1}, 0.51), 9);
}

TEST(WeightedQuantile, OfOneValueIsTheValue) {
  for (const double share : {0.0, 0.5, 1.0}) EXPECT_EQ(weighted_quantile(Numbers{7}, Numbers{0.1}, share), 7);
}

// Whole weights are rows given several times; ten tenths are a whole, though not to the last bit.
TEST(WeightedQuantile, AWeightIsTheValueSoManyTimes) {
  RandomEngine engine(3);
  for (int trial = 0; trial < 300; ++trial) {
    Numbers values;
    Numbers weights;
    Numbers repeated;
    const std::size_t rows = 1 + uniform_below(engine, 12);
    for (std::size_t row = 0; row < rows; ++row) {
      const auto times = 1 + uniform_below(engine, 4);
      values.push_back(static_cast<double>(uniform_below(engine, 20)));
      weights.push_back(static_cast<double>(times) * 0.1);
      repeated.insert(repeated.end(), times, values.back());
    }
    const Numbers ones(repeated.size(), 1.0);
    for (const double share : {0.05, 0.25, 0.5, 0.75, 0.9, 0.95, 1.0}) {
      EXPECT_EQ(weighted_quantile(values, weights, share), weighted_quantile(repeated, ones, share)) << trial;
    }
  }
}

TEST(ErrorFigures, ByHand) {
  // errors 1, -3, 2, 0; in order -3 0 1 2, by size 0 1 2 3
  const ErrorFigures figures = error_figures(Numbers{1, 5, 2, 4}, Numbers{2, 2, 4, 4}, Numbers{1, 1, 1, 1});
  EXPECT_EQ(figures.mean, 0);
  ASSERT_EQ(figures.quantiles.size(), 5U);
  EXPECT_EQ(figures.quantiles[0].share, 0.05);
  EXPECT_EQ(figures.quantiles[0].value, -3);
  EXPECT_EQ(figures.quantiles[1].value, -1.5);  // one of four is a quarter
  EXPECT_EQ(figures.quantiles[2].value, 0.5);
  EXPECT_EQ(figures.quantiles[3].value, 1.5);
  EXPECT_EQ(figures.quantiles[4].value, 2);
  ASSERT_EQ(figures.absolute_quantiles.size(), 4U);
  EXPECT_EQ(figures.absolute_quantiles[0].value, 1.5);
  EXPECT_EQ(figures.absolute_quantiles[1].value, 3);
  EXPECT_EQ(figures.absolute_quantiles[3].share, 1);
  EXPECT_EQ(figures.absolute_quantiles[3].value, 3);
}

TEST(ErrorFigures, BiasGoesByWeight) {
  EXPECT_DOUBLE_EQ(error_figures(Numbers{1, 5}, Numbers{2, 2}, Numbers{3, 1}).mean, (3 * 1 - 3) / 4.0);
  EXPECT_DOUBLE_EQ(error_figures(Numbers{1, 5}, Numbers{2, 2}, Numbers{1, 3}).mean, (1 - 9) / 4.0);
}

TEST(ErrorFigures, OfNothingHaveNoQuantiles) {
  EXPECT_TRUE(error_figures(Numbers{}, Numbers{}, Numbers{}).quantiles.empty());
}

}  // namespace
}  // namespace espalier::error_quantiles_test
