// Continuous attributes made discrete: where to cut a numeric column into intervals.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "data/dataset.hpp"

namespace espalier {

enum class Discretizer { none, equal_width, equal_frequency, mdlp, chimerge };

struct Discretization {
  Discretizer method = Discretizer::none;
  std::size_t intervals = 0;  // equal_width, equal_frequency: at most so many
  double significance = 0;    // chimerge: intervals that differ by chance as often as this are merged
  friend bool operator==(const Discretization&, const Discretization&) = default;
};

// "none", "equal-width:K", "equal-frequency:K" (K from 2 to 1000), "mdlp", "chimerge" (0.05) or "chimerge:ALPHA"
// (between 0 and 1). Throws Diagnostic(usage).
Discretization parse_discretization(std::string_view text);

// What parse_discretization reads back.
std::string to_string(const Discretization& discretization);

// Two neighbours among the observed values; a cut lies between them.
struct ValueGap {
  double below;
  double above;
  friend bool operator==(const ValueGap&, const ValueGap&) = default;
};

// Where a numeric column of `data` is cut, ascending; none if it stays whole. Only known values and the weights of
// their rows count, not the order of the rows. Throws Diagnostic(usage) where mdlp or chimerge is asked for a
// regression.
std::vector<ValueGap> cut_gaps(const FeatureColumn& column, const Dataset& data, const Discretization& discretization);

}  // namespace espalier
