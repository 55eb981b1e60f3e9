// The meaning of a model, in as few words as possible: this file is what all emitted code is compared with.
#include "model/interpret.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace espalier {

namespace {

// The category a value stands for; nothing for missing values, unknown categories and everything else that is not an
// index (negative, fractional, too large): an input nobody foresaw has a defined route, too.
std::optional<std::uint32_t> category_of(const Feature& feature, double value) {
  if (!(value >= 0) || !(value < static_cast<double>(feature.categories.size()))) return std::nullopt;
  if (value != std::trunc(value)) return std::nullopt;
  return static_cast<std::uint32_t>(value);
}

std::uint32_t branch_for_number(const Node& node, double value) {
  if (std::isnan(value)) return node.missing_child;
  return value <= node.threshold ? 0 : 1;
}

std::uint32_t branch_for_category(const Node& node, std::optional<std::uint32_t> category) {
  if (!category) return node.missing_child;
  if (node.test == TestKind::multiway) return *category;
  return std::binary_search(node.categories.begin(), node.categories.end(), *category) ? 0 : 1;
}

std::vector<double> all_on(std::uint32_t label, std::size_t labels) {
  std::vector<double> distribution(labels, 0.0);
  distribution[label] = 1;
  return distribution;
}

std::vector<double> shares(const std::vector<double>& counts, double weight) {
  std::vector<double> distribution(counts);
  for (double& share : distribution) share /= weight;
  return distribution;
}

}  // namespace

std::uint32_t branch_taken(const Model& model, const Node& node, Row row) {
  const double value = row[node.feature];
  if (node.test == TestKind::less_equal) return branch_for_number(node, value);
  return branch_for_category(node, category_of(model.features[node.feature], value));
}

std::uint32_t leaf_reached(const Model& model, const Tree& tree, Row row) {
  std::uint32_t at = 0;
  while (!tree.nodes[at].is_leaf()) {
    const Node& node = tree.nodes[at];
    at = node.children[branch_taken(model, node, row)];
  }
  return at;
}

std::vector<std::uint32_t> rule_numbers(const Tree& tree) {
  std::vector<std::uint32_t> rules(tree.nodes.size(), 0);
  std::uint32_t last_rule = 0;
  std::vector<std::uint32_t> pending = {0};
  while (!pending.empty()) {
    const std::uint32_t at = pending.back();
    pending.pop_back();
    const Node& node = tree.nodes[at];
    if (node.is_leaf()) rules[at] = ++last_rule;
    pending.insert(pending.end(), node.children.rbegin(), node.children.rend());
  }
  return rules;
}

std::vector<std::vector<double>> class_distributions(const Tree& tree, std::size_t labels) {
  constexpr std::uint32_t kNone = UINT32_MAX;
  const std::size_t size = tree.nodes.size();
  std::vector<std::vector<double>> distributions(size);
  // Per node: the nearest node on the path from the root, itself included, that has weight.
  std::vector<std::uint32_t> weighted(size, kNone);
  for (std::uint32_t at = 0; at < size; ++at) {  // parents come before children
    const Node& node = tree.nodes[at];
    const double weight = node.weight();
    if (weight > 0) {
      weighted[at] = at;
      distributions[at] = shares(node.counts, weight);
    } else {
      distributions[at] = weighted[at] == kNone ? all_on(node.label, labels) : distributions[weighted[at]];
    }
    for (const std::uint32_t child : node.children) weighted[child] = weighted[at];
  }
  return distributions;
}

Interpreter::Interpreter(const Model& model)
    : model_(model),
      rules_(rule_numbers(model.trees.front())),
      distributions_(class_distributions(model.trees.front(), model.labels.size())) {}

Prediction Interpreter::predict(Row row) const {
  const Tree& tree = model_.trees.front();
  const std::uint32_t leaf = leaf_reached(model_, tree, row);
  return {tree.nodes[leaf].label, rules_[leaf], distributions_[leaf]};
}

std::uint32_t Interpreter::predict_label(Row row) const {
  const Tree& tree = model_.trees.front();
  return tree.nodes[leaf_reached(model_, tree, row)].label;
}

}  // namespace espalier
