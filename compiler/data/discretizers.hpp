// The methods of discretisation. Each takes the values of a column, at least two, and gives the places to cut: i stands
// for the gap between values i and i + 1. Ascending, each once.
#pragma once

#include <cstddef>
#include <vector>

#include "data/value_blocks.hpp"

namespace espalier {

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
