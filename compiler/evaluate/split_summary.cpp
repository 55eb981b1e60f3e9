#include "evaluate/split_summary.hpp"

#include <cmath>

#include "evaluate/spread.hpp"

namespace espalier {

double mean_test_per_training_row(const SplitPlan& plan) {
  double sum = 0;
  for (const Split& split : plan.splits) {
    sum += static_cast<double>(split.test.size()) / static_cast<double>(split.training.size());
  }
  return plan.splits.empty() ? 0 : sum / static_cast<double>(plan.splits.size());
}

SplitSummary summarize(std::span<const double> per_split, double test_per_training_row) {
  const Spread spread = spread_of(per_split);
  SplitSummary summary{spread.mean, spread.deviation, {}};
  if (spread.deviation) {
    const auto count = static_cast<double>(per_split.size());
    summary.standard_error = *spread.deviation * std::sqrt(1 / count + test_per_training_row);
  }
  return summary;
}

}  // namespace espalier
