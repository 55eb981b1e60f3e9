// From a model to the model that pruning leaves of it, with a record that stays true.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "cli/option_groups.hpp"
#include "cli/pruning_options.hpp"
#include "model/model.hpp"
#include "prune/prune.hpp"
#include "support/diagnostic.hpp"

namespace espalier::cli {

struct PrunedModel {
  Model model;
  PruneOptions options;             // in effect
  std::vector<Cut> cuts;            // of the tree before
  std::optional<std::size_t> rows;  // that were sent through the tree, or judged it
};

// `data_path` is the training file, empty if there is none. Warns if it is another than the model was trained with.
// What the model said of the tree before is left out unless it is known of the new one too.
PrunedModel prune_model(const Model& before, const PruningOptions& pruning, const std::string& data_path,
                        const DataOptions& reading, Warnings& warnings);

}  // namespace espalier::cli
