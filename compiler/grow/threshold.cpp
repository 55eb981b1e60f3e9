#include "grow/threshold.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>

namespace espalier {
namespace {

// std::midpoint neither overflows nor rounds twice; between adjacent doubles it may round up to the upper one, which
// would send that value the wrong way.
double middle(const Gap& gap) {
  const double middle = std::midpoint(gap.below, gap.above);
  return middle < gap.above ? middle : gap.below;
}

double largest_not_above(double limit, const Gap& gap, std::span<const double> observed) {
  const auto after = std::upper_bound(observed.begin(), observed.end(), limit);
  return after == observed.begin() ? gap.below : *std::prev(after);
}

}  // namespace

double place_threshold(const Gap& gap, ThresholdPlace place, std::span<const double> observed) {
  const double limit = middle(gap);
  const double threshold = place == ThresholdPlace::observed ? largest_not_above(limit, gap, observed) : limit;
  return threshold + 0.0;  // +0 for -0: they compare alike and should read alike
}

}  // namespace espalier
