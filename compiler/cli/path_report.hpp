// The cost-complexity path for people and machines: table, JSON, CSV and picture.
#pragma once

#include <string>

#include "audit/path_plot.hpp"
#include "cli/command.hpp"
#include "data/dataset.hpp"
#include "evaluate/select_alpha.hpp"

namespace espalier::cli {

// The table, with the steps that matter (or, if `all`, every one), and everything as JSON.
void report_path(const Dataset& data, const AlphaPath& path, const LearnOptions& options, bool all, Report& report);

// A line per step; numbers read back bit for bit.
std::string path_csv(Task task, const AlphaPath& path);

PathPlot path_plot(const Dataset& data, const AlphaPath& path, const LearnOptions& options);

}  // namespace espalier::cli
