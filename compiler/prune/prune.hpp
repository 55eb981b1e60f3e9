// Pruning: every method is a pure function Tree -> Tree that works bottom-up on the stored class counts and reports
// what it removed and why.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/model.hpp"

namespace espalier {

enum class PruneMethod { none, pessimistic, cost_complexity };
std::string_view to_string(PruneMethod method);

struct PruneOptions {
  PruneMethod method = PruneMethod::pessimistic;
  double alpha = 0;  // cost_complexity
};

// One subtree that became a leaf. `node` is its index in the tree given; the two figures were compared, leaf <=
// subtree.
struct Cut {
  std::uint32_t node = 0;
  std::size_t leaves_removed = 0;  // leaves of the subtree, minus one
  double leaf_figure = 0;
  double subtree_figure = 0;
  friend bool operator==(const Cut&, const Cut&) = default;
};

struct Pruned {
  Tree tree;
  std::vector<Cut> cuts;  // outermost only, in node order
};

// prune/pessimistic.cpp, prune/cost_complexity.cpp
Pruned prune_pessimistic(const Tree& tree);
Pruned prune_cost_complexity(const Tree& tree, double alpha);

Pruned prune(const Tree& tree, const PruneOptions& options);

// The options in effect by their command-line names, for the model's provenance.
std::vector<std::pair<std::string, std::string>> describe(const PruneOptions& options);

}  // namespace espalier
