#include "evaluate/split_summary.hpp"

#include <cmath>
#include <numeric>

namespace espalier {

double mean_test_per_training_row(const SplitPlan& plan) {
  double sum = 0;
  for (const Split& split : plan.splits) {
    sum += static_cast<double>(split.test.size()) / static_cast<double>(split.training.size());
  }
  return plan.splits.empty() ? 0 : sum / static_cast<double>(plan.splits.size());
}

SplitSummary summarize(std::span<const double> per_split, double test_per_training_row) {
  SplitSummary summary;
  if (per_split.empty()) return summary;
  const auto count = static_cast<double>(per_split.size());
  summary.mean = std::accumulate(per_split.begin(), per_split.end(), 0.0) / count;
  if (per_split.size() < 2) return summary;
  double squares = 0;
  for (const double figure : per_split) squares += (figure - summary.mean) * (figure - summary.mean);
  summary.deviation = std::sqrt(squares / (count - 1));
  summary.standard_error = *summary.deviation * std::sqrt(1 / count + test_per_training_row);
  return summary;
}

}  // namespace espalier
