// Checks that early exit answers what all trees do, for whatever sums: the swings of lower/early_exit.hpp hold. They
// are computed again from the model's leaves, sum against sum.
#pragma once

#include "lower/early_exit.hpp"
#include "model/model.hpp"

namespace espalier {

// Throws std::logic_error naming what is broken: a defect of Espalier, never of its input.
void check_early_exit(const Model& model, const EarlyExit& exit);

}  // namespace espalier
