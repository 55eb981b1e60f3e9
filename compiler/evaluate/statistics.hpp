// Means by weight, their standard errors, spreads and intervals.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace espalier {

// Means over rows that count by their weights.

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

// How figures of the same kind differ from each other.

struct Spread {
  double mean = 0;
  double least = 0;
  double most = 0;
  std::optional<double> deviation;  // sqrt(sum (x - mean)^2 / (n - 1)); none: fewer than two
};

// Of no figures: 0.
Spread spread_of(std::span<const double> figures);

// Confidence intervals of scores.

struct Interval {
  double low = 0;
  double high = 0;
  friend bool operator==(const Interval&, const Interval&) = default;
};

// Of a share that `rows` rows have (Wilson 1927): the shares that lie within z standard errors of their own of the one
// seen, z being the normal deviate of the level. Unlike p +- z sqrt(p (1 - p) / rows) it stays between 0 and 1 and is
// not empty for a share of 1. No rows say nothing: 0 to 1.
Interval wilson_interval(double share, double rows, double level);

// Of a root mean squared error: z standard errors about the mean of the squares, its root taken. `standard_error` is
// that of the root, which is the mean's divided by 2 RMSE.
Interval rmse_interval(double rmse, double standard_error, double level);

}  // namespace espalier
