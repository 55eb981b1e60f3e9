#include "grow/choose.hpp"

#include <algorithm>
#include <cstddef>

namespace espalier {
namespace {

// C4.5's constant: how far below the average a gain may be, and what split information must exceed.
constexpr double kEpsilon = 1e-3;

std::optional<double> average_gain(const std::vector<Candidate>& candidates, const AverageRule& rule) {
  double sum = 0;
  std::size_t counted = 0;
  for (const Candidate& candidate : candidates) {
    if (!rule.counts[candidate.feature]) continue;
    sum += candidate.gain;
    ++counted;
  }
  if (counted == 0) return std::nullopt;
  return sum / static_cast<double>(counted);
}

std::optional<Candidate> largest_gain(const std::vector<Candidate>& candidates) {
  const auto best = std::max_element(candidates.begin(), candidates.end(),
                                     [](const Candidate& a, const Candidate& b) { return a.gain < b.gain; });
  if (best == candidates.end()) return std::nullopt;
  return *best;
}

// Without the average, gain ratio would favour tests that split almost nothing off: their split information is near 0.
std::optional<Candidate> largest_ratio(const std::vector<Candidate>& candidates, const AverageRule& rule) {
  const std::optional<double> average = average_gain(candidates, rule);
  if (!average) return std::nullopt;
  const Candidate* best = nullptr;
  double best_ratio = 0;
  for (const Candidate& candidate : candidates) {
    if (candidate.gain < *average - kEpsilon || candidate.split_info <= kEpsilon) continue;
    const double ratio = candidate.gain / candidate.split_info;
    if (ratio > best_ratio) {
      best_ratio = ratio;
      best = &candidate;
    }
  }
  if (best == nullptr) return std::nullopt;
  return *best;
}

}  // namespace

AverageRule make_average_rule(const Dataset& data, const GrowOptions& options) {
  const double many = 0.3 * static_cast<double>(data.rows());
  AverageRule rule;
  for (const FeatureColumn& column : data.features) {
    const bool one_branch_per_value =
        column.kind == ColumnKind::categorical && options.categorical == CategoricalSplit::multiway;
    rule.counts.push_back(!one_branch_per_value || static_cast<double>(column.categories.size()) < many);
  }
  if (std::find(rule.counts.begin(), rule.counts.end(), true) == rule.counts.end()) {
    rule.counts.assign(rule.counts.size(), true);
  }
  return rule;
}

std::optional<Candidate> choose_test(const std::vector<Candidate>& candidates, Criterion criterion,
                                     const AverageRule& average_rule) {
  if (criterion == Criterion::gain_ratio) return largest_ratio(candidates, average_rule);
  return largest_gain(candidates);
}

}  // namespace espalier
