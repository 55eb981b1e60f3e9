// The upper limit of a leaf's errors: what error-based pruning takes for its true error.
#pragma once

#include "prune/prune.hpp"

namespace espalier {

// Errors to add to the `errors` seen among `weight` rows, so that a rate as low as the one seen has the probability
// `confidence` (docs/learner.md has the formulas). Neither figure need be whole.
//   release8: C4.5's own arithmetic, normal deviate from its small table
//   exact:    the binomial distribution's limit
//   normal:   the limit by the normal approximation, without correction for continuity
double added_errors(double weight, double errors, double confidence, ConfidenceMethod method);

}  // namespace espalier
