// What `espalier stability` tells, as text and as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "data/dataset.hpp"
#include "learn/learn.hpp"
#include "learn/stability.hpp"

namespace espalier {

// What the trees of the resamples are found to be; all of it is kept by others.
struct StabilityFacts {
  const Dataset& data;
  const LearnOptions& learner;
  const StabilityOptions& options;
  const Stability& result;
};

// All but the choice; `verbose`: also a line for each tree, and the rows that the trees answer most differently.
std::string to_text(const StabilityFacts& facts, bool verbose);
nlohmann::ordered_json to_json(const StabilityFacts& facts);

// The tree that --choose-stable keeps.
struct StableChoiceFacts {
  const StabilityFacts& stability;
  StableChoice choice;
};

std::string to_text(const StableChoiceFacts& facts);
nlohmann::ordered_json to_json(const StableChoiceFacts& facts);

}  // namespace espalier
