#include "prune/bottom_up.hpp"

#include <cstdint>
#include <utility>
#include <vector>

#include "model/tree_facts.hpp"

namespace espalier {
namespace {

struct Decision {
  bool cut = false;
  Comparison figures;
};

// `nodes` in reverse: children have larger indices than their parents, so every subtree is settled when its root comes
// up.
std::vector<Decision> decide(const Tree& tree, const std::vector<double>& risks, const Compare& compare) {
  std::vector<Decision> decisions(tree.nodes.size());
  std::vector<SubtreeFacts> facts(tree.nodes.size());
  for (std::size_t i = tree.nodes.size(); i-- > 0;) {
    const Node& node = tree.nodes[i];
    facts[i] = {risks[i], 1};
    if (node.is_leaf()) continue;
    SubtreeFacts subtree;
    for (const std::uint32_t child : node.children) {
      subtree.risk += facts[child].risk;
      subtree.leaves += facts[child].leaves;
    }
    const Comparison figures = compare(node, risks[i], subtree);
    decisions[i] = {figures.leaf <= figures.subtree, figures};
    if (!decisions[i].cut) facts[i] = subtree;
  }
  return decisions;
}

}  // namespace

Pruned prune_bottom_up(const Tree& tree, const std::vector<double>& risks, const Compare& compare) {
  const std::vector<Decision> decisions = decide(tree, risks, compare);
  const std::vector<std::size_t> leaves = leaves_below(tree);
  Pruned pruned{tree, {}};
  std::vector<bool> removed(tree.nodes.size(), false);  // below a cut
  for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
    const Decision& decision = decisions[i];
    if (decision.cut || removed[i]) {
      for (const std::uint32_t child : tree.nodes[i].children) removed[child] = true;
    }
    if (!decision.cut || removed[i]) continue;
    make_leaf(pruned.tree.nodes[i]);
    pruned.cuts.push_back(
        {static_cast<std::uint32_t>(i), leaves[i] - 1, decision.figures.leaf, decision.figures.subtree, false});
  }
  pruned.tree = compact(pruned.tree);
  return pruned;
}

}  // namespace espalier
