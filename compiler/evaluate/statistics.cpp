#include "evaluate/statistics.hpp"

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <numeric>

namespace espalier {
namespace {

double sum(std::span<const double> numbers) {
  return std::accumulate(numbers.begin(), numbers.end(), 0.0);
}

double ratio_or_zero(double part, double whole) {
  return whole == 0 ? 0 : part / whole;
}

}  // namespace

std::vector<double> figure_weights(const std::vector<double>& weights, std::size_t rows) {
  if (weights.empty()) return std::vector<double>(rows, 1.0);
  const double largest = *std::max_element(weights.begin(), weights.end());
  if (largest <= 0) return weights;
  std::vector<double> scaled;
  scaled.reserve(weights.size());
  for (const double weight : weights) scaled.push_back(std::scalbn(weight, -std::ilogb(largest)));
  return scaled;
}

double weighted_mean(std::span<const double> values, std::span<const double> weights) {
  return ratio_or_zero(std::inner_product(values.begin(), values.end(), weights.begin(), 0.0), sum(weights));
}

double standard_error_of_mean(std::span<const double> values, std::span<const double> weights) {
  const double mean = weighted_mean(values, weights);
  std::vector<double> off;
  for (std::size_t row = 0; row < values.size(); ++row) off.push_back(weights[row] * std::abs(values[row] - mean));
  const double largest = off.empty() ? 0 : *std::max_element(off.begin(), off.end());
  if (largest == 0) return 0;
  double squares = 0;  // of what is at most 1: squared errors may be too large to be squared once more
  for (const double length : off) squares += (length / largest) * (length / largest);
  return largest * std::sqrt(squares) / sum(weights);
}

double effective_rows(std::span<const double> weights) {
  const double total = sum(weights);
  return ratio_or_zero(total * total, std::inner_product(weights.begin(), weights.end(), weights.begin(), 0.0));
}

Spread spread_of(std::span<const double> figures) {
  Spread spread;
  if (figures.empty()) return spread;
  const auto count = static_cast<double>(figures.size());
  const auto [least, most] = std::minmax_element(figures.begin(), figures.end());
  spread.least = *least;
  spread.most = *most;
  spread.mean = std::clamp(std::accumulate(figures.begin(), figures.end(), 0.0) / count, *least, *most);
  if (figures.size() < 2) return spread;
  double squares = 0;
  for (const double figure : figures) squares += (figure - spread.mean) * (figure - spread.mean);
  spread.deviation = std::sqrt(squares / (count - 1));
  return spread;
}

namespace {

// As much lies within z standard deviations of the mean.
double deviate(double level) {
  return boost::math::quantile(boost::math::complement(boost::math::normal(), (1 - level) / 2));
}

}  // namespace

Interval wilson_interval(double share, double rows, double level) {
  if (rows <= 0) return {0, 1};
  const double z = deviate(level);
  const double z_squared = z * z / rows;
  const double center = (share + z_squared / 2) / (1 + z_squared);
  const double half = std::sqrt(z_squared * (share * (1 - share) + z_squared / 4)) / (1 + z_squared);
  // A share of 0 or 1 is an end of its interval, which rounding would miss.
  return {share <= 0 ? 0 : std::max(0.0, center - half), share >= 1 ? 1 : std::min(1.0, center + half)};
}

Interval rmse_interval(double rmse, double standard_error, double level) {
  const double half = deviate(level) * standard_error * 2 * rmse;
  return {std::sqrt(std::max(0.0, rmse * rmse - half)), std::sqrt(rmse * rmse + half)};
}

Interval normal_interval(double figure, double standard_error, double level) {
  const double half = deviate(level) * standard_error;
  return {figure - half, figure + half};
}

Interval difference_interval(const WithInterval& first, const WithInterval& second) {
  const double difference = first.figure - second.figure;
  return {difference - std::hypot(first.figure - first.interval.low, second.interval.high - second.figure),
          difference + std::hypot(first.interval.high - first.figure, second.figure - second.interval.low)};
}

Interval ratio_interval(const WithInterval& first, const WithInterval& second) {
  const auto logarithms = [](const WithInterval& share) {
    return WithInterval{std::log(share.figure), {std::log(share.interval.low), std::log(share.interval.high)}};
  };
  const Interval of_logarithms = difference_interval(logarithms(first), logarithms(second));
  return {std::exp(of_logarithms.low), std::exp(of_logarithms.high)};
}

double mean_test_per_training_row(const SplitPlan& plan) {
  double sum = 0;
  for (const Split& split : plan.splits) {
    sum += static_cast<double>(split.test.size()) / static_cast<double>(split.training.size());
  }
  return plan.splits.empty() ? 0 : sum / static_cast<double>(plan.splits.size());
}

SplitSummary summarize(std::span<const double> per_split, double test_per_training_row) {
  const Spread spread = spread_of(per_split);
  SplitSummary summary{spread.mean, spread.deviation, {}};
  if (spread.deviation) {
    const auto count = static_cast<double>(per_split.size());
    summary.standard_error = *spread.deviation * std::sqrt(1 / count + test_per_training_row);
  }
  return summary;
}

namespace {

constexpr double kRounding = 1e-12;  // of the figures compared

// Differences up to this are rounding errors of figures of such a size.
double negligible(std::span<const double> first, std::span<const double> second) {
  double largest = 0;
  for (const double figure : first) largest = std::max(largest, std::abs(figure));
  for (const double figure : second) largest = std::max(largest, std::abs(figure));
  return kRounding * largest;
}

PairedTest::Kind kind_of(const std::vector<double>& differences, double negligible) {
  if (differences.size() < 2) return PairedTest::Kind::too_few;
  const auto [least, most] = std::minmax_element(differences.begin(), differences.end());
  if (*most - *least > negligible) return PairedTest::Kind::tested;
  return std::max(std::abs(*least), std::abs(*most)) <= negligible ? PairedTest::Kind::same
                                                                   : PairedTest::Kind::same_shift;
}

void compute(PairedTest& test, double level) {
  const boost::math::students_t distribution(static_cast<double>(test.degrees_of_freedom));
  const double error = *test.difference.standard_error;
  test.t = test.difference.mean / error;
  test.p = std::min(1.0, 2 * boost::math::cdf(boost::math::complement(distribution, std::abs(*test.t))));
  const double reach = error * boost::math::quantile(boost::math::complement(distribution, (1 - level) / 2));
  test.low = test.difference.mean - reach;
  test.high = test.difference.mean + reach;
}

}  // namespace

PairedTest paired_test(std::span<const double> first, std::span<const double> second, double test_per_training_row,
                       double level) {
  std::vector<double> differences;
  for (std::size_t split = 0; split < first.size(); ++split) differences.push_back(first[split] - second[split]);
  PairedTest test;
  test.kind = kind_of(differences, negligible(first, second));
  if (test.kind == PairedTest::Kind::same) std::fill(differences.begin(), differences.end(), 0.0);
  test.difference = summarize(differences, test_per_training_row);
  if (test.kind == PairedTest::Kind::too_few) return test;
  test.degrees_of_freedom = differences.size() - 1;
  if (test.kind == PairedTest::Kind::tested) {
    compute(test, level);
  } else if (test.kind == PairedTest::Kind::same) {
    test.t = 0;
    test.p = 1;
    test.low = test.high = 0;
  }
  return test;
}

std::vector<std::optional<double>> holm_adjusted(const std::vector<std::optional<double>>& p) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < p.size(); ++i) {
    if (p[i]) order.push_back(i);
  }
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return *p[a] < *p[b]; });
  std::vector<std::optional<double>> adjusted(p.size());
  double least = 0;
  for (std::size_t rank = 0; rank < order.size(); ++rank) {
    const double times = static_cast<double>(order.size() - rank);
    least = std::max(least, std::min(1.0, times * *p[order[rank]]));
    adjusted[order[rank]] = least;
  }
  return adjusted;
}

}  // namespace espalier
