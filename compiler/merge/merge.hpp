// One tree that answers every input as a model of several trees does.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "merge/objective.hpp"
#include "model/model.hpp"
#include "support/enum_names.hpp"
#include "support/parallel.hpp"

namespace espalier {

struct MergeOptions {
  MergeObjective objective = MergeObjective::leaves;
  std::size_t most_leaves = 10000;           // of the tree; a larger one is refused
  double seconds = 600;                      // for the search, and once more for the proof
  std::size_t bytes = std::size_t{1} << 30;  // that the search may take
};

// How the tree was found.
enum class MergeWay {
  grid,    // over the grid of all inputs
  pieces,  // the inputs were cut into pieces whose grids are small enough
};
template <>
inline constexpr auto kNames<MergeWay> = enum_names("grid", "pieces");

struct MergeProgress {
  ProgressReport searching;
  ProgressReport checking;
};

struct Merged {
  Model model;
  MergeWay way = MergeWay::grid;
  bool smallest = false;         // proven for the objective
  bool time_ran_out = false;     // before the search was over, and
  bool memory_ran_out = false;   //   of the two, which
  std::size_t least_leaves = 1;  // no tree of two-way tests has less
  std::size_t least_depth = 0;
  std::size_t cells = 0;          // grid: answers that were compared
  std::size_t boxes = 0;          // that were looked at
  std::size_t pieces = 0;         // pieces
  std::size_t pieces_solved = 0;  //   of these, with the smallest tree
  std::size_t regions = 0;        // in which both models were compared
  std::size_t vectors = 0;        // and boundary vectors
};

// Throws Diagnostic(bad_input) for a single tree and for models with surrogates, Diagnostic(check_failed) where the
// tree is larger than allowed, the time is over before there is one, or its equality cannot be proven.
Merged merge_trees(const Model& model, const MergeOptions& options, const MergeProgress& progress = {});

// What the two models answer is the same for every input: proven over regions (audit/diff.hpp), and tried on the
// boundary vectors of the tree. Throws Diagnostic(check_failed) where it is not, or not proven in time.
void check_merged(const Model& model, Merged& merged, double seconds, const ProgressReport& progress = {});

}  // namespace espalier
