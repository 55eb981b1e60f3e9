// What a node of cases of weight 1 says, and what there is to gain at it: found as Tally::of and make_leaf find it,
// step by step in the same order.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>

#include "grow/cut_sides.hpp"
#include "grow/node_cases.hpp"
#include "grow/search_plan.hpp"
#include "grow/tally.hpp"
#include "model/model.hpp"
#include "model/tree_facts.hpp"

namespace espalier {

// Fills in the counts and the answer. Whether the cases, at least one, are of several classes.
template <typename Id>
bool make_counted(const SearchPlan& plan, const std::uint8_t* labels, std::span<const Id> items, Node& node) {
  node.counts.assign(plan.training.data.labels.size(), 0.0);
  for (const Id item : items) ++node.counts[labels[item]];
  node.label = best_label(node.counts, plan.training.costs);
  const auto cases = static_cast<double>(items.size());
  return std::find(node.counts.begin(), node.counts.end(), cases) == node.counts.end();
}

// Of numbers. The cases, at least one, are in the order of their targets.
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

// The impurity of classes, times the number of cases: what there is to gain.
double impurity_of(const ClassSums& classes, const SearchPlan& plan);

}  // namespace espalier
