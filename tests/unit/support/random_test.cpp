#include "support/random.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

namespace espalier::random_test {
namespace {

using testing::ElementsAre;

TEST(RandomEngine, IsTheOneOfTheStandard) {
  // [rand.predef]: the 10,000th draw of a default-constructed mt19937_64.
  RandomEngine engine;
  engine.discard(9'999);
  EXPECT_EQ(engine(), 9981545732273789042U);
}

TEST(Random, SameChoicesEverywhere) {
  RandomEngine engine(1);
  std::vector<std::uint64_t> draws;
  for (int i = 0; i < 8; ++i) draws.push_back(uniform_below(engine, 10));
  EXPECT_THAT(draws, ElementsAre(8, 2, 0, 6, 4, 9, 8, 5));
  EXPECT_EQ(uniform_unit(engine), 0.5698471487020966);

  std::vector<int> items = {0, 1, 2, 3, 4, 5, 6, 7};
  shuffle(items, engine);
  EXPECT_THAT(items, ElementsAre(7, 1, 4, 3, 2, 6, 5, 0));
}

TEST(UniformBelow, ReachesEveryValueAndNoOther) {
  RandomEngine engine(2);
  std::vector<int> seen(6, 0);
  for (int i = 0; i < 6'000; ++i) ++seen.at(uniform_below(engine, 6));
  // Expected 1,000 each, standard deviation sqrt(6,000 * 1/6 * 5/6) = 29: six of them.
  for (const int count : seen) EXPECT_NEAR(count, 1'000, 175);
  EXPECT_EQ(uniform_below(engine, 1), 0U);
}

TEST(UniformBelow, RejectsTheUnfairRest) {
  // With bound 2^63 + 1, 2^64 mod bound = 2^63 - 1 draws are rejected; the others map to themselves modulo the bound.
  const std::uint64_t bound = (std::uint64_t{1} << 63) + 1;
  RandomEngine engine(3);
  RandomEngine same(3);
  for (int i = 0; i < 100; ++i) {
    std::uint64_t draw = same();
    while (draw < bound - 2) draw = same();
    ASSERT_EQ(uniform_below(engine, bound), draw % bound);
  }
}

TEST(UniformUnit, StaysBelowOne) {
  RandomEngine engine(4);
  double sum = 0;
  for (int i = 0; i < 10'000; ++i) {
    const double draw = uniform_unit(engine);
    ASSERT_GE(draw, 0.0);
    ASSERT_LT(draw, 1.0);
    sum += draw;
  }
  EXPECT_NEAR(sum / 10'000, 0.5, 0.02);  // standard error 1 / sqrt(12 * 10,000) = 0.003
}

TEST(Shuffle, KeepsTheItems) {
  RandomEngine engine(5);
  std::vector<int> items(100);
  std::iota(items.begin(), items.end(), 0);
  const std::vector<int> before = items;
  shuffle(items, engine);
  EXPECT_NE(items, before);
  EXPECT_THAT(items, testing::UnorderedElementsAreArray(before));
  std::vector<int> none;
  shuffle(none, engine);
  EXPECT_TRUE(none.empty());
}

}  // namespace
}  // namespace espalier::random_test
