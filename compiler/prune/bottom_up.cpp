#include "prune/bottom_up.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "model/tree_facts.hpp"

namespace espalier {
namespace {

// All cuts that are made, from the last node to the first: children have larger indices than their parents, so every
// subtree is settled when its root comes up.
std::vector<Cut> find_cuts(const Tree& tree, const std::vector<double>& risks, const Judge& judge) {
  std::vector<Cut> cuts;
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
    const Verdict verdict = judge(node, risks[i], subtree);
    if (!verdict.cut) {
      facts[i] = subtree;
      continue;
    }
    Cut cut;
    cut.node = static_cast<std::uint32_t>(i);
    cut.leaves_removed = subtree.leaves - 1;
    cut.leaf_figure = verdict.leaf;
    cut.subtree_figure = verdict.subtree;
    cut.reason = verdict.reason;
    cuts.push_back(cut);
  }
  return cuts;
}

}  // namespace

Pruned prune_bottom_up(const Tree& tree, const std::vector<double>& risks, const Judge& judge) {
  Pruned pruned{tree, find_cuts(tree, risks, judge)};
  for (const Cut& cut : pruned.cuts) make_leaf(pruned.tree.nodes[cut.node]);
  std::reverse(pruned.cuts.begin(), pruned.cuts.end());  // in node order
  std::vector<bool> reached(tree.nodes.size(), false);
  reached[0] = true;
  for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
    if (!reached[i]) continue;
    for (const std::uint32_t child : pruned.tree.nodes[i].children) reached[child] = true;
  }
  for (Cut& cut : pruned.cuts) cut.stands = reached[cut.node];
  pruned.tree = compact(pruned.tree);
  return pruned;
}

}  // namespace espalier
