// Boosting by gradients (Friedman 2001; by Newton steps as in XGBoost, Chen and Guestrin 2016): each tree takes a step
// against what the trees before it have left of the loss. The answer is the sum of all steps, in whole numbers.
#pragma once

#include <cstddef>
#include <vector>

#include "data/dataset.hpp"
#include "grow/options.hpp"
#include "learn/ensemble.hpp"
#include "support/parallel.hpp"

namespace espalier {

inline constexpr std::size_t kMostTrees = 65'535;  // of a model (docs/model-format.md)

// Scores that a model has for this data: one of two classes or of a number, one per class of more.
std::size_t scores_per_row(const Dataset& data);

// Classes by logistic loss or, of more than two, softmax; numbers by squared error. The same for any number of threads.
// `progress` counts rounds. Throws as make_training_set() does, and where the trees, as large as the first one, would
// take more than the memory limit.
LearnedEnsemble learn_boosted(const Dataset& data, const GrowOptions& grow, const EnsembleOptions& options,
                              std::size_t threads, const ProgressReport& progress = {});

// The models that learn_boosted() makes with so many rounds each, ascending, in place of options.trees: all of them
// begin with the same trees, which are grown once. No rows may be held out.
std::vector<Model> boosted_stages(const Dataset& data, const GrowOptions& grow, const EnsembleOptions& options,
                                  const std::vector<std::size_t>& rounds, std::size_t threads);

}  // namespace espalier
