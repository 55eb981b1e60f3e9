#include "grow/class_weights.hpp"

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>

#include "grow/case_lists.hpp"
#include "support/diagnostic.hpp"
#include "support/text.hpp"

namespace espalier {
namespace {

std::size_t class_named(const Dataset& data, const char* option, const std::string& name) {
  const auto found = std::find(data.labels.begin(), data.labels.end(), name);
  if (found != data.labels.end()) return static_cast<std::size_t>(found - data.labels.begin());
  throw Diagnostic(ExitCode::usage,
                   std::string(option) + ": the target " + in_quotes(data.target) + " has no class " + in_quotes(name),
                   did_you_mean(name, data.labels));
}

double sum(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

// Each class is given its share of all the weight.
std::vector<double> factors_for_shares(const std::vector<double>& shares, const std::vector<double>& class_weight) {
  const double total = sum(class_weight);
  std::vector<double> factors(shares.size(), 1.0);
  for (std::size_t label = 0; label < shares.size(); ++label) {
    if (class_weight[label] > 0) factors[label] = shares[label] * total / class_weight[label];
  }
  return factors;
}

std::vector<double> equal_shares(const std::vector<double>& class_weight) {
  const auto present = static_cast<double>(
      std::count_if(class_weight.begin(), class_weight.end(), [](double weight) { return weight > 0; }));
  return std::vector<double>(class_weight.size(), 1 / present);
}

std::vector<double> prior_shares(const Dataset& data, const GrowOptions& options) {
  std::vector<double> shares(data.labels.size(), -1);
  for (const NamedFigure& prior : options.priors) shares[class_named(data, "--priors", prior.name)] = prior.value;
  const auto left_out = std::find(shares.begin(), shares.end(), -1);
  if (left_out != shares.end()) {
    const auto label = static_cast<std::size_t>(left_out - shares.begin());
    throw Diagnostic(ExitCode::usage, "--priors: no share for class " + in_quotes(data.labels[label]),
                     "every class needs one, and they add up to 1");
  }
  return shares;
}

}  // namespace

std::vector<double> class_weight_factors(const Dataset& data, const GrowOptions& options,
                                         const std::vector<double>& class_weight) {
  if (options.balanced_classes) return factors_for_shares(equal_shares(class_weight), class_weight);
  if (!options.priors.empty()) return factors_for_shares(prior_shares(data, options), class_weight);
  if (options.class_weights.empty()) return {};
  std::vector<double> factors(data.labels.size(), 1.0);
  for (const NamedFigure& weight : options.class_weights) {
    factors[class_named(data, "--class-weight", weight.name)] = weight.value;
  }
  return factors;
}

std::vector<double> row_weights(const Dataset& data, const GrowOptions& options) {
  std::vector<double> weights = data.weights.empty() ? std::vector<double>(data.rows(), 1.0) : data.weights;
  if (data.task != Task::regression) {
    const std::vector<double> factors = class_weight_factors(data, options, weight_per_class(data, weights));
    for (std::size_t row = 0; row < weights.size() && !factors.empty(); ++row) {
      weights[row] *= factors[data.classes[row]];
    }
  }
  const WeightScale scale = WeightScale::of(total_of(weights));
  for (double& weight : weights) weight = std::max(scale.unit, scale.rounded(weight));
  return weights;
}

double total_of(std::vector<double> weights) {
  const bool all_one = std::all_of(weights.begin(), weights.end(), [](double weight) { return weight == 1; });
  if (all_one) return static_cast<double>(weights.size());
  std::sort(weights.begin(), weights.end());
  return sum(weights);
}

std::vector<double> weight_per_class(const Dataset& data, const std::vector<double>& weights) {
  std::vector<std::vector<double>> by_class(data.labels.size());
  for (std::size_t row = 0; row < weights.size(); ++row) by_class[data.classes[row]].push_back(weights[row]);
  std::vector<double> sums;
  sums.reserve(by_class.size());
  for (std::vector<double>& of_class : by_class) sums.push_back(total_of(std::move(of_class)));
  return sums;
}

std::vector<double> cost_factors(const std::vector<std::vector<double>>& costs,
                                 const std::vector<double>& class_weight) {
  if (costs.empty()) return {};
  std::vector<double> factors;
  double altered = 0;
  for (std::size_t label = 0; label < costs.size(); ++label) {
    factors.push_back(sum(costs[label]));
    altered += factors.back() * class_weight[label];
  }
  if (altered <= 0) return {};
  const double scale = sum(class_weight) / altered;
  for (double& factor : factors) factor *= scale;
  return factors;
}

}  // namespace espalier
