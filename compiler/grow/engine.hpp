// The engine that grows trees: large nodes one after the other, the subtrees of small ones beside each other.
#pragma once

#include <cstddef>
#include <cstdint>

#include "grow/search_plan.hpp"
#include "grow/stopping.hpp"
#include "model/model.hpp"
#include "support/parallel.hpp"

namespace espalier {

// For speed alone: the tree is the same for any of these.
struct EngineLimits {
  std::size_t threads = 1;
  std::size_t small = 16384;     // cases up to which a subtree is grown apart: its lists fit a processor's own memory
  std::size_t shared = 8192;     // cases from which on threads share the columns of a node
  std::size_t listed = 512;      // cases up to which a subtree is grown apart if its columns were counted by bin
  std::size_t subtracted = 512;  // cases from which on the larger child's histograms are what the smaller one leaves
};

// The whole tree, unpruned, in reading order. `progress` counts the subtrees of small nodes.
Tree grow_tree(const SearchPlan& plan, const EngineLimits& limits, const ProgressReport& progress = {});

// What one tree of several is grown from. A row may come several times, as cases that stand side by side.
struct TreeSample {
  HoldOut rows;
  std::uint64_t key = 0;  // note [draws] in grow/drawn_columns.hpp
};
Tree grow_tree(const SearchPlan& plan, TreeSample sample, const EngineLimits& limits,
               const ProgressReport& progress = {});

}  // namespace espalier
