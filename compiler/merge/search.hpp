// The smallest tree for a grid, by dynamic programming over its boxes: the smallest for a box is made of the smallest
// of the two parts that some test makes of it (Vidal and Schiffer, "Born-Again Tree Ensembles", 2020). Boxes with one
// core are solved once, and bounds keep most splits from being followed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <unordered_map>
#include <vector>

#include "merge/box.hpp"
#include "merge/grid.hpp"
#include "merge/objective.hpp"

namespace espalier {

struct SearchLimits {
  std::size_t bytes = std::size_t{1} << 30;  // of boxes and tables; beyond them the search ends
  std::function<bool()> stop;                // asked now and then; true: the search ends
  std::function<void(std::size_t least, std::size_t most)> progress;  // bounds of what is minimised; kNoBound: none yet
};

class BoxSearch {
 public:
  using State = std::uint32_t;
  static constexpr std::uint32_t kNoBound = UINT32_MAX / 4;

  // Keeps a reference to the grid. Its tables must fit into the limits (Differences::bytes).
  BoxSearch(const Grid& grid, SearchLimits limits);

  // Searches; false: a limit ended it before the smallest was found.
  bool solve(MergeObjective objective);

  // Lower bounds for any tree, as far as the search came.
  std::size_t least_leaves() const;
  std::size_t least_depth() const { return states_[root_].depth_from; }

  State root() const { return root_; }

  // What the tree that was found asks for a box with that core, and what it leads to. After a search that was ended,
  // for boxes that were not solved, what looks best. `depth`: that the tree may have there; not used for leaves.
  struct Step {
    std::uint32_t column = 0;
    BoxSplit split;
    State left = 0;
    State right = 0;
  };
  std::optional<Step> step(State state, std::uint32_t depth);  // none: a leaf
  std::uint32_t depth_allowed() const { return depth_allowed_; }
  std::uint32_t answer(State state) const;  // of a leaf

  const Differences& differences() const { return differences_; }
  GridBox box(State state) const { return codes_.decoded(states_[state].code); }
  std::size_t states() const { return states_.size(); }

 private:
  static constexpr std::uint32_t kNever = kNoBound;

  struct BoxState {
    std::uint64_t code = 0;
    std::uint32_t leaves_from = 0;  // bounds
    std::uint32_t leaves_to = kNever;
    std::uint16_t depth_from = 0;
    std::uint16_t depth_to = UINT16_MAX;
    std::uint32_t choices = 0;  // how many; 0: not opened
    std::uint64_t first_choice = 0;
  };
  struct Choice {
    State left = 0;
    State right = 0;
    std::uint16_t column = 0;
    bool chained = false;
  };
  struct Bounds {
    std::uint32_t from = 0;
    std::uint32_t to = kNever;
  };

  State state_of(std::uint64_t code, std::uint32_t needed);
  void open(State state);
  bool over();
  std::uint32_t solve_leaves(State state);
  bool has_depth(State state, std::uint32_t depth);
  std::uint32_t solve_depth();
  std::uint32_t solve_within(State state, std::uint32_t depth);
  Bounds& within(State state, std::uint32_t depth);
  std::uint32_t least_within(State state, std::uint32_t depth);
  std::size_t bytes() const;
  Step as_step(State state, std::size_t choice);
  void grow_index();
  std::size_t slot_of(std::uint64_t code) const;

  const Grid& grid_;
  SearchLimits limits_;
  BoxCodes codes_;
  Differences differences_;
  std::size_t table_bytes_ = 0;
  std::vector<BoxState> states_;
  std::vector<Choice> choices_;
  std::vector<State> index_;  // of states, by code: open addressing
  std::unordered_map<std::uint64_t, Bounds> within_;
  MergeObjective objective_ = MergeObjective::leaves;
  State root_ = 0;
  std::uint32_t depth_allowed_ = 0;
  bool over_ = false;
  std::size_t steps_ = 0;
};

}  // namespace espalier
