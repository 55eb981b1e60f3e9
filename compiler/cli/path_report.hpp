// The cost-complexity path for people and machines: table, JSON, CSV and picture.
#pragma once

#include <string>

#include "cli/command.hpp"
#include "data/dataset.hpp"
#include "learn/select_alpha.hpp"
#include "report/path_plot.hpp"

namespace espalier::cli {

// The table, with the steps that matter (or, if `all`, every one), and everything as JSON.
void report_path(const Dataset& data, const AlphaPath& path, const LearnOptions& options, bool all, Report& report);

// A line per step; numbers read back bit for bit.
std::string path_csv(Task task, const AlphaPath& path);

PathPlot path_plot(const Dataset& data, const AlphaPath& path, const LearnOptions& options);

}  // namespace espalier::cli
