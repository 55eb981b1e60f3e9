// What `espalier stability` tells, as text and as JSON.
#pragma once

#include "cli/command.hpp"
#include "data/dataset.hpp"
#include "learn/learn.hpp"
#include "learn/stability.hpp"

namespace espalier::cli {

struct StabilityRun {
  const Dataset& data;
  const LearnOptions& learner;
  const StabilityOptions& options;
  const Stability& result;
};

// All but the choice; `verbose` adds a line for each tree, and the rows that the trees answer most differently.
void report_stability(const StabilityRun& run, bool verbose, Report& report);

// The tree that --choose-stable keeps.
void report_choice(const StabilityRun& run, const StableChoice& choice, Report& report);

}  // namespace espalier::cli
