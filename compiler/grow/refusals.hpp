// Data that the options cannot handle, refused before anything is grown.
#pragma once

#include "data/dataset.hpp"
#include "grow/options.hpp"

namespace espalier {

// Throws Diagnostic(bad_input): no rows, missing values under MissingPolicy::refuse, numeric columns under ID3 without
// discretisation, targets whose squares a double cannot hold.
void refuse_unlearnable(const Dataset& data, const GrowOptions& options);

}  // namespace espalier
