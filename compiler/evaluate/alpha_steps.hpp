// The trees of the weakest-link sequence: what they are before anything is judged.
#pragma once

#include <cstddef>
#include <vector>

#include "model/model.hpp"
#include "prune/prune.hpp"

namespace espalier {

// A tree of the weakest-link sequence.
struct AlphaStep {
  double alpha = 0;  // from here on, up to the next step's
  std::size_t leaves = 0;
  double risk = 0;            // on the training rows (prune/weakest_links.hpp)
  double error = 0;           // out of fold: cost or weight of wrong answers per weight, or mean squared error
  double standard_error = 0;  // of that
};

// The sequence of the model's tree, ascending alpha, from the whole tree (as far as its leaves are worth anything) down
// to a single leaf. The errors are left at 0.
std::vector<AlphaStep> alpha_steps(const Model& model, RiskMeasure measure);

}  // namespace espalier
