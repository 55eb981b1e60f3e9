#include "emit/rules_json.hpp"

#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "emit/emit_record.hpp"
#include "emit/render.hpp"
#include "emit/rule_conditions.hpp"
#include "model/blend.hpp"
#include "model/interpret.hpp"
#include "model/json_text.hpp"
#include "model/tree_facts.hpp"

namespace espalier {
namespace {

void put_texts(std::string& out, const std::vector<std::string>& texts) {
  put_array(out, texts, [](std::string& to, const std::string& text) { put_string(to, text); });
}

void put_key(std::string& out, std::string_view key) {
  out += fmt::format(", \"{}\": ", key);
}

class RuleWriter {
 public:
  RuleWriter(const Model& model, const Tree& tree, bool blends) : model_(model), tree_(tree), blends_(blends) {
    const std::vector<std::uint32_t> numbers = rule_numbers(tree);
    leaf_of_.assign(leaf_count(tree) + 1, 0);
    for (std::uint32_t i = 0; i < numbers.size(); ++i) {
      if (numbers[i] > 0) leaf_of_[numbers[i]] = i;
    }
    if (model.combination != Combination::single) return;
    if (model.task == Task::classification) distributions_ = class_distributions(model, tree);
    if (model.task == Task::regression) exponent_ = value_exponent(tree);
    smoothing_ = blend_smoothing(model, tree);
  }

  void put_rule(std::string& out, std::uint32_t rule, const std::vector<RuleCondition>& conditions) const {
    const std::uint32_t at = leaf_of_[rule];
    const Node& leaf = tree_.nodes[at];
    out += fmt::format("{{\"id\": {}", rule);
    put_key(out, "conditions");
    put_array(out, conditions, [&](std::string& to, const RuleCondition& condition) { put(to, condition, true); });
    if (model_.combination != Combination::single) {
      put_addend(out, leaf);
      out += '}';
      return;
    }
    put_key(out, "answer");
    if (model_.task == Task::regression) {
      put_number(out, leaf.value);
      put_key(out, "weight");
      put_number(out, leaf.weight());
      put_key(out, "deviation");
      put_number(out, leaf.deviation);
    } else {
      put_string(out, model_.labels[leaf.label]);
      put_key(out, "weight");
      put_number(out, leaf.weight());
      put_key(out, "confidence");
      put_number(out, distributions_[at][leaf.label]);
      put_key(out, "probabilities");
      put_array(out, distributions_[at], put_number);
    }
    if (blends_) put_blend(out, leaf);
    out += '}';
  }

 private:
  void put(std::string& out, const RuleCondition& condition, bool says_missing) const {
    const Feature& feature = model_.features[condition.feature];
    out += "{\"column\": ";
    put_string(out, feature.name);
    put_key(out, "op");
    put_string(out, to_string(condition.op));
    switch (condition.op) {
      case RuleOp::less_equal: put_figure(out, "value", condition.upto); break;
      case RuleOp::greater: put_figure(out, "value", condition.above); break;
      case RuleOp::within:
        put_figure(out, "above", condition.above);
        put_figure(out, "upto", condition.upto);
        break;
      case RuleOp::in:
      case RuleOp::not_in: put_categories(out, "values", feature, condition.categories); break;
      default: break;
    }
    if (!condition.known_categories.empty()) put_categories(out, "known", feature, condition.known_categories);
    if (!condition.otherwise.empty()) {
      put_key(out, "otherwise");
      put_array(out, condition.otherwise, [&](std::string& to, const RuleCondition& other) { put(to, other, false); });
    }
    if (condition.share) {
      out += fmt::format(", \"share\": {}", *condition.share);
    } else if (says_missing) {
      out += fmt::format(", \"missing\": {}", condition.when_missing);
    }
    out += '}';
  }

  static void put_figure(std::string& out, std::string_view key, double value) {
    put_key(out, key);
    put_number(out, value);
  }

  static void put_categories(std::string& out, std::string_view key, const Feature& feature,
                             const std::vector<std::uint32_t>& categories) {
    put_key(out, key);
    put_array(out, categories, [&](std::string& to, std::uint32_t c) { put_string(to, feature.categories[c]); });
  }

  // What a leaf of one of several trees says.
  void put_addend(std::string& out, const Node& leaf) const {
    switch (leaf_answer(model_)) {
      case LeafAnswer::label:
        put_key(out, "answer");
        put_string(out, model_.labels[leaf.label]);
        break;
      case LeafAnswer::shares:
        put_key(out, "shares");
        put_array(out, leaf.shares, put_number);
        break;
      case LeafAnswer::value: put_figure(out, "value", leaf.value); break;
    }
    put_figure(out, "weight", leaf.weight());
  }

  void put_blend(std::string& out, const Node& leaf) const {
    if (model_.task == Task::regression) {
      out += fmt::format(", \"scaled\": {}", scaled_value(leaf.value, exponent_));
      return;
    }
    put_key(out, "shares");
    put_array(out, label_shares(leaf), put_whole);
    if (!smoothing_.extras.empty()) out += fmt::format(", \"support\": {}", smoothing_.support_of(leaf));
  }

  const Model& model_;
  const Tree& tree_;
  bool blends_;
  std::vector<std::uint32_t> leaf_of_;
  std::vector<std::vector<double>> distributions_;
  int exponent_ = 0;
  BlendSmoothing smoothing_;
};

std::string features_array(const Model& model) {
  std::string out;
  put_lines(out, model.features, "  ", [](std::string& to, const Feature& feature) {
    to += "{\"name\": ";
    put_string(to, feature.name);
    const bool categorical = feature.kind == FeatureKind::categorical;
    to += categorical ? ", \"kind\": \"categorical\", \"categories\": " : ", \"kind\": \"numeric\"";
    if (categorical) put_texts(to, feature.categories);
    if (feature.date) {
      to += fmt::format(", \"date\": {{\"unit\": \"{}\", \"form\": \"{}\"}}", to_string(feature.date->unit),
                        pattern_of(*feature.date));
    }
    to += '}';
  });
  return out;
}

std::string blend_object(const Model& model) {
  std::string out = fmt::format("{{\"whole\": {}", kWholeWeight);
  if (model.task == Task::regression) {
    out += fmt::format(", \"exponent\": {}", value_exponent(only_tree(model)));
  } else {
    put_key(out, "costs");
    put_array(out, whole_costs(model), [](std::string& to, const auto& row) { put_array(to, row, put_whole); });
    if (const BlendSmoothing smoothing = blend_smoothing(model, only_tree(model)); !smoothing.extras.empty()) {
      put_key(out, "extras");
      put_array(out, smoothing.extras, put_whole);
    }
    if (const auto threshold = blend_threshold(model)) {
      out += fmt::format(", \"threshold\": {{\"label\": {}, \"share\": {}}}", threshold->label, threshold->share);
    }
  }
  return out + '}';
}

std::string threshold_object(const Model& model) {
  if (!model.decision_threshold) return {};
  std::string out = "{\"label\": ";
  put_string(out, model.labels[model.decision_threshold->label]);
  put_key(out, "probability");
  put_number(out, model.decision_threshold->probability);
  return out + '}';
}

// A consumer of JSON compares doubles, whatever types an emitted struct would have.
std::vector<Field> as_doubles(std::vector<Field> fields) {
  for (Field& field : fields) {
    if (field.type == InputType::category) continue;
    field.type = InputType::float64;
    field.sentinel = false;
  }
  return fields;
}

std::string json_text(const std::string& text) {
  std::string out;
  put_string(out, text);
  return out;
}

}  // namespace

namespace {

std::string rules_of_tree(const Model& model, const Tree& tree, const std::vector<Field>& fields,
                          const std::optional<BlendProgram>& blend, std::string_view indent) {
  const RuleWriter writer(model, tree, blend.has_value());
  std::map<std::uint32_t, std::string> in_order;  // a chain of tests ends with the branch of missing values
  for_each_rule(model, tree, fields, blend, [&](std::uint32_t rule, const std::vector<RuleCondition>& conditions) {
    writer.put_rule(in_order[rule], rule, conditions);
  });
  std::string out;
  put_lines(out, in_order, indent, [](std::string& to, const auto& entry) { to += entry.second; });
  return out;
}

std::string trees_array(const Model& model, const Lowered& lowered) {
  const std::vector<Field> fields = as_doubles(lowered.fields);
  std::string out;
  put_lines(out, model.trees, "  ", [&](std::string& to, const Tree& tree) {
    to += '{';
    if (model.combination == Combination::sum) to += fmt::format("\"output\": {}, ", tree.output);
    to += "\"rules\": " + rules_of_tree(model, tree, fields, std::nullopt, "    ") + '}';
  });
  return out;
}

// What is added, and how (docs/model-format.md, "Several trees").
std::string sums_object(const Model& model) {
  std::string out = "{\"arithmetic\": ";
  put_string(out, to_string(model.sums.arithmetic));
  if (model.combination == Combination::sum) {
    put_key(out, "base");
    put_array(out, model.sums.base, put_number);
    put_key(out, "link");
    put_string(out, to_string(model.sums.link));
  }
  return out + '}';
}

}  // namespace

unsigned rules_version(const Model& model) {
  if (model.combination != Combination::single) return kRulesVersionOfSeveralTrees;
  return is_list(only_tree(model)) ? kRulesVersionOfLists : kRulesVersion;
}

std::string rules_array(const Model& model, const Lowered& lowered) {
  const std::vector<Field> fields = as_doubles(lowered.fields);
  const Tree& tree = only_tree(model);
  return rules_of_tree(model, tree, fields, build_blend(model, tree, fields), "  ");
}

std::string emit_rules(const Model& model, const Lowered& lowered, const EmitOptions& options) {
  nlohmann::json context;
  std::string labels;
  put_texts(labels, model.labels);
  const bool several = lowered.verdict.has_value();
  context["version"] = rules_version(model);
  context["record"] = write_emit_record(emit_record(model, lowered, options), model.task);
  context["classification"] = model.task == Task::classification;
  context["target"] = json_text(model.target);
  context["missing"] = std::string(to_string(model.missing));
  context["labels"] = labels;
  context["threshold"] = threshold_object(model);
  context["features"] = features_array(model);
  context["several"] = several;
  if (several) {
    context["combination"] = std::string(to_string(model.combination));
    context["sums"] = sums_object(model);
    context["trees"] = trees_array(model, lowered);
  } else {
    context["list"] = is_list(only_tree(model));
    context["blends"] = lowered.tree().blend.has_value();
    context["blend"] = blend_object(model);
    context["rules"] = rules_array(model, lowered);
  }
  return render_template("templates/rules/rules.json.inja", context);
}

}  // namespace espalier
