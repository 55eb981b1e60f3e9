#include "emit/cpp_sources.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace espalier::cpp_parts_test {
namespace {

std::vector<PartFunction> functions(const std::vector<std::size_t>& costs) {
  std::vector<PartFunction> list;
  for (const std::size_t cost : costs) list.push_back({"", "", cost, {}, false});
  return list;
}

std::vector<std::size_t> costs_of(const std::vector<PartFunction>& functions, const std::vector<Part>& parts) {
  std::vector<std::size_t> costs;
  for (const Part& part : parts) {
    std::size_t cost = 0;
    for (std::size_t f = part.first; f < part.last; ++f) cost += functions[f].cost;
    costs.push_back(cost);
  }
  return costs;
}

TEST(SplitIntoParts, TakesConsecutiveFunctionsOfAboutEqualCost) {
  // 24 in all: 8 for each part.
  const auto list = functions({4, 4, 4, 4, 4, 4});
  const auto parts = split_into_parts(list, 3);
  EXPECT_EQ(costs_of(list, parts), (std::vector<std::size_t>{8, 8, 8}));
  EXPECT_EQ(parts[1].first, 2U);
  EXPECT_EQ(parts[1].last, 4U);
}

TEST(SplitIntoParts, AFunctionAcrossTheEndGoesWhereMoreOfItLies) {
  // The share is 10: of the second function, 6 of 8 are behind it; of 4, 2 are, and a half still fits.
  EXPECT_EQ(costs_of(functions({8, 8, 4}), split_into_parts(functions({8, 8, 4}), 2)),
            (std::vector<std::size_t>{8, 12}));
  EXPECT_EQ(costs_of(functions({8, 4, 8}), split_into_parts(functions({8, 4, 8}), 2)),
            (std::vector<std::size_t>{12, 8}));
}

TEST(SplitIntoParts, MorePartsThanFunctionsLeaveSomeEmpty) {
  const auto list = functions({5, 5});
  const auto parts = split_into_parts(list, 4);
  ASSERT_EQ(parts.size(), 4U);
  EXPECT_EQ(parts.back().last, 2U);
  auto costs = costs_of(list, parts);
  std::sort(costs.begin(), costs.end());
  EXPECT_EQ(costs, (std::vector<std::size_t>{0, 0, 5, 5}));
}

TEST(SplitIntoParts, ByItselfAsManyAsTheSizeAsksFor) {
  EXPECT_EQ(split_into_parts(functions({1}), 0).size(), 1U);
  EXPECT_EQ(split_into_parts(functions({kStepsPerPart}), 0).size(), 1U);
  const auto list = functions(std::vector<std::size_t>(100, 1000));  // 100,000 steps of 25,000
  const auto parts = split_into_parts(list, 0);
  EXPECT_EQ(costs_of(list, parts), (std::vector<std::size_t>(4, 25'000)));
}

TEST(SplitIntoParts, KnowsWhatAPartCallsOutsideItself) {
  auto list = functions({1, 1, 1, 1, 1, 1});
  list[2].callees = {0, 1, 0};
  list[5].callees = {2, 4, 0};
  const auto parts = split_into_parts(list, 3);  // {0, 1}, {2, 3}, {4, 5}
  EXPECT_TRUE(parts[0].outside.empty());
  EXPECT_EQ(parts[1].outside, (std::vector<std::uint32_t>{0, 1}));
  EXPECT_EQ(parts[2].outside, (std::vector<std::uint32_t>{0, 2}));
}

}  // namespace
}  // namespace espalier::cpp_parts_test
