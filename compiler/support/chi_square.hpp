// Whether a test's branches differ by more than chance: Pearson's chi-square test of independence (Quinlan 1986).
#pragma once

#include <cstddef>
#include <vector>

namespace espalier {

struct ChiSquare {
  double statistic = 0;
  std::size_t degrees = 0;  // of freedom: (branches with weight - 1) * (classes with weight - 1)
  double p_value = 1;       // 1 without a degree of freedom
};

// table[branch][class] of weights.
ChiSquare chi_square(const std::vector<std::vector<double>>& table);

}  // namespace espalier
