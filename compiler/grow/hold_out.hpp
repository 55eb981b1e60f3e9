// Validation while growing: a part of the rows is held out, and a split has to help them.
#pragma once

#include <vector>

#include "grow/cases.hpp"
#include "grow/options.hpp"
#include "grow/training_set.hpp"
#include "model/model.hpp"

namespace espalier {

struct HoldOut {
  Cases growing;
  Cases judging;
};

// options.validate of the rows of each class (of a regression, of all rows), chosen by options.seed; at least one row
// is left to grow from.
HoldOut hold_out(const TrainingSet& training, const GrowOptions& options, CaseOrder order);

// Whether the children's answers, learned from `cases`, get less of `judging` wrong than the node's own. `node` has its
// test and answers as a leaf; `known` is the weight of the cases with a value, per child.
bool helps_held_out(const TrainingSet& training, const GrowOptions& options, const Node& node,
                    const std::vector<double>& known, const Cases& cases, const Cases& judging);

}  // namespace espalier
