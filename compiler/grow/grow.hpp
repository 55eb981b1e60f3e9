// Growing: from a dataset to a model with an unpruned tree.
#pragma once

#include <cstddef>

#include "data/dataset.hpp"
#include "grow/options.hpp"
#include "model/model.hpp"
#include "support/diagnostic.hpp"
#include "support/parallel.hpp"

namespace espalier {

// Throws Diagnostic(bad_input) for what the options cannot handle: missing values under MissingPolicy::refuse (naming
// the column, the number of cells and what helps), continuous attributes that leave ID3 nothing to test.
// The model is the same for any number of threads. `progress` counts subtrees.
Model grow(const Dataset& data, const GrowOptions& options, Warnings& warnings, std::size_t threads = 1,
           const ProgressReport& progress = {});

// Data that the options cannot handle, refused before anything is grown.

// Throws Diagnostic(bad_input): no rows, missing values under MissingPolicy::refuse, numeric columns under ID3 without
// discretisation, targets whose squares a double cannot hold.
void refuse_unlearnable(const Dataset& data, const GrowOptions& options);

// C4.5's last step of growing: subtrees that the training rows do not need.

// A subtree that makes no fewer training errors than a leaf in its place (within 0.001) becomes that leaf, bottom-up.
Tree collapse(Tree tree);

}  // namespace espalier
