// Where in the gap between two neighbouring training values a threshold is put.
#pragma once

#include <span>

#include "grow/options.hpp"
#include "model/model.hpp"

namespace espalier {

// The result t keeps gap.below <= t < gap.above, so that `value <= t` separates the two. `observed` holds the column's
// different values in ascending order, gap.below among them; only ThresholdPlace::observed looks at it.
double place_threshold(const Gap& gap, ThresholdPlace place, std::span<const double> observed);

}  // namespace espalier
