// What a node says of its cases: its answer, and the figures that training leaves there.
#pragma once

#include <memory>
#include <vector>

#include "grow/cases.hpp"
#include "grow/median_sums.hpp"
#include "grow/options.hpp"
#include "grow/sides.hpp"
#include "grow/training_set.hpp"
#include "model/model.hpp"

namespace espalier {

// A leaf with the counts or the value of these cases. Without cases it answers as its parent does.
Node make_leaf(const TrainingSet& training, const GrowOptions& options, const Cases& cases, const Node* parent);

// What a regression measures these cases against. The order of the cases does not show in the last digit.
LevelFacts level_facts(const TrainingSet& training, Criterion criterion, Cases cases);

// Of no cases, to be filled with those of a node.
MedianSums no_targets(const TrainingSet& training, const Cases& cases);

// What the node's answer costs these rows: errors by cost, or squared distances.
double leaf_loss(const TrainingSet& training, const Node& node, const Cases& cases);

}  // namespace espalier
