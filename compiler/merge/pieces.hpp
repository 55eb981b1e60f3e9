// A tree for a model whose grid is too large: the inputs are cut, by the tests that matter most, into pieces in which
// the answer is certain, or whose grids are small. It is not proven to be the smallest.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "audit/region.hpp"
#include "merge/objective.hpp"
#include "model/model.hpp"

namespace espalier {

struct PieceTree {
  std::vector<Node> nodes;  // of one tree, parents before children
  std::size_t pieces = 0;   // with a grid of their own
  std::size_t solved = 0;   //   of these, with the smallest tree
  std::size_t boxes = 0;
  std::size_t least_leaves = 1;  // a tree for all inputs has no less than one for a piece of them
  std::size_t least_depth = 0;
  std::size_t reached = 0;  // leaves, where it ended early; 0: it did not
  bool time_ran_out = false;
};

struct PieceOptions {
  MergeObjective objective = MergeObjective::leaves;
  std::size_t most_leaves = 10000;
  std::size_t most_cells = std::size_t{1} << 12;  // of a piece
  std::size_t bytes = std::size_t{1} << 25;       // that the search of a piece may take
  std::function<bool()> stop;
  std::function<void(std::size_t leaves)> progress;
};

// The model must have several trees and no surrogates.
PieceTree tree_of_pieces(const Model& model, const Space& space, const PieceOptions& options);

}  // namespace espalier
