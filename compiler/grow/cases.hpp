// A training row at a node, with the weight that has come this far: less than the row's own where a missing value has
// split it between branches.
#pragma once

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

inline double weight_of(const Cases& cases) {
  double weight = 0;
  for (const Case& item : cases) weight += item.weight;
  return weight;
}

// Weights that are equal on paper as equal numbers, for tie rules to decide between them: sums of fractional weights
// are rounded to a part of their total.
inline std::vector<double> on_common_grid(std::vector<double> weights) {
  const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
  if (total <= 0) return weights;
  const double grid = std::ldexp(1.0, std::ilogb(total) - 32);
  for (double& weight : weights) weight = std::nearbyint(weight / grid) * grid;
  return weights;
}

}  // namespace espalier
