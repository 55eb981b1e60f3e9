// The figures in a tree that training leaves there, for a tree that no training has made.
#pragma once

#include "data/dataset.hpp"
#include "model/model.hpp"

namespace espalier {

// Sends the rows down the only tree of the model and gives each node their counts or weight and deviation. What leaves
// answer stays as it is, whatever their rows are; the other nodes get what pruning would make of them by these rows.
// The dataset must have the model's columns and labels (bind_dataset). Nodes without rows keep their answer.
void recount(Model& model, const Dataset& data);

}  // namespace espalier
