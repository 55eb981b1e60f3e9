// Whether a predictor needs a compiler that takes NaN seriously.
#pragma once

#include "lower/pipeline.hpp"
#include "model/model.hpp"

namespace espalier {

// True if a comparison of floating-point values decides about missing ones: -ffast-math lets compilers assume that
// there are none, and answers would change. False where training saw no missing values, unless a test asks whether a
// value is known at all (`x == x`).
bool needs_nan_semantics(const Model& model, const Lowered& lowered);

}  // namespace espalier
