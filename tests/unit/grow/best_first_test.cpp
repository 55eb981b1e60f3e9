// Limits on leaves and nodes: the tree grows where it gains most.
#include <gtest/gtest.h>

#include <set>

#include "unit/grow/naive.hpp"

namespace espalier::best_first_test {
namespace {

using testing::grown;
using testing::numeric;
using testing::outline;
using testing::regression;

// 0, 20 below; four times 100 and four times 118 above.
const Dataset kTwoSides =
    regression({numeric("x", {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})}, {0, 20, 100, 100, 100, 100, 118, 118, 118, 118});

GrowOptions at_most(std::size_t leaves) {
  GrowOptions options;
  options.max_leaves = leaves;
  return options;
}

TEST(BestFirst, CountsTheGainByTheRowsThatHaveIt) {
  // Below, a split gains 10^2 for each of 2 rows; above, 9^2 for each of 8: 200 against 648.
  EXPECT_EQ(outline(grown(kTwoSides, at_most(3))),
            "x <= 2.5: 10 (2)\n"
            "x > 2.5\n"
            "|   x <= 6.5: 100 (4)\n"
            "|   x > 6.5: 118 (4)\n");
}

TEST(BestFirst, NodesAreLimitedLikeLeaves) {
  GrowOptions options;
  options.max_nodes = 5;
  EXPECT_EQ(grown(kTwoSides, options), grown(kTwoSides, at_most(3)));
  options.max_nodes = 6;  // a split takes two
  EXPECT_EQ(grown(kTwoSides, options), grown(kTwoSides, at_most(3)));
  options.max_nodes = 2;
  EXPECT_EQ(grown(kTwoSides, options).trees[0].nodes.size(), 1U);
}

TEST(BestFirst, SplitsThatDoNotFitArePassedOver) {
  GrowOptions options = preset(Algorithm::c45);
  options.max_leaves = 2;  // golf's outlook takes three
  EXPECT_EQ(grown(testing::golf(), options).trees[0].nodes.size(), 1U);
  options.max_leaves = 4;  // rain gains .971 * 5, sunny less by its charge
  EXPECT_EQ(outline(grown(testing::golf(), options)),
            "outlook = overcast: Play (4)\n"
            "outlook = rain\n"
            "|   windy = false: Play (3)\n"
            "|   windy = true: Don't Play (2)\n"
            "outlook = sunny: Don't Play (5/2)\n");
}

Dataset random_table(std::uint64_t seed) {
  RandomEngine engine(seed);
  std::vector<FeatureColumn> columns;
  for (const char* name : {"p", "q", "r"}) {
    std::vector<double> values;
    for (int row = 0; row < 60; ++row) values.push_back(static_cast<double>(uniform_below(engine, 12)));
    columns.push_back(numeric(name, values));
  }
  std::vector<std::string> target;
  for (int row = 0; row < 60; ++row) target.emplace_back(1, static_cast<char>('a' + uniform_below(engine, 3)));
  return testing::dataset(columns, target);
}

TEST(BestFirst, WithRoomEnoughItIsTheWholeTree) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const Dataset data = random_table(seed);
    for (const Algorithm algorithm : {Algorithm::c45, Algorithm::cart}) {
      GrowOptions options = preset(algorithm);
      const Model whole = grown(data, options);
      options.max_leaves = 1000;
      EXPECT_EQ(grown(data, options), whole);
    }
  }
}

// Every split, named by the way to it.
std::set<std::string> splits_of(const Tree& tree) {
  std::vector<std::string> names(tree.nodes.size());
  std::set<std::string> splits;
  for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
    const Node& node = tree.nodes[i];
    if (node.is_leaf()) continue;
    const std::string test = std::to_string(node.feature) + "<=" + std::to_string(node.threshold);
    splits.insert(names[i] + test);
    for (std::size_t child = 0; child < node.children.size(); ++child) {
      names[node.children[child]] = names[i] + test + "/" + std::to_string(child) + "/";
    }
  }
  return splits;
}

TEST(BestFirst, OneLeafMoreIsOneSplitMore) {
  const Dataset data = random_table(6);
  const std::size_t leaves = leaf_count(grown(data, {}).trees[0]);
  ASSERT_GT(leaves, 10U);
  std::set<std::string> before;
  for (std::size_t limit = 1; limit <= leaves; ++limit) {
    const Tree tree = grown(data, at_most(limit)).trees[0];
    ASSERT_EQ(leaf_count(tree), limit);
    const std::set<std::string> splits = splits_of(tree);
    EXPECT_TRUE(std::includes(splits.begin(), splits.end(), before.begin(), before.end())) << limit;
    before = splits;
  }
}

TEST(Amounts, PercentagesAreOfTheTrainingWeight) {
  // 7 % of 100 rows are 7 rows, not 7.000000000000001.
  EXPECT_EQ((Amount{7, true}.of(100)), 7);
  EXPECT_EQ((Amount{7, false}.of(100)), 7);
  std::vector<double> x;
  std::vector<std::string> target;
  for (int row = 0; row < 100; ++row) {
    x.push_back(row);
    target.emplace_back(row < 7 ? "a" : "b");
  }
  const Dataset data = testing::dataset({numeric("x", x)}, target);
  GrowOptions options;
  options.min_leaf = Amount{7, true};
  EXPECT_EQ(grown(data, options).trees[0].nodes[0].gap, (Gap{6, 7}));
  options.min_leaf = Amount{8, true};
  EXPECT_EQ(grown(data, options).trees[0].nodes[0].gap, (Gap{7, 8}));
}

TEST(Amounts, MinSplitAsAPercentage) {
  // 10 rows: the root has all of them, its children 2 and 8.
  GrowOptions options;
  options.min_split = Amount{90, true};
  EXPECT_EQ(leaf_count(grown(kTwoSides, options).trees[0]), 2U);
  options.min_split = Amount{80, true};
  EXPECT_EQ(leaf_count(grown(kTwoSides, options).trees[0]), 3U);
  Dataset heavy = kTwoSides;  // the same in weights: 20 in all, 4 and 16
  heavy.weights.assign(10, 2.0);
  EXPECT_EQ(leaf_count(grown(heavy, options).trees[0]), 3U);
}

}  // namespace
}  // namespace espalier::best_first_test
