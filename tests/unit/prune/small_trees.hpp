// Trees small enough to prune by hand: pruning looks at counts and shape only.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "model/model.hpp"
#include "model/tree_facts.hpp"

namespace espalier::testing {

inline Node leaf(std::vector<double> counts) {
  Node node;
  node.label = majority_label(counts);
  node.counts = std::move(counts);
  return node;
}

inline Node inner(std::vector<double> counts, std::vector<std::uint32_t> children) {
  Node node = leaf(std::move(counts));
  node.test = TestKind::less_equal;
  node.threshold = 1;
  node.gap = Gap{1, 2};
  node.children = std::move(children);
  return node;
}

// A chain of tests, each splitting one row of class 0 off; the rest is class 1. Deeper than any call stack.
inline Tree chain(std::uint32_t tests) {
  Tree tree;
  for (std::uint32_t i = 0; i < tests; ++i) {
    tree.nodes.push_back(inner({static_cast<double>(tests - i), 1}, {2 * i + 1, 2 * i + 2}));
    tree.nodes.push_back(leaf({1, 0}));
  }
  tree.nodes.push_back(leaf({0, 1}));
  return tree;
}

}  // namespace espalier::testing
