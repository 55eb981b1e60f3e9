#include "model/collapse.hpp"

#include <cstddef>
#include <utility>
#include <vector>

#include "model/tree_facts.hpp"

namespace espalier {
namespace {

constexpr double kEpsilon = 1e-3;

}  // namespace

Tree collapse(Tree tree) {
  std::vector<double> errors(tree.nodes.size(), 0.0);
  for (std::size_t i = tree.nodes.size(); i-- > 0;) {  // children have larger indices: they come first
    Node& node = tree.nodes[i];
    const double as_leaf = leaf_errors(node);
    errors[i] = as_leaf;
    if (node.is_leaf()) continue;
    double as_subtree = 0;
    for (const std::uint32_t child : node.children) as_subtree += errors[child];
    if (as_subtree >= as_leaf - kEpsilon) {
      make_leaf(node);
    } else {
      errors[i] = as_subtree;
    }
  }
  return compact(tree);
}

}  // namespace espalier
