// The tree that a search found, with tests on the model's columns.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "merge/grid.hpp"
#include "merge/search.hpp"
#include "model/model.hpp"

namespace espalier {

// Nodes of one tree, parents before children. Leaves have a label or a value; nothing has counts. Where unknown values
// are told apart from all known ones, there are `present` tests. `most_leaves`: once there are more, the rest is left
// out; `reached` then says how many there were, and is 0 otherwise.
struct BoxTreeNodes {
  std::vector<Node> nodes;
  std::size_t reached = 0;
};
BoxTreeNodes nodes_of(BoxSearch& search, const Grid& grid, Task task, std::size_t most_leaves);

// The same answers with fewer nodes: where both ways of a test lead to equal subtrees, the test goes.
std::vector<Node> without_equal_branches(const std::vector<Node>& nodes);

}  // namespace espalier
