// Bounds of what several trees answer, and labels that they never give: the most promising regions first, so that what
// is certain is close when the time runs out.
#pragma once

#include <vector>

#include "audit/prove.hpp"

namespace espalier {

// `where`: the regions that the property is about, in the model's own space; none of them is empty.
PropertyProof prove_bounds(const Model& model, const Space& space, const Property& property, const AnswerOrder& order,
                           const ProveOptions& options, const std::vector<Region>& where);

}  // namespace espalier
