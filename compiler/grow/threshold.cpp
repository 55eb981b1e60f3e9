#include "grow/threshold.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <optional>

#include "support/number_text.hpp"

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

// Between the two values: a threshold that is one of them could be lost when values are rounded to float. Whole numbers
// survive that, and `rooms <= 4` reads better than `rooms <= 4.5`.
bool is_inside(const Gap& gap, double value) {
  return (gap.below < value || (gap.below == value && std::trunc(value) == value)) && value < gap.above;
}

// The multiple of 10^power nearest to the middle, if it is inside; the text decides, not the arithmetic.
std::optional<double> multiple_inside(const Gap& gap, double middle, int power) {
  const double unit = std::pow(10.0, power);
  const double nearest = std::nearbyint(middle / unit);
  if (!std::isfinite(nearest) || std::abs(nearest) > 1e17) return std::nullopt;
  std::optional<double> best;
  for (const double multiple : {nearest, nearest - 1, nearest + 1}) {
    const auto value = parse_number(fmt::format("{:.0f}e{}", multiple, power));
    if (!value || !is_inside(gap, *value)) continue;
    if (!best || std::abs(*value - middle) < std::abs(*best - middle)) best = value;
  }
  return best;
}

double shortest_inside(const Gap& gap, double middle) {
  const double largest = std::max(std::abs(gap.below), std::abs(gap.above));
  const int first = largest > 0 ? static_cast<int>(std::floor(std::log10(largest))) + 1 : 0;
  for (int power = first; power > first - 19 && power >= -330; --power) {
    if (const auto value = multiple_inside(gap, middle, power)) return *value;
  }
  return middle;
}

}  // namespace

double place_threshold(const Gap& gap, ThresholdPlace place, std::span<const double> observed) {
  double threshold = middle(gap);
  if (place == ThresholdPlace::observed) threshold = largest_not_above(threshold, gap, observed);
  if (place == ThresholdPlace::round) threshold = shortest_inside(gap, threshold);
  return threshold + 0.0;  // +0 for -0: they compare alike and should read alike
}

}  // namespace espalier
