#include "evaluate/charge.hpp"

#include "evaluate/probability_scores.hpp"

namespace espalier {

double charge(Charge by, const std::vector<std::vector<double>>& costs, std::uint32_t actual, std::uint32_t answered,
              std::span<const double> distribution) {
  switch (by) {
    case Charge::brier: return squared_distance(distribution, actual);
    case Charge::log_loss: return logarithmic_loss(distribution[actual]);
    case Charge::mistakes: return answered == actual ? 0 : 1;
    case Charge::costs: break;
  }
  if (answered == actual) return 0;
  return costs.empty() ? 1 : costs[actual][answered];
}

}  // namespace espalier
