// What pruning methods share: the walk from the leaves to the root, and the account of what was cut.
#pragma once

#include <cstddef>
#include <functional>

#include "model/model.hpp"
#include "prune/prune.hpp"

namespace espalier {

// A subtree in its current state, after the pruning below its root.
struct SubtreeFacts {
  double errors = 0;  // training weight that its leaves get wrong
  std::size_t leaves = 0;
};

// The two figures a method compares; the node becomes a leaf when leaf <= subtree.
struct Comparison {
  double leaf = 0;
  double subtree = 0;
};

using Compare = std::function<Comparison(const Node& node, const SubtreeFacts& subtree)>;

// Asks `compare` at every inner node, children before parents.
Pruned prune_bottom_up(const Tree& tree, const Compare& compare);

}  // namespace espalier
