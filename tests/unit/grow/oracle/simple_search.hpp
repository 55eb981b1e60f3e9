// The learner as one would write it down: every node sorts its cases by every attribute and tries every boundary. What
// the engine grows must be the same, node for node.
#pragma once

#include <cstdint>
#include <optional>

#include "data/dataset.hpp"
#include "grow/choose.hpp"
#include "grow/options.hpp"
#include "grow/training_set.hpp"
#include "model/model.hpp"
#include "unit/grow/oracle/tally.hpp"

namespace espalier::oracle {

// The best test on one attribute at a node with these cases, whose tally is `node`.
std::optional<Candidate> best_test(const TrainingSet& training, const GrowOptions& options, std::uint32_t feature,
                                   const Cases& cases, const Tally& node, std::uint64_t key = 0);

Model grow(const Dataset& data, const GrowOptions& options);

// From these cases, of which several may be of one row. The key is that of the root: note [draws] in
// grow/drawn_columns.hpp.
Tree grow(const TrainingSet& training, const GrowOptions& options, Cases cases, std::uint64_t key);

}  // namespace espalier::oracle
