#include "evaluate/error_quantiles.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

#include "evaluate/row_mean.hpp"

namespace espalier {
namespace {

constexpr double kSameWeight = 1e-12;  // of the total

// Values in ascending order, each with the weight up to it.
struct RankedValue {
  double value;
  double weight;
};

std::vector<RankedValue> ascending(std::span<const double> values, std::span<const double> weights) {
  std::vector<RankedValue> steps;
  for (std::size_t i = 0; i < values.size(); ++i) steps.push_back({values[i], weights[i]});
  std::stable_sort(steps.begin(), steps.end(),
                   [](const RankedValue& a, const RankedValue& b) { return a.value < b.value; });
  for (std::size_t i = 1; i < steps.size(); ++i) steps[i].weight += steps[i - 1].weight;
  return steps;
}

double quantile(const std::vector<RankedValue>& steps, double share) {
  const double total = steps.back().weight;
  const double sought = share * total;
  const auto first = std::partition_point(steps.begin(), steps.end() - 1, [&](const RankedValue& step) {
    return step.weight < sought - kSameWeight * total;
  });
  const bool at_end = first->weight <= sought + kSameWeight * total;
  if (!at_end || first + 1 == steps.end()) return first->value;
  return first->value / 2 + (first + 1)->value / 2;
}

std::vector<Quantile> quantiles(std::span<const double> values, std::span<const double> weights,
                                std::initializer_list<double> shares) {
  return weighted_quantiles(values, weights, {shares.begin(), shares.size()});
}

}  // namespace

std::vector<Quantile> weighted_quantiles(std::span<const double> values, std::span<const double> weights,
                                         std::span<const double> shares) {
  const std::vector<RankedValue> steps = ascending(values, weights);
  std::vector<Quantile> found;
  for (const double share : shares) found.push_back({share, quantile(steps, share)});
  return found;
}

double weighted_quantile(std::span<const double> values, std::span<const double> weights, double share) {
  return quantile(ascending(values, weights), share);
}

ErrorFigures error_figures(std::span<const double> actual, std::span<const double> predicted,
                           std::span<const double> weights) {
  ErrorFigures figures;
  if (actual.empty()) return figures;
  std::vector<double> errors;
  std::vector<double> sizes;
  for (std::size_t row = 0; row < actual.size(); ++row) {
    errors.push_back(predicted[row] - actual[row]);
    sizes.push_back(std::abs(errors.back()));
  }
  figures.mean = weighted_mean(errors, weights);
  figures.quantiles = quantiles(errors, weights, {0.05, 0.25, 0.5, 0.75, 0.95});
  figures.absolute_quantiles = quantiles(sizes, weights, {0.5, 0.9, 0.95, 1});
  return figures;
}

}  // namespace espalier
