// How much cost-complexity pruning prunes, chosen by cross-validation on the training rows alone.
#pragma once

#include <cstddef>
#include <vector>

#include "data/dataset.hpp"
#include "evaluate/evaluate.hpp"
#include "model/model.hpp"

namespace espalier {

// A tree of the weakest-link sequence.
struct AlphaStep {
  double alpha = 0;  // from here on, up to the next step's
  std::size_t leaves = 0;
  double risk = 0;            // on the training rows (prune/weakest_links.hpp)
  double error = 0;           // out of fold: cost or weight of wrong answers per weight, or mean squared error
  double standard_error = 0;  // of that
};

struct AlphaPath {
  std::vector<AlphaStep> steps;     // ascending alpha
  std::size_t least_error = 0;      // the step with the least error out of fold; of equal ones the smallest tree
  std::size_t one_error_above = 0;  // the smallest tree within one standard error of that
  std::size_t chosen = 0;           // one of the two
};

// `grown` is the whole data's tree. Each fold's tree is judged at the geometric means of neighbouring alphas (the last
// one as a single leaf); data of less than 2000 rows is dealt to folds up to 10 times, by the seeds that follow. Chosen
// is `least_error`, with one_standard_error `one_error_above`. `progress` counts the folds' trees, which are grown on
// options.threads threads.
AlphaPath select_alpha(const Dataset& data, const Model& grown, const LearnOptions& options,
                       const ProgressReport& progress = {});

}  // namespace espalier
