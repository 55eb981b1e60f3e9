// Error-based pruning.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "prune/prune.hpp"

namespace espalier {

// The upper limit of a leaf's errors: what error-based pruning takes for its true error.

// Errors to add to the `errors` seen among `weight` rows, so that a rate as low as the one seen has the probability
// `confidence` (docs/pruning.md has the formulas). Neither figure need be whole.
//   release8: C4.5's own arithmetic, normal deviate from its small table
//   exact:    the binomial distribution's limit
//   normal:   the limit by the normal approximation, without correction for continuity
double added_errors(double weight, double errors, double confidence, ConfidenceMethod method);

// The errors of a leaf that answers `label` with those added.
double estimated_errors(const std::vector<double>& counts, std::uint32_t label, const PruneOptions& options);

inline constexpr double kErrorMargin = 0.1;  // a simpler tree may be this many estimated errors worse
inline constexpr std::string_view kLeafGoodEnough = "estimated to make at most 0.1 errors more as a leaf";
inline constexpr std::string_view kBranchGoodEnough =
    "its largest branch alone is estimated to make at most 0.1 errors more";

}  // namespace espalier
