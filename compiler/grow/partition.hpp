// Sending a node's training rows to its children.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "grow/training_set.hpp"
#include "model/model.hpp"

namespace espalier {

// Reorders `rows` so that each child's are contiguous, in child order and otherwise as they were. Rows without a value
// go with the child of the largest known weight (ties: the first), which becomes node.missing_child. Returns where each
// child's rows end. The node's test and the number of its children must be set.
std::vector<std::size_t> partition(const TrainingSet& training, Node& node, std::span<std::uint32_t> rows);

}  // namespace espalier
