// Trees small enough to prune by hand. All but error-based pruning looks at figures and shape only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "model/model.hpp"
#include "model/tree_facts.hpp"
#include "support/random.hpp"

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

// A random tree of binary splits, the rows of each node shared out at random.
inline Tree random_tree(RandomEngine& engine, std::size_t tests) {
  Tree tree{{leaf({static_cast<double>(uniform_below(engine, 40)), static_cast<double>(uniform_below(engine, 40))})}};
  for (std::size_t test = 0; test < tests; ++test) {
    std::size_t at = uniform_below(engine, tree.nodes.size());
    while (!tree.nodes[at].is_leaf()) at = tree.nodes[at].children[uniform_below(engine, 2)];
    std::vector<double> left;
    std::vector<double> right;
    for (const double count : tree.nodes[at].counts) {
      left.push_back(static_cast<double>(uniform_below(engine, static_cast<std::uint64_t>(count) + 1)));
      right.push_back(count - left.back());
    }
    const auto next = static_cast<std::uint32_t>(tree.nodes.size());
    tree.nodes[at] = inner(tree.nodes[at].counts, {next, next + 1});
    tree.nodes.push_back(leaf(left));
    tree.nodes.push_back(leaf(right));
  }
  return tree;
}

// A model of that tree, which need not be one that data could have made.
inline Model model_of(Tree tree) {
  Model model;
  Feature feature;
  feature.name = "x";
  feature.maximum = 3;
  model.features.push_back(feature);
  model.target = "y";
  for (std::size_t label = 0; label < tree.nodes[0].counts.size(); ++label) {
    model.labels.push_back("class " + std::to_string(label));
  }
  model.trees.push_back(std::move(tree));
  return model;
}

}  // namespace espalier::testing
