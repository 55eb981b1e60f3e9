// Cost-complexity pruning at a given alpha (Breiman et al. 1984): the smallest subtree that minimises
//   R(T) + alpha * leaves, R by node_risks() of prune/weakest_links.hpp.
// Deciding each node bottom-up, with ties to the leaf, gives that subtree.
#include <algorithm>
#include <cmath>

#include "model/tree_facts.hpp"
#include "prune/bottom_up.hpp"
#include "prune/prune.hpp"
#include "prune/weakest_links.hpp"
#include "support/diagnostic.hpp"

namespace espalier {

Pruned prune_cost_complexity(const Model& model, double alpha, RiskMeasure risk_measure) {
  if (!(alpha >= 0) || std::isinf(alpha)) {
    throw Diagnostic(ExitCode::usage, "the complexity parameter alpha must be a number from 0 on",
                     "it is the share of the training rows that a leaf has to get right to stay, such as --alpha 0.01");
  }
  const Tree& tree = only_tree(model);
  const std::vector<double> risks = node_risks(model, tree, risk_measure);
  return prune_bottom_up(tree, risks, [alpha](const Node&, double risk, const SubtreeFacts& subtree) {
    const double leaf = risk + alpha;
    const double kept = subtree.risk + alpha * static_cast<double>(subtree.leaves);
    const double limit = same_alpha(leaf, kept) ? std::max(leaf, kept) : kept;
    return Verdict{leaf <= limit, leaf, limit, "its leaves save no more than alpha each"};
  });
}

}  // namespace espalier
