// The model that pruning leaves of another, as the options ask.
#pragma once

#include <string>

#include "cli/option_groups.hpp"
#include "cli/pruning_options.hpp"
#include "grow/options.hpp"
#include "learn/prune_model.hpp"
#include "model/model.hpp"
#include "support/diagnostic.hpp"

namespace espalier::cli {

// `data_path` is the training file, empty if there is none. Warns if it is another than the model was trained with.
PrunedModel prune_model(const Model& before, const PruningOptions& pruning, const std::string& data_path,
                        const DataOptions& reading, Warnings& warnings);

// How much classes count by the model's own record: --class-weight and --priors. Throws Diagnostic(bad_input) if the
// record cannot be read.
GrowOptions recorded_weighing(const Model& model);

}  // namespace espalier::cli
