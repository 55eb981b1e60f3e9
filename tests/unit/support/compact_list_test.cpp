#include "support/compact_list.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <span>

#include "lower/program.hpp"

namespace espalier::compact_list_test {
namespace {

TEST(RareList, IsAPointerLongAndReadsAsAVector) {
  static_assert(sizeof(RareList<std::uint32_t>) == sizeof(void*));
  RareList<std::uint32_t> list;
  EXPECT_TRUE(list.empty());
  EXPECT_EQ(list.begin(), list.end());
  list.push_back(3);
  list.push_back(5);
  EXPECT_EQ(list.size(), 2U);
  EXPECT_EQ(list.front(), 3U);
  EXPECT_EQ(list.back(), 5U);
  const std::vector<std::uint32_t>& items = list;
  EXPECT_EQ(items, (std::vector<std::uint32_t>{3, 5}));
  list.clear();
  EXPECT_TRUE(list.empty());
}

TEST(RareList, CopiesAreIndependent) {
  RareList<std::uint32_t> list = {1, 2, 3};
  RareList<std::uint32_t> copy = list;
  copy[1] = 7;
  EXPECT_EQ(list, (RareList<std::uint32_t>{1, 2, 3}));
  EXPECT_EQ(copy, (RareList<std::uint32_t>{1, 7, 3}));
  list = copy;
  EXPECT_EQ(list, copy);
  const RareList<std::uint32_t> moved = std::move(copy);
  EXPECT_EQ(moved, list);
}

TEST(RareList, ItemsCanBeErased) {
  RareList<std::uint32_t> list = {1, 2, 3, 4};
  EXPECT_EQ(erase_if(list, [](std::uint32_t item) { return item % 2 == 0; }), 2U);
  EXPECT_EQ(list, (RareList<std::uint32_t>{1, 3}));
  list.erase(list.begin());
  EXPECT_EQ(list, (RareList<std::uint32_t>{3}));
  EXPECT_EQ(erase_if(list, [](std::uint32_t) { return true; }), 1U);
  EXPECT_EQ(list, RareList<std::uint32_t>());
}

TEST(RareList, AnEmptyOneEqualsOneThatBecameEmpty) {
  RareList<std::uint32_t> list = {1};
  list.resize(0);
  EXPECT_EQ(list, RareList<std::uint32_t>());
}

TEST(RuleList, HoldsNoneOneOrMany) {
  RuleList rules;
  EXPECT_TRUE(rules.empty());
  rules.push_back(4);
  EXPECT_EQ(rules, RuleList{4});
  EXPECT_EQ(rules.front(), 4U);
  rules.push_back(6);
  rules.push_back(9);
  EXPECT_EQ(rules.size(), 3U);
  EXPECT_EQ(rules[1], 6U);
  EXPECT_EQ(rules.back(), 9U);
  const std::span<const std::uint32_t> span = rules;
  EXPECT_TRUE(std::equal(span.begin(), span.end(), rules.begin(), rules.end()));
  const RuleList copy = rules;
  rules.clear();
  EXPECT_TRUE(rules.empty());
  EXPECT_EQ(copy, (RuleList{4, 6, 9}));
}

TEST(NumberList, KeepsPairsInPlaceAndMoreBehindAPointer) {
  static_assert(sizeof(NumberList<2>) <= sizeof(std::vector<std::uint32_t>));
  NumberList<2> numbers;
  numbers.assign(2, 7);
  EXPECT_EQ(numbers, (NumberList<2>{7, 7}));
  const auto* const here = reinterpret_cast<const char*>(&numbers);
  const auto* const first = reinterpret_cast<const char*>(numbers.data());
  EXPECT_TRUE(first >= here && first < here + sizeof(numbers));
  numbers.push_back(9);
  numbers[0] = 3;
  EXPECT_EQ(numbers, (NumberList<2>{3, 7, 9}));
  EXPECT_EQ(std::vector<std::uint32_t>(numbers.rbegin(), numbers.rend()), (std::vector<std::uint32_t>{9, 7, 3}));
  const NumberList<2> copy = numbers;
  numbers.assign(1, 5);
  EXPECT_EQ(numbers, NumberList<2>{5});
  EXPECT_EQ(copy.size(), 3U);
}

// What a tree of a million nodes may cost: a step of a test of numbers owns nothing outside itself.
TEST(Step, IsSmall) {
  EXPECT_LE(sizeof(Condition), 48U);
  EXPECT_LE(sizeof(Step), 96U);
}

}  // namespace
}  // namespace espalier::compact_list_test
