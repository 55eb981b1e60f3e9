// What evaluate says about the trees of cross-validation: how large they are, and how good each one is.
#pragma once

#include "cli/command.hpp"
#include "learn/validation.hpp"

namespace espalier::cli {

nlohmann::ordered_json split_json(Task task, const SplitResult& split);

// With --verbose a line for each tree.
void report_splits(const Validation& validation, const CommonOptions& common, Report& report);

}  // namespace espalier::cli
