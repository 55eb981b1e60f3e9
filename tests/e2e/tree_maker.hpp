// Models put together by hand: parts, and trees that are large or deep.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/model.hpp"
#include "support/random.hpp"

namespace espalier::e2e {

Feature real_feature(std::string name);
Feature whole_feature(std::string name, double minimum, double maximum);
Feature category_feature(std::string name, std::vector<std::string> categories);

// {prefix}0, {prefix}1, ...
std::vector<std::string> numbered(const std::string& prefix, std::size_t count);

// Grows a tree from a single leaf: each call turns a leaf into a test, appends its children as leaves and returns the
// index of the first of them.
class TreeMaker {
 public:
  explicit TreeMaker(std::size_t labels);

  std::uint32_t less_equal(std::uint32_t leaf, std::uint32_t feature, double threshold,
                           std::uint32_t missing_child = 1);
  std::uint32_t member(std::uint32_t leaf, std::uint32_t feature, std::vector<std::uint32_t> categories,
                       std::uint32_t missing_child = 1);
  std::uint32_t multiway(std::uint32_t leaf, std::uint32_t feature, std::size_t categories,
                         std::uint32_t missing_child = 0);

  // Rows of each class at a node; the label is that of the most.
  void counts(std::uint32_t node, std::vector<double> counts);
  // One row of one class.
  void answers(std::uint32_t leaf, std::uint32_t label);

  std::size_t size() const { return tree_.nodes.size(); }
  bool is_leaf(std::uint32_t node) const { return tree_.nodes[node].is_leaf(); }
  Tree take() { return std::move(tree_); }

 private:
  std::uint32_t split(std::uint32_t leaf, Node node, std::size_t children);

  std::size_t labels_;
  Tree tree_;
};

// A tree of at least `nodes` nodes over ten float features in which every leaf can be reached.
Model bushy_model(std::size_t nodes, std::uint64_t seed);

// A chain of tests that goes on at the side that `shape` says; every leaf can be reached.
enum class ChainShape { left, right, zigzag };
Model chain_model(std::uint32_t tests, ChainShape shape);

}  // namespace espalier::e2e
