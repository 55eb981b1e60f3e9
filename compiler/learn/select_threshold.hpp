// The decision threshold of a model, chosen on its training rows alone: by the answers of trees that have not seen
// them.
#pragma once

#include "data/dataset.hpp"
#include "evaluate/threshold_choice.hpp"
#include "learn/learn.hpp"
#include "model/model.hpp"

namespace espalier {

// Whether trees of folds are asked for it.
inline bool chooses_threshold(const LearnOptions& options) {
  return options.threshold_for && options.threshold_for->aim != ThresholdAim::fixed;
}

// Whether trees of folds choose anything: how much is pruned, a threshold, or both.
inline bool chooses_by_folds(const LearnOptions& options) {
  return chooses_alpha(options.prune) || chooses_threshold(options);
}

// Gives the model, which was learned from the data without one, the threshold that options.threshold_for asks for; the
// trees of the folds get the same. `trees` are those that chose alpha, of every round, or none: then the rows are dealt
// and learned from as they would have been for that, and `keeps` says whether the trees of the first round are kept.
// `progress` counts them. A model of one leaf has nothing to choose between but its own probability.
ThresholdChoice select_threshold(const Dataset& data, const LearnOptions& options, const ProgressReport& progress,
                                 bool keeps, Model& model, FoldTrees& trees);

}  // namespace espalier
