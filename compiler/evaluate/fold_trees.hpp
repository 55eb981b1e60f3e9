// The trees that cross-validation grew to choose alpha, kept to estimate by: one fit per fold then serves both.
#pragma once

#include <vector>

#include "evaluate/splits.hpp"
#include "model/model.hpp"

namespace espalier {

struct FoldTrees {
  SplitPlan plan;             // one round
  std::vector<Model> models;  // one per split: as it was grown from the split's training rows, whole
  double alpha = 0;           // where the chosen step was judged; infinite: as a single leaf

  bool empty() const { return models.empty(); }
};

}  // namespace espalier
