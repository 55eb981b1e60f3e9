// The picture of how stable trees are: which columns they test, how large and how good they are, how far apart, and how
// far they answer alike.
#pragma once

#include <string>

#include "report/stability_report.hpp"

namespace espalier {

// The SVG document.
std::string draw_stability(const StabilityFacts& facts);

}  // namespace espalier
