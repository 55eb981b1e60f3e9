// Thresholds that are hard for an input type: on its numbers, just beside them, beyond its ends, huge and tiny ones.
#pragma once

#include <cmath>
#include <limits>
#include <vector>

#include "lower/input_type.hpp"
#include "support/random.hpp"

namespace espalier::sample {

inline double hard_threshold(const InputType& type, RandomEngine& engine) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  constexpr double kAnywhere[] = {0.0, -0.0, 5e-324, -5e-324, 1e300, -1e300, 1e-300, -1e-300, 0.5, -0.5};
  const auto one_of = [&](std::uint64_t count) { return uniform_below(engine, count); };
  if (one_of(6) == 0) return kAnywhere[one_of(std::size(kAnywhere))];
  const double first = is_integer(type) ? lowest(type) : -1000;
  const double last = is_integer(type) ? highest(type) : 1000;
  const double margin = (last - first) / 100;
  const double anywhere = first - margin + (last - first + 2 * margin) * uniform_unit(engine);
  const double number = floor_to(type, anywhere);  // one of the type, or just outside
  switch (one_of(6)) {
    case 0: return anywhere;
    case 1: return number;
    case 2: return std::nextafter(number, kInfinity);
    case 3: return std::nextafter(number, -kInfinity);
    case 4: return number / 2 + next_up(type, number) / 2;  // a tie
    default: return one_of(2) == 0 ? first : last;
  }
}

}  // namespace espalier::sample
