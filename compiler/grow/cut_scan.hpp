// The best cut of a column: of a list of cases in order of value, or of rows of sums, one for each value.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>

#include "grow/case_lists.hpp"
#include "grow/criteria.hpp"

namespace espalier {

// What a cut must meet.
struct CutLimits {
  double least_side = 1;    // weight
  double grid = kGainGrid;  // gains are multiples of it
};

struct FoundCut {
  double gained = 0;         // times the weight of the cases that take part; what others must exceed
  std::size_t boundary = 0;  // so many of the list's cases, or of the rows, are below it; 0: none
  double below = 0;          // weight
  std::size_t tried = 0;     // cuts that left enough on both sides; what sums that skim pass over is not counted, but
                             // for whether there are some, if all weigh 1
};

// A gain that rounds to more than the best is above it by nearly half the grid.
inline double limit_above(double gained, double grid) {
  return gained + 0.49 * grid;
}

// Whether nothing can gain more than `gained` does where so much impurity, times the weight, is left: the branches are
// pure, but for what rounding may hide.
inline bool is_unsurpassable(double gained, double impurity, double grid) {
  return impurity * (1 + 0x1p-40) < gained + 0.5 * grid;
}

inline constexpr std::size_t kStretch = 16;

// `known`: the cases with a value. `best` may hold a gain to be exceeded; of equal cuts the lowest is found.
template <typename Id, typename Sides>
void scan_cuts(std::span<const Id> known, Sides sides, const CutLimits& limits, FoundCut& best) {
  using Lists = CaseLists<Id>;
  // With weights of 1 the places where both sides hold enough are one stretch.
  const auto needed = [&](double there) {
    return Sides::kUnitWeights ? static_cast<std::size_t>(std::max(1.0, std::ceil(limits.least_side - there))) : 1;
  };
  const std::size_t from = needed(sides.below());
  const std::size_t above = needed(sides.above() - static_cast<double>(known.size()));
  if (from + above > known.size()) return;
  const std::size_t last = known.size() - above;

  double limit = limit_above(best.gained, limits.grid);
  const auto look = [&](std::size_t i) {
    if (!Lists::is_marked(known[i])) return;
    if (!Sides::kUnitWeights && (sides.below() < limits.least_side || sides.above() < limits.least_side)) return;
    ++best.tried;
    if (!sides.beats(limit)) return;
    const double gained = sides.gained();
    if (gained <= best.gained) return;
    best.gained = gained;
    best.boundary = i;
    best.below = sides.below();
    limit = limit_above(gained, limits.grid);
  };
  std::size_t i = 0;
  for (; i < from; ++i) sides.move(Lists::case_of(known[i]));
  if constexpr (requires { sides.skim(known, limit); }) {
    // Most stretches hold no cut that could be the best, and that is found out faster than each cut is judged.
    for (; i + kStretch <= last + 1; i += kStretch) {
      const std::span<const Id> stretch = known.subspan(i, kStretch);
      if constexpr (sizeof(Id) == 4 && requires { sides.fetch(std::size_t{0}); }) {
        // What is known of cases of large lists lies far apart: it is asked for in time.
        if (i + 4 * kStretch <= last) {
          for (const Id entry : known.subspan(i + 3 * kStretch, kStretch)) sides.fetch(Lists::case_of(entry));
        }
      }
      if (!sides.skim(stretch, limit)) {
        if constexpr (Sides::kUnitWeights) {
          Id marks = 0;
          for (const Id entry : stretch) marks |= entry;
          best.tried += Lists::is_marked(marks) ? 1U : 0U;
        }
        continue;
      }
      for (std::size_t j = i; j < i + kStretch; ++j) {
        look(j);
        sides.move(Lists::case_of(known[j]));
      }
    }
  }
  for (; i <= last; ++i) {
    look(i);
    sides.move(Lists::case_of(known[i]));
  }
}

// The same for rows of values, each with cases.
template <typename Rows, typename Sides>
void scan_rows(const Rows& rows, Sides sides, const CutLimits& limits, FoundCut& best) {
  double limit = limit_above(best.gained, limits.grid);
  for (std::size_t row = 1; row < rows.size(); ++row) {
    sides.template shift<1>(rows[row - 1]);
    if (sides.below() < limits.least_side) continue;
    if (sides.above() < limits.least_side) return;
    ++best.tried;
    if (!sides.beats(limit)) continue;
    const double gained = sides.gained();
    if (gained <= best.gained) continue;
    best.gained = gained;
    best.boundary = row;
    best.below = sides.below();
    limit = limit_above(gained, limits.grid);
  }
}

}  // namespace espalier
