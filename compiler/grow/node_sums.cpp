#include "grow/node_sums.hpp"

namespace espalier {

double impurity_of(const ClassSums& classes, const SearchPlan& plan) {
  double terms = 0;
  if (plan.sums == CutSums::entropy) {
    for (const std::uint32_t count : classes.counts) terms += plan.logs[count];
    return plan.logs[classes.cases] - terms;
  }
  for (const std::uint32_t count : classes.counts) terms += static_cast<double>(count) * count;
  return classes.cases - terms / classes.cases;
}

}  // namespace espalier
