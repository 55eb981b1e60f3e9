#include "support/chi_square.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace espalier::chi_square_test {
namespace {

TEST(ChiSquare, TwoByTwo) {
  // n (ad - bc)^2 / (row and column sums) = 100 (30 * 35 - 15 * 20)^2 / (45 * 55 * 50 * 50)
  const ChiSquare result = chi_square({{30, 15}, {20, 35}});
  EXPECT_NEAR(result.statistic, 100.0 * 750 * 750 / (45.0 * 55 * 50 * 50), 1e-12);
  EXPECT_EQ(result.degrees, 1U);
  // One degree of freedom: p = erfc(sqrt(x / 2)).
  EXPECT_NEAR(result.p_value, std::erfc(std::sqrt(result.statistic / 2)), 1e-12);
}

TEST(ChiSquare, ThreeByTwo) {
  // Expected 15 in each cell of the second and third row, 10 in the first: 2 (5^2 / 10) + 2 (3^2 / 15) + 2 (2^2 / 15).
  const ChiSquare result = chi_square({{15, 5}, {12, 18}, {13, 17}});
  EXPECT_NEAR(result.statistic, 5 + 18.0 / 15 + 8.0 / 15, 1e-12);
  EXPECT_EQ(result.degrees, 2U);
  EXPECT_NEAR(result.p_value, std::exp(-result.statistic / 2), 1e-12);  // two degrees of freedom
}

TEST(ChiSquare, TextbookQuantiles) {
  // 3.841 is the 5 % point for one degree of freedom. 2 x 2 of 50 and 50: 100 d^2 / 25^2 with d off the expected 25.
  const double off = 25 * std::sqrt(3.841459 / 100);
  EXPECT_NEAR(chi_square({{25 + off, 25 - off}, {25 - off, 25 + off}}).p_value, 0.05, 1e-6);
}

TEST(ChiSquare, BranchesAndClassesWithoutRowsDoNotCount) {
  const ChiSquare plain = chi_square({{30, 15}, {20, 35}});
  const ChiSquare padded = chi_square({{30, 0, 15}, {0, 0, 0}, {20, 0, 35}});
  EXPECT_EQ(padded.degrees, 1U);
  EXPECT_DOUBLE_EQ(padded.statistic, plain.statistic);
  EXPECT_DOUBLE_EQ(padded.p_value, plain.p_value);
}

TEST(ChiSquare, NothingToCompareIsNeverSignificant) {
  for (const auto& table : std::vector<std::vector<std::vector<double>>>{
           {}, {{}, {}}, {{0, 0}, {0, 0}}, {{4, 6}, {0, 0}}, {{4, 0}, {6, 0}}, {{3, 3}, {2, 2}}}) {
    EXPECT_EQ(chi_square(table).p_value, 1);
    EXPECT_EQ(chi_square(table).statistic, 0);
  }
}

}  // namespace
}  // namespace espalier::chi_square_test
