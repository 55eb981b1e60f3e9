// Cost-complexity pruning at a given alpha (Breiman et al. 1984): the smallest subtree that minimises
//   R(T) + alpha * leaves, R = misclassified training weight / all training weight.
// Deciding each node bottom-up, with ties to the leaf, gives that subtree.
#include <algorithm>
#include <cmath>

#include "model/tree_facts.hpp"
#include "prune/bottom_up.hpp"
#include "prune/prune.hpp"
#include "support/diagnostic.hpp"

namespace espalier {
namespace {

// An alpha written in decimal, such as 0.29 for 29 rows of 100, misses the tie it means by a rounding error.
constexpr double kTieTolerance = 1e-12;

}  // namespace

Pruned prune_cost_complexity(const Tree& tree, double alpha) {
  if (!(alpha >= 0) || std::isinf(alpha)) {
    throw Diagnostic(ExitCode::usage, "the complexity parameter alpha must be a number from 0 on",
                     "it is the share of the training rows that a leaf has to get right to stay, such as --alpha 0.01");
  }
  const double total = tree.nodes.empty() ? 0 : tree.nodes.front().weight();
  const auto risk = [total](double errors) { return total > 0 ? errors / total : 0; };
  return prune_bottom_up(tree, [&](const Node& node, const SubtreeFacts& subtree) {
    const double leaf = risk(leaf_errors(node)) + alpha;
    const double kept = risk(subtree.errors) + alpha * static_cast<double>(subtree.leaves);
    const bool tie = std::abs(leaf - kept) <= kTieTolerance * std::max(leaf, kept);
    return Comparison{leaf, tie ? std::max(leaf, kept) : kept};
  });
}

}  // namespace espalier
