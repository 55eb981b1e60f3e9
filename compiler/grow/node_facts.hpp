// What a node says of its cases: its answer, and the figures that training leaves there.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "grow/case_lists.hpp"
#include "grow/criteria.hpp"
#include "grow/options.hpp"
#include "grow/search_plan.hpp"
#include "grow/sides.hpp"
#include "grow/training_set.hpp"
#include "model/model.hpp"
#include "model/tree_facts.hpp"
#include "support/median_sums.hpp"

namespace espalier {

// A leaf with the counts or the value of these cases. Without cases it answers as its parent does.
Node make_leaf(const TrainingSet& training, const GrowOptions& options, const Cases& cases, const Node* parent);

// Lets a node of these cases answer with this number, which its deviation is then from.
void set_answer(const TrainingSet& training, Criterion criterion, const Cases& cases, double value, Node& node);

// What a regression measures these cases against. The order of the cases does not show in the last digit.
LevelFacts level_facts(const TrainingSet& training, Criterion criterion, Cases cases);

// Of no cases, to be filled with those of a node.
MedianSums no_targets(const TrainingSet& training, const Cases& cases);

// What the node's answer costs these rows: errors by cost, or squared distances.
double leaf_loss(const TrainingSet& training, const Node& node, const Cases& cases);

// The same of cases in lists, step by step in the same order.

// Fills in the counts and the answer, weights of 1. Whether the cases, at least one, are of several classes.
template <typename Id, typename Label>
bool make_counted(const SearchPlan& plan, const Label* labels, std::span<const Id> items, Node& node) {
  node.counts.assign(plan.training.data.labels.size(), 0.0);
  for (const Id item : items) ++node.counts[labels[item]];
  node.label = best_label(node.counts, plan.training.costs);
  const auto cases = static_cast<double>(items.size());
  return std::find(node.counts.begin(), node.counts.end(), cases) == node.counts.end();
}

// The same of other weights, from what each class weighs.
inline bool make_weighed(const TrainingSet& training, std::span<const std::int64_t> units, Node& node) {
  node.counts.clear();
  for (const std::int64_t of_class : units) node.counts.push_back(training.scale.weight(of_class));
  node.label = best_label(on_common_grid(node.counts), training.costs);
  return std::count(units.begin(), units.end(), 0) + 1 < static_cast<std::ptrdiff_t>(units.size());
}

// Of numbers, weights of 1. The cases, at least one, are in the order of their targets.
template <typename Id>
bool make_measured(const SearchPlan& plan, const double* levels, std::span<const Id> items, LevelFacts& facts,
                   Node& node) {
  const auto cases = static_cast<double>(items.size());
  double sum = 0;
  for (const Id item : items) sum += levels[item];
  facts.center = sum / cases;
  facts.sum = 0;
  facts.deviation = 0;
  for (const Id item : items) {
    const double distance = levels[item] - facts.center;
    facts.deviation += distance * distance;
    facts.sum += distance;
  }
  facts.grid = gain_grid(facts.deviation);
  const double unit = plan.level_unit;
  node.total = cases;
  node.value = (facts.center + facts.sum / cases) * unit + 0.0;
  for (const Id item : items) {
    const double distance = levels[item] * unit - node.value;
    node.deviation += distance * distance;
  }
  return levels[items.front()] != levels[items.back()];
}

// The impurity of what each class weighs, times the weight of all: what there is to gain.
double impurity_of(std::span<const double> counts, const SearchPlan& plan);

}  // namespace espalier
