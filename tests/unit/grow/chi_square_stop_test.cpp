// Tests that are no better than chance are not taken.
#include <gtest/gtest.h>

#include "unit/grow/small_data.hpp"

namespace espalier::chi_square_stop_test {
namespace {

// x says (6, 2) against (2, 6): statistic 16 (36 - 4)^2 / 8^4 = 4, p = 0.0455.
const Dataset kWeak = testing::dataset(
    {testing::categorical("x", {"0", "0", "0", "0", "0", "0", "0", "0", "1", "1", "1", "1", "1", "1", "1", "1"})},
    {"a", "a", "a", "a", "a", "a", "b", "b", "a", "a", "b", "b", "b", "b", "b", "b"});

TEST(ChiSquareStop, TakesTestsThatReachTheLevel) {
  GrowOptions options;
  options.chi_square = 0.05;
  EXPECT_EQ(testing::grown(kWeak, options).trees[0].nodes.size(), 3U);
  options.chi_square = 0.01;
  EXPECT_EQ(testing::grown(kWeak, options).trees[0].nodes.size(), 1U);
}

TEST(ChiSquareStop, CountsMissingValuesWhereTheyHaveABranch) {
  // The known rows are all a, the missing ones all b: the difference is between known and missing.
  std::vector<std::string> cells;
  std::vector<std::string> target;
  for (int i = 0; i < 20; ++i) {
    cells.emplace_back(i < 10 ? (i % 2 == 0 ? "p" : "q") : "?");
    target.emplace_back(i < 10 ? "a" : "b");
  }
  const Dataset data = testing::dataset({testing::categorical("c", cells)}, target);
  for (const CategoricalSplit split : {CategoricalSplit::multiway, CategoricalSplit::equal}) {
    GrowOptions options;
    options.categorical = split;
    options.missing = MissingPolicy::own_category;
    options.chi_square = 0.01;
    EXPECT_FALSE(testing::grown(data, options).trees[0].nodes[0].is_leaf()) << to_string(split);
  }
}

TEST(ChiSquareStop, IsNotAskedOfNumbers) {
  GrowOptions options;
  options.chi_square = 0.01;
  const Dataset data = testing::regression({testing::numeric("x", {1, 2, 3, 4})}, {1, 1, 5, 5});
  EXPECT_EQ(testing::grown(data, options).trees[0].nodes.size(), 3U);
}

}  // namespace
}  // namespace espalier::chi_square_stop_test
