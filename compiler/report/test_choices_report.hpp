// Which tests the trees choose: a part of what `espalier stability` tells.
#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "report/stability_report.hpp"

namespace espalier {

inline constexpr std::size_t kStabilityNameShown = 30;  // shown

// A column's name for people.
std::string column_text(const StabilityFacts& facts, std::uint32_t feature);

double share_of_trees(std::size_t part, std::size_t whole);

// Without decimals: "94 %". There are too few trees for more.
std::string rounded_percent(double fraction);

// The columns by level, the tests at the root, the thresholds.
std::string test_choices_text(const StabilityFacts& facts);
nlohmann::ordered_json test_choices_json(const StabilityFacts& facts);

}  // namespace espalier
