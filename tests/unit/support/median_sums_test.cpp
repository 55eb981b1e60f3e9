#include "support/median_sums.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "support/random.hpp"

namespace espalier::median_sums_test {
namespace {

// The lowest target with at least half of the weight up to it.
double naive_median(const std::map<std::uint32_t, double>& weights, const std::vector<double>& levels) {
  double all = 0;
  for (const auto& [rank, weight] : weights) all += weight;
  double up_to = 0;
  for (const auto& [rank, weight] : weights) {
    up_to += weight;
    if (up_to >= all / 2) return levels[rank];
  }
  return 0;
}

TEST(MedianSums, ByHand) {
  const std::vector<double> levels{1, 2, 4, 8};
  MedianSums sums(std::make_shared<const std::vector<std::uint32_t>>(std::vector<std::uint32_t>{0, 1, 2, 3}), levels);
  EXPECT_EQ(sums.deviation(), 0);
  sums.change(3, 1);
  EXPECT_EQ(sums.median(), 8);
  EXPECT_EQ(sums.deviation(), 0);
  sums.change(0, 1);  // 1, 8: the lower one
  EXPECT_EQ(sums.median(), 1);
  EXPECT_EQ(sums.deviation(), 7);
  sums.change(1, 3);  // 1, 2, 2, 2, 8
  EXPECT_EQ(sums.median(), 2);
  EXPECT_EQ(sums.deviation(), 1 + 6);
  sums.change(3, -1);  // 1, 2, 2, 2
  EXPECT_EQ(sums.deviation(), 1);
  EXPECT_EQ(sums.emptied().deviation(), 0);
}

TEST(MedianSums, AgreesWithCountingAfresh) {
  RandomEngine engine(3);
  for (int round = 0; round < 50; ++round) {
    std::vector<double> levels;
    for (int i = 0; i < 12; ++i) levels.push_back(3 * i + static_cast<double>(uniform_below(engine, 3)));
    std::vector<std::uint32_t> ranks;  // of a node: some of the training set's
    for (std::uint32_t rank = 0; rank < levels.size(); ++rank) {
      if (uniform_below(engine, 4) != 0) ranks.push_back(rank);
    }
    if (ranks.empty()) ranks.push_back(0);
    MedianSums sums(std::make_shared<const std::vector<std::uint32_t>>(ranks), levels);
    std::map<std::uint32_t, double> weights;
    for (int step = 0; step < 100; ++step) {
      const std::uint32_t rank = ranks[uniform_below(engine, ranks.size())];
      double change = 0.25 * static_cast<double>(1 + uniform_below(engine, 8));
      if (uniform_below(engine, 3) == 0) change = -weights[rank];
      sums.change(rank, change);
      weights[rank] += change;
      double all = 0;
      for (const auto& [key, weight] : weights) all += weight;
      if (all <= 0) continue;
      const double median = naive_median(weights, levels);
      double deviation = 0;
      for (const auto& [key, weight] : weights) deviation += weight * std::abs(levels[key] - median);
      ASSERT_EQ(sums.median(), median) << "round " << round << " step " << step;
      ASSERT_NEAR(sums.deviation(), deviation, 1e-9) << "round " << round << " step " << step;
    }
  }
}

TEST(MedianSums, DeviationFromAnyNumber) {
  const std::vector<double> levels = {0, 10};
  MedianSums sums(std::make_shared<const std::vector<std::uint32_t>>(std::vector<std::uint32_t>{0, 1}), levels);
  sums.change(0, 3);
  sums.change(1, 1);
  EXPECT_EQ(sums.deviation_from(0), sums.deviation());
  EXPECT_EQ(sums.deviation_from(4), 3 * 4 + 6);
  EXPECT_EQ(sums.deviation_from(-1), 3 * 1 + 11);
  EXPECT_EQ(sums.deviation_from(20), 3 * 20 + 10);
}

}  // namespace
}  // namespace espalier::median_sums_test
