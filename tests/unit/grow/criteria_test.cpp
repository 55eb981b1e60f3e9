#include "grow/criteria.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "grow/tally.hpp"

namespace espalier {
namespace {

using Counts = std::vector<double>;

TEST(Entropy, IsTheFormulaInBits) {
  // -(9/14) log2(9/14) - (5/14) log2(5/14)
  EXPECT_NEAR(entropy(Counts{9, 5}), 0.940286, 1e-6);
  // -(2/5) log2(2/5) - (3/5) log2(3/5)
  EXPECT_NEAR(entropy(Counts{2, 3}), 0.970951, 1e-6);
  EXPECT_EQ(entropy(Counts{4, 4}), 1);
  EXPECT_EQ(entropy(Counts{2, 2, 2, 2}), 2);
  EXPECT_NEAR(entropy(Counts{1, 1, 1}), 1.584963, 1e-6);  // log2 3
}

TEST(Entropy, TakesFractionalWeights) {
  // p = 1/4, 3/4: 1/4 * 2 + 3/4 * log2(4/3)
  EXPECT_NEAR(entropy(Counts{0.5, 1.5}), 0.811278, 1e-6);
}

TEST(Gini, IsOneMinusTheSquares) {
  // 1 - (81 + 25) / 196
  EXPECT_NEAR(gini(Counts{9, 5}), 90.0 / 196.0, 1e-15);
  EXPECT_DOUBLE_EQ(gini(Counts{1, 1, 1}), 2.0 / 3.0);
}

TEST(ErrorRate, IsTheShareOutsideTheMajority) {
  EXPECT_DOUBLE_EQ(error_rate(Counts{9, 5}), 5.0 / 14.0);
  EXPECT_DOUBLE_EQ(error_rate(Counts{1, 1, 2}), 0.5);
}

TEST(Impurity, IsNothingForPureAndEmptyNodes) {
  for (const Criterion criterion :
       {Criterion::information_gain, Criterion::gain_ratio, Criterion::gini, Criterion::error}) {
    EXPECT_EQ(impurity(criterion, Counts{0, 7, 0}), 0) << to_string(criterion);
    EXPECT_EQ(impurity(criterion, Counts{0, 0}), 0) << to_string(criterion);
    EXPECT_EQ(impurity(criterion, Counts{}), 0) << to_string(criterion);
  }
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
}  // namespace espalier
