#include <gtest/gtest.h>

#include <cmath>

#include "prune/prune.hpp"
#include "support/random.hpp"
#include "unit/prune/small_trees.hpp"

namespace espalier::pessimistic_test {
namespace {

using testing::inner;
using testing::leaf;

TEST(Pessimistic, KeepsASubtreeMoreThanOneStandardErrorBetter) {
  // N = 20. Leaf: n'(t) = 10 + 1/2. Subtree: n'(T) = 0 + 2/2 = 1, SE = sqrt(1 * 19 / 20) = 0.975: 1.975 < 10.5.
  const Tree tree{{inner({10, 10}, {1, 2}), leaf({10, 0}), leaf({0, 10})}};
  const Pruned pruned = prune_pessimistic(tree);
  EXPECT_EQ(pruned.tree, tree);
  EXPECT_TRUE(pruned.cuts.empty());
}

TEST(Pessimistic, CutsASubtreeWithinOneStandardError) {
  // N = 10. Leaf: 1 + 1/2. Subtree: 1, SE = sqrt(1 * 9 / 10) = 0.9487: 1.9487 >= 1.5.
  const Tree tree{{inner({9, 1}, {1, 2}), leaf({9, 0}), leaf({0, 1})}};
  const Pruned pruned = prune_pessimistic(tree);
  EXPECT_EQ(pruned.tree, (Tree{{leaf({9, 1})}}));
  ASSERT_EQ(pruned.cuts.size(), 1U);
  EXPECT_EQ(pruned.cuts[0].node, 0U);
  EXPECT_EQ(pruned.cuts[0].leaves_removed, 1U);
  EXPECT_DOUBLE_EQ(pruned.cuts[0].leaf_figure, 1.5);
  EXPECT_NEAR(pruned.cuts[0].subtree_figure, 1 + std::sqrt(0.9), 1e-12);
}

TEST(Pessimistic, TwoErrorsOfTwentyAreTheBoundary) {
  // N = 20: n'(T) + SE = 1.975. A leaf with 1 error (1.5) wins, one with 2 (2.5) loses.
  EXPECT_EQ(prune_pessimistic({{inner({19, 1}, {1, 2}), leaf({19, 0}), leaf({0, 1})}}).tree.nodes.size(), 1U);
  EXPECT_EQ(prune_pessimistic({{inner({18, 2}, {1, 2}), leaf({18, 0}), leaf({0, 2})}}).tree.nodes.size(), 3U);
}

TEST(Pessimistic, WorksOnWhatIsLeftBelow) {
  // Node 2 (10 rows, 1 error) goes: 1.5 <= 1 + sqrt(.9). The root then has 2 leaves with 1 error:
  // n'(T) = 2, SE = sqrt(2 * 18 / 20) = 1.342; n'(t) = 9 + 1/2: it stays.
  const Tree tree{{inner({9, 11}, {1, 2}), leaf({0, 10}), inner({9, 1}, {3, 4}), leaf({9, 0}), leaf({0, 1})}};
  const Pruned pruned = prune_pessimistic(tree);
  EXPECT_EQ(pruned.tree, (Tree{{inner({9, 11}, {1, 2}), leaf({0, 10}), leaf({9, 1})}}));
  ASSERT_EQ(pruned.cuts.size(), 1U);
  EXPECT_EQ(pruned.cuts[0].node, 2U);
}

TEST(Pessimistic, PrunesWhereTheFiguresAreEqual) {
  // N = 12, n'(T) = 2 + 2/2 = 3, SE = sqrt(3 * 9 / 12) = 1.5: 4.5. A leaf with 4 errors is n'(t) = 4.5, too.
  const Pruned equal = prune_pessimistic({{inner({8, 4}, {1, 2}), leaf({7, 1}), leaf({1, 3})}});
  EXPECT_EQ(equal.tree, (Tree{{leaf({8, 4})}}));
  ASSERT_EQ(equal.cuts.size(), 1U);
  EXPECT_EQ(equal.cuts[0].leaf_figure, 4.5);
  EXPECT_EQ(equal.cuts[0].subtree_figure, 4.5);
  // A hundredth of a row more, and the subtree is better by more than its standard error:
  // N = 12.01, SE = sqrt(3 * 9.01 / 12.01) = 1.50021, 4.50021 < 4.51.
  EXPECT_EQ(prune_pessimistic({{inner({8, 4.01}, {1, 2}), leaf({7, 1}), leaf({1, 3.01})}}).tree.nodes.size(), 3U);
}

TEST(Pessimistic, TheStandardErrorIsAddedToTheSubtree) {
  // N = 20, leaf 3 + 1/2; subtree 1, SE 0.975. Within one standard error of the leaf (3.5 - 1.6 < 1.975) would mean the
  // leaf's own spread; the rule is the subtree's: 1.975 < 3.5, and it stays.
  EXPECT_EQ(prune_pessimistic({{inner({17, 3}, {1, 2}), leaf({17, 0}), leaf({0, 3})}}).tree.nodes.size(), 3U);
}

TEST(Pessimistic, ReportsEveryCutAndWhichOneTookItAway) {
  // Node 2 goes first: n'(t) = 2.5, n'(T) = 2 + 2/2 = 3, SE = sqrt(3 * 5 / 8). Then the root, with 2 leaves:
  // n'(t) = 2.5, n'(T) = 2 + 2/2 with node 2 as a leaf, SE = sqrt(3 * 9 / 12).
  const Tree tree{{inner({10, 2}, {1, 2}), leaf({4, 0}), inner({6, 2}, {3, 4}), leaf({5, 1}), leaf({1, 1})}};
  const Pruned pruned = prune_pessimistic(tree);
  EXPECT_EQ(pruned.tree.nodes.size(), 1U);
  ASSERT_EQ(pruned.cuts.size(), 2U);
  EXPECT_EQ(pruned.cuts[0].node, 0U);
  EXPECT_EQ(pruned.cuts[0].leaves_removed, 1U);
  EXPECT_DOUBLE_EQ(pruned.cuts[0].leaf_figure, 2.5);
  EXPECT_DOUBLE_EQ(pruned.cuts[0].subtree_figure, 3 + 1.5);
  EXPECT_TRUE(pruned.cuts[0].stands);
  EXPECT_EQ(pruned.cuts[1].node, 2U);
  EXPECT_EQ(pruned.cuts[1].leaves_removed, 1U);
  EXPECT_DOUBLE_EQ(pruned.cuts[1].leaf_figure, 2.5);
  EXPECT_DOUBLE_EQ(pruned.cuts[1].subtree_figure, 3 + std::sqrt(3.0 * 5 / 8));
  EXPECT_FALSE(pruned.cuts[1].stands);
  for (const Cut& cut : pruned.cuts) EXPECT_EQ(cut.reason, "not more than one standard error better than a leaf");
}

TEST(Pessimistic, CutsInSeparatePlacesAreInNodeOrder) {
  Tree tree{{inner({9, 11}, {1, 4}), inner({0, 10}, {2, 3}), leaf({0, 5}), leaf({0, 5}), inner({9, 1}, {5, 6}),
             leaf({9, 0}), leaf({0, 1})}};
  const Pruned pruned = prune_pessimistic(tree);
  ASSERT_EQ(pruned.cuts.size(), 2U);
  EXPECT_EQ(pruned.cuts[0].node, 1U);
  EXPECT_EQ(pruned.cuts[1].node, 4U);
  EXPECT_EQ(pruned.tree.nodes.size(), 3U);
}

TEST(Pessimistic, MoreLeavesThanRowsHaveNoNegativeSpread) {
  // N = 2 in 6 leaves: n'(T) = 3 > N; SE would be the root of a negative number.
  Tree tree{{inner({1, 1}, {1, 2, 3, 4, 5, 6}), leaf({1, 0}), leaf({0, 1}), leaf({0, 0}), leaf({0, 0}), leaf({0, 0}),
             leaf({0, 0})}};
  const Pruned pruned = prune_pessimistic(tree);
  EXPECT_EQ(pruned.tree.nodes.size(), 1U);
  EXPECT_EQ(pruned.cuts[0].subtree_figure, 3);
}

TEST(Pessimistic, ASingleRowHasASpread) {
  // A test with one branch. N = 1, n'(T) = 0 + 1/2, SE = sqrt(1/2 * 1/2 / 1) = 1/2.
  const Pruned pruned = prune_pessimistic({{inner({1, 0}, {1}), leaf({1, 0})}});
  EXPECT_EQ(pruned.tree.nodes.size(), 1U);
  ASSERT_EQ(pruned.cuts.size(), 1U);
  EXPECT_EQ(pruned.cuts[0].leaf_figure, 0.5);
  EXPECT_EQ(pruned.cuts[0].subtree_figure, 1);
}

TEST(Pessimistic, SubtreesWithoutRowsGo) {
  const Tree tree{{inner({0, 0}, {1, 2}), leaf({0, 0}), leaf({0, 0})}};
  const Pruned pruned = prune_pessimistic(tree);
  EXPECT_EQ(pruned.tree.nodes.size(), 1U);
  EXPECT_EQ(pruned.cuts[0].leaf_figure, 0.5);
  EXPECT_EQ(pruned.cuts[0].subtree_figure, 1);
}

TEST(Pessimistic, LeavesKeepTheirLabel) {
  // An empty branch answers what it was told to, not the majority of nothing.
  Node empty = leaf({0, 0});
  empty.label = 1;
  const Tree tree{{inner({10, 10}, {1, 2, 3}), leaf({10, 0}), leaf({0, 10}), empty}};
  EXPECT_EQ(prune_pessimistic(tree).tree.nodes[3].label, 1U);
}

TEST(Pessimistic, ManagesChains) {
  const Pruned pruned = prune_pessimistic(testing::chain(100000));
  EXPECT_EQ(pruned.tree.nodes.size(), 1U);
  ASSERT_EQ(pruned.cuts.size(), 100000U);
  for (const Cut& cut : pruned.cuts) {
    ASSERT_EQ(cut.leaves_removed, 1U);
    ASSERT_EQ(cut.stands, cut.node == 0);
  }
}

TEST(Pessimistic, PruningAgainChangesNothing) {
  RandomEngine engine(21);
  std::size_t between = 0;
  for (int round = 0; round < 500; ++round) {
    const Tree tree = testing::random_tree(engine, 1 + uniform_below(engine, 12));
    const Pruned once = prune_pessimistic(tree);
    const Pruned again = prune_pessimistic(once.tree);
    EXPECT_EQ(again.tree, once.tree) << round;
    EXPECT_TRUE(again.cuts.empty()) << round;
    std::size_t removed = 0;
    for (const Cut& cut : once.cuts) removed += cut.leaves_removed;
    EXPECT_EQ(leaf_count(once.tree) + removed, leaf_count(tree)) << round;
    between += once.tree.nodes.size() > 1 && once.tree.nodes.size() < tree.nodes.size() ? 1 : 0;
  }
  EXPECT_GT(between, 50U);
}

}  // namespace
}  // namespace espalier::pessimistic_test
