// Whether a predictor needs a compiler that takes NaN seriously.
#pragma once

#include "emit/code_text.hpp"
#include "lower/pipeline.hpp"
#include "model/model.hpp"

namespace espalier {

// True if a comparison of floating-point values decides about missing ones: -ffast-math lets compilers assume that
// there are none, and answers would change. False where training saw no missing values, unless a test asks whether a
// value is known at all (`x == x`), and where floats are compared by their bits. `code`: how the language at hand
// compares them.
bool needs_nan_semantics(const Model& model, const Lowered& lowered, const CodeNames& code);

}  // namespace espalier
