#include "grow/node_sums.hpp"

#include <numeric>

namespace espalier {

double impurity_of(std::span<const std::uint32_t> counts, const SearchPlan& plan) {
  const std::size_t cases = std::accumulate(counts.begin(), counts.end(), std::size_t{0});
  double terms = 0;
  if (plan.measure == Measure::entropy) {
    for (const std::uint32_t count : counts) terms += plan.logs[count];
    return plan.logs[cases] - terms;
  }
  for (const std::uint32_t count : counts) terms += static_cast<double>(count) * count;
  return static_cast<double>(cases) - terms / static_cast<double>(cases);
}

}  // namespace espalier
