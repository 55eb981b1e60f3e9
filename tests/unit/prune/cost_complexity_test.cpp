#include <gtest/gtest.h>

#include <limits>

#include "prune/prune.hpp"
#include "support/diagnostic.hpp"
#include "support/random.hpp"
#include "unit/prune/small_trees.hpp"

namespace espalier::cost_complexity_test {
namespace {

using testing::inner;
using testing::leaf;
using testing::model_of;

// 100 rows. Root: 40 errors. Node 2: 10 errors as a leaf, 2 with its leaves.
//   g(node 2) = (10 - 2) / 100 / (2 - 1) = 0.08;  g(root), 3 leaves: (40 - 2) / 100 / 2 = 0.19
//   with node 2 a leaf: g(root) = (40 - 10) / 100 / 1 = 0.30
Tree example() {
  return {{inner({60, 40}, {1, 2}), leaf({50, 0}), inner({10, 40}, {3, 4}), leaf({9, 1}), leaf({1, 39})}};
}

std::size_t leaves_at(double alpha) {
  return leaf_count(prune_cost_complexity(model_of(example()), alpha).tree);
}

TEST(CostComplexity, RemovesWeakestLinksAsAlphaGrows) {
  EXPECT_EQ(leaves_at(0), 3U);
  EXPECT_EQ(leaves_at(0.0799), 3U);
  EXPECT_EQ(leaves_at(0.0801), 2U);
  EXPECT_EQ(leaves_at(0.2999), 2U);
  EXPECT_EQ(leaves_at(0.3001), 1U);
}

TEST(CostComplexity, TiesGoToTheSmallerTree) {
  EXPECT_EQ(leaves_at(0.08), 2U);
  EXPECT_EQ(leaves_at(0.3), 1U);
}

TEST(CostComplexity, DecimalAlphasMeetTheTiesTheyMean) {
  // One leaf saves exactly errors / 100 for every number of errors.
  for (int errors = 1; errors < 50; ++errors) {
    const double wrong = errors;
    const Tree tree{{inner({100 - wrong, wrong}, {1, 2}), leaf({100 - wrong, 0}), leaf({0, wrong})}};
    EXPECT_EQ(prune_cost_complexity(model_of(tree), errors * 0.01).tree.nodes.size(), 1U) << errors;
    EXPECT_EQ(prune_cost_complexity(model_of(tree), errors / 100.0).tree.nodes.size(), 1U) << errors;
    EXPECT_EQ(prune_cost_complexity(model_of(tree), errors / 100.0 - 1e-9).tree.nodes.size(), 3U) << errors;
  }
}

TEST(CostComplexity, AtZeroOnlyUselessSplitsGo) {
  // Node 1 has 2 errors as a leaf and 2 with its leaves.
  const Tree tree{{inner({6, 6}, {1, 4}), inner({6, 2}, {2, 3}), leaf({4, 0}), leaf({2, 2}), leaf({0, 4})}};
  EXPECT_EQ(prune_cost_complexity(model_of(tree), 0).tree, (Tree{{inner({6, 6}, {1, 2}), leaf({6, 2}), leaf({0, 4})}}));
}

TEST(CostComplexity, ReportsTheFiguresCompared) {
  const Pruned pruned = prune_cost_complexity(model_of(example()), 0.1);
  ASSERT_EQ(pruned.cuts.size(), 1U);
  EXPECT_EQ(pruned.cuts[0].reason, "its leaves save no more than alpha each");
  EXPECT_EQ(pruned.cuts[0].node, 2U);
  EXPECT_EQ(pruned.cuts[0].leaves_removed, 1U);
  EXPECT_DOUBLE_EQ(pruned.cuts[0].leaf_figure, 0.1 + 0.1);          // R(t) + alpha
  EXPECT_DOUBLE_EQ(pruned.cuts[0].subtree_figure, 0.02 + 2 * 0.1);  // R(T) + alpha * leaves
  for (const double alpha : {0.0, 0.08, 0.3, 1.0}) {
    for (const Cut& cut : prune_cost_complexity(model_of(example()), alpha).cuts)
      EXPECT_LE(cut.leaf_figure, cut.subtree_figure);
  }
}

TEST(CostComplexity, RefusesAlphasThatAreNone) {
  for (const double alpha : {-0.1, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    EXPECT_THROW(prune_cost_complexity(model_of(example()), alpha), Diagnostic);
  }
}

TEST(CostComplexity, ManagesChainsAndTreesWithoutRows) {
  EXPECT_EQ(prune_cost_complexity(model_of(testing::chain(100000)), 0.5).tree.nodes.size(), 1U);
  const Tree nothing{{inner({0, 0}, {1, 2}), leaf({0, 0}), leaf({0, 0})}};
  EXPECT_EQ(prune_cost_complexity(model_of(nothing), 0.1).tree.nodes.size(), 1U);
}

struct Cost {
  double errors = 0;
  std::size_t leaves = 0;
};

// Every pruned subtree, by brute force: each set of inner nodes turned into leaves.
Cost cheapest(const Tree& tree, double alpha) {
  std::vector<std::size_t> tests;
  for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
    if (!tree.nodes[i].is_leaf()) tests.push_back(i);
  }
  const double total = tree.nodes[0].weight();
  Cost best;
  double best_figure = std::numeric_limits<double>::infinity();
  for (std::size_t set = 0; set < std::size_t{1} << tests.size(); ++set) {
    Tree cut = tree;
    for (std::size_t i = 0; i < tests.size(); ++i) {
      if ((set >> i & 1U) != 0) cut.nodes[tests[i]] = leaf(tree.nodes[tests[i]].counts);
    }
    cut = compact(cut);
    Cost cost;
    for (const Node& node : cut.nodes) {
      if (!node.is_leaf()) continue;
      cost.errors += leaf_errors(node);
      ++cost.leaves;
    }
    const double figure = (total > 0 ? cost.errors / total : 0) + alpha * static_cast<double>(cost.leaves);
    const bool same = std::abs(figure - best_figure) < 1e-12;
    if (same ? cost.leaves < best.leaves : figure < best_figure) {
      best = cost;
      best_figure = figure;
    }
  }
  return best;
}

TEST(CostComplexity, IsTheSmallestOfTheCheapestSubtrees) {
  RandomEngine engine(11);
  for (int round = 0; round < 200; ++round) {
    const Tree tree = testing::random_tree(engine, 1 + uniform_below(engine, 7));
    const double alpha = static_cast<double>(uniform_below(engine, 20)) / 200;
    const Tree pruned = prune_cost_complexity(model_of(tree), alpha).tree;
    const Cost expected = cheapest(tree, alpha);
    EXPECT_EQ(leaf_count(pruned), expected.leaves) << "round " << round;
    double errors = 0;
    for (const Node& node : pruned.nodes) errors += node.is_leaf() ? leaf_errors(node) : 0;
    EXPECT_EQ(errors, expected.errors) << "round " << round;
    const Pruned again = prune_cost_complexity(model_of(pruned), alpha);
    EXPECT_EQ(again.tree, pruned) << "round " << round;
    EXPECT_TRUE(again.cuts.empty()) << "round " << round;
  }
}

TEST(CostComplexity, ImpurityTakesOtherFiguresThanErrors) {
  // 100 rows, Gini: weight times impurity is W - sum of squares / W. Root: 100 - (60^2 + 40^2) / 100 = 48; node 2:
  // 50 - (10^2 + 40^2) / 50 = 16, its leaves 10 - (81 + 1) / 10 = 1.8 and 40 - (1 + 39^2) / 40 = 1.95. It saves 12.25.
  const Model model = model_of(example());
  EXPECT_EQ(leaf_count(prune_cost_complexity(model, 0.1224, RiskMeasure::gini).tree), 3U);
  const Pruned pruned = prune_cost_complexity(model, 0.1225, RiskMeasure::gini);
  EXPECT_EQ(leaf_count(pruned.tree), 2U);
  ASSERT_EQ(pruned.cuts.size(), 1U);
  EXPECT_NEAR(pruned.cuts[0].leaf_figure, 0.16 + 0.1225, 1e-12);
  EXPECT_NEAR(pruned.cuts[0].subtree_figure, 0.0375 + 2 * 0.1225, 1e-12);
}

}  // namespace
}  // namespace espalier::cost_complexity_test
