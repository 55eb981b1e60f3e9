// What a choice among trees goes by, as --select-by says: for answers that are there already. (Folds judge every tree
// of a pruning path at once: evaluate/path_judge.hpp.)
#pragma once

#include <vector>

#include "evaluate/metrics.hpp"
#include "evaluate/row_mean.hpp"
#include "prune/prune.hpp"

namespace espalier {

// Less is better: one minus the accuracy or the mean area under the curve, or the mean Brier score, log loss or cost.
// `weights`: one per row, or none. `predicted` has probabilities. The marking must have costs for SelectBy::cost.
// Without rows of two classes the area is that of a guess.
MeanLoss selection_error(SelectBy figure, const Marking& marking, const Answers& actual, const Answers& predicted,
                         const std::vector<double>& weights = {});

}  // namespace espalier
