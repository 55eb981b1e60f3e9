#include "unit/grow/oracle/surrogates.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <optional>
#include <utility>

#include "grow/distribute.hpp"
#include "grow/list_building.hpp"
#include "grow/threshold.hpp"

namespace espalier {
namespace {

constexpr std::size_t kFewestOnASide = 2;

// A row for which both tests know what to do.
struct Sample {
  double value;  // of the other attribute
  bool left;     // by the node's test
  std::int64_t units;
};

struct Found {
  Surrogate surrogate;
  std::int64_t agreeing = 0;  // units of weight
};

struct Side {
  std::int64_t left = 0;  // weight of the rows that the node's test sends left, in units
  std::int64_t right = 0;
  std::size_t rows = 0;

  void add(const Sample& sample) {
    (sample.left ? left : right) += sample.units;
    ++rows;
  }
};

// In the order of their values.
std::vector<Sample> samples_of(const TrainingSet& training, const Node& node, const Cases& in_order,
                               std::uint32_t feature) {
  std::vector<Sample> samples;
  for (const Case& item : in_order) {
    const auto branch = branch_of(training, node, item.row);
    if (!branch) continue;
    samples.push_back({training.number(feature, item.row), *branch == 0, training.scale.units(item.weight)});
  }
  return samples;
}

Side total_of(const std::vector<Sample>& samples) {
  Side total;
  for (const Sample& sample : samples) total.add(sample);
  return total;
}

// The cut of the samples that agrees most, in either direction; lowest first.
std::optional<Found> best_cut(const std::vector<Sample>& samples, const Side& total, Gap& gap) {
  std::optional<Found> best;
  Side below;
  for (std::size_t i = 0; i + 1 < samples.size(); ++i) {
    below.add(samples[i]);
    if (samples[i].value == samples[i + 1].value) continue;
    if (below.rows < kFewestOnASide || total.rows - below.rows < kFewestOnASide) continue;
    const std::int64_t straight = below.left + (total.right - below.right);
    const std::int64_t reversed = below.right + (total.left - below.left);
    const std::int64_t agreeing = std::max(straight, reversed);
    if (best && agreeing <= best->agreeing) continue;
    best.emplace();
    best->agreeing = agreeing;
    best->surrogate.reversed = reversed > straight;
    gap = {samples[i].value + 0.0, samples[i + 1].value + 0.0};
  }
  return best;
}

std::optional<Found> numeric_surrogate(const TrainingSet& training, const GrowOptions& options, std::uint32_t feature,
                                       const std::vector<Sample>& samples, const Side& total) {
  Gap gap{0, 0};
  std::optional<Found> found = best_cut(samples, total, gap);
  if (!found) return std::nullopt;
  found->surrogate.test = TestKind::less_equal;
  gap = training.gap_between(feature, gap.below, gap.above);
  found->surrogate.gap = gap;
  found->surrogate.threshold = place_threshold(gap, options.threshold, training.observed[feature]);
  return found;
}

std::optional<Found> ordinal_surrogate(const std::vector<Sample>& samples, const Side& total) {
  Gap gap{0, 0};
  std::optional<Found> found = best_cut(samples, total, gap);
  if (!found) return std::nullopt;
  found->surrogate.test = TestKind::member;
  found->surrogate.categories.resize(static_cast<std::size_t>(gap.below) + 1);
  std::iota(found->surrogate.categories.begin(), found->surrogate.categories.end(), 0U);
  return found;
}

// Every value goes where most of its rows go; the smaller set is the one that is written down.
std::optional<Found> nominal_surrogate(std::size_t categories, const std::vector<Sample>& samples) {
  std::vector<Side> sides(categories);
  for (const Sample& sample : samples) sides[static_cast<std::size_t>(sample.value)].add(sample);
  std::vector<std::uint32_t> left;
  std::vector<std::uint32_t> right;
  std::size_t rows_left = 0;
  std::size_t rows_right = 0;
  Found found;
  for (std::uint32_t code = 0; code < categories; ++code) {
    const Side& side = sides[code];
    if (side.rows == 0) continue;
    const bool goes_left = side.left >= side.right;
    (goes_left ? left : right).push_back(code);
    (goes_left ? rows_left : rows_right) += side.rows;
    found.agreeing += std::max(side.left, side.right);
  }
  if (rows_left < kFewestOnASide || rows_right < kFewestOnASide) return std::nullopt;
  found.surrogate.test = TestKind::member;
  found.surrogate.reversed = right.size() < left.size();
  found.surrogate.categories = found.surrogate.reversed ? std::move(right) : std::move(left);
  return found;
}

std::optional<Found> surrogate_on(const TrainingSet& training, const GrowOptions& options, const Node& node,
                                  const Cases& in_order, std::uint32_t feature) {
  const std::vector<Sample> samples = samples_of(training, node, in_order, feature);
  if (samples.size() < 2 * kFewestOnASide) return std::nullopt;
  const Side total = total_of(samples);
  const FeatureColumn& column = training.data.features[feature];
  std::optional<Found> found;
  switch (column.kind) {
    case ColumnKind::numeric: found = numeric_surrogate(training, options, feature, samples, total); break;
    case ColumnKind::ordinal: found = ordinal_surrogate(samples, total); break;
    default: found = nominal_surrogate(column.categories.size(), samples); break;
  }
  if (!found || !(found->agreeing > std::max(total.left, total.right))) return std::nullopt;
  found->surrogate.feature = feature;
  found->surrogate.agreement = static_cast<double>(found->agreeing) / static_cast<double>(total.left + total.right);
  return found;
}

}  // namespace

Cases cases_in_value_order(const TrainingSet& training, std::uint32_t feature, Cases cases) {
  if (training.is_binned(feature)) {
    ValueOrder order = order_codes(training.bins[feature], cases);
    Cases in_order;
    in_order.reserve(order.known);
    for (std::size_t i = 0; i < order.known; ++i) in_order.push_back(cases[order.entries[i] & ~kNewValue]);
    return in_order;
  }
  const auto& values = training.data.features[feature].values;
  std::erase_if(cases, [&](const Case& item) { return std::isnan(values[item.row]); });
  std::stable_sort(cases.begin(), cases.end(),
                   [&](const Case& a, const Case& b) { return values[a.row] < values[b.row]; });
  return cases;
}

std::vector<Surrogate> find_surrogates(const TrainingSet& training, const GrowOptions& options, const Node& node,
                                       const ValueOrderOf& in_value_order) {
  std::vector<Found> all;
  for (const std::uint32_t feature : training.precedence) {
    if (feature == node.feature || is_monotone(training, feature)) continue;
    if (auto found = surrogate_on(training, options, node, in_value_order(feature), feature))
      all.push_back(std::move(*found));
  }
  std::stable_sort(all.begin(), all.end(), [](const Found& a, const Found& b) { return a.agreeing > b.agreeing; });
  std::vector<Surrogate> surrogates;
  for (std::size_t i = 0; i < std::min(all.size(), options.surrogates); ++i) {
    surrogates.push_back(std::move(all[i].surrogate));
  }
  return surrogates;
}

std::vector<double> known_weights(const TrainingSet& training, const Node& node, const Cases& cases) {
  std::vector<std::int64_t> units(node.children.size(), 0);
  for (const Case& item : cases) {
    if (const auto branch = branch_of(training, node, item.row)) units[*branch] += training.scale.units(item.weight);
  }
  std::vector<double> weights;
  for (const std::int64_t there : units) weights.push_back(training.scale.weight(there));
  return weights;
}

std::vector<double> set_test(const TrainingSet& training, const GrowOptions& options, const Candidate& candidate,
                             const Cases& cases, const ValueOrderOf& in_value_order, Node& node) {
  apply_test(training, options, candidate, node);
  const bool two_way = node.test == TestKind::less_equal || node.test == TestKind::member;
  if (options.missing == MissingPolicy::surrogate && two_way) {
    node.surrogates = find_surrogates(training, options, node, in_value_order);
  }
  std::vector<double> known = known_weights(training, node, cases);
  node.missing_child = choose_missing_child(node, candidate, options.missing, known);
  return known;
}

}  // namespace espalier
