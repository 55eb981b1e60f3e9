// The best cut of a list of cases in order of value.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>

#include "grow/case_lists.hpp"

namespace espalier {

// What a cut must meet.
struct CutLimits {
  double least_side = 1;  // weight
  double grid = 0x1p-20;  // gains are multiples of it
};

struct FoundCut {
  double gained = 0;         // times the weight of the cases that take part; what others must exceed
  std::size_t boundary = 0;  // so many of the list's cases are below it; 0: none
  double below = 0;          // weight
  std::size_t tried = 0;     // cuts that left enough on both sides
};

// A gain that rounds to more than the best is above it by nearly half the grid.
inline double limit_above(double gained, double grid) {
  return gained + 0.49 * grid;
}

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
  for (std::size_t i = 0; i < from; ++i) sides.move(Lists::case_of(known[i]));
  for (std::size_t i = from; i <= last; ++i) {
    const Id entry = known[i];
    if (Lists::is_marked(entry)) {
      const bool enough =
          Sides::kUnitWeights || (sides.below() >= limits.least_side && sides.above() >= limits.least_side);
      best.tried += enough ? 1U : 0U;
      if (enough && sides.beats(limit)) {
        const double gained = sides.gained();
        if (gained > best.gained) {
          best.gained = gained;
          best.boundary = i;
          best.below = sides.below();
          limit = limit_above(gained, limits.grid);
        }
      }
    }
    sides.move(Lists::case_of(entry));
  }
}

}  // namespace espalier
