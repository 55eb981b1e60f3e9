#include "prune/cost_complexity.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>

#include "model/tree_facts.hpp"
#include "prune/prune.hpp"
#include "support/random.hpp"
#include "unit/prune/small_trees.hpp"

namespace espalier::weakest_links_test {
namespace {

using testing::inner;
using testing::leaf;
using testing::model_of;

constexpr double kLeaf = -std::numeric_limits<double>::infinity();
using Alphas = std::vector<double>;

Alphas critical(const Model& model) {
  return critical_alphas(model.trees[0], node_risks(model, model.trees[0]));
}

void expect_near(const Alphas& found, const Alphas& expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (expected[i] == kLeaf) {
      EXPECT_EQ(found[i], kLeaf) << i;
    } else {
      EXPECT_NEAR(found[i], expected[i], 1e-12) << i;
    }
  }
}

TEST(WeakestLinks, GoOneAfterTheOther) {
  // 100 rows. g(node 2) = (10 - 2) / 100 / (2 - 1) = 0.08 < g(root) = (40 - 2) / 100 / (3 - 1) = 0.19.
  // With node 2 a leaf, g(root) = (40 - 10) / 100 / (2 - 1) = 0.30.
  const Model model =
      model_of({{inner({60, 40}, {1, 2}), leaf({50, 0}), inner({10, 40}, {3, 4}), leaf({9, 1}), leaf({1, 39})}});
  expect_near(critical(model), {0.30, kLeaf, 0.08, kLeaf, kLeaf});
  expect_near(alpha_path(critical(model)), {0, 0.08, 0.30});
}

TEST(NodeRisks, AreSharesOfAnyWeight) {
  // Half a row of each label: the root gets half of the weight wrong, its leaves nothing.
  const Model one_row = model_of({{inner({0.5, 0.5}, {1, 2}), leaf({0.5, 0}), leaf({0, 0.5})}});
  EXPECT_EQ(node_risks(one_row, one_row.trees[0]), (std::vector<double>{0.5, 0, 0}));
  // Gini of half and half: 1 - (1/4 + 1/4) / 1; entropy: one bit.
  EXPECT_EQ(node_risks(one_row, one_row.trees[0], RiskMeasure::gini), (std::vector<double>{0.5, 0, 0}));
  EXPECT_EQ(node_risks(one_row, one_row.trees[0], RiskMeasure::entropy), (std::vector<double>{1, 0, 0}));
  // A branch without rows adds no risk: 1 - (1 + 1) / 4 of the two rows are at the root and in the other branch.
  const Model one_branch = model_of({{inner({1, 1}, {1, 2}), leaf({1, 1}), leaf({0, 0})}});
  EXPECT_EQ(node_risks(one_branch, one_branch.trees[0], RiskMeasure::gini), (std::vector<double>{0.5, 0.5, 0}));
  EXPECT_EQ(node_risks(one_branch, one_branch.trees[0], RiskMeasure::entropy), (std::vector<double>{1, 1, 0}));
  // Without rows there is nothing to get wrong.
  const Model nothing = model_of({{inner({0, 0}, {1, 2}), leaf({0, 0}), leaf({0, 0})}});
  EXPECT_EQ(node_risks(nothing, nothing.trees[0]), (std::vector<double>{0, 0, 0}));
}

TEST(WeakestLinks, ARootThatIsWeakestTakesAllWithIt) {
  // 12 rows. g(node 2) = (4 - 0) / 12 = 1/3; g(root) = (6 - 0) / 12 / 2 = 1/4.
  const Model model =
      model_of({{inner({6, 6}, {1, 2}), leaf({2, 0}), inner({4, 6}, {3, 4}), leaf({4, 0}), leaf({0, 6})}});
  expect_near(critical(model), {0.25, kLeaf, 0.25, kLeaf, kLeaf});
  expect_near(alpha_path(critical(model)), {0, 0.25});
}

TEST(WeakestLinks, EqualOnesAreOneStep) {
  // 20 rows; both subtrees save 2 of them for one more leaf, the root saves 10 - 4 = 6 for another.
  const Model model = model_of({{inner({10, 10}, {1, 4}), inner({8, 2}, {2, 3}), leaf({8, 0}), leaf({0, 2}),
                                 inner({2, 8}, {5, 6}), leaf({2, 0}), leaf({0, 8})}});
  expect_near(critical(model), {0.3, 0.1, kLeaf, kLeaf, 0.1, kLeaf, kLeaf});
  expect_near(alpha_path(critical(model)), {0, 0.1, 0.3});
}

TEST(WeakestLinks, UselessTestsGoForNothing) {
  // Node 1 makes 2 errors with or without its test.
  const Model model =
      model_of({{inner({6, 6}, {1, 4}), inner({6, 2}, {2, 3}), leaf({4, 0}), leaf({2, 2}), leaf({0, 4})}});
  expect_near(critical(model), {4.0 / 12, 0, kLeaf, kLeaf, kLeaf});
  expect_near(alpha_path(critical(model)), {0, 4.0 / 12});
}

TEST(WeakestLinks, UselessTestsAreWorthNothingInAnyNumberOfRows) {
  // Shares of the rows do not add up exactly; what is left over is no price.
  for (int rows = 8; rows < 200; ++rows) {
    for (int left = 1; left <= 5; ++left) {
      const double wrong = left;
      const double rest = rows;
      const Model model = model_of({{inner({2 * rest, wrong + 7}, {1, 2}), leaf({rest, wrong}), leaf({rest, 7})}});
      expect_near(alpha_path(critical(model)), {0});
      EXPECT_EQ(critical(model)[0], 0) << rows << ", " << left;
    }
  }
}

TEST(WeakestLinks, SharesAreOfTheCostWhereWrongAnswersHaveOne) {
  // Calling class 1 class 0 costs 5: the root answers 0 at 2 * 5 = 10, and 8 rows of class 0 the other way cost 8.
  Model model = model_of({{inner({8, 2}, {1, 2}), leaf({8, 0}), leaf({0, 2})}});
  model.costs = {{0, 1}, {5, 0}};
  model.trees[0].nodes[0].label = 1;
  expect_near(node_risks(model, model.trees[0]), {0.8, 0, 0});  // per weight
  expect_near(critical(model), {0.8, kLeaf, kLeaf});
  model.trees[0].nodes[0].label = 0;
  expect_near(critical(model), {1.0, kLeaf, kLeaf});
}

Node regression_node(double total, double deviation, std::vector<std::uint32_t> children) {
  Node node = children.empty() ? leaf({}) : inner({}, std::move(children));
  node.label = 0;
  node.total = total;
  node.deviation = deviation;
  return node;
}

TEST(WeakestLinks, RegressionSavesDeviation) {
  // Root 200; leaves 10 and (node 2) 50, or 5 + 5. g(node 2) = 40 / 200 = 0.2; then g(root) = (200 - 60) / 200 = 0.7.
  Model model = model_of({{regression_node(10, 200, {1, 2}), regression_node(4, 10, {}), regression_node(6, 50, {3, 4}),
                           regression_node(3, 5, {}), regression_node(3, 5, {})}});
  model.task = Task::regression;
  expect_near(node_risks(model, model.trees[0]), {1, 0.05, 0.25, 0.025, 0.025});
  expect_near(critical(model), {0.7, kLeaf, 0.2, kLeaf, kLeaf});
  EXPECT_EQ(leaf_count(prune_cost_complexity(model, 0.19).tree), 3U);
  EXPECT_EQ(leaf_count(prune_cost_complexity(model, 0.2).tree), 2U);
  EXPECT_EQ(leaf_count(prune_cost_complexity(model, 0.7).tree), 1U);
}

TEST(WeakestLinks, NoRowsAndNoDeviationAreNoRisk) {
  const Model empty = model_of({{inner({0, 0}, {1, 2}), leaf({0, 0}), leaf({0, 0})}});
  expect_near(node_risks(empty, empty.trees[0]), {0, 0, 0});
  expect_near(critical(empty), {0, kLeaf, kLeaf});
  Model constant = model_of({{regression_node(10, 0, {1, 2}), regression_node(4, 0, {}), regression_node(6, 0, {})}});
  constant.task = Task::regression;
  expect_near(critical(constant), {0, kLeaf, kLeaf});
}

TEST(WeakestLinks, ASingleLeafHasNone) {
  const Model model = model_of({{leaf({3, 2})}});
  expect_near(critical(model), {kLeaf});
  expect_near(alpha_path(critical(model)), {0});
}

// A chain of which the deepest test is always the weakest: test i from the bottom saves i^2.
TEST(WeakestLinks, ManagesChainsThatGoTestByTest) {
  const std::uint32_t tests = 100000;
  Tree tree;
  std::vector<double> risks;
  for (std::uint32_t i = 0; i < tests; ++i) {
    const double below = tests - i;
    tree.nodes.push_back(inner({1, 1}, {2 * i + 1, 2 * i + 2}));
    risks.push_back(below * below);
    tree.nodes.push_back(leaf({1, 1}));
    risks.push_back(0);
  }
  tree.nodes.push_back(leaf({1, 1}));
  risks.push_back(0);
  const Alphas alphas = critical_alphas(tree, risks);
  for (std::uint32_t i = 0; i < tests; ++i) {  // the leaf below has (below - 1)^2 by then
    ASSERT_EQ(alphas[2 * i], 2.0 * (tests - i) - 1);
  }
}

TEST(WeakestLinks, ManagesChainsThatGoAtOnce) {
  const Alphas alphas = critical(model_of(testing::chain(100000)));
  EXPECT_DOUBLE_EQ(alphas[0], 1.0 / 100001 / 100000);
  EXPECT_DOUBLE_EQ(alphas[199998], alphas[0]);
}

TEST(AlphaForLeaves, IsThatOfTheLargestTreeThatFits) {
  // GoOneAfterTheOther: 3 leaves from 0 on, 2 from 0.08 on, 1 from 0.30 on.
  const Model model =
      model_of({{inner({60, 40}, {1, 2}), leaf({50, 0}), inner({10, 40}, {3, 4}), leaf({9, 1}), leaf({1, 39})}});
  expect_near({alpha_for_leaves(model, 1, RiskMeasure::errors), alpha_for_leaves(model, 2, RiskMeasure::errors),
               alpha_for_leaves(model, 3, RiskMeasure::errors), alpha_for_leaves(model, 100, RiskMeasure::errors)},
              {0.30, 0.08, 0, 0});
  // ARootThatIsWeakestTakesAllWithIt: there is no tree of two leaves.
  const Model gap =
      model_of({{inner({6, 6}, {1, 2}), leaf({2, 0}), inner({4, 6}, {3, 4}), leaf({4, 0}), leaf({0, 6})}});
  expect_near({alpha_for_leaves(gap, 2, RiskMeasure::errors)}, {0.25});
}

TEST(AlphaForLeaves, FitsWhateverTheTree) {
  RandomEngine engine(23);
  for (int round = 0; round < 200; ++round) {
    const Model model = model_of(testing::random_tree(engine, 1 + uniform_below(engine, 12)));
    const auto measure = static_cast<RiskMeasure>(uniform_below(engine, 3));
    const std::size_t whole = leaf_count(prune_cost_complexity(model, 0, measure).tree);
    for (std::size_t leaves = 1; leaves <= whole; ++leaves) {
      const double alpha = alpha_for_leaves(model, leaves, measure);
      EXPECT_LE(leaf_count(prune_cost_complexity(model, alpha, measure).tree), leaves) << round;
      if (alpha == 0) continue;
      EXPECT_GT(leaf_count(prune_cost_complexity(model, alpha * (1 - 1e-5), measure).tree), leaves) << round;
    }
  }
}

TEST(SameAlpha, ForgivesRoundingOnly) {
  EXPECT_TRUE(same_alpha(0.1 + 0.2, 0.3));
  EXPECT_TRUE(same_alpha(0, 0));
  EXPECT_FALSE(same_alpha(0.3, 0.3 + 1e-9));
  EXPECT_FALSE(same_alpha(1e-9, 2e-9));
  EXPECT_FALSE(same_alpha(0, 1e-15));
}

TEST(AlphaPath, IsAscendingWithoutRepetitions) {
  expect_near(alpha_path({0.3, 0.1, kLeaf, 0.1 + 1e-16, 0, 0.2}), {0, 0.1, 0.2, 0.3});
  expect_near(alpha_path({kLeaf}), {0});
}

TEST(FirstStep, IsWhereANodeBecomesALeaf) {
  const std::vector<double> alphas = {0, 0.1, 0.3};
  const double never = std::numeric_limits<double>::infinity();
  EXPECT_EQ(first_step(alphas, -never), 0U);  // a leaf of the grown tree
  EXPECT_EQ(first_step(alphas, 0), 0U);
  EXPECT_EQ(first_step(alphas, 0.05), 1U);
  EXPECT_EQ(first_step(alphas, 0.1), 1U);
  EXPECT_EQ(first_step(alphas, 0.1 + 1e-16), 1U);  // equal but for rounding
  EXPECT_EQ(first_step(alphas, 0.2), 2U);
  EXPECT_EQ(first_step(alphas, 0.4), 3U);
  EXPECT_EQ(first_step({0, never}, 0.4), 1U);
}

}  // namespace
}  // namespace espalier::weakest_links_test
