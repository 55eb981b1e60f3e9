#include "learn/decision_list.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "model/model_json.hpp"
#include "model/tree_facts.hpp"
#include "support/diagnostic.hpp"
#include "support/number_text.hpp"
#include "version.hpp"

namespace espalier {
namespace {

using Kind = RulePart::Kind;

// Whether a missing value takes a child of its own, which a condition can say.
bool tells_of_missing(MissingPolicy policy) {
  return policy == MissingPolicy::majority || policy == MissingPolicy::learned || policy == MissingPolicy::own_category;
}

void keep(std::vector<RulePart>& parts, RulePart part) {
  for (RulePart& old : parts) {
    if (old.feature != part.feature || old.kind != part.kind) continue;
    switch (part.kind) {
      case Kind::upto: old.threshold = std::min(old.threshold, part.threshold); break;
      case Kind::above: old.threshold = std::max(old.threshold, part.threshold); break;
      case Kind::in: {
        std::vector<std::uint32_t> common;
        std::ranges::set_intersection(old.categories, part.categories, std::back_inserter(common));
        old.categories = std::move(common);
        break;
      }
      case Kind::known:
      case Kind::missing: break;
    }
    old.missing = old.missing && part.missing;
    return;
  }
  parts.push_back(std::move(part));
}

std::vector<std::uint32_t> categories_of_branch(const Feature& feature, const Node& node, std::uint32_t branch,
                                                bool unknown) {
  std::vector<std::uint32_t> categories;
  for (std::uint32_t category = 0; category < feature.categories.size(); ++category) {
    const auto own = branch_if_known(feature, node, category);
    if (own ? *own == branch : unknown) categories.push_back(category);
  }
  return categories;
}

void keep_branch(const Model& model, const Node& node, std::uint32_t branch, std::vector<RulePart>& parts) {
  const Feature& feature = model.features[node.feature];
  const bool missing = tells_of_missing(model.missing) && node.missing_child == branch;
  const auto bound = [&](Kind kind, double threshold) { keep(parts, {kind, node.feature, threshold, {}, missing}); };
  if (node.test == TestKind::present) {
    keep(parts, {branch == 0 ? Kind::known : Kind::missing, node.feature, 0, {}, branch == 1});
  } else if (branch >= feature.outcomes() && node.test == TestKind::multiway) {
    keep(parts, {Kind::missing, node.feature, 0, {}, true});
  } else if (feature.kind == FeatureKind::categorical) {
    // Categories that no training row of the node had.
    const bool unknown = node.missing_child == branch && model.missing != MissingPolicy::fractional;
    keep(parts, {Kind::in, node.feature, 0, categories_of_branch(feature, node, branch, unknown), missing});
  } else if (node.test == TestKind::multiway) {
    if (branch > 0) bound(Kind::above, feature.cuts[branch - 1].threshold);
    if (branch < feature.cuts.size()) bound(Kind::upto, feature.cuts[branch].threshold);
  } else {
    bound(branch == 0 ? Kind::upto : Kind::above, node.threshold);
  }
}

std::uint32_t label_of(const Model& model, const Node& leaf) {
  if (leaf_answer(model) != LeafAnswer::shares) return leaf.label;
  return static_cast<std::uint32_t>(std::max_element(leaf.shares.begin(), leaf.shares.end()) - leaf.shares.begin());
}

void add_rules(const Model& model, const Tree& tree, std::vector<ListedRule>& rules) {
  struct Place {
    std::uint32_t node;
    std::vector<RulePart> parts;
  };
  std::vector<Place> pending = {{0, {}}};
  while (!pending.empty()) {
    Place place = std::move(pending.back());
    pending.pop_back();
    const Node& node = tree.nodes[place.node];
    if (node.is_leaf()) {
      rules.push_back({std::move(place.parts), label_of(model, node), {}});
      continue;
    }
    for (std::size_t branch = node.children.size(); branch-- > 0;) {
      Place next{node.children[branch], place.parts};
      keep_branch(model, node, static_cast<std::uint32_t>(branch), next.parts);
      pending.push_back(std::move(next));
    }
  }
}

}  // namespace

std::size_t rule_applied(const Model& model, const DecisionList& list, Row row) {
  const auto applies = [&](const ListedRule& rule) {
    return std::ranges::all_of(rule.parts, [&](const RulePart& part) {
      return passes(model.features[part.feature], part, row[part.feature]);
    });
  };
  return static_cast<std::size_t>(std::ranges::find_if(list.rules, applies) - list.rules.begin());
}

std::vector<ListedRule> rules_of_trees(const Model& model) {
  refuse_list(model, "its rules are simplified already", "simplify those of the model that it was made of");
  if (model.task == Task::regression || leaf_answer(model) == LeafAnswer::value) {
    throw Diagnostic(ExitCode::bad_input,
                     "the leaves of the model are numbers, and only rules that name a class can be simplified",
                     "leave its rules as they are");
  }
  std::vector<ListedRule> rules;
  for (const Tree& tree : model.trees) add_rules(model, tree, rules);
  return rules;
}

namespace {

// The values next to a threshold; none if there are none on one side.
std::optional<Gap> gap_at(const Feature& feature, double threshold, const Numbers& values) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  Gap gap{-kInfinity, kInfinity};
  for (const double value : values) {
    if (!std::isfinite(value)) continue;
    if (compared(feature, value) <= threshold) {
      gap.below = std::max(gap.below, value);
    } else {
      gap.above = std::min(gap.above, value);
    }
  }
  const bool around = gap.below <= threshold && threshold < gap.above;
  return around && std::isfinite(gap.below) && std::isfinite(gap.above) ? std::optional(gap) : std::nullopt;
}

// What a part says as the model file has it; none if every value passes.
std::optional<RulePart> stated(const Model& model, RulePart part, const Dataset& data) {
  const Feature& feature = model.features[part.feature];
  if (part.kind == Kind::in && part.categories.size() == feature.categories.size()) {
    if (part.missing) return std::nullopt;
    part = {Kind::known, part.feature, 0, {}, false};
  }
  if (part.kind == Kind::in && part.categories.empty()) part = {Kind::missing, part.feature, 0, {}, true};
  if (part.kind == Kind::upto || part.kind == Kind::above) {
    part.gap = gap_at(feature, part.threshold, data.features[part.feature].values);
  }
  return part;
}

bool never_applies(const ListedRule& rule) {
  return std::ranges::any_of(rule.parts, [](const RulePart& part) {
    return part.kind == Kind::in && part.categories.empty() && !part.missing;
  });
}

bool asks_for_presence(const Tree& tree) {
  return std::ranges::any_of(tree.nodes, [](const Node& node) {
    return std::ranges::any_of(
        node.parts, [](const RulePart& part) { return part.kind == Kind::known || part.kind == Kind::missing; });
  });
}

Node leaf_of(const ListedRule& rule) {
  Node leaf;
  leaf.label = rule.label;
  leaf.counts = rule.counts;
  return leaf;
}

// Tests get what comes to them: what their rule answers, and all after it.
Tree with_figures(Tree tree) {
  for (std::size_t at = tree.nodes.size(); at-- > 0;) {
    Node& node = tree.nodes[at];
    if (node.is_leaf()) continue;
    node.counts = tree.nodes[at + 1].counts;
    for (std::size_t label = 0; label < node.counts.size(); ++label) {
      node.counts[label] += tree.nodes[at + 2].counts[label];
    }
    node.label = majority_label(node.counts);
  }
  return tree;
}

// Tests and leaves in turn: rule i is test 2i, its answer leaf 2i + 1. Rules that no value meets are left out.
Tree tree_of(const Model& model, const DecisionList& list, const Dataset& data) {
  Tree tree;
  for (const ListedRule& rule : list.rules) {
    if (never_applies(rule)) continue;
    const auto at = static_cast<std::uint32_t>(tree.nodes.size());
    Node test;
    test.test = TestKind::all_of;
    for (const RulePart& part : rule.parts) {
      if (auto said = stated(model, part, data)) test.parts.push_back(std::move(*said));
    }
    tree.nodes.push_back(leaf_of(rule));
    if (test.parts.empty()) return with_figures(std::move(tree));  // it always applies
    test.feature = test.parts.front().feature;
    test.children = {at + 1, at + 2};
    test.missing_child = 1;
    tree.nodes.insert(tree.nodes.end() - 1, std::move(test));
  }
  tree.nodes.push_back(leaf_of(list.otherwise));
  return with_figures(std::move(tree));
}

}  // namespace

Model model_of_list(const Model& before, const DecisionList& list, const Dataset& data, const ListOrigin& origin) {
  Model model;
  model.task = before.task;
  model.features = before.features;
  model.target = before.target;
  model.labels = before.labels;
  model.smoothing = before.smoothing;
  model.trees = {tree_of(model, list, data)};
  // The parts of the rules say where missing values go, which is a policy of its own wherever there can be some.
  const bool refuses = before.missing == MissingPolicy::refuse && !asks_for_presence(model.trees.front());
  model.missing = refuses ? MissingPolicy::refuse : MissingPolicy::own_category;
  model.provenance = before.provenance;
  Provenance& provenance = model.provenance;
  provenance.tool = std::string("espalier ") + kVersion;
  provenance.evaluation.reset();
  provenance.training_score.reset();
  provenance.options.emplace_back("simplify-model", origin.model_sha256);
  provenance.options.emplace_back("simplify-rows", data.data_sha256);
  provenance.options.emplace_back("simplify-confidence", shortest(origin.confidence));
  if (data.data_sha256 == before.provenance.data_sha256) provenance.training_score = mark(model, data).score;
  validate(model, "the list");
  return model;
}

DecisionList list_of(const Tree& tree) {
  DecisionList list;
  std::uint32_t at = 0;
  for (; !tree.nodes[at].is_leaf(); at = tree.nodes[at].children[1]) {
    const Node& node = tree.nodes[at];
    const Node& leaf = tree.nodes[node.children[0]];
    list.rules.push_back({node.parts, leaf.label, leaf.counts});
  }
  list.otherwise = {{}, tree.nodes[at].label, tree.nodes[at].counts};
  return list;
}

}  // namespace espalier
