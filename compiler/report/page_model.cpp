#include "report/page_model.hpp"

#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "audit/boundary.hpp"
#include "lower/input_type.hpp"
#include "model/blend.hpp"
#include "model/interpret.hpp"
#include "model/tree_facts.hpp"
#include "model/words.hpp"
#include "report/figure_text.hpp"
#include "report/tree_drawing.hpp"
#include "report/tree_picture.hpp"
#include "support/text.hpp"

namespace espalier {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostChecks = 400;

// JSON has no infinities: a page reads them from words.
Json exact_number(double value) {
  if (std::isnan(value)) return nullptr;
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  return value;
}

Json column_json(const Feature& feature, bool used) {
  Json column = {{"name", feature.name}, {"shown", printable(feature.name)}, {"used", used}};
  if (feature.kind == FeatureKind::categorical) {
    Json words = Json::array();  // [word, category]
    for (std::uint32_t category = 0; category < feature.categories.size(); ++category) {
      for (const std::string& word : words_of(feature, category)) words.push_back({word, category});
    }
    column["categories"] = feature.categories.size();
    column["words"] = std::move(words);
    return column;
  }
  column["minimum"] = feature.minimum;
  column["maximum"] = feature.maximum;
  column["integer"] = feature.integer;
  if (feature.precision == Precision::float32) column["float32"] = true;
  if (feature.date) column["date"] = to_string(feature.date->unit);
  if (!feature.cuts.empty()) {
    column["cuts"] = Json::array();
    for (const CutPoint& cut : feature.cuts) column["cuts"].push_back(cut.threshold);
  }
  return column;
}

Json numbers(const RareList<std::uint32_t>& list) {
  Json json = Json::array();
  for (const std::uint32_t number : list) json.push_back(number == kNoGroup ? Json(-1) : Json(number));
  return json;
}

Json surrogate_json(const Surrogate& surrogate) {
  Json json = {{"f", surrogate.feature}, {"k", to_string(surrogate.test)}, {"r", surrogate.reversed}};
  if (surrogate.test == TestKind::less_equal) {
    json["x"] = surrogate.threshold;
  } else {
    json["w"] = surrogate.categories;
  }
  return json;
}

Json children_of(const Node& node) {
  Json json = Json::array();
  for (const std::uint32_t child : node.children) json.push_back(child);
  return json;
}

// A condition of a rule.
Json part_json(const RulePart& part) {
  Json json = {{"f", part.feature}, {"k", to_string(part.kind)}, {"m", part.missing}};
  if (part.kind == RulePart::Kind::in) {
    json["w"] = part.categories;
  } else {
    json["x"] = part.threshold;
  }
  return json;
}

void add_test(const Node& node, Json& json) {
  json["k"] = to_string(node.test);
  json["f"] = node.feature;
  json["c"] = children_of(node);
  json["m"] = node.missing_child;
  if (node.test == TestKind::less_equal) json["x"] = node.threshold;
  if (node.test == TestKind::member) json["w"] = numbers(node.categories);
  if (node.test == TestKind::grouped) json["w"] = numbers(node.groups);
  if (node.test == TestKind::all_of) {
    json["p"] = Json::array();
    for (const RulePart& part : node.parts) json["p"].push_back(part_json(part));
  }
  if (node.surrogates.empty()) return;
  json["s"] = Json::array();
  for (const Surrogate& surrogate : node.surrogates) json["s"].push_back(surrogate_json(surrogate));
}

// What a leaf of one of several trees adds.
void add_contribution(const Model& model, const Node& leaf, Json& json) {
  switch (leaf_answer(model)) {
    case LeafAnswer::label: json["l"] = leaf.label; break;
    case LeafAnswer::value: json["v"] = leaf.value; break;
    case LeafAnswer::shares: {
      json["h"] = Json::array();
      for (const double share : leaf.shares) json["h"].push_back(share);
    }
  }
}

// What is told about a node that is drawn.
void add_drawn(const PictureNode& node, Json& json) {
  if (!node.branch.empty()) {
    json["e"] = node.branch;
    json["o"] = node.condition;
  }
  if (!node.column.empty()) json["n"] = node.column;
  if (!node.answer.empty()) json["a"] = node.answer;
  if (node.at) json["at"] = *node.at;
  if (node.weight > 0) {
    json["t"] = node.weight;
    json["share"] = node.share;
  }
  if (!node.parts.empty()) {
    json["g"] = node.label;
    json["parts"] = node.parts;
  }
}

class PageTrees {
 public:
  explicit PageTrees(const Model& model) : model_(model), blends_(model.missing == MissingPolicy::fractional) {
    if (model.combination != Combination::single) return;
    const Tree& tree = only_tree(model);
    if (model.task == Task::classification) distributions_ = class_distributions(model, tree);
    if (!blends_) return;
    smoothing_ = blend_smoothing(model, tree);
    exponent_ = model.task == Task::regression ? value_exponent(tree) : 0;
  }

  Json tree(std::size_t number) const {
    const Tree& tree = model_.trees[number];
    const std::vector<std::uint32_t> rules = rule_numbers(tree);
    PictureOptions everything;
    everything.tree = number;
    everything.leaves = tree.nodes.size();
    everything.depth = tree.nodes.size();
    const TreePicture picture = tree_picture(model_, everything);
    std::vector<Json> nodes(tree.nodes.size());
    for (const PictureNode& drawn : picture.nodes) {
      const Node& node = tree.nodes[drawn.node];
      Json& json = nodes[drawn.node];
      if (node.is_leaf()) {
        json["r"] = rules[drawn.node];
        add_answer(tree, drawn.node, json);
      } else {
        add_test(node, json);
        if (blends_) json["b"] = branch_shares(tree, node);
      }
      add_drawn(drawn, json);
    }
    return {{"output", tree.output}, {"least", picture.least}, {"most", picture.most}, {"nodes", std::move(nodes)}};
  }

  Json blend() const {
    Json json = {{"exponent", exponent_}, {"extras", smoothing_.extras}, {"sum", smoothing_.sum}};
    if (const auto threshold = blend_threshold(model_)) {
      json["threshold"] = {{"label", threshold->label}, {"share", threshold->share}};
    }
    if (!model_.costs.empty()) json["costs"] = whole_costs(model_);
    return json;
  }

 private:
  void add_answer(const Tree& tree, std::uint32_t at, Json& json) const {
    const Node& leaf = tree.nodes[at];
    if (model_.combination != Combination::single) {
      add_contribution(model_, leaf, json);
      return;
    }
    if (model_.task == Task::regression) {
      json["v"] = leaf.value;
      if (blends_) json["i"] = scaled_value(leaf.value, exponent_);
      return;
    }
    json["l"] = leaf.label;
    json["p"] = distributions_[at];
    if (!blends_) return;
    json["q"] = label_shares(leaf);
    json["u"] = smoothing_.support_of(leaf);
  }

  const Model& model_;
  bool blends_;
  std::vector<std::vector<double>> distributions_;
  BlendSmoothing smoothing_;
  int exponent_ = 0;
};

// A row for each rule, as far as some input reaches it, and one without any value.
Json checks_of(const Model& model) {
  Json checks = Json::array();
  const Interpreter interpreter(model);
  const auto add = [&](Row row) {
    if (checks.size() >= kMostChecks) return;
    checks.push_back(page_check(model, row, interpreter.predict(row)));
  };
  const std::vector<double> nothing(model.features.size(), kMissing);
  add(nothing);
  for_each_kind_of_vector(model, page_fields(model), [&](const BoundaryVector& vector) {
    if (vector.kind == BoundaryVector::Kind::witness) add(vector.row);
  });
  return checks;
}

}  // namespace

std::vector<Field> page_fields(const Model& model) {
  std::vector<Field> fields(model.features.size());
  for (std::uint32_t i = 0; i < fields.size(); ++i) {
    fields[i].feature = i;
    fields[i].type = model.features[i].kind == FeatureKind::numeric ? InputType::float64 : InputType::category;
  }
  return fields;
}

Json page_check(const Model& model, Row row, const Prediction& prediction) {
  Json values = Json::array();
  for (const double value : row) values.push_back(exact_number(value));
  Json json;
  if (model.task == Task::regression) {
    json["value"] = exact_number(prediction.value);
  } else {
    json["label"] = prediction.label;
  }
  if (model.combination == Combination::single) {
    json["rule"] = prediction.rule;
  } else {
    json["rules"] = prediction.rules;
  }
  return {{"row", std::move(values)}, {"answer", std::move(json)}};
}

bool fits_page(const Model& model) {
  std::size_t nodes = 0;
  for (const Tree& tree : model.trees) nodes += tree.nodes.size();
  return nodes <= kMostNodesInPage;
}

Json page_model(const Model& model) {
  std::set<std::uint32_t> used;
  for (const Tree& tree : model.trees) {
    for (const Node& node : tree.nodes) {
      for_each_tested(node, [&](std::uint32_t feature) { used.insert(feature); });
      for (const Surrogate& surrogate : node.surrogates) used.insert(surrogate.feature);
    }
  }
  Json json = {{"task", task_name(model.task)},
               {"target", model.target},
               {"missing", to_string(model.missing)},
               {"combination", to_string(model.combination)}};
  json["labels"] = Json::array();
  for (const std::string& label : model.labels) json["labels"].push_back(printable(label));
  json["colours"] = label_colours(model);
  json["columns"] = Json::array();
  for (std::uint32_t i = 0; i < model.features.size(); ++i) {
    json["columns"].push_back(column_json(model.features[i], used.contains(i)));
  }
  if (model.combination != Combination::single) {
    json["sums"] = {{"arithmetic", to_string(model.sums.arithmetic)},
                    {"base", model.sums.base},
                    {"link", to_string(model.sums.link)},
                    {"leaves", to_string(leaf_answer(model))}};
  }
  const PageTrees trees(model);
  if (model.missing == MissingPolicy::fractional) json["blend"] = trees.blend();
  json["trees"] = Json::array();
  for (std::size_t tree = 0; tree < model.trees.size(); ++tree) json["trees"].push_back(trees.tree(tree));
  json["checks"] = checks_of(model);
  return json;
}

}  // namespace espalier
