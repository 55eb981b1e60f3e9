// A training row at a node, with the weight that has come this far: less than the row's own where a missing value has
// split it between branches.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <vector>

namespace espalier {

struct Case {
  std::uint32_t row = 0;
  double weight = 0;
  friend bool operator==(const Case&, const Case&) = default;
};

using Cases = std::vector<Case>;

// note [weights]: weights are whole multiples of a unit, a power of two that is so small that all of them together are
// less than 2^62 of it. They are added up in units, as whole numbers: sums and differences are exact, whatever their
// order, and are rounded once, when they become doubles. A weight itself is a double, and few are changed by this:
// those with digits beyond the last one of the sum.
struct WeightScale {
  double unit = 1;
  double per_unit = 1;  // 1 / unit

  static WeightScale of(double total) {
    const int exponent = total > 0 ? std::clamp(std::ilogb(total), -959, 1023) + 1 - 62 : 0;  // 1 / unit is finite
    return {std::ldexp(1.0, exponent), std::ldexp(1.0, -exponent)};
  }
  double rounded(double weight) const { return std::nearbyint(weight * per_unit) * unit; }
  std::int64_t units(double weight) const { return static_cast<std::int64_t>(weight * per_unit); }
  double weight(std::int64_t units) const { return static_cast<double>(units) * unit; }
};

inline double weight_of(const Cases& cases, const WeightScale& scale) {
  std::int64_t units = 0;
  for (const Case& item : cases) units += scale.units(item.weight);
  return scale.weight(units);
}

// Weights that are equal on paper are equal numbers of this, a part of their total: for tie rules to decide between
// sums of fractional weights.
inline double common_grid(double total) {
  return total > 0 ? std::ldexp(1.0, std::ilogb(total) - 32) : 1;
}

inline std::vector<double> on_common_grid(std::vector<double> weights) {
  const double grid = common_grid(std::accumulate(weights.begin(), weights.end(), 0.0));
  for (double& weight : weights) weight = std::nearbyint(weight / grid) * grid;
  return weights;
}

// The part that `inside` is of both, such that parts that are equal on paper are equal numbers.
inline double share_of(double inside, double outside) {
  const double grid = common_grid(inside + outside);
  const double rounded = std::nearbyint(inside / grid);
  return inside + outside > 0 ? rounded / (rounded + std::nearbyint(outside / grid)) : 0;
}

}  // namespace espalier
