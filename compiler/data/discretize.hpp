// Continuous attributes made discrete: where to cut a numeric column into intervals.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "data/dataset.hpp"
#include "support/enum_names.hpp"

namespace espalier {

enum class Discretizer { none, equal_width, equal_frequency, mdlp, chimerge };
template <>
inline constexpr auto kNames<Discretizer> = enum_names("none", "equal-width", "equal-frequency", "mdlp", "chimerge");

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

// The known values of a numeric column in ascending order, with the weight of the rows that have each.

struct ClassWeight {
  std::uint32_t label = 0;
  double weight = 0;
};

struct ValueBlocks {
  std::vector<double> values;        // distinct, ascending
  std::vector<double> weights;       // per value: above 0
  std::vector<std::size_t> begins;   // per value, and one more: where its classes begin in `classes`
  std::vector<ClassWeight> classes;  // per value: the classes that have it, ascending; none for regression
  std::size_t labels = 0;            // of the dataset

  std::size_t size() const { return values.size(); }
  std::span<const ClassWeight> classes_of(std::size_t value) const {
    return std::span(classes).subspan(begins[value], begins[value + 1] - begins[value]);
  }
};

// Sums do not depend on the order of the rows.
ValueBlocks value_blocks(const FeatureColumn& column, const Dataset& data);

// The methods of discretisation. Each takes the values of a column, at least two, and gives the places to cut: i stands
// for the gap between values i and i + 1. Ascending, each once.

// Intervals of equal width from the smallest to the largest value; a value on a border belongs to the lower interval,
// and intervals without a value are joined to a neighbour.
std::vector<std::size_t> equal_width_cuts(const ValueBlocks& blocks, std::size_t intervals);

// Each border lies in the gap where the weight below it comes nearest to its share, the lower one of two as near.
std::vector<std::size_t> equal_frequency_cuts(const ValueBlocks& blocks, std::size_t intervals);

// U. M. Fayyad and K. B. Irani, "Multi-interval discretization of continuous-valued attributes for classification
// learning", IJCAI 1993: the cut of least class entropy, again on both sides, while it pays for its description.
std::vector<std::size_t> mdlp_cuts(const ValueBlocks& blocks);

// R. Kerber, "ChiMerge: discretization of numeric attributes", AAAI 1992: every value an interval; the two neighbours
// with the lowest chi-square are merged until all differ significantly.
std::vector<std::size_t> chimerge_cuts(const ValueBlocks& blocks, double significance);

}  // namespace espalier
