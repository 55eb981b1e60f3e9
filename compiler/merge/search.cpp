#include "merge/search.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>

namespace espalier {
namespace {

constexpr std::size_t kStepsBetweenLooks = 64;
constexpr std::uint32_t kFree = UINT32_MAX;

std::uint32_t apart_by(std::uint32_t a, std::uint32_t b) {
  return a > b ? a - b : b - a;
}

}  // namespace

BoxSearch::BoxSearch(const Grid& grid, SearchLimits limits)
    : grid_(grid),
      limits_(std::move(limits)),
      codes_(grid),
      differences_(grid),
      table_bytes_(Differences::bytes(grid, SIZE_MAX).value_or(0)),
      index_(1024, kFree) {
  const GridBox whole = codes_.whole();
  std::vector<Differences::Term> room;
  std::vector<std::uint32_t> sums;
  std::uint64_t code = 0;
  std::uint32_t needed = 0;
  for (std::size_t column = 0; column < whole.size(); ++column) {
    differences_.count(column, whole, room, sums);
    const CoreColumn core = differences_.core(column, whole[column], sums.data());
    code += codes_.code(column, core.core);
    needed += core.needed;
  }
  root_ = state_of(code, needed);
}

// ---- boxes that are known

std::size_t BoxSearch::slot_of(std::uint64_t code) const {
  const std::size_t mask = index_.size() - 1;
  std::size_t slot = (code * 0x9E3779B97F4A7C15U >> 20) & mask;
  while (index_[slot] != kFree && states_[index_[slot]].code != code) slot = (slot + 1) & mask;
  return slot;
}

void BoxSearch::grow_index() {
  index_.assign(2 * index_.size(), kFree);
  for (State state = 0; state < states_.size(); ++state) index_[slot_of(states_[state].code)] = state;
}

BoxSearch::State BoxSearch::state_of(std::uint64_t code, std::uint32_t needed) {
  const std::size_t slot = slot_of(code);
  if (index_[slot] != kFree) return index_[slot];
  const auto made = static_cast<State>(states_.size());
  index_[slot] = made;
  BoxState state;
  state.code = code;
  state.leaves_from = needed + 1;
  state.depth_from = static_cast<std::uint16_t>(std::bit_width(needed));
  if (needed <= 1) {  // nothing to choose
    state.leaves_to = state.leaves_from;
    state.depth_to = state.depth_from;
  }
  states_.push_back(state);
  if (2 * states_.size() > index_.size()) grow_index();
  return made;
}

std::size_t BoxSearch::bytes() const {
  constexpr std::size_t kPerEntry = 64;  // of a map
  return table_bytes_ + states_.capacity() * sizeof(BoxState) + choices_.capacity() * sizeof(Choice) +
         index_.size() * sizeof(State) + within_.size() * kPerEntry;
}

bool BoxSearch::over() {
  if (!over_ && ++steps_ % kStepsBetweenLooks == 0) {
    over_ = bytes() > limits_.bytes || (limits_.stop && limits_.stop());
  }
  return over_;
}

// Makes all choices of a box, with the cores of both parts. What another column has left is found for all splits of one
// column together: sums for each cell of the split column are made once, and added up to those of the parts.
void BoxSearch::open(State at) {
  if (states_[at].choices > 0 || states_[at].leaves_from == 1) return;
  const GridBox box = codes_.decoded(states_[at].code);
  const std::size_t columns = box.size();
  std::vector<Differences::Term> terms;
  std::vector<std::vector<std::uint32_t>> own(columns);
  std::vector<bool> is_single(columns);
  for (std::size_t column = 0; column < columns; ++column) {
    differences_.count(column, box, terms, own[column]);
    is_single[column] = differences_.core(column, box[column], own[column].data()).needed == 0;
  }
  std::vector<BoxSplit> splits;
  struct Part {
    std::uint64_t code = 0;
    std::uint32_t needed = 0;
  };
  std::vector<std::array<Part, 2>> parts;
  std::vector<std::uint32_t> sums;    // per place of the split column's axis: all pairs of the other column
  std::vector<std::uint8_t> is_made;  // whether they are there
  std::vector<std::uint32_t> joined;
  const std::size_t first = choices_.size();
  for (std::size_t split_column = 0; split_column < columns; ++split_column) {
    if (is_single[split_column]) continue;
    differences_.splits(split_column, box[split_column], own[split_column].data(), splits);
    parts.assign(splits.size(), {});
    for (std::size_t i = 0; i < splits.size(); ++i) {
      for (const std::size_t side : {0U, 1U}) {
        const CellSet& set = side == 0 ? splits[i].left : splits[i].right;
        const CoreColumn core = differences_.core(split_column, set, own[split_column].data());
        parts[i][side] = {codes_.code(split_column, core.core), core.needed};
      }
    }
    for (std::size_t other = 0; other < columns; ++other) {
      if (other == split_column) continue;
      if (is_single[other]) {
        for (auto& both : parts) {
          for (Part& part : both) part.code += codes_.code(other, box[other]);
        }
        continue;
      }
      const std::size_t pairs = differences_.pairs(other);
      differences_.terms(other, split_column, box, terms);
      is_made.assign(differences_.axis_size(split_column), 0);
      sums.assign(is_made.size() * pairs, 0);
      for (std::size_t i = 0; i < splits.size(); ++i) {
        for (const std::size_t side : {0U, 1U}) {
          std::array<Differences::Term, 3> axis;
          const std::size_t count =
              differences_.axis_terms(split_column, side == 0 ? splits[i].left : splits[i].right, axis.data());
          joined.assign(pairs, 0);
          for (std::size_t t = 0; t < count; ++t) {
            std::uint32_t* const here = sums.data() + axis[t].place * pairs;
            if (is_made[axis[t].place] == 0) {
              is_made[axis[t].place] = 1;
              differences_.add(other, split_column, axis[t].place, terms, here);
            }
            for (std::size_t pair = 0; pair < pairs; ++pair) joined[pair] += axis[t].sign * here[pair];
          }
          const CoreColumn core = differences_.core(other, box[other], joined.data());
          parts[i][side].code += codes_.code(other, core.core);
          parts[i][side].needed += core.needed;
        }
      }
    }
    for (std::size_t i = 0; i < splits.size(); ++i) {
      Choice choice;
      choice.left = state_of(parts[i][0].code, parts[i][0].needed);
      choice.right = state_of(parts[i][1].code, parts[i][1].needed);
      choice.column = static_cast<std::uint16_t>(split_column);
      choice.chained = splits[i].chained;
      choices_.push_back(choice);
    }
  }
  states_[at].first_choice = first;
  states_[at].choices = static_cast<std::uint32_t>(choices_.size() - first);
}

// ---- searches

bool BoxSearch::solve(MergeObjective objective) {
  objective_ = objective;
  over_ = false;
  if (objective == MergeObjective::leaves) {
    solve_leaves(root_);
    return !over_;
  }
  depth_allowed_ = solve_depth();
  if (over_ || objective == MergeObjective::depth) return !over_;
  solve_within(root_, depth_allowed_);
  return !over_;
}

// The choice whose bounds promise most is followed first, and its bounds get closer by it, until a tree is found that
// is no larger than any choice promises.
std::uint32_t BoxSearch::solve_leaves(State at) {
  if (states_[at].leaves_from == states_[at].leaves_to || over()) return states_[at].leaves_to;
  open(at);
  const std::uint64_t first = states_[at].first_choice;
  const std::uint64_t end = first + states_[at].choices;
  while (true) {
    std::uint32_t least = kNever;
    std::uint32_t closest = kNever;
    std::uint64_t best = first;
    for (std::uint64_t i = first; i < end; ++i) {
      const std::uint32_t left = states_[choices_[i].left].leaves_from;
      const std::uint32_t right = states_[choices_[i].right].leaves_from;
      const std::uint32_t apart = apart_by(left, right);
      if (left + right > least || (left + right == least && apart >= closest)) continue;
      least = left + right;
      closest = apart;
      best = i;
    }
    BoxState& state = states_[at];
    state.leaves_from = std::max(state.leaves_from, least);
    if (at == root_ && limits_.progress) limits_.progress(state.leaves_from, state.leaves_to);
    if (state.leaves_from >= state.leaves_to) {
      state.leaves_from = state.leaves_to;
      return state.leaves_to;
    }
    const Choice choice = choices_[best];
    const std::uint32_t left = solve_leaves(choice.left);
    if (over_) return kNever;
    if (left + states_[choice.right].leaves_from >= states_[at].leaves_to) continue;
    const std::uint32_t right = solve_leaves(choice.right);
    if (over_) return kNever;
    states_[at].leaves_to = std::min(states_[at].leaves_to, left + right);
  }
}

std::uint32_t BoxSearch::solve_depth() {
  while (true) {
    const std::uint32_t depth = states_[root_].depth_from;
    if (limits_.progress) limits_.progress(depth, depth + 1);
    if (has_depth(root_, depth)) return depth;
    if (over_) return depth;
  }
}

// Along a chain of splits the left parts grow and the right ones shrink, and a part of a box is never deeper than the
// box: only the largest left part that is shallow enough can have a right part that is, too. It is found by bisection.
bool BoxSearch::has_depth(State at, std::uint32_t depth) {
  if (states_[at].depth_from > depth) return false;
  if (states_[at].depth_to <= depth) return true;
  if (over()) return false;
  open(at);
  const std::uint64_t first = states_[at].first_choice;
  const std::uint64_t end = first + states_[at].choices;
  for (std::uint64_t begin = first; begin < end;) {
    std::uint64_t behind = begin + 1;
    while (behind < end && choices_[behind].chained) ++behind;
    std::uint64_t low = begin;  // all before it have shallow left parts
    std::uint64_t high = behind;
    while (low < high) {
      const std::uint64_t middle = low + (high - low) / 2;
      if (has_depth(choices_[middle].left, depth - 1)) {
        low = middle + 1;
      } else {
        high = middle;
      }
      if (over_) return false;
    }
    if (low > begin && has_depth(choices_[low - 1].right, depth - 1)) {
      states_[at].depth_to = static_cast<std::uint16_t>(depth);
      return true;
    }
    if (over_) return false;
    begin = behind;
  }
  states_[at].depth_from = static_cast<std::uint16_t>(depth + 1);
  return false;
}

BoxSearch::Bounds& BoxSearch::within(State at, std::uint32_t depth) {
  return within_[std::uint64_t{at} << 16 | depth];
}

// A lower bound of the leaves of trees that are no deeper; kNever: there are none.
std::uint32_t BoxSearch::least_within(State at, std::uint32_t depth) {
  const BoxState& state = states_[at];
  if (state.depth_from > depth) return kNever;
  if (state.leaves_from == state.leaves_to && state.leaves_to <= 2) return state.leaves_to;
  const auto found = within_.find(std::uint64_t{at} << 16 | depth);
  return found == within_.end() ? state.leaves_from : std::max(found->second.from, state.leaves_from);
}

std::uint32_t BoxSearch::solve_within(State at, std::uint32_t depth) {
  if (!has_depth(at, depth)) return kNever;
  if (states_[at].leaves_from <= 2 && states_[at].leaves_from == states_[at].leaves_to) return states_[at].leaves_to;
  Bounds& bounds = within(at, depth);
  if (bounds.from == bounds.to) return bounds.to;
  if (over()) return kNever;
  open(at);
  const std::uint64_t first = states_[at].first_choice;
  const std::uint64_t end = first + states_[at].choices;
  while (true) {
    std::uint32_t least = kNever;
    std::uint32_t closest = kNever;
    std::uint64_t best = first;
    for (std::uint64_t i = first; i < end; ++i) {
      const std::uint32_t left = least_within(choices_[i].left, depth - 1);
      if (left > least) continue;
      const std::uint32_t right = least_within(choices_[i].right, depth - 1);
      const std::uint32_t apart = apart_by(left, right);
      if (left + right > least || (left + right == least && apart >= closest)) continue;
      least = left + right;
      closest = apart;
      best = i;
    }
    bounds.from = std::max({bounds.from, least, states_[at].leaves_from});
    if (at == root_ && limits_.progress) limits_.progress(bounds.from, bounds.to);
    if (bounds.from >= bounds.to) {
      bounds.from = bounds.to;
      return bounds.to;
    }
    const Choice choice = choices_[best];
    const std::uint32_t left = solve_within(choice.left, depth - 1);
    if (over_) return kNever;
    if (left == kNever || left + least_within(choice.right, depth - 1) >= bounds.to) continue;
    const std::uint32_t right = solve_within(choice.right, depth - 1);
    if (over_) return kNever;
    if (right != kNever) bounds.to = std::min(bounds.to, left + right);
  }
}

// ---- what was found

std::size_t BoxSearch::least_leaves() const {
  std::size_t least = states_[root_].leaves_from;
  if (objective_ == MergeObjective::depth_leaves) {
    const auto found = within_.find(std::uint64_t{root_} << 16 | depth_allowed_);
    if (found != within_.end()) least = std::max<std::size_t>(least, found->second.from);
  }
  return least;
}

BoxSearch::Step BoxSearch::as_step(State at, std::size_t choice) {
  const Choice& chosen = choices_[choice];
  const GridBox box = codes_.decoded(states_[at].code);
  std::vector<Differences::Term> room;
  std::vector<std::uint32_t> sums;
  differences_.count(chosen.column, box, room, sums);
  std::vector<BoxSplit> splits;
  differences_.splits(chosen.column, box[chosen.column], sums.data(), splits);
  std::size_t of_column = choice;  // the first choice of that column
  while (of_column > states_[at].first_choice && choices_[of_column - 1].column == chosen.column) --of_column;
  return {chosen.column, splits[choice - of_column], chosen.left, chosen.right};
}

// Of the choices, the one with the smallest mark; of equal marks, the one with parts of more equal sizes.
std::optional<BoxSearch::Step> BoxSearch::step(State at, std::uint32_t depth) {
  if (states_[at].leaves_from == 1) return std::nullopt;
  open(at);
  const std::uint64_t first = states_[at].first_choice;
  // What was found comes before what is only hoped for.
  const auto leaves = [&](State state) -> std::uint64_t {
    const BoxState& box = states_[state];
    return box.leaves_to < kNever ? box.leaves_to : kNever + std::uint64_t{box.leaves_from};
  };
  const auto shallow = [&](State state) -> std::uint64_t {
    if (states_[state].depth_to < depth) return states_[state].leaves_from;
    return std::uint64_t{kNever} * (1 + states_[state].depth_from) + states_[state].leaves_from;
  };
  const auto both = [&](State state) -> std::uint64_t {
    const BoxState& box = states_[state];
    if (box.leaves_from == box.leaves_to && box.leaves_to <= 2 && box.depth_to < depth) return box.leaves_to;
    const auto found = depth > 0 ? within_.find(std::uint64_t{state} << 16 | (depth - 1)) : within_.end();
    return found != within_.end() && found->second.to < kNever ? found->second.to : kNever + shallow(state);
  };
  const auto mark = [&](State state) {
    switch (objective_) {
      case MergeObjective::leaves: return leaves(state);
      case MergeObjective::depth: return shallow(state);
      case MergeObjective::depth_leaves: return both(state);
    }
    return leaves(state);
  };
  std::uint64_t least = UINT64_MAX;
  std::uint32_t closest = kNever;
  std::uint64_t best = first;
  for (std::uint64_t i = first; i < first + states_[at].choices; ++i) {
    const Choice choice = choices_[i];
    const std::uint64_t sum = mark(choice.left) + mark(choice.right);
    const std::uint32_t apart = apart_by(states_[choice.left].leaves_from, states_[choice.right].leaves_from);
    if (sum > least || (sum == least && apart >= closest)) continue;
    least = sum;
    closest = apart;
    best = i;
  }
  return as_step(at, best);
}

std::uint32_t BoxSearch::answer(State at) const {
  const GridBox box = codes_.decoded(states_[at].code);
  std::size_t place = 0;
  std::size_t stride = 1;
  for (std::size_t column = 0; column < box.size(); ++column) {
    const CellSet& set = box[column];
    std::uint32_t cell = set.first;
    if (!grid_.columns[column].ordered) {
      cell = static_cast<std::uint32_t>(std::countr_zero(set.mask));
    } else if (!set.has_known()) {
      cell = grid_.columns[column].known_cells;
    }
    place += stride * cell;
    stride *= grid_.columns[column].cells();
  }
  return grid_.answers[place];
}

}  // namespace espalier
