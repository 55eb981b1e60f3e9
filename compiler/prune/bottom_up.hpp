// What pruning methods share: the walk from the leaves to the root, and the account of what was cut.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "model/model.hpp"
#include "prune/prune.hpp"

namespace espalier {

// A subtree in its current state, after the pruning below its root.
struct SubtreeFacts {
  double risk = 0;  // what its leaves get wrong
  std::size_t leaves = 0;
};

// The two figures a method compares; the node becomes a leaf when leaf <= subtree.
struct Comparison {
  double leaf = 0;
  double subtree = 0;
};

// `risk` is the node's own, as a leaf.
using Compare = std::function<Comparison(const Node& node, double risk, const SubtreeFacts& subtree)>;

// Asks `compare` at every inner node, children before parents. `risks` has one figure per node.
Pruned prune_bottom_up(const Tree& tree, const std::vector<double>& risks, const Compare& compare);

}  // namespace espalier
