#include "model/tree_facts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier {
namespace {

double expected_cost(const std::vector<double>& counts, const std::vector<std::vector<double>>& costs,
                     std::size_t answer) {
  double cost = 0;
  for (std::size_t actual = 0; actual < counts.size(); ++actual) cost += counts[actual] * costs[actual][answer];
  return cost;
}

}  // namespace

std::size_t leaf_count(const Tree& tree) {
  return static_cast<std::size_t>(
      std::count_if(tree.nodes.begin(), tree.nodes.end(), [](const Node& node) { return node.is_leaf(); }));
}

std::size_t leaf_count(const Model& model) {
  std::size_t leaves = 0;
  for (const Tree& tree : model.trees) leaves += leaf_count(tree);
  return leaves;
}

std::size_t depth(const Tree& tree) {
  std::vector<std::size_t> depths(tree.nodes.size(), 0);
  std::size_t deepest = 0;
  for (std::size_t at = 0; at < tree.nodes.size(); ++at) {  // parents come before children
    deepest = std::max(deepest, depths[at]);
    for (const std::uint32_t child : tree.nodes[at].children) depths[child] = depths[at] + 1;
  }
  return deepest;
}

std::size_t depth(const Model& model) {
  std::size_t deepest = 0;
  for (const Tree& tree : model.trees) deepest = std::max(deepest, depth(tree));
  return deepest;
}

Tree compact(const Tree& tree) {
  const std::size_t size = tree.nodes.size();
  std::vector<bool> reached(size, false);
  std::vector<std::uint32_t> new_index(size, 0);
  Tree kept;
  if (size > 0) reached[0] = true;
  for (std::size_t at = 0; at < size; ++at) {  // parents come before children
    if (!reached[at]) continue;
    for (const std::uint32_t child : tree.nodes[at].children) reached[child] = true;
    new_index[at] = static_cast<std::uint32_t>(kept.nodes.size());
    kept.nodes.push_back(tree.nodes[at]);
  }
  for (Node& node : kept.nodes) {
    for (std::uint32_t& child : node.children) child = new_index[child];
  }
  return kept;
}

double leaf_errors(const Node& node) {
  // Summed rather than subtracted: fractional weights would leave a rounding residue, even a negative one.
  double errors = 0;
  for (std::size_t label = 0; label < node.counts.size(); ++label) {
    if (label != node.label) errors += node.counts[label];
  }
  return errors;
}

double leaf_risk(const Model& model, const Node& node) {
  if (model.task == Task::regression) return node.deviation;
  return model.costs.empty() ? leaf_errors(node) : expected_cost(node.counts, model.costs, node.label);
}

std::uint32_t majority_label(const std::vector<double>& counts) {
  return static_cast<std::uint32_t>(std::max_element(counts.begin(), counts.end()) - counts.begin());
}

std::uint32_t best_label(const std::vector<double>& counts, const std::vector<std::vector<double>>& costs) {
  if (costs.empty()) return majority_label(counts);
  std::uint32_t best = 0;
  double least = expected_cost(counts, costs, 0);
  for (std::uint32_t answer = 1; answer < counts.size(); ++answer) {
    const double cost = expected_cost(counts, costs, answer);
    if (cost < least) {
      least = cost;
      best = answer;
    }
  }
  return best;
}

Tree in_reading_order(Tree tree) {
  std::vector<std::uint32_t> order;
  std::vector<std::uint32_t> new_index(tree.nodes.size(), 0);
  std::vector<std::uint32_t> pending = {0};
  while (!pending.empty()) {
    const std::uint32_t at = pending.back();
    pending.pop_back();
    new_index[at] = static_cast<std::uint32_t>(order.size());
    order.push_back(at);
    const auto& children = tree.nodes[at].children;
    pending.insert(pending.end(), children.rbegin(), children.rend());
  }
  Tree ordered;
  ordered.nodes.reserve(order.size());
  for (const std::uint32_t at : order) {
    ordered.nodes.push_back(std::move(tree.nodes[at]));
    for (std::uint32_t& child : ordered.nodes.back().children) child = new_index[child];
  }
  return ordered;
}

std::vector<std::size_t> leaves_below(const Tree& tree) {
  std::vector<std::size_t> leaves(tree.nodes.size(), 1);
  for (std::size_t i = tree.nodes.size(); i-- > 0;) {
    const Node& node = tree.nodes[i];
    if (node.is_leaf()) continue;
    leaves[i] = 0;
    for (const std::uint32_t child : node.children) leaves[i] += leaves[child];
  }
  return leaves;
}

void make_leaf(Node& node) {
  Node leaf;
  leaf.counts = std::move(node.counts);
  leaf.label = node.label;
  leaf.total = node.total;
  leaf.value = node.value;
  leaf.deviation = node.deviation;
  node = std::move(leaf);
}

// The tree as text for people, one line per outcome of a test, in reading order:
//
//     outlook = sunny
//     |   humidity <= 75: Play (2)
//     |   humidity > 75: Don't Play (3)
//     outlook = overcast: Play (4)
//
// Member tests read `color in {red, blue}` / `color not in {red, blue}`, for a single category `color = red` /
// `color != red`; groups of categories likewise. Intervals read `humidity <= 75`, `75 < humidity <= 80`,
// `humidity > 80`; what asks for the presence of a value `age is known` / `age is missing`. A leaf shows (weight) or
// (weight/errors), a number as answer `: 23.5 (14)`. A decision list has a line per rule:
//
//     outlook = overcast: Play (4)
//     otherwise, if humidity > 75 and (outlook = sunny or missing): Don't Play (3)
//     otherwise: Play (7/2)

namespace {

// A chain of a million tests would need a terabyte of bars; beyond this depth a line states its depth instead.
constexpr std::size_t kDeepestIndent = 40;
constexpr std::size_t kMostCategories = 8;

struct Outcome {
  std::uint32_t parent;
  std::uint32_t branch;
  std::size_t depth;
};

// Names are shown as they are unless the line would read wrongly: nothing, blanks at an end, our own punctuation.
std::string shown(const std::string& name) {
  const bool plain =
      !name.empty() && trim(name).size() == name.size() && name.find_first_of(",:{}") == std::string::npos;
  return plain ? printable(name) : in_quotes(name);
}

std::string rounded(double weight) {
  constexpr double kExactBelow = 1e13;  // hundredths of larger weights are beyond a double's digits
  return shortest(weight < kExactBelow ? std::round(weight * 100) / 100 : weight);
}

// What a leaf of one of several trees says, with its weight where that is known.
std::string answer_of_several(const Model& model, const Node& leaf) {
  std::string text;
  switch (leaf_answer(model)) {
    case LeafAnswer::label: text = shown(model.labels[leaf.label]); break;
    case LeafAnswer::value: text = fmt::format("{:.6g}", leaf.value + 0.0); break;
    case LeafAnswer::shares: {
      const double whole = model.sums.arithmetic == Arithmetic::whole ? kWholeShare : 1;
      const std::uint32_t label = majority_label(leaf.shares);
      text = fmt::format("{} {}", shown(model.labels[label]), percent(leaf.shares[label] / whole));
      break;
    }
  }
  return leaf.total > 0 ? fmt::format(": {} ({})", text, rounded(leaf.total)) : ": " + text;
}

std::string answer(const Model& model, const Node& node) {
  if (model.combination != Combination::single) return answer_of_several(model, node);
  if (model.task == Task::regression) {
    return fmt::format(": {:.6g} ({})", node.value + 0.0, rounded(node.weight()));  // + 0.0: -0 reads as 0
  }
  std::string text = ": " + shown(model.labels[node.label]) + " (" + rounded(node.weight());
  const std::string errors = rounded(leaf_errors(node));
  if (errors != "0") text += "/" + errors;
  return text + ")";
}

std::string category_set(const Feature& feature, const std::vector<std::uint32_t>& categories) {
  std::string text = "{";
  const std::size_t listed = std::min(categories.size(), kMostCategories);
  for (std::size_t i = 0; i < listed; ++i) {
    if (i > 0) text += ", ";
    text += shown(feature.categories[categories[i]]);
  }
  if (listed < categories.size()) text += ", ... " + grouped(categories.size() - listed) + " more";
  return text + "}";
}

std::string membership(const Feature& feature, const std::vector<std::uint32_t>& categories, bool inside) {
  if (categories.size() == 1) return (inside ? " = " : " != ") + shown(feature.categories[categories.front()]);
  return (inside ? " in " : " not in ") + category_set(feature, categories);
}

std::vector<std::uint32_t> group(const Node& node, std::uint32_t branch) {
  std::vector<std::uint32_t> categories;
  for (std::uint32_t category = 0; category < node.groups.size(); ++category) {
    if (node.groups[category] == branch) categories.push_back(category);
  }
  return categories;
}

std::string presence(bool known) {
  return known ? " is known" : " is missing";
}

std::string outcome_of(const Feature& feature, const std::string& name, std::uint32_t branch) {
  if (branch == feature.outcomes()) return name + presence(false);
  if (feature.kind == FeatureKind::categorical) return name + " = " + shown(feature.categories[branch]);
  const std::vector<CutPoint>& cuts = feature.cuts;
  if (branch == cuts.size()) return name + " > " + value_text(feature, cuts.back().threshold);
  const std::string below = branch == 0 ? "" : value_text(feature, cuts[branch - 1].threshold) + " < ";
  return below + name + " <= " + value_text(feature, cuts[branch].threshold);
}

// All parts of a rule.
std::string rule_text(const Model& model, const Node& node) {
  std::string text;
  for (const RulePart& part : node.parts) {
    const bool alternatives = part.missing && part.kind != RulePart::Kind::missing && node.parts.size() > 1;
    text += fmt::format(fmt::runtime(alternatives ? "{}({})" : "{}{}"), text.empty() ? "" : " and ",
                        part_text(model, part));
  }
  return text;
}

std::string indent(std::size_t depth) {
  std::string bars;
  for (std::size_t level = 0; level < std::min(depth, kDeepestIndent); ++level) bars += "|   ";
  if (depth > kDeepestIndent) bars += "[" + std::to_string(depth) + "] ";
  return bars;
}

std::string line(const Model& model, const Tree& tree, const Outcome& outcome) {
  const Node& parent = tree.nodes[outcome.parent];
  const Node& child = tree.nodes[parent.children[outcome.branch]];
  std::string text = indent(outcome.depth) + condition_text(model, parent, outcome.branch);
  if (child.is_leaf()) text += answer(model, child);
  return text + "\n";
}

void push_outcomes(const Tree& tree, std::uint32_t at, std::size_t depth, std::vector<Outcome>& pending) {
  for (auto branch = static_cast<std::uint32_t>(tree.nodes[at].children.size()); branch-- > 0;) {
    pending.push_back({at, branch, depth});
  }
}

}  // namespace

std::string value_text(const Feature& feature, double value) {
  const std::string date = feature.date ? date_text(value, feature.date->unit) : "";
  return date.empty() ? shortest(value) : shortest(value) + " (" + date + ")";
}

std::string part_text(const Model& model, const RulePart& part) {
  const Feature& feature = model.features[part.feature];
  std::string text = shown(feature.name);
  switch (part.kind) {
    case RulePart::Kind::upto: text += " <= " + value_text(feature, part.threshold); break;
    case RulePart::Kind::above: text += " > " + value_text(feature, part.threshold); break;
    case RulePart::Kind::in: text += membership(feature, part.categories, true); break;
    case RulePart::Kind::known: return text + presence(true);
    case RulePart::Kind::missing: return text + presence(false);
  }
  return part.missing ? text + " or missing" : text;
}

std::string condition_text(const Model& model, const Node& node, std::uint32_t branch) {
  const Feature& feature = model.features[node.feature];
  std::string name = shown(feature.name);
  switch (node.test) {
    case TestKind::leaf: break;
    case TestKind::less_equal: return name + (branch == 0 ? " <= " : " > ") + value_text(feature, node.threshold);
    case TestKind::member:
      if (node.categories.size() == feature.categories.size()) return name + presence(branch == 0);
      return name + membership(feature, node.categories, branch == 0);
    case TestKind::multiway: return outcome_of(feature, name, branch);
    case TestKind::grouped: return name + membership(feature, group(node, branch), true);
    case TestKind::present: return name + presence(branch == 0);
    case TestKind::all_of: return branch == 0 ? rule_text(model, node) : "not (" + rule_text(model, node) + ")";
  }
  return name;
}

std::string test_text(const Model& model, const Node& node) {
  if (node.children.size() == 2) return condition_text(model, node, 0);
  return shown(model.features[node.feature].name) + " (" + counted(node.children.size(), "branch") + ")";
}

std::string outline_text(const Model& model, const Tree& tree, std::size_t max_lines) {
  const Node& root = tree.nodes.front();
  if (root.is_leaf()) return answer(model, root) + "\n";

  std::string text;
  std::size_t lines = 0;
  std::vector<Outcome> pending;
  if (is_list(tree)) {
    for (std::uint32_t at = 0;; at = tree.nodes[at].children[1]) {
      const Node& node = tree.nodes[at];
      if (++lines <= max_lines) {
        text += at == 0 ? "" : "otherwise";
        if (!node.is_leaf()) text += (at == 0 ? "" : ", if ") + rule_text(model, node);
        text += answer(model, node.is_leaf() ? node : tree.nodes[node.children[0]]) + "\n";
      }
      if (node.is_leaf()) break;
    }
  } else {
    push_outcomes(tree, 0, 0, pending);
  }
  while (!pending.empty()) {
    const Outcome outcome = pending.back();
    pending.pop_back();
    if (++lines <= max_lines) text += line(model, tree, outcome);
    push_outcomes(tree, tree.nodes[outcome.parent].children[outcome.branch], outcome.depth + 1, pending);
  }
  if (lines > max_lines) text += "... " + counted(lines - max_lines, "more line") + "\n";
  return text;
}

std::vector<double> widest_sums(const Model& model) {
  std::vector<double> widest = model.sums.base;
  widest.resize(std::max<std::size_t>(1, widest.size()));
  for (double& sum : widest) sum = std::abs(sum);
  for (const Tree& tree : model.trees) {
    double largest = 0;
    for (const Node& node : tree.nodes) largest = std::max(largest, std::abs(node.value));
    widest[tree.output] += largest;
  }
  return widest;
}

}  // namespace espalier
