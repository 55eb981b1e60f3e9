// Error-based pruning against the rule written down once more, as a recursion over small random trees.
#include <gtest/gtest.h>

#include <memory>
#include <optional>

#include "prune/error_based.hpp"
#include "prune/prune.hpp"
#include "unit/prune/random_rounds.hpp"

namespace espalier::error_based_oracle_test {
namespace {

using testing::class_sums;
using testing::Round;

// A tree of trees: a raised branch simply takes its parent's place.
struct Branching {
  Node node;
  std::vector<std::shared_ptr<Branching>> children;
};
using Weights = std::vector<double>;  // per row

std::shared_ptr<Branching> unfold(const Tree& tree, std::size_t at) {
  auto made = std::make_shared<Branching>(Branching{tree.nodes[at], {}});
  for (const std::uint32_t child : tree.nodes[at].children) made->children.push_back(unfold(tree, child));
  return made;
}

std::uint32_t flatten(const Branching& branching, Tree& tree) {
  const auto at = static_cast<std::uint32_t>(tree.nodes.size());
  tree.nodes.push_back(branching.node);
  for (std::size_t i = 0; i < branching.children.size(); ++i) {
    const std::uint32_t child = flatten(*branching.children[i], tree);
    tree.nodes[at].children[i] = child;
  }
  return at;
}

class Oracle {
 public:
  Oracle(const Model& model, const Dataset& data, const PruneOptions& options)
      : model_(model), data_(data), options_(options) {}

  Tree prune(const Weights& weights) const {
    auto root = unfold(model_.trees[0], 0);
    prune(*root, weights);
    Tree tree;
    flatten(*root, tree);
    return tree;
  }

 private:
  double prune(Branching& at, const Weights& weights) const {
    at.node.counts = class_sums(data_, weights);
    at.node.label = label(at.node);
    const double as_leaf = estimate(at.node);
    if (at.node.is_leaf()) return as_leaf;
    const std::vector<Weights> parts = split(at.node, weights);
    double as_subtree = 0;
    std::optional<std::size_t> largest;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (sum(parts[i]) <= 0) continue;
      as_subtree += prune(*at.children[i], parts[i]);
      if (!largest || sum(parts[i]) > sum(parts[*largest]) + 1e-9) largest = i;
    }
    const bool may_raise = options_.raising && largest;
    const double as_branch = may_raise ? estimate(*at.children[*largest], weights) : as_leaf;
    if (as_leaf <= as_subtree + 0.1 && as_leaf <= as_branch + 0.1) {
      make_leaf(at.node);
      at.children.clear();
      return as_leaf;
    }
    if (may_raise && as_branch <= as_subtree + 0.1) {
      const std::shared_ptr<Branching> raised = at.children[*largest];
      at = Branching(*raised);
      return prune(at, weights);
    }
    return as_subtree;
  }

  double estimate(const Branching& at, const Weights& weights) const {
    if (at.node.is_leaf()) {
      Node node = at.node;
      node.counts = class_sums(data_, weights);
      node.label = label(node);
      return estimate(node);
    }
    double errors = 0;
    const std::vector<Weights> parts = split(at.node, weights);
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (sum(parts[i]) > 0) errors += estimate(*at.children[i], parts[i]);
    }
    return errors;
  }

  double estimate(const Node& node) const {
    const double errors = leaf_errors(node);
    return errors + added_errors(node.weight(), errors, options_.confidence, options_.confidence_method);
  }

  static std::uint32_t label(const Node& node) {
    const std::uint32_t best = majority_label(node.counts);
    return node.counts[best] > node.counts[node.label] ? best : node.label;
  }

  static double sum(const Weights& weights) { return std::accumulate(weights.begin(), weights.end(), 0.0); }

  std::vector<Weights> split(const Node& node, const Weights& weights) const {
    Model model = model_;
    Node test = node;
    for (std::size_t i = 0; i < test.children.size(); ++i) test.children[i] = static_cast<std::uint32_t>(i + 1);
    model.trees[0].nodes.assign(test.children.size() + 1, Node{});
    model.trees[0].nodes[0] = test;
    std::vector<Weights> parts = testing::arrivals(model, data_, weights);
    parts.erase(parts.begin());
    return parts;
  }

  const Model& model_;
  const Dataset& data_;
  const PruneOptions& options_;
};

void expect_same(const Tree& found, const Tree& expected) {
  ASSERT_EQ(found.nodes.size(), expected.nodes.size());
  for (std::size_t at = 0; at < found.nodes.size(); ++at) {
    Node node = found.nodes[at];
    for (std::size_t label = 0; label < node.counts.size(); ++label) {
      EXPECT_NEAR(node.counts[label], expected.nodes[at].counts[label], 1e-9);
    }
    node.counts = expected.nodes[at].counts;
    EXPECT_EQ(node, expected.nodes[at]);
  }
}

TEST(ErrorBasedOracle, DecidesAsTheRuleSays) {
  RandomEngine engine(31);
  std::size_t raised = 0;
  std::size_t shrunk = 0;
  for (int i = 0; i < 1500 && !::testing::Test::HasFailure(); ++i) {
    SCOPED_TRACE(i);
    const Round round = testing::random_round(engine);
    const Pruned result = testing::pruned(round);
    expect_same(result.tree, Oracle(round.model, round.data, round.options).prune(round.weights));
    for (const Cut& cut : result.cuts) raised += cut.raised ? 1 : 0;
    shrunk += result.tree.nodes.size() < round.model.trees[0].nodes.size() && result.tree.nodes.size() > 1 ? 1 : 0;
  }
  EXPECT_GT(raised, 100U);  // the rounds are not all of one kind
  EXPECT_GT(shrunk, 300U);
}

}  // namespace
}  // namespace espalier::error_based_oracle_test
