// Intervals of equal width and of equal frequency.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "data/discretizers.hpp"

namespace espalier {

namespace {

// Borders may fall into one gap.
void add_cut(std::vector<std::size_t>& cuts, std::size_t gap) {
  if (cuts.empty() || cuts.back() != gap) cuts.push_back(gap);
}

double border(double low, double high, std::size_t i, std::size_t intervals) {
  const double steps = (high - low) * static_cast<double>(i);
  const auto count = static_cast<double>(intervals);
  // The range of two large numbers may not be a number.
  return std::isfinite(steps) ? low + steps / count : std::lerp(low, high, static_cast<double>(i) / count);
}

}  // namespace

std::vector<std::size_t> equal_width_cuts(const ValueBlocks& blocks, std::size_t intervals) {
  std::vector<std::size_t> cuts;
  const std::vector<double>& values = blocks.values;
  for (std::size_t i = 1; i < intervals; ++i) {
    const auto above =
        std::upper_bound(values.begin(), values.end(), border(values.front(), values.back(), i, intervals));
    // Rounding may put the border on an end of the range.
    if (above == values.begin() || above == values.end()) continue;
    add_cut(cuts, static_cast<std::size_t>(above - values.begin()) - 1);
  }
  return cuts;
}

std::vector<std::size_t> equal_frequency_cuts(const ValueBlocks& blocks, std::size_t intervals) {
  std::vector<double> below;  // per value: the weight up to and with it
  std::partial_sum(blocks.weights.begin(), blocks.weights.end(), std::back_inserter(below));
  const std::size_t last_gap = blocks.size() - 2;
  std::vector<std::size_t> cuts;
  std::size_t gap = 0;
  for (std::size_t i = 1; i < intervals; ++i) {
    const double share = below.back() * static_cast<double>(i) / static_cast<double>(intervals);
    while (gap < last_gap && below[gap + 1] <= share) ++gap;
    // The share lies between this gap and the next one, or before the first or after the last.
    const bool next = gap < last_gap && below[gap + 1] - share < share - below[gap];
    add_cut(cuts, next ? gap + 1 : gap);
  }
  return cuts;
}

}  // namespace espalier
