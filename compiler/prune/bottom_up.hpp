// What pruning methods share: the walk from the leaves to the root, and the account of what was cut.
#pragma once

#include <cstddef>
#include <functional>
#include <string_view>
#include <vector>

#include "model/model.hpp"
#include "prune/prune.hpp"

namespace espalier {

// A subtree in its current state, after the pruning below its root.
struct SubtreeFacts {
  double risk = 0;  // what its leaves get wrong
  std::size_t leaves = 0;
};

// What a method says of a node.
struct Verdict {
  bool cut = false;  // it becomes a leaf
  double leaf = 0;   // the two figures that were compared
  double subtree = 0;
  std::string_view reason = {};  // if it is cut
};

// `risk` is the node's own, as a leaf.
using Judge = std::function<Verdict(const Node& node, double risk, const SubtreeFacts& subtree)>;

// Asks `judge` at every inner node, children before parents. `risks` has one figure per node.
Pruned prune_bottom_up(const Tree& tree, const std::vector<double>& risks, const Judge& judge);

}  // namespace espalier
