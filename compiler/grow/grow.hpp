// Growing: from a dataset to a model with an unpruned tree.
#pragma once

#include "data/dataset.hpp"
#include "grow/options.hpp"
#include "model/model.hpp"
#include "support/diagnostic.hpp"

namespace espalier {

// Throws Diagnostic(bad_input) for what the options cannot handle: missing values under MissingPolicy::refuse (naming
// the column, the number of cells and what helps), continuous attributes that leave ID3 nothing to test.
Model grow(const Dataset& data, const GrowOptions& options, Warnings& warnings);

}  // namespace espalier
