// Whether a single tree answers batches faster when sixteen rows walk over packed nodes together than by predict() in a
// loop: an estimate.
#pragma once

#include "lower/packed_trees.hpp"
#include "lower/program.hpp"
#include "lower/shape.hpp"

namespace espalier {

// Nanoseconds per row of a batch; see note [batches] in batch_gain.cpp.
struct BatchTimes {
  double loop = 0;   // predict(), row by row
  double nodes = 0;  // sixteen rows at a time
};

// `answers`: the narrowed program that the nodes were made of. `shape`: that of predict().
BatchTimes estimate_batch_times(const Program& answers, const BatchNodes& nodes, Shape shape);

bool pays_in_batches(const Program& answers, const BatchNodes& nodes, Shape shape);

}  // namespace espalier
