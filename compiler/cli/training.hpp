// What build and train have in common: from a file to a model with its provenance, and the report about it.
#pragma once

#include <optional>
#include <string>

#include "cli/command.hpp"
#include "cli/option_groups.hpp"
#include "evaluate/evaluate.hpp"

namespace espalier::cli {

struct Training {
  Model model;
  std::string model_text;  // as the model file has it
};

// Reads, learns, cross-validates (unless folds is 0) and reports each of them.
Training train_model(const std::string& data_path, const DataOptions& data, const TargetOption& target,
                     const LearnerOptions& learner, const FoldOptions& folds, const CommonOptions& common,
                     Report& report);

// "4 columns: sepal_length (real), outlook (3 categories), ..." and the same as JSON.
// At most `columns_shown` of the columns are in the text.
void report_data(const Table& table, const Schema& schema, const std::string& target, std::size_t columns_shown,
                 Report& report);

inline constexpr std::size_t kColumnsShown = 40;

}  // namespace espalier::cli
