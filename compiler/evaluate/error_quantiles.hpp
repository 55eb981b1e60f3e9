// How the errors of a regression's answers are distributed.
#pragma once

#include <span>
#include <vector>

namespace espalier {

// The value up to which `share` of the weight lies: with the values in order, the first one at which the weight so far
// exceeds share * total; where it is share * total exactly (to 1e-12), the middle of that value and the next, so that
// the median of two values is their mean. A weight of two is the value twice. `share` is from 0 (least) to 1 (largest);
// there must be values, with weights above 0.
double weighted_quantile(std::span<const double> values, std::span<const double> weights, double share);

struct Quantile {
  double share = 0;
  double value = 0;
};

// For each of the shares, from one sorting.
std::vector<Quantile> weighted_quantiles(std::span<const double> values, std::span<const double> weights,
                                         std::span<const double> shares);

// An error is the answer minus the right one: above 0 if the answer is too large.
struct ErrorFigures {
  double mean = 0;                           // the bias
  std::vector<Quantile> quantiles;           // 5, 25, 50, 75 and 95 %
  std::vector<Quantile> absolute_quantiles;  // of the size of the error: 50, 90, 95 and 100 %
};

// No rows: no quantiles.
ErrorFigures error_figures(std::span<const double> actual, std::span<const double> predicted,
                           std::span<const double> weights);

}  // namespace espalier
