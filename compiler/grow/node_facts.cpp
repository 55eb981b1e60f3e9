#include "grow/node_facts.hpp"

#include <cmath>

#include "grow/tally.hpp"
#include "model/tree_facts.hpp"

namespace espalier {
namespace {

void set_classes(const TrainingSet& training, const Cases& cases, const Node* parent, Node& node) {
  std::vector<std::int64_t> units(training.data.labels.size(), 0);
  for (const Case& item : cases) units[training.responses[item.row]] += training.scale.units(item.weight);
  node.counts.clear();
  for (const std::int64_t of_class : units) node.counts.push_back(training.scale.weight(of_class));
  node.label =
      cases.empty() && parent != nullptr ? parent->label : best_label(on_common_grid(node.counts), training.costs);
}

void set_value(const TrainingSet& training, Criterion criterion, const Cases& cases, const Node* parent, Node& node) {
  if (cases.empty() && parent != nullptr) {
    node.value = parent->value;
    return;
  }
  const Tally tally = Tally::of(training, criterion, cases);
  node.total = tally.weight();
  node.value = std::ldexp(tally.mean(), training.level_exponent) + 0.0;
  for (const Case& item : cases) {
    const double distance = std::abs(training.data.targets[item.row] - node.value);
    node.deviation += item.weight * (criterion == Criterion::absolute_deviation ? distance : distance * distance);
  }
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

}  // namespace espalier
