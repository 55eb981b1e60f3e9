// The columns of a training set as ranks: for growers that put the values of a node in order when somebody asks,
// instead of keeping lists in order. Made once for all trees.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "grow/training_set.hpp"

namespace espalier {

struct RankedColumn {
  std::uint32_t feature = 0;
  bool has_missing = false;
  std::vector<std::uint32_t> ranks;  // per row: of its value among the different ones, or that of missing()
  std::vector<double> values;        // per rank, ascending: the value, or the lowest of its bin; +0 for -0

  std::uint32_t missing() const { return static_cast<std::uint32_t>(values.size()); }
};

// Those that may be tested, by precedence. Several at a time on several threads.
std::vector<RankedColumn> rank_columns(const TrainingSet& training, std::size_t threads);

}  // namespace espalier
