// A training row at a node, with the weight that has come this far: less than the row's own where a missing value has
// split it between branches.
#pragma once

#include <cstdint>
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

}  // namespace espalier
