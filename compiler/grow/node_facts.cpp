#include "grow/node_facts.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <utility>

namespace espalier {
namespace {

void set_classes(const TrainingSet& training, const Cases& cases, const Node* parent, Node& node) {
  std::vector<std::int64_t> units(training.data.labels.size(), 0);
  for (const Case& item : cases) units[training.responses[item.row]] += training.scale.units(item.weight);
  make_weighed(training, units, node);
  if (cases.empty() && parent != nullptr) node.label = parent->label;
}

// In the order of targets and weights, so that the order of the rows does not show in the last digit of a sum.
Cases in_target_order(const TrainingSet& training, Cases cases) {
  std::sort(cases.begin(), cases.end(), [&training](const Case& a, const Case& b) {
    const std::uint32_t left = training.responses[a.row];
    const std::uint32_t right = training.responses[b.row];
    return left != right ? left < right : a.weight < b.weight;
  });
  return cases;
}

// The mean or the median, as a level.
double answer_of(const TrainingSet& training, Criterion criterion, const Cases& cases, double weight) {
  if (measured_in(criterion) != Impurity::distances) {
    const LevelFacts facts = level_facts(training, criterion, cases);
    return weight > 0 ? facts.center + facts.sum / weight : facts.center;
  }
  MedianSums sums = no_targets(training, cases);
  for (const Case& item : cases) sums.change(training.responses[item.row], item.weight);
  return sums.median();
}

void set_value(const TrainingSet& training, Criterion criterion, const Cases& cases, const Node* parent, Node& node) {
  if (cases.empty() && parent != nullptr) {
    node.value = parent->value;
    return;
  }
  node.total = weight_of(cases, training.scale);
  const double level = cases.empty() ? 0 : answer_of(training, criterion, cases, node.total);
  set_answer(training, criterion, cases, std::ldexp(level, training.level_exponent) + 0.0, node);
}

}  // namespace

Node make_leaf(const TrainingSet& training, const GrowOptions& options, const Cases& cases, const Node* parent) {
  Node node;
  if (training.is_regression()) {
    set_value(training, options.criterion, cases, parent, node);
  } else {
    set_classes(training, cases, parent, node);
  }
  return node;
}

void set_answer(const TrainingSet& training, Criterion criterion, const Cases& cases, double value, Node& node) {
  node.value = value;
  node.deviation = 0;
  for (const Case& item : in_target_order(training, cases)) {
    const double distance = std::abs(training.data.targets[item.row] - node.value);
    node.deviation += item.weight * (measured_in(criterion) == Impurity::distances ? distance : distance * distance);
  }
}

LevelFacts level_facts(const TrainingSet& training, Criterion criterion, Cases cases) {
  cases = in_target_order(training, std::move(cases));
  const auto level = [&](const Case& item) { return training.levels[training.responses[item.row]]; };
  LevelFacts facts;
  double weight = 0;
  double sum = 0;
  for (const Case& item : cases) {
    weight += item.weight;
    sum += item.weight * level(item);
  }
  facts.center = weight > 0 ? sum / weight : 0;
  for (const Case& item : cases) {
    const double distance = level(item) - facts.center;
    facts.deviation += item.weight * distance * distance;
    facts.sum += item.weight * distance;
  }
  // Absolute deviations are of another order.
  facts.grid =
      gain_grid(measured_in(criterion) == Impurity::distances ? std::sqrt(facts.deviation * weight) : facts.deviation);
  return facts;
}

MedianSums no_targets(const TrainingSet& training, const Cases& cases) {
  std::vector<std::uint32_t> ranks;
  ranks.reserve(cases.size());
  for (const Case& item : cases) ranks.push_back(training.responses[item.row]);
  std::sort(ranks.begin(), ranks.end());
  ranks.erase(std::unique(ranks.begin(), ranks.end()), ranks.end());
  return MedianSums(std::make_shared<const std::vector<std::uint32_t>>(std::move(ranks)), training.levels);
}

double leaf_loss(const TrainingSet& training, const Node& node, const Cases& cases) {
  double loss = 0;
  for (const Case& item : cases) {
    if (training.is_regression()) {
      const double distance = training.data.targets[item.row] - node.value;
      loss += item.weight * distance * distance;
    } else if (training.responses[item.row] != node.label) {
      const double cost = training.costs.empty() ? 1 : training.costs[training.responses[item.row]][node.label];
      loss += item.weight * cost;
    }
  }
  return loss;
}

double impurity_of(std::span<const double> counts, const SearchPlan& plan) {
  const double* const factors = plan.training.class_factors.empty() ? nullptr : plan.training.class_factors.data();
  double cases = 0;
  double logs = 0;
  double squares = 0;
  double most = 0;
  const auto log_of = [&](double count) {
    return plan.logs.empty() ? weight_log_weight(count) : plan.logs[static_cast<std::size_t>(count)];
  };
  const Impurity impurity = measured_in(plan.options.criterion);
  for (std::size_t label = 0; label < counts.size(); ++label) {
    const double count = factors == nullptr ? counts[label] : counts[label] * factors[label];
    cases += count;
    squares += count * count;
    most = std::max(most, count);
    if (impurity == Impurity::entropy) logs += log_of(count);
  }
  switch (impurity) {
    case Impurity::entropy: return log_of(cases) - logs;
    case Impurity::gini: return cases - squares / cases;
    case Impurity::errors: return cases - most;
    case Impurity::squares:
    case Impurity::distances: break;  // numbers have no classes
  }
  std::abort();
}

}  // namespace espalier
