// What training leaves at a node: its weight, its answer, and how far that is off.
#pragma once

#include "grow/cases.hpp"
#include "grow/options.hpp"
#include "grow/training_set.hpp"
#include "model/model.hpp"

namespace espalier {

// A leaf of these cases. Without any it answers as `parent` does, which may be null only if there are some.
Node make_leaf(const TrainingSet& training, const GrowOptions& options, const Cases& cases, const Node* parent);

// What the node as a leaf gets wrong on these cases: weight of wrong classes (by cost where there is one), or squared
// error.
double leaf_loss(const TrainingSet& training, const Node& node, const Cases& cases);

}  // namespace espalier
