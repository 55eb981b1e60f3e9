#include "grow/criteria.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace espalier {
namespace {

double sum(std::span<const double> weights) {
  return std::accumulate(weights.begin(), weights.end(), 0.0);
}

}  // namespace

double weight_log_weight(double weight) {
  if (weight <= 0) return 0;
  return std::nearbyint(weight * std::log2(weight) * 0x1p28) * 0x1p-28;
}

// With N = sum n: - sum n/N log2(n/N) = (N log2 N - sum n log2 n) / N.
double entropy(std::span<const double> counts) {
  const double weight = sum(counts);
  if (weight <= 0) return 0;
  double logs = 0;
  for (const double count : counts) logs += weight_log_weight(count);
  return (weight_log_weight(weight) - logs) / weight;
}

double gini(std::span<const double> counts) {
  const double weight = sum(counts);
  if (weight <= 0) return 0;
  double squares = 0;
  for (const double count : counts) squares += count * count;
  return 1 - squares / (weight * weight);
}

double error_rate(std::span<const double> counts) {
  const double weight = sum(counts);
  if (weight <= 0) return 0;
  return 1 - *std::max_element(counts.begin(), counts.end()) / weight;
}

double impurity(Criterion criterion, std::span<const double> counts) {
  switch (criterion) {
    case Criterion::information_gain:
    case Criterion::gain_ratio: return entropy(counts);
    case Criterion::gini: return gini(counts);
    case Criterion::variance:
    case Criterion::absolute_deviation:
    case Criterion::error: break;
  }
  return error_rate(counts);
}

double split_info(std::span<const double> branch_weights, double unknown_weight) {
  const double weight = sum(branch_weights) + unknown_weight;
  if (weight <= 0) return 0;
  double logs = weight_log_weight(unknown_weight);
  for (const double branch : branch_weights) logs += weight_log_weight(branch);
  return (weight_log_weight(weight) - logs) / weight;
}

}  // namespace espalier
