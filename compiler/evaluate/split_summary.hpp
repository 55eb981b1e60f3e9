// A figure that was measured once per split: its mean, how much it differs from split to split, and how far off the
// mean may be.
#pragma once

#include <optional>
#include <span>

#include "evaluate/splits.hpp"

namespace espalier {

struct SplitSummary {
  double mean = 0;
  std::optional<double> deviation;       // standard deviation over the splits; none for a single one
  std::optional<double> standard_error;  // of the mean; none for a single one
  friend bool operator==(const SplitSummary&, const SplitSummary&) = default;
};

// Rows tested for each row learned from, on average over the splits: 1/9 for 10 equal folds.
double mean_test_per_training_row(const SplitPlan& plan);

// note [overlapping splits]: the splits of one plan learn from much the same rows, so that their figures agree more
// than those of fresh data would, and deviation / sqrt(J) is too small an error for the mean of J of them. Nadeau and
// Bengio (Inference for the generalization error, Machine Learning 52, 2003) take
//   deviation * sqrt(1 / J + test rows / training rows).
SplitSummary summarize(std::span<const double> per_split, double test_per_training_row);

}  // namespace espalier
