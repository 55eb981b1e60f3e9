// The meaning of a model, in as few words as possible: this file is what all emitted code is compared with.
#include "model/interpret.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <utility>

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

std::optional<std::uint32_t> branch_for_number(const Feature& feature, const Node& node, double number) {
  if (std::isnan(number)) return std::nullopt;
  const double value = compared(feature, number);
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
  const double sum = smoothed_weight(counts, extras);
  for (std::size_t label = 0; label < distribution.size(); ++label) {
    distribution[label] = (distribution[label] + extras[label]) / sum;
  }
  return distribution;
}

// A sum of a model's arithmetic. Whole numbers that a double holds need no other addition than its own.
double added(Arithmetic arithmetic, double a, double b) {
  if (arithmetic == Arithmetic::float32) return static_cast<float>(a) + static_cast<float>(b);
  return a + b;
}

double divided(Arithmetic arithmetic, double a, double b) {
  if (arithmetic == Arithmetic::float32) return static_cast<float>(a) / static_cast<float>(b);
  return a / b;
}

// Ties go to the first.
std::uint32_t place_of_largest(const std::vector<double>& numbers) {
  return static_cast<std::uint32_t>(std::max_element(numbers.begin(), numbers.end()) - numbers.begin());
}

double logistic(double score) {
  return 1 / (1 + std::exp(-score));
}

std::vector<double> in_proportion(std::vector<double> numbers) {
  const double sum = std::accumulate(numbers.begin(), numbers.end(), 0.0);
  for (double& number : numbers) number /= sum;
  return numbers;
}

// Per label, of the scores of Combination::sum.
std::vector<double> linked_probabilities(const Model& model, std::vector<double> scores) {
  if (scores.size() < model.labels.size()) return {1 - logistic(scores[0]), logistic(scores[0])};
  const double largest = *std::max_element(scores.begin(), scores.end());
  // Of scores so low that every 1 / (1 + e^-score) is 0, these are in the same proportion as those of softmax.
  const bool softmax = model.sums.link == ScoreLink::softmax || logistic(largest) == 0;
  for (double& score : scores) score = softmax ? std::exp(score - largest) : logistic(score);
  return in_proportion(std::move(scores));
}

}  // namespace

double compared(const Feature& feature, double value) {
  return feature.precision == Precision::float32 ? static_cast<float>(value) : value;
}

double threshold_for_values(const Feature& feature, double threshold) {
  if (feature.precision == Precision::float64) return threshold;
  constexpr double kBeyondFloats = 0x1.ffffffp127;  // from here on doubles are rounded to infinity
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  float below = static_cast<float>(threshold);  // the largest float that is at most the threshold
  if (static_cast<double>(below) > threshold) below = std::nextafter(below, -std::numeric_limits<float>::infinity());
  const float above = std::nextafter(below, std::numeric_limits<float>::infinity());
  // Half way between the two, where rounding to even decides.
  double middle = (static_cast<double>(below) + static_cast<double>(above)) / 2;
  if (std::isinf(below)) middle = -kBeyondFloats;
  if (std::isinf(above)) middle = kBeyondFloats;
  return compared(feature, middle) <= threshold ? middle : std::nextafter(middle, -kInfinity);
}

std::optional<std::uint32_t> branch_if_known(const Feature& feature, const Node& node, double value) {
  if (node.test == TestKind::all_of) throw std::logic_error("a rule of a list asks for more than one value");
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
    holds = compared(feature, value) <= surrogate.threshold;
  } else {
    const auto category = category_of(feature, value);
    if (!category) return std::nullopt;
    holds = is_member(surrogate.categories, *category);
  }
  return holds != surrogate.reversed ? 0 : 1;
}

bool passes(const Feature& feature, const RulePart& part, double value) {
  const bool numeric = feature.kind == FeatureKind::numeric;
  const auto category = numeric ? std::nullopt : category_of(feature, value);
  if (numeric ? std::isnan(value) : !category) return part.missing;
  switch (part.kind) {
    case RulePart::Kind::upto: return compared(feature, value) <= part.threshold;
    case RulePart::Kind::above: return compared(feature, value) > part.threshold;
    case RulePart::Kind::in: return is_member(part.categories, *category);
    case RulePart::Kind::known: return true;
    case RulePart::Kind::missing: break;
  }
  return false;
}

bool passes_all(const Model& model, const Node& node, Row row) {
  return std::ranges::all_of(
      node.parts, [&](const RulePart& part) { return passes(model.features[part.feature], part, row[part.feature]); });
}

std::optional<std::uint32_t> branch_if_known(const Model& model, const Node& node, Row row) {
  if (node.test == TestKind::all_of) return passes_all(model, node, row) ? 0 : 1;
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

std::vector<double> smoothing_extras(const Smoothing& smoothing, const Node& root) {
  const std::size_t labels = root.counts.size();
  if (smoothing.kind == SmoothingKind::none) return {};
  if (smoothing.kind == SmoothingKind::laplace) return std::vector<double>(labels, 1.0);
  const double weight = root.weight();
  std::vector<double> extras(labels, smoothing.m / static_cast<double>(labels));
  for (std::size_t label = 0; label < labels && weight > 0; ++label) {
    extras[label] = smoothing.m * (root.counts[label] / weight);
  }
  return extras;
}

std::vector<double> smoothing_extras(const Model& model, const Tree& tree) {
  return smoothing_extras(model.smoothing, tree.nodes.front());
}

double smoothed_weight(std::span<const double> counts, std::span<const double> extras) {
  double sum = 0;
  for (std::size_t label = 0; label < counts.size(); ++label) {
    sum += extras.empty() ? counts[label] : counts[label] + extras[label];
  }
  return sum;
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

Interpreter::Interpreter(const Model& model) : model_(model) {
  for (const Tree& tree : model.trees) rules_.push_back(rule_numbers(tree));
  if (model.combination != Combination::single) return;
  const Tree& tree = only_tree(model);
  if (model.task == Task::classification) distributions_ = class_distributions(model, tree);
  if (model.missing == MissingPolicy::fractional) blender_ = std::make_unique<Blender>(model);
}

Interpreter::~Interpreter() = default;

Prediction Interpreter::predict(Row row) const {
  if (model_.combination == Combination::single) return predict_single(row);
  return answer_of_leaves(leaves_reached(row));
}

Prediction Interpreter::answer_of_leaves(std::span<const std::uint32_t> leaves) const {
  Prediction prediction = answer_of_scores(scores(leaves));
  for (std::size_t i = 0; i < leaves.size(); ++i) prediction.rules.push_back(rules_[i][leaves[i]]);
  return prediction;
}

Prediction Interpreter::predict_single(Row row) const {
  if (!blender_) return answer_of(leaf_reached(model_, only_tree(model_), row));
  const Blend blend = blender_->blend(row);
  if (blend.is_single()) return answer_of(blend.leaf);
  const std::uint32_t rule = rules_.front()[blend.leaf];
  if (model_.task == Task::regression) return {0, blender_->value(blend), rule, {}};
  Prediction prediction{blender_->label(blend), 0, rule, {}};
  for (const std::uint32_t share : blender_->probabilities(blend)) {
    prediction.probabilities.push_back(static_cast<double>(share) / kWholeWeight);
  }
  return prediction;
}

Prediction Interpreter::answer_of(std::uint32_t leaf) const {
  const Node& node = only_tree(model_).nodes[leaf];
  if (model_.task == Task::regression) return {0, node.value, rules_.front()[leaf], {}};
  return {node.label, 0, rules_.front()[leaf], distributions_[leaf]};
}

std::vector<std::uint32_t> Interpreter::leaves_reached(Row row) const {
  std::vector<std::uint32_t> leaves;
  leaves.reserve(model_.trees.size());
  for (const Tree& tree : model_.trees) leaves.push_back(leaf_reached(model_, tree, row));
  return leaves;
}

std::vector<double> Interpreter::scores(std::span<const std::uint32_t> leaves) const {
  const Arithmetic arithmetic = model_.sums.arithmetic;
  const bool per_label = model_.task == Task::classification && model_.combination != Combination::sum;
  std::vector<double> scores = model_.sums.base;
  scores.resize(per_label ? model_.labels.size() : std::max<std::size_t>(1, scores.size()), 0);
  if (arithmetic == Arithmetic::float32) {
    for (double& score : scores) score = static_cast<float>(score);
  }
  const auto add = [&](std::size_t place, double addend) { scores[place] = added(arithmetic, scores[place], addend); };
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    const Tree& tree = model_.trees[i];
    const Node& leaf = tree.nodes[leaves[i]];
    switch (leaf_answer(model_)) {
      case LeafAnswer::label: add(leaf.label, 1); break;
      case LeafAnswer::value: add(tree.output, leaf.value); break;
      case LeafAnswer::shares:
        for (std::size_t label = 0; label < scores.size(); ++label) add(label, leaf.shares[label]);
        break;
    }
  }
  return scores;
}

Prediction Interpreter::answer_of_scores(std::vector<double> scores) const {
  const Arithmetic arithmetic = model_.sums.arithmetic;
  Prediction prediction;
  if (model_.combination == Combination::sum) {
    if (model_.task == Task::regression) {
      prediction.value = model_.sums.link == ScoreLink::exponential ? std::exp(scores[0]) : scores[0];
    } else {
      const bool one_of_two = scores.size() < model_.labels.size();
      prediction.label = one_of_two ? (scores[0] > 0 ? 1 : 0) : place_of_largest(scores);
      prediction.probabilities = linked_probabilities(model_, scores);
    }
  } else {
    const bool units = leaf_answer(model_) == LeafAnswer::shares && arithmetic == Arithmetic::whole;
    const double whole = static_cast<double>(model_.trees.size()) * (units ? kWholeShare : 1);
    std::vector<double> means = scores;
    for (double& mean : means) mean = divided(arithmetic, mean, whole);
    if (model_.task == Task::regression) {
      prediction.value = means[0];
    } else {
      prediction.label = place_of_largest(means);
      prediction.probabilities = std::move(means);
    }
  }
  prediction.scores = std::move(scores);
  return prediction;
}

}  // namespace espalier
