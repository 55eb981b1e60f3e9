// Error-based pruning (Quinlan 1993, C4.5) from the figures in the tree: a node becomes a leaf if the leaf's estimated
// errors are at most a little more than those of its subtree. prune/raising.cpp has the third choice.
#include <vector>

#include "model/tree_facts.hpp"
#include "prune/bottom_up.hpp"
#include "prune/error_limit.hpp"
#include "prune/prune.hpp"

namespace espalier {

Pruned prune_error_based(const Model& model, const PruneOptions& options) {
  const Tree& tree = only_tree(model);
  std::vector<double> estimates;
  for (const Node& node : tree.nodes) estimates.push_back(estimated_errors(node.counts, node.label, options));
  return prune_bottom_up(tree, estimates, [](const Node& node, double estimate, const SubtreeFacts& subtree) {
    // Branches that no row takes have nothing to estimate: they are left alone.
    const bool good_enough = estimate <= subtree.risk + kErrorMargin && node.weight() > 0;
    return Verdict{good_enough, estimate, subtree.risk, kLeafGoodEnough};
  });
}

}  // namespace espalier
