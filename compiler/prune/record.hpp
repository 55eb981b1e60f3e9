// What a model's provenance says of its pruning.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "model/model.hpp"
#include "prune/prune.hpp"

namespace espalier {

// The options in effect by their command-line names.
std::vector<std::pair<std::string, std::string>> describe(const PruneOptions& options);

// Puts them into the record, in the place of what it says of pruning. If that is more than "none", it is kept, on one
// line, as "pruned-before".
void record(const PruneOptions& options, Provenance& provenance);

}  // namespace espalier
