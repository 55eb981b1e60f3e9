// The trees that cross-validation grew to choose alpha, kept to estimate by: one fit per fold then serves both. A
// decision threshold is chosen by them, too.
#pragma once

#include <optional>
#include <vector>

#include "evaluate/splits.hpp"
#include "model/model.hpp"

namespace espalier {

struct FoldTrees {
  SplitPlan plan;               // one round, once a threshold has been chosen by all of them
  std::vector<Model> models;    // one per split: as it was grown from the split's training rows, whole
  std::optional<double> alpha;  // where the chosen step was judged; infinite: as a single leaf; none: they are pruned

  bool empty() const { return models.empty(); }
};

}  // namespace espalier
