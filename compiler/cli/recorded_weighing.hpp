// How much classes count, by a model's own record.
#pragma once

#include "grow/options.hpp"
#include "model/model.hpp"

namespace espalier::cli {

// --class-weight and --priors. Throws Diagnostic(bad_input) if the record cannot be read.
GrowOptions recorded_weighing(const Model& model);

}  // namespace espalier::cli
