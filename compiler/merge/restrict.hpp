// What is left of a model's trees where only the rows of a region come.
#pragma once

#include "audit/region.hpp"
#include "model/model.hpp"

namespace espalier {

// The trees without the branches that no row of the region takes, and without tests whose ways all lead to the same
// leaf answer. Every row of the region is answered as before. `space` is the model's. The model must have several trees
// and no surrogates.
Model restricted(const Model& model, const Space& space, const Region& region);

}  // namespace espalier
