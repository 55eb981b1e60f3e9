// Pessimistic pruning (Quinlan 1987, as Mingers 1989 describes it). Training errors are corrected by 1/2 per leaf:
//   n'(t) = e(t) + 1/2 for the node as a leaf, n'(T) = sum of e + L/2 for its subtree of L leaves,
//   SE = sqrt(n'(T) (N - n'(T)) / N) with N the node's weight.
// The subtree stays only if it is more than one standard error better: it goes when n'(T) + SE >= n'(t).
#include <algorithm>
#include <cmath>

#include "model/tree_facts.hpp"
#include "prune/bottom_up.hpp"
#include "prune/prune.hpp"

namespace espalier {
namespace {

// Many leaves on few rows push n'(T) past N, where the binomial has no spread left.
double standard_error(double errors, double weight) {
  if (weight <= 0) return 0;
  return std::sqrt(std::max(0.0, errors * (weight - errors) / weight));
}

Verdict judge(const Node& node, double errors, const SubtreeFacts& subtree) {
  const double as_leaf = errors + 0.5;
  const double as_subtree = subtree.risk + 0.5 * static_cast<double>(subtree.leaves);
  const double limit = as_subtree + standard_error(as_subtree, node.weight());
  return {limit >= as_leaf, as_leaf, limit, "not more than one standard error better than a leaf"};
}

}  // namespace

Pruned prune_pessimistic(const Tree& tree) {
  std::vector<double> errors;
  for (const Node& node : tree.nodes) errors.push_back(leaf_errors(node));
  return prune_bottom_up(tree, errors, judge);
}

}  // namespace espalier
