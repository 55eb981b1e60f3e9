// What build and train have in common: from a file to a model with its provenance, and the report about it.
#pragma once

#include <optional>
#include <string>

#include "cli/command.hpp"
#include "cli/estimate_options.hpp"
#include "cli/job.hpp"
#include "cli/learner_options.hpp"
#include "cli/option_groups.hpp"
#include "cli/training_data.hpp"
#include "learn/learn.hpp"
#include "model/model.hpp"

namespace espalier::cli {

struct Training {
  Model model;
  std::string model_text;            // as the model file has it
  std::optional<TrainingData> data;  // if it was to be kept
};

// Reads, learns, cross-validates (unless folds is 0) and reports each of them. The data is kept for those who ask what
// becomes of its rows; its text takes more room than the numbers.
Training train_model(const std::string& data_path, const DataOptions& data, const TargetOption& target,
                     const LearnerOptions& learner, const FoldOptions& folds, const EstimateOptions& estimate,
                     const RunOptions& run, const CommonOptions& common, Job& job, Report& report,
                     bool keep_data = false);

}  // namespace espalier::cli
