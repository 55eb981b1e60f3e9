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

using MarginOf = std::function<double(std::size_t)>;

// The first of the widest, of tests that are worth as much as the best.
template <typename WorthOf>
std::size_t widest(std::size_t best, std::size_t tests, double slack, const WorthOf& worth_of, const MarginOf& margin) {
  std::optional<double> most;
  std::size_t chosen = best;
  const double least = *worth_of(best);
  for (std::size_t place = 0; place < tests; ++place) {
    const std::optional<double> worth = worth_of(place);
    if (place == best || !worth || *worth * (1 + slack) < least) continue;
    if (!most) most = margin(best);
    const double other = margin(place);
    if (other < *most || (other == *most && place > chosen)) continue;
    most = other;
    chosen = place;
  }
  return chosen;
}

template <typename Figure>
std::optional<std::size_t> largest(std::span<const Worth> tests, const ChoiceRule& rule, double slack, Figure figure,
                                   const MarginOf& margin) {
  const auto worth_of = [&](std::size_t place) -> std::optional<double> {
    const std::optional<double> gain = figure(tests[place]);
    return gain ? std::optional(at_its_cost(*gain, tests[place], rule)) : std::nullopt;
  };
  // Where the margin decides among equals, the best figure must be found exactly. Slack only says who equals it.
  const double better = rule.wider_margin_wins ? 1 : 1 + slack;
  std::optional<std::size_t> best;
  double best_worth = 0;
  for (std::size_t place = 0; place < tests.size(); ++place) {
    const std::optional<double> worth = worth_of(place);
    if (!worth || (best && *worth <= best_worth * better)) continue;
    best_worth = *worth;
    best = place;
  }
  if (!best || !rule.wider_margin_wins) return best;
  return widest(*best, tests.size(), slack, worth_of, margin);
}

// Without the average, gain ratio would favour tests that split almost nothing off: their split information is near 0.
std::optional<std::size_t> largest_ratio(std::span<const Worth> tests, const ChoiceRule& rule, const MarginOf& margin) {
  const std::optional<double> average = average_gain(tests, rule);
  if (!average) return std::nullopt;
  const auto ratio = [&](const Worth& test) -> std::optional<double> {
    if (test.gain < *average - kEpsilon || test.split_info <= kEpsilon) return std::nullopt;
    return test.gain / test.split_info;
  };
  return largest(tests, rule, kEqualRatios, ratio, margin);
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
          options.attribute_cost_rule, options.ties == TieRule::margin && !training.is_regression()};
}

double margin_of(const TrainingSet& training, const Candidate& test) {
  if (test.test != TestKind::less_equal) return 1;
  const Feature& column = training.features[test.feature];
  // Of halves, because the difference of the largest doubles would be infinite.
  return (test.gap.above / 2 - test.gap.below / 2) / (column.maximum / 2 - column.minimum / 2);
}

std::optional<std::size_t> choose_test(std::span<const Worth> tests, const ChoiceRule& rule, const MarginOf& margin) {
  if (rule.criterion == Criterion::gain_ratio) return largest_ratio(tests, rule, margin);
  return largest(
      tests, rule, 0, [](const Worth& test) { return std::optional(test.gain); }, margin);
}

}  // namespace espalier
