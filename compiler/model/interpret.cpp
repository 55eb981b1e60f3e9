// The meaning of a model, in as few words as possible: this file is what all emitted code is compared with.
#include "model/interpret.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "model/blend.hpp"

namespace espalier {

namespace {

// The category a value stands for; nothing for missing values, unknown categories and everything else that is not an
// index (negative, fractional, too large): an input nobody foresaw has a defined route, too.
std::optional<std::uint32_t> category_of(const Feature& feature, double value) {
  if (!(value >= 0) || !(value < static_cast<double>(feature.categories.size()))) return std::nullopt;
  if (value != std::trunc(value)) return std::nullopt;
  return static_cast<std::uint32_t>(value);
}

bool is_member(const std::vector<std::uint32_t>& categories, std::uint32_t category) {
  return std::binary_search(categories.begin(), categories.end(), category);
}

std::uint32_t interval_of(const Feature& feature, double value) {
  const auto cut = std::partition_point(feature.cuts.begin(), feature.cuts.end(),
                                        [value](const CutPoint& point) { return point.threshold < value; });
  return static_cast<std::uint32_t>(cut - feature.cuts.begin());
}

std::optional<std::uint32_t> branch_for_number(const Feature& feature, const Node& node, double value) {
  if (std::isnan(value)) return std::nullopt;
  if (node.test == TestKind::multiway) return interval_of(feature, value);
  return value <= node.threshold ? 0 : 1;
}

std::optional<std::uint32_t> branch_for_category(const Node& node, std::optional<std::uint32_t> category) {
  if (!category) return std::nullopt;
  if (node.test == TestKind::multiway) return *category;
  if (node.test == TestKind::member) return is_member(node.categories, *category) ? 0 : 1;
  if (node.groups[*category] == kNoGroup) return std::nullopt;
  return node.groups[*category];
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

std::vector<double> smoothed_shares(const std::vector<double>& counts, const std::vector<double>& extras) {
  std::vector<double> distribution(counts);
  double sum = 0;
  for (std::size_t label = 0; label < distribution.size(); ++label) {
    distribution[label] += extras[label];
    sum += distribution[label];
  }
  for (double& share : distribution) share /= sum;
  return distribution;
}

}  // namespace

std::optional<std::uint32_t> branch_if_known(const Feature& feature, const Node& node, double value) {
  if (feature.kind == FeatureKind::numeric) {
    if (node.test == TestKind::present) return std::isnan(value) ? 1 : 0;
    return branch_for_number(feature, node, value);
  }
  const auto category = category_of(feature, value);
  if (node.test == TestKind::present) return category ? 0 : 1;
  return branch_for_category(node, category);
}

std::optional<std::uint32_t> branch_if_known(const Feature& feature, const Surrogate& surrogate, double value) {
  bool holds = false;
  if (surrogate.test == TestKind::less_equal) {
    if (std::isnan(value)) return std::nullopt;
    holds = value <= surrogate.threshold;
  } else {
    const auto category = category_of(feature, value);
    if (!category) return std::nullopt;
    holds = is_member(surrogate.categories, *category);
  }
  return holds != surrogate.reversed ? 0 : 1;
}

std::optional<std::uint32_t> branch_if_known(const Model& model, const Node& node, Row row) {
  return branch_if_known(model.features[node.feature], node, row[node.feature]);
}

std::uint32_t branch_taken(const Model& model, const Node& node, Row row) {
  if (const auto branch = branch_if_known(model, node, row)) return *branch;
  for (const Surrogate& surrogate : node.surrogates) {
    const double value = row[surrogate.feature];
    if (const auto branch = branch_if_known(model.features[surrogate.feature], surrogate, value)) return *branch;
  }
  return node.missing_child;
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

std::vector<double> smoothing_extras(const Model& model, const Tree& tree) {
  const std::size_t labels = model.labels.size();
  if (model.smoothing.kind == SmoothingKind::none) return {};
  if (model.smoothing.kind == SmoothingKind::laplace) return std::vector<double>(labels, 1.0);
  const Node& root = tree.nodes.front();
  const double weight = root.weight();
  std::vector<double> extras(labels, model.smoothing.m / static_cast<double>(labels));
  for (std::size_t label = 0; label < labels && weight > 0; ++label) {
    extras[label] = model.smoothing.m * (root.counts[label] / weight);
  }
  return extras;
}

std::vector<std::vector<double>> class_distributions(const Model& model, const Tree& tree) {
  constexpr std::uint32_t kNone = UINT32_MAX;
  const std::vector<double> extras = smoothing_extras(model, tree);
  const std::size_t size = tree.nodes.size();
  std::vector<std::vector<double>> distributions(size);
  // Per node: the nearest node on the path from the root, itself included, that has weight.
  std::vector<std::uint32_t> weighted(size, kNone);
  for (std::uint32_t at = 0; at < size; ++at) {  // parents come before children
    const Node& node = tree.nodes[at];
    const double weight = node.weight();
    if (weight > 0) {
      weighted[at] = at;
      distributions[at] = extras.empty() ? shares(node.counts, weight) : smoothed_shares(node.counts, extras);
    } else {
      distributions[at] = weighted[at] == kNone ? all_on(node.label, model.labels.size()) : distributions[weighted[at]];
    }
    for (const std::uint32_t child : node.children) weighted[child] = weighted[at];
  }
  return distributions;
}

Interpreter::Interpreter(const Model& model) : model_(model), rules_(rule_numbers(model.trees.front())) {
  if (model.task == Task::classification) {
    distributions_ = class_distributions(model, model.trees.front());
  }
  if (model.missing == MissingPolicy::fractional) blender_ = std::make_unique<Blender>(model);
}

Interpreter::~Interpreter() = default;

Prediction Interpreter::predict(Row row) const {
  const Tree& tree = model_.trees.front();
  const bool regression = model_.task == Task::regression;
  std::uint32_t leaf = 0;
  if (blender_) {
    const Blend blend = blender_->blend(row);
    leaf = blend.leaf;
    if (!blend.is_single()) {
      if (regression) return {0, blender_->value(blend), rules_[leaf], {}};
      Prediction prediction{blender_->label(blend), 0, rules_[leaf], {}};
      for (const std::uint32_t share : blender_->probabilities(blend)) {
        prediction.probabilities.push_back(static_cast<double>(share) / kWholeWeight);
      }
      return prediction;
    }
  } else {
    leaf = leaf_reached(model_, tree, row);
  }
  return answer_of(leaf);
}

Prediction Interpreter::answer_of(std::uint32_t leaf) const {
  const Node& node = model_.trees.front().nodes[leaf];
  if (model_.task == Task::regression) return {0, node.value, rules_[leaf], {}};
  return {node.label, 0, rules_[leaf], distributions_[leaf]};
}

}  // namespace espalier
