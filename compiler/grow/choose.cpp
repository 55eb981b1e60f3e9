#include "grow/choose.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace espalier {
namespace {

// C4.5's constant: how far below the average a gain may be, and what split information must exceed.
constexpr double kEpsilon = 1e-3;

// Gains lie on a grid, see note [equal gains]; divided by split information they are equal up to what it rounds away.
constexpr double kEqualRatios = 0x1p-19;

std::optional<double> average_gain(std::span<const Worth> tests, const ChoiceRule& rule) {
  double sum = 0;
  std::size_t counted = 0;
  for (const Worth& test : tests) {
    if (!rule.in_average[test.feature]) continue;
    sum += test.gain;
    ++counted;
  }
  if (counted == 0) return std::nullopt;
  return sum / static_cast<double>(counted);
}

double at_its_cost(double gain, const Worth& test, const ChoiceRule& rule) {
  if (rule.costs.empty()) return gain;
  const double cost = rule.costs[test.feature];
  switch (rule.cost_rule) {
    case AttributeCostRule::ratio: break;
    case AttributeCostRule::eg2: return (std::exp2(gain) - 1) / (cost + 1);
    case AttributeCostRule::cs_id3: return gain * gain / cost;
  }
  return gain / cost;
}

template <typename Figure>
std::optional<std::size_t> largest(std::span<const Worth> tests, const ChoiceRule& rule, double slack, Figure figure) {
  const Worth* best = nullptr;
  double best_worth = 0;
  for (const Worth& test : tests) {
    const std::optional<double> gain = figure(test);
    if (!gain) continue;
    const double worth = at_its_cost(*gain, test, rule);
    if (best != nullptr && worth <= best_worth * (1 + slack)) continue;
    best_worth = worth;
    best = &test;
  }
  if (best == nullptr) return std::nullopt;
  return static_cast<std::size_t>(best - tests.data());
}

// Without the average, gain ratio would favour tests that split almost nothing off: their split information is near 0.
std::optional<std::size_t> largest_ratio(std::span<const Worth> tests, const ChoiceRule& rule) {
  const std::optional<double> average = average_gain(tests, rule);
  if (!average) return std::nullopt;
  return largest(tests, rule, kEqualRatios, [&](const Worth& test) -> std::optional<double> {
    if (test.gain < *average - kEpsilon || test.split_info <= kEpsilon) return std::nullopt;
    return test.gain / test.split_info;
  });
}

std::vector<bool> without_many_values(const TrainingSet& training, const GrowOptions& options) {
  const double many = 0.3 * training.total_weight;
  std::vector<bool> counts;
  for (const FeatureColumn& column : training.data.features) {
    const bool one_branch_per_value =
        column.kind == ColumnKind::categorical && options.categorical == CategoricalSplit::multiway;
    counts.push_back(!one_branch_per_value || static_cast<double>(column.categories.size()) < many);
  }
  if (std::find(counts.begin(), counts.end(), true) == counts.end()) counts.assign(counts.size(), true);
  return counts;
}

}  // namespace

ChoiceRule make_choice_rule(const TrainingSet& training, const GrowOptions& options) {
  return {options.criterion, without_many_values(training, options), training.attribute_costs,
          options.attribute_cost_rule};
}

std::optional<std::size_t> choose_test(std::span<const Worth> tests, const ChoiceRule& rule) {
  if (rule.criterion == Criterion::gain_ratio) return largest_ratio(tests, rule);
  return largest(tests, rule, 0, [](const Worth& test) { return std::optional(test.gain); });
}

}  // namespace espalier
