// Which tests the trees choose: a part of what `espalier stability` tells.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "cli/command.hpp"
#include "cli/stability_report.hpp"

namespace espalier::cli {

inline constexpr std::size_t kLongestName = 30;  // shown

// A column's name for people.
std::string column_text(const StabilityRun& run, std::uint32_t feature);

double share(std::size_t part, std::size_t whole);

// Without decimals: "94 %". There are too few trees for more.
std::string rounded_percent(double fraction);

// The columns by level, the tests at the root, the thresholds.
void report_test_choices(const StabilityRun& run, Report& report);

}  // namespace espalier::cli
