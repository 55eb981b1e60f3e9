// What build and emit tell about the types of the inputs: each with its reason, and what it costs the training rows.
#pragma once

#include <vector>

#include "cli/command.hpp"
#include "cli/compile_options.hpp"
#include "cli/training_data.hpp"
#include "lower/pipeline.hpp"
#include "model/model.hpp"

namespace espalier::cli {

// A line per field, a dozen unless --verbose; and where --allow-loss or the training data was given, how many rows get
// another answer as the fields hold them. `data` may be null.
void report_inputs(const Model& model, const std::vector<Field>& fields, const CompileOptions& options,
                   const TrainingData* data, const CommonOptions& common, Report& report);

// Throws Diagnostic(usage) for types that were asked for and lose training rows, with the rows named. `data` is what
// the model was trained with.
void refuse_losses(const Model& model, const LowerOptions& options, const TrainingData& data);

}  // namespace espalier::cli
