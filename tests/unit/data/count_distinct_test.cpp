#include "data/column_cells.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <vector>

#include "support/random.hpp"

namespace espalier::test::count_distinct_test {
namespace {

TEST(CountDistinct, CountsAcrossListsWithoutNaN) {
  const std::vector<double> one = {1, 2, 2, NAN, 0.5, -0.0};
  const std::vector<double> other = {2, 3, 0};
  EXPECT_EQ(count_distinct({one, other}, 100), 5U) << "-0 is 0";
  EXPECT_EQ(count_distinct({other}, 100), 3U);
  EXPECT_EQ(count_distinct({std::vector<double>{NAN}}, 100), 0U);
}

TEST(CountDistinct, StopsAfterTheMost) {
  const std::vector<double> numbers = {1, 2, 3, 4, 5};
  EXPECT_EQ(count_distinct({numbers}, 3), 4U);
  EXPECT_EQ(count_distinct({numbers}, 5), 5U);
}

TEST(CountDistinct, IsTheSizeOfTheSet) {
  RandomEngine engine(3);
  for (const std::uint64_t kinds : {1U, 200U, 5'000U, 1'000'000U}) {
    std::vector<double> numbers;
    for (int i = 0; i < 20'000; ++i) numbers.push_back(static_cast<double>(uniform_below(engine, kinds)) / 8);
    EXPECT_EQ(count_distinct({numbers}, numbers.size()), std::set<double>(numbers.begin(), numbers.end()).size());
  }
}

}  // namespace
}  // namespace espalier::test::count_distinct_test
