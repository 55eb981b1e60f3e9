#include "evaluate/row_mean.hpp"

#include <algorithm>
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

}  // namespace espalier
