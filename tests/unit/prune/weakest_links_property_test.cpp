// The weakest-link sequence against its definition: at every price the smallest of the cheapest trees.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>

#include "model/tree_facts.hpp"
#include "prune/cost_complexity.hpp"
#include "prune/prune.hpp"
#include "support/random.hpp"
#include "unit/prune/small_trees.hpp"

namespace espalier::weakest_links_property_test {
namespace {

using testing::model_of;
using testing::random_tree;

// A price in whole numbers: no rounding can hide a tie.
struct Price {
  std::int64_t numerator;
  std::int64_t denominator;
  double value() const { return static_cast<double>(numerator) / static_cast<double>(denominator); }
};

// Per node: whether it ends its subtree in the smallest tree of least errors + price * leaves.
std::vector<bool> ends_at(const Tree& tree, const Price& price) {
  std::vector<bool> ends(tree.nodes.size(), true);
  std::vector<std::int64_t> cost(tree.nodes.size());
  for (std::size_t at = tree.nodes.size(); at-- > 0;) {
    const Node& node = tree.nodes[at];
    cost[at] = static_cast<std::int64_t>(leaf_errors(node)) * price.denominator + price.numerator;
    if (node.is_leaf()) continue;
    std::int64_t below = 0;
    for (const std::uint32_t child : node.children) below += cost[child];
    ends[at] = cost[at] <= below;
    cost[at] = std::min(cost[at], below);
  }
  for (std::size_t at = 0; at < tree.nodes.size(); ++at) {
    for (const std::uint32_t child : tree.nodes[at].children) ends[child] = ends[child] || ends[at];
  }
  return ends;
}

std::vector<double> errors_of(const Tree& tree) {
  std::vector<double> errors;
  for (const Node& node : tree.nodes) errors.push_back(leaf_errors(node));
  return errors;
}

TEST(WeakestLinksProperties, EndWhereTheSmallestCheapestTreeEnds) {
  RandomEngine engine(41);
  for (int round = 0; round < 300 && !HasFailure(); ++round) {
    const Tree tree = random_tree(engine, 1 + uniform_below(engine, 30));
    const std::vector<double> critical = critical_alphas(tree, errors_of(tree));
    for (std::int64_t denominator = 1; denominator <= 12; ++denominator) {
      for (std::int64_t numerator = 0; numerator <= 41; ++numerator) {
        const Price price{numerator, denominator};
        const std::vector<bool> ends = ends_at(tree, price);
        for (std::size_t at = 0; at < tree.nodes.size(); ++at) {
          ASSERT_EQ(critical[at] <= price.value(), ends[at]) << "round " << round << ", node " << at;
        }
      }
    }
  }
}

TEST(WeakestLinksProperties, EveryCriticalAlphaChangesTheTree) {
  RandomEngine engine(42);
  for (int round = 0; round < 300 && !HasFailure(); ++round) {
    const Model model = model_of(random_tree(engine, 1 + uniform_below(engine, 30)));
    const Tree& tree = model.trees[0];
    const std::vector<double> path = alpha_path(critical_alphas(tree, node_risks(model, tree)));
    std::size_t leaves = leaf_count(tree) + 1;
    for (std::size_t i = 0; i < path.size(); ++i) {
      const std::size_t left = leaf_count(prune_cost_complexity(model, path[i]).tree);
      EXPECT_LT(left, leaves) << "round " << round;
      leaves = left;
      const double before_next = i + 1 < path.size() ? path[i] + 0.999 * (path[i + 1] - path[i]) : path[i] + 1;
      EXPECT_EQ(leaf_count(prune_cost_complexity(model, before_next).tree), leaves) << "round " << round;
    }
    EXPECT_EQ(leaves, 1U);
  }
}

TEST(WeakestLinksProperties, SubtreesNeverOutlastTheirParents) {
  RandomEngine engine(43);
  for (int round = 0; round < 300; ++round) {
    const Tree tree = random_tree(engine, 1 + uniform_below(engine, 60));
    const std::vector<double> critical = critical_alphas(tree, errors_of(tree));
    for (std::size_t at = 0; at < tree.nodes.size(); ++at) {
      EXPECT_EQ(critical[at] < 0, tree.nodes[at].is_leaf());
      for (const std::uint32_t child : tree.nodes[at].children) EXPECT_LE(critical[child], critical[at]);
    }
  }
}

// A regression tree of `tests` tests, each of which saves some of the deviation of its node, or nothing at all.
Model random_regression(RandomEngine& engine, std::size_t tests) {
  Tree tree = random_tree(engine, tests);
  tree.nodes[0].deviation = 1000;
  for (Node& node : tree.nodes) {
    node.counts.clear();
    node.total = 1;
    node.label = 0;
    double kept = uniform_below(engine, 5) == 0 ? 1 : uniform_unit(engine);
    for (const std::uint32_t child : node.children) {
      const double share = child == node.children.back() ? kept : kept * uniform_unit(engine);
      tree.nodes[child].deviation = node.deviation * share;
      kept -= share;
    }
  }
  Model model = model_of(std::move(tree));
  model.task = Task::regression;
  return model;
}

// Sums of real numbers are rounded differently in both; the trees have to agree all the same.
TEST(WeakestLinksProperties, PruningAtACriticalAlphaEndsWhereItSays) {
  RandomEngine engine(44);
  for (int round = 0; round < 40 && !HasFailure(); ++round) {
    const Model model = random_regression(engine, 1 + uniform_below(engine, 300));
    const Tree& tree = model.trees[0];
    const std::vector<double> critical = critical_alphas(tree, node_risks(model, tree));
    for (const double alpha : alpha_path(critical)) {
      Tree expected = tree;
      for (std::size_t at = 0; at < tree.nodes.size(); ++at) {
        if (critical[at] <= alpha || same_alpha(critical[at], alpha)) make_leaf(expected.nodes[at]);
      }
      EXPECT_EQ(prune_cost_complexity(model, alpha).tree, compact(expected)) << "round " << round << ", " << alpha;
    }
  }
}

}  // namespace
}  // namespace espalier::weakest_links_property_test
