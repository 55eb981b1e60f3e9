// Means by weight, their standard errors, spreads and intervals, and whether two learners differ.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "evaluate/splits.hpp"

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

// Of anything whose standard error is known: z of them to either side.
Interval normal_interval(double figure, double standard_error, double level);

// Of the difference first - second of two figures of different rows, each with its own interval: the distances from the
// figures to the ends that count are squared and added. For shares with Wilson's intervals that is Newcombe's method 10
// (Statistics in Medicine 17, 1998), for means the usual one by standard errors; for any others Zou and Donner 2008.
struct WithInterval {
  double figure = 0;
  Interval interval;
};
Interval difference_interval(const WithInterval& first, const WithInterval& second);

// The same of the ratio first / second of two shares above 0, by their logarithms.
Interval ratio_interval(const WithInterval& first, const WithInterval& second);

// Figures that were measured once per split, and whether two learners differ by them.

// A figure that was measured once per split: its mean, how much it differs from split to split, and how far off the
// mean may be.
struct SplitSummary {
  double mean = 0;
  std::optional<double> deviation;       // standard deviation over the splits; none for a single one
  std::optional<double> standard_error;  // of the mean; none for a single one
  friend bool operator==(const SplitSummary&, const SplitSummary&) = default;
};

// Rows tested for each row learned from, on average over the splits: 1/9 for 10 equal folds.
double mean_test_per_training_row(const SplitPlan& plan);

// note [overlapping splits]: the splits of one plan learn from much the same rows, so that their figures agree more
// than those of fresh data would, and deviation / sqrt(J) is too small an error for the mean of J of them. Nadeau and
// Bengio (Inference for the generalization error, Machine Learning 52, 2003) take
//   deviation * sqrt(1 / J + test rows / training rows).
SplitSummary summarize(std::span<const double> per_split, double test_per_training_row);

// Whether two learners differ by more than chance: the corrected resampled t-test on their figures for the same splits.

struct PairedTest {
  // What the differences allow.
  enum class Kind {
    tested,
    too_few,     // a single split: there is no spread to compare the difference with
    same,        // no difference on any split; p is 1
    same_shift,  // the same difference, not 0, on every split: no spread either
  };

  Kind kind = Kind::too_few;
  SplitSummary difference;  // first - second
  std::size_t degrees_of_freedom = 0;
  std::optional<double> t, p;       // p: two-sided
  std::optional<double> low, high;  // interval of the difference, at the level asked for
  friend bool operator==(const PairedTest&, const PairedTest&) = default;
};

// One figure per split and learner. With d the mean difference of J splits and s its error (see note [overlapping
// splits]), t = d / s has J - 1 degrees of freedom. Differences that are equal but for rounding count as equal.
PairedTest paired_test(std::span<const double> first, std::span<const double> second, double test_per_training_row,
                       double level = 0.95);

// Holm's adjustment: of m tests, the smallest p times m, the next one times m - 1 and so on, none below the one before,
// at most 1. Comparing an adjusted p with 0.05 keeps the chance of any false alarm among the m below 5 %. Tests without
// p are not among the m.
std::vector<std::optional<double>> holm_adjusted(const std::vector<std::optional<double>>& p);

}  // namespace espalier
