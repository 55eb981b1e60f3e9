// Boundary vectors of surrogates: the inputs on which only they decide.
//
// For each rule and each test on its way that has surrogates, and for each of these: the test's own value and those of
// the surrogates before are missing, and the surrogate's is its threshold, the two neighbours, the ends of its type,
// every category (of more than 256: some), unknown and missing. The other values lead to the rule where they can.
#pragma once

#include <functional>
#include <vector>

#include "lower/input_type.hpp"
#include "model/interpret.hpp"
#include "model/model.hpp"

namespace espalier {

// Of one of the model's trees, in a fixed order. Trees that would have millions of vectors get an even sample of them.
void for_each_fallback_vector(const Model& model, const Tree& tree, const std::vector<Field>& fields,
                              const std::function<void(Row)>& visit);

}  // namespace espalier
