#include "model/tree_facts.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/sample_models.hpp"

namespace espalier::tree_facts_test {
namespace {

using testing::ElementsAre;

TEST(TreeFacts, CountLeavesAndDepth) {
  EXPECT_EQ(leaf_count(sample::golf().trees[0]), 5U);
  EXPECT_EQ(depth(sample::golf().trees[0]), 2U);
  EXPECT_EQ(leaf_count(sample::single_leaf().trees[0]), 1U);
  EXPECT_EQ(depth(sample::single_leaf().trees[0]), 0U);
}

TEST(TreeFacts, DepthOfALongChain) {
  EXPECT_EQ(depth(sample::chain(200'000).trees[0]), 200'000U);
}

TEST(TreeFacts, WeightIsTheSumOfTheCounts) {
  EXPECT_EQ(Node{}.weight(), 0);
  EXPECT_EQ(sample::golf().trees[0].nodes[0].weight(), 14);
}

TEST(TreeFacts, LeafErrorsAreTheOtherClasses) {
  Node node;
  node.counts = {2, 5, 1};
  node.label = 1;
  EXPECT_EQ(leaf_errors(node), 3);
  node.label = 0;  // not the majority: still what this label gets wrong
  EXPECT_EQ(leaf_errors(node), 6);
  node.counts = {0.1, 0.2, 0.3};
  node.label = 2;
  EXPECT_EQ(leaf_errors(node), 0.1 + 0.2);
  node.counts = {0.1, 0, 0};
  node.label = 0;
  EXPECT_EQ(leaf_errors(node), 0) << "no rounding residue";
}

TEST(TreeFacts, MajorityTieGoesToTheLowestIndex) {
  EXPECT_EQ(majority_label({1, 3, 2}), 1U);
  EXPECT_EQ(majority_label({2, 3, 3}), 1U);
  EXPECT_EQ(majority_label({0, 0}), 0U);
}

TEST(TreeFacts, WeightOfARegressionNodeIsItsTotal) {
  EXPECT_EQ(sample::regression_sample().trees[0].nodes[0].weight(), 10);
}

TEST(TreeFacts, BestLabelHasTheLeastExpectedCost) {
  const std::vector<std::vector<double>> costs = {{0, 1, 4}, {2, 0, 1}, {3, 1, 0}};
  // Answers 0, 1, 2 cost 2 * 3 + 3 * 1 = 9, 1 * 5 + 1 * 1 = 6 and 4 * 5 + 1 * 3 = 23.
  EXPECT_EQ(best_label({5, 3, 1}, costs), 1U) << "not the majority";
  // 2 * 0 + 3 * 2 = 6, 1 * 6 + 1 * 2 = 8, 4 * 6 = 24.
  EXPECT_EQ(best_label({6, 0, 2}, costs), 0U);
  EXPECT_EQ(best_label({0, 0, 0}, costs), 0U);
}

TEST(TreeFacts, BestLabelTiesGoToTheLowestIndex) {
  EXPECT_EQ(best_label({2, 1}, {{0, 1}, {2, 0}}), 0U) << "2 each";
  EXPECT_EQ(best_label({2, 3, 3}, {}), 1U) << "without costs the majority";
}

TEST(TreeFacts, LeafRiskIsWhatTheAnswerCosts) {
  Model model = sample::golf();
  Node& root = model.trees[0].nodes[0];  // 9 Play, 5 Don't Play, answers Play
  EXPECT_EQ(leaf_risk(model, root), 5);
  model.costs = {{0, 1}, {2.5, 0}};
  EXPECT_EQ(leaf_risk(model, root), 12.5);
  root.label = 1;
  EXPECT_EQ(leaf_risk(model, root), 9);
  const Model rents = sample::regression_sample();
  EXPECT_EQ(leaf_risk(rents, rents.trees[0].nodes[0]), 854);
}

TEST(Compact, KeepsAWholeTreeAsItIs) {
  const Tree tree = sample::golf().trees[0];
  EXPECT_EQ(compact(tree), tree);
}

TEST(Compact, DropsWhatPruningCutOffAndRenumbers) {
  Tree tree = sample::golf().trees[0];
  Node& by_humidity = tree.nodes[1];  // becomes a leaf: nodes 4 and 5 are cut off
  by_humidity.test = TestKind::leaf;
  by_humidity.children.clear();
  const Tree kept = compact(tree);
  ASSERT_EQ(kept.nodes.size(), 6U);
  EXPECT_THAT(kept.nodes[0].children, ElementsAre(1, 2, 3));
  EXPECT_THAT(kept.nodes[3].children, ElementsAre(4, 5));
  EXPECT_EQ(kept.nodes[4], tree.nodes[6]);
  EXPECT_EQ(kept.nodes[5], tree.nodes[7]);
}

TEST(Compact, DropsSubtreesBelowDroppedNodes) {
  Tree tree = sample::golf().trees[0];
  tree.nodes[0].test = TestKind::leaf;
  tree.nodes[0].children.clear();
  EXPECT_EQ(compact(tree).nodes.size(), 1U);
}

}  // namespace
}  // namespace espalier::tree_facts_test
