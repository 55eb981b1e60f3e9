#include "evaluate/statistics.hpp"

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
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

}  // namespace espalier
