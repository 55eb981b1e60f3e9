// A tree of boosting as one would write it down: every node tries every test on all of its rows, one by one. What the
// engine grows must be the same, node for node.
#pragma once

#include <cstdint>
#include <vector>

#include "data/dataset.hpp"
#include "grow/options.hpp"
#include "model/model.hpp"

namespace espalier::testing {

// Of columns with fewer different values than bins; grown by depth, or not limited.
Tree simple_gradient_tree(const Dataset& data, const GrowOptions& options, double l2, double least_bend,
                          const std::vector<double>& slopes, const std::vector<double>& bends, std::uint64_t key);

}  // namespace espalier::testing
