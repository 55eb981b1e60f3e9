// Tables of evaluate: figures of each class, which are taken for which, and how far confidence is justified.
#pragma once

#include <string>
#include <vector>

#include "cli/command.hpp"
#include "evaluate/figures.hpp"

namespace espalier::cli {

// The text shows at most so many classes; the JSON has all of them.
inline constexpr std::size_t kClassesShown = 40;

void report_classes(const std::vector<std::string>& labels, const Figures& figures, Report& report);

// A matrix as far as it fits the width of a page; else the wrong answers that are most frequent.
void report_confusion(const std::vector<std::string>& labels, const Metrics& metrics, Report& report);

void report_calibration(const Figures& figures, Report& report);

}  // namespace espalier::cli
