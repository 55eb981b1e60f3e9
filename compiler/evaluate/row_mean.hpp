// Means over rows that count by their weights.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace espalier {

// The weights that figures are computed with: those given, or 1 each where there are none. Only their ratios matter, so
// they are divided by the power of two at the largest one: products of large weights stay finite, and nothing is
// rounded.
std::vector<double> figure_weights(const std::vector<double>& weights, std::size_t rows);

// One weight per value. Nothing has the mean 0.
double weighted_mean(std::span<const double> values, std::span<const double> weights);

// Of that mean: sqrt(sum w^2 (x - mean)^2) / sum w, which is sqrt(p (1 - p) / rows) for a share p of rows that weigh
// the same.
double standard_error_of_mean(std::span<const double> values, std::span<const double> weights);

// A mean with its standard error.
struct MeanLoss {
  double mean = 0;
  double standard_error = 0;
};

// (sum w)^2 / sum w^2: so many rows of the same weight say as much about a mean as these.
double effective_rows(std::span<const double> weights);

}  // namespace espalier
