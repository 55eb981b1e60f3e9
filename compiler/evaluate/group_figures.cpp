#include "evaluate/group_figures.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>

#include "evaluate/ranking.hpp"

namespace espalier {

bool is_share(GroupFigure figure) {
  switch (figure) {
    case GroupFigure::accuracy:
    case GroupFigure::base_rate:
    case GroupFigure::selection_rate:
    case GroupFigure::recall:
    case GroupFigure::false_negative_rate:
    case GroupFigure::false_positive_rate:
    case GroupFigure::precision: return true;
    default: return false;
  }
}

std::optional<Interval> interval_of(GroupFigure figure, const Estimate& estimate, double level) {
  constexpr double kFewestThatDiffer = 2;
  if (!estimate.value) return std::nullopt;
  if (is_share(figure)) return wilson_interval(*estimate.value, estimate.rows, level);
  if (estimate.rows < kFewestThatDiffer) return std::nullopt;
  if (figure == GroupFigure::rmse) return rmse_interval(*estimate.value, estimate.standard_error, level);
  Interval interval = normal_interval(*estimate.value, estimate.standard_error, level);
  if (figure == GroupFigure::auc) interval = {std::max(0.0, interval.low), std::min(1.0, interval.high)};
  return interval;
}

AnsweredRows select_answers(const AnsweredRows& answered, const std::vector<std::size_t>& places) {
  AnsweredRows selected;
  selected.rounds = answered.rounds;
  for (const std::size_t place : places) {
    selected.actual.append(answered.actual, place);
    selected.predicted.append(answered.predicted, place);
    if (!answered.weights.empty()) selected.weights.push_back(answered.weights[place]);
    if (!answered.splits.empty()) selected.splits.push_back(answered.splits[place]);
  }
  return selected;
}

namespace {

// The estimates of some answers, one after the other.
class Estimator {
 public:
  Estimator(const Marking& marking, const AnsweredRows& answered)
      : costs_(marking.costs),
        answered_(answered),
        weights_(figure_weights(answered.weights, answered.actual.rows())) {}

  Estimate operator()(const FigureKey& key, const Figures& figures) const {
    const std::uint32_t label = key.label.value_or(0);
    const auto& actual = answered_.actual.labels;
    const auto& given = answered_.predicted.labels;
    const auto any = [](std::size_t) { return true; };
    const auto is = [&](std::size_t row) { return actual[row] == label; };
    const auto is_not = [&](std::size_t row) { return actual[row] != label; };
    const auto answered_so = [&](std::size_t row) { return given[row] == label; };
    const auto answered_otherwise = [&](std::size_t row) { return given[row] != label; };
    const auto right = [&](std::size_t row) { return given[row] == actual[row]; };
    const auto probability = [&](std::size_t row) { return answered_.predicted.distribution(row)[label]; };
    const auto value = [&](std::size_t row) { return answered_.actual.values[row]; };
    const auto answer = [&](std::size_t row) { return answered_.predicted.values[row]; };
    switch (key.figure) {
      case GroupFigure::accuracy: return share(any, right);
      case GroupFigure::mean_cost: return mean([&](std::size_t row) { return costs_[actual[row]][given[row]]; });
      case GroupFigure::log_loss:
        return mean(
            [&](std::size_t row) { return logarithmic_loss(answered_.predicted.distribution(row)[actual[row]]); });
      case GroupFigure::brier:
        return mean(
            [&](std::size_t row) { return squared_distance(answered_.predicted.distribution(row), actual[row]); });
      case GroupFigure::base_rate: return share(any, is);
      case GroupFigure::mean_probability: return mean(probability);
      case GroupFigure::calibration: return mean([&](std::size_t row) { return probability(row) - (is(row) ? 1 : 0); });
      case GroupFigure::selection_rate: return share(any, answered_so);
      case GroupFigure::recall: return share(is, answered_so);
      case GroupFigure::false_negative_rate: return share(is, answered_otherwise);
      case GroupFigure::false_positive_rate: return share(is_not, answered_so);
      case GroupFigure::precision: return share(answered_so, is);
      case GroupFigure::auc: return area(label, figures);
      case GroupFigure::mean_actual: return mean(value);
      case GroupFigure::mean_answer: return mean(answer);
      case GroupFigure::bias: return mean([&](std::size_t row) { return answer(row) - value(row); });
      case GroupFigure::mae: return mean([&](std::size_t row) { return std::abs(answer(row) - value(row)); });
      case GroupFigure::rmse: break;
    }
    return {figures.metrics.score, figures.effective_rows, figures.metrics.standard_error};
  }

 private:
  template <typename Of>
  std::vector<double> weights_of(Of of) const {
    std::vector<double> weights;
    for (std::size_t row = 0; row < weights_.size(); ++row) {
      if (of(row)) weights.push_back(weights_[row]);
    }
    return weights;
  }

  double rows_of(std::span<const double> weights) const { return effective_rows(weights) / answered_.rounds; }

  // Of the rows that are `of`, those that are `hit`.
  template <typename Of, typename Hit>
  Estimate share(Of of, Hit hit) const {
    double whole = 0;
    double part = 0;
    for (std::size_t row = 0; row < weights_.size(); ++row) {
      if (!of(row)) continue;
      whole += weights_[row];
      if (hit(row)) part += weights_[row];
    }
    if (whole <= 0) return {};
    return {part / whole, rows_of(weights_of(of)), 0};
  }

  template <typename Value>
  Estimate mean(Value value) const {
    std::vector<double> values;
    for (std::size_t row = 0; row < weights_.size(); ++row) values.push_back(value(row));
    return {weighted_mean(values, weights_), rows_of(weights_),
            standard_error_of_mean(values, weights_) * std::sqrt(static_cast<double>(answered_.rounds))};
  }

  Estimate area(std::uint32_t label, const Figures& figures) const {
    const auto& actual = answered_.actual.labels;
    const auto error = area_standard_error(label, actual, answered_.predicted, weights_, answered_.splits);
    if (!error) return {};
    const double of_label = rows_of(weights_of([&](std::size_t row) { return actual[row] == label; }));
    const double of_others = rows_of(weights_of([&](std::size_t row) { return actual[row] != label; }));
    return {figures.areas[label], std::min(of_label, of_others),
            *error * std::sqrt(static_cast<double>(answered_.rounds))};
  }

  const std::vector<std::vector<double>>& costs_;
  const AnsweredRows& answered_;
  std::vector<double> weights_;
};

std::vector<FigureKey> keys_of(const Marking& marking, const std::vector<std::uint32_t>& labels) {
  using enum GroupFigure;
  if (marking.task == Task::regression) {
    return {{mean_actual, {}}, {mean_answer, {}}, {bias, {}}, {rmse, {}}, {mae, {}}};
  }
  std::vector<FigureKey> keys = {{accuracy, {}}};
  if (!marking.costs.empty()) keys.push_back({mean_cost, {}});
  keys.insert(keys.end(), {{log_loss, {}}, {brier, {}}});
  for (const std::uint32_t label : labels) {
    for (const GroupFigure figure : {base_rate, mean_probability, calibration, selection_rate, recall,
                                     false_negative_rate, false_positive_rate, precision, auc}) {
      keys.push_back({figure, label});
    }
  }
  return keys;
}

void mark_small(const Marking& marking, GroupMeasures& measures) {
  measures.few_rows = measures.figures.effective_rows < kFewestGroupRows;
  const Interval& interval = measures.figures.interval;
  measures.wide_accuracy = marking.task == Task::classification && interval.high - interval.low > kWidestAccuracy;
}

GroupMeasures measure(const Marking& marking, const AnsweredRows& answered, const std::vector<FigureKey>& keys,
                      double level) {
  GroupMeasures measures;
  measures.figures = figures_of(marking, answered, level);
  const Estimator estimate(marking, answered);
  for (const FigureKey& key : keys) measures.estimates.push_back(estimate(key, measures.figures));
  mark_small(marking, measures);
  return measures;
}

// The groups in which the figure is defined, of those that may take part.
std::vector<std::size_t> groups_with(const GroupComparison& comparison, std::size_t key, bool large_only) {
  std::vector<std::size_t> groups;
  for (std::size_t i = 0; i < comparison.groups.size(); ++i) {
    const GroupMeasures& group = comparison.groups[i];
    if (group.estimates[key].value && !(large_only && group.too_small())) groups.push_back(i);
  }
  return groups;
}

// see note [joint level]
double level_of_pair(double level, std::size_t groups) {
  const double pairs = static_cast<double>(groups) * static_cast<double>(groups - 1) / 2;
  return 1 - (1 - level) / pairs;
}

std::optional<GroupGap> gap_of(const GroupComparison& comparison, std::size_t key, bool large_only) {
  const std::vector<std::size_t> groups = groups_with(comparison, key, large_only);
  if (groups.size() < 2) return std::nullopt;
  const auto value = [&](std::size_t group) { return *comparison.groups[group].estimates[key].value; };
  const auto below = [&](std::size_t a, std::size_t b) { return value(a) < value(b); };
  GroupGap gap;
  gap.key = key;
  gap.highest = *std::max_element(groups.begin(), groups.end(), below);
  gap.lowest = *std::min_element(groups.begin(), groups.end(), below);
  if (gap.highest == gap.lowest) gap.lowest = groups[1];  // all have the same
  gap.difference = value(gap.highest) - value(gap.lowest);
  const GroupFigure figure = comparison.keys[key].figure;
  const double level = level_of_pair(comparison.level, groups.size());
  const auto high = interval_of(figure, comparison.groups[gap.highest].estimates[key], level);
  const auto low = interval_of(figure, comparison.groups[gap.lowest].estimates[key], level);
  const bool known = high && low;
  if (known) gap.interval = difference_interval({value(gap.highest), *high}, {value(gap.lowest), *low});
  if (figure == GroupFigure::selection_rate && value(gap.highest) > 0) {
    gap.ratio = value(gap.lowest) / value(gap.highest);
    if (known && *gap.ratio > 0) {
      gap.ratio_interval = ratio_interval({value(gap.lowest), *low}, {value(gap.highest), *high});
    }
  }
  return gap;
}

std::vector<GroupGap> gaps_of(const GroupComparison& comparison, bool large_only) {
  std::vector<GroupGap> gaps;
  for (std::size_t key = 0; key < comparison.keys.size(); ++key) {
    if (const auto gap = gap_of(comparison, key, large_only)) gaps.push_back(*gap);
  }
  return gaps;
}

// How many rows of the table have answered, and which share of the weight they are.
void tell_size(const std::vector<std::size_t>& table_rows, const std::vector<double>& weights,
               const std::vector<std::size_t>& places, GroupMeasures& measures) {
  std::vector<std::size_t> rows;
  double weight = 0;
  for (const std::size_t place : places) {
    rows.push_back(table_rows[place]);
    weight += weights[place];
  }
  std::sort(rows.begin(), rows.end());
  measures.rows = static_cast<std::size_t>(std::unique(rows.begin(), rows.end()) - rows.begin());
  measures.share = weight / std::accumulate(weights.begin(), weights.end(), 0.0);
}

bool some_are_small(const std::vector<GroupMeasures>& groups) {
  const auto small = [](const GroupMeasures& group) { return group.too_small(); };
  return std::any_of(groups.begin(), groups.end(), small) && !std::all_of(groups.begin(), groups.end(), small);
}

}  // namespace

GroupComparison compare_groups(const Marking& marking, const AnsweredRows& answered,
                               const std::vector<std::size_t>& table_rows, const Grouping& grouping,
                               const std::vector<std::uint32_t>& labels, double level) {
  GroupComparison comparison;
  comparison.column = grouping.column;
  comparison.date = grouping.date;
  comparison.level = level;
  comparison.weighted = !answered.weights.empty();
  comparison.rounds = answered.rounds;
  comparison.keys = keys_of(marking, labels);

  std::vector<std::vector<std::size_t>> places(grouping.groups.size());
  std::vector<std::size_t> all_places;
  for (std::size_t i = 0; i < table_rows.size(); ++i) {
    places[grouping.of_row[table_rows[i]]].push_back(i);
    all_places.push_back(i);
  }
  const std::vector<double> weights = figure_weights(answered.weights, table_rows.size());
  for (std::size_t group = 0; group < places.size(); ++group) {
    if (places[group].empty()) continue;
    GroupMeasures& measures = comparison.groups.emplace_back(
        measure(marking, select_answers(answered, places[group]), comparison.keys, level));
    measures.group = grouping.groups[group];
    tell_size(table_rows, weights, places[group], measures);
  }
  comparison.all = measure(marking, answered, comparison.keys, level);
  comparison.all.group.name = "all";
  tell_size(table_rows, weights, all_places, comparison.all);

  comparison.gaps = gaps_of(comparison, false);
  if (some_are_small(comparison.groups)) comparison.gaps_of_large = gaps_of(comparison, true);
  return comparison;
}

}  // namespace espalier
