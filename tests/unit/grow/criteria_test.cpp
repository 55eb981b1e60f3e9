#include "grow/criteria.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "unit/grow/oracle/tally.hpp"

namespace espalier::criteria_test {
namespace {

using Counts = std::vector<double>;

double split_info(const Counts& branches, double unknown) {
  double terms = 0;
  double weight = unknown;
  for (const double branch : branches) {
    terms += weight_log_weight(branch);
    weight += branch;
  }
  return espalier::split_info(terms, unknown, weight);
}

TEST(QuickLog, IsCloseToTheLogarithm) {
  for (double x = 1e-9; x < 1e12; x *= 1.0137) EXPECT_NEAR(quick_log2(x), std::log2(x), 0x1p-41) << x;
  EXPECT_NEAR(quick_log2(1), 0, 0x1p-41);
}

TEST(SplitInfo, IsTheEntropyOfTheBranches) {
  // golf's outlook, 5 + 4 + 5 of 14 rows: 2 * (5/14) log2(14/5) + (4/14) log2(14/4)
  EXPECT_NEAR(split_info(Counts{5, 4, 5}, 0), 1.577406, 1e-6);
  EXPECT_EQ(split_info(Counts{2, 2}, 0), 1);
  EXPECT_EQ(split_info(Counts{8, 0}, 0), 0);
}

TEST(SplitInfo, CountsUnknownValuesAsOneMoreBranch) {
  EXPECT_EQ(split_info(Counts{2, 2}, 4), 1.5);  // 1/4, 1/4, 1/2
}

TEST(EqualGains, SumsOfLogsDoNotDependOnTheirOrder) {
  const Counts counts{3, 7, 11, 13, 17, 19};
  double forward = 0;
  double backward = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    forward += weight_log_weight(counts[i]);
    backward += weight_log_weight(counts[counts.size() - 1 - i]);
  }
  EXPECT_EQ(forward, backward);
  EXPECT_EQ(forward - weight_log_weight(7) + weight_log_weight(7), forward);
}

TEST(EqualGains, LogsOfMillionsStayExact) {
  const double large = weight_log_weight(1500000);
  EXPECT_EQ(large + weight_log_weight(3) - large, weight_log_weight(3));
  EXPECT_NEAR(large, 1500000 * std::log2(1500000.0), 1e-7);
}

TEST(EqualGains, LessThanHalfAMillionthOfARowIsNothing) {
  EXPECT_EQ(weighted_gain(0, 4e-7), 0);
  EXPECT_EQ(weighted_gain(0, 0.25), 0.25);
  EXPECT_NEAR(weighted_gain(0, 0.3), 0.3, 5e-7);
}

TEST(EqualGains, GainsEqualOnPaperAreEqualAsNumbers) {
  // 2 * 3 log2 3 - 6 log2 6 is -6, whatever 3 log2 3 is rounded to; the 16 keeps it above 0.
  EXPECT_EQ(weighted_gain(weight_log_weight(6), 2 * weight_log_weight(3) + 16), 10);
}

}  // namespace
}  // namespace espalier::criteria_test
