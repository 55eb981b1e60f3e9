#include "emit/template_context.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "emit/about.hpp"
#include "emit/escape.hpp"
#include "emit/names.hpp"
#include "emit/rules_json.hpp"
#include "model/json_text.hpp"
#include "model/tree_facts.hpp"
#include "support/diagnostic.hpp"
#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier {
namespace {

using nlohmann::json;

std::string json_string(const std::string& text) {
  std::string quoted;
  put_string(quoted, text);
  return quoted;
}

// A name in the forms that a template can want.
json name_forms(const std::string& text, const std::string& id) {
  return {{"name", text},
          {"id", id},
          {"string", string_literal(text)},
          {"json", json_string(text)},
          {"comment", comment_text(text)}};
}

// Exact as text: a template that prints a number gets six digits of it.
std::string number_text(double value) {
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  std::string text;
  put_number(text, value);
  return text;
}

std::string_view operator_of(Compare compare) {
  switch (compare) {
    case Compare::less_equal: return "<=";
    case Compare::greater: return ">";
    case Compare::member: return "in";
    case Compare::not_member: break;
  }
  return "not in";
}

// In the order of LineKind.
constexpr std::array<std::string_view, 10> kLineKinds = {"open", "else_if", "else",   "close", "answer",
                                                         "add",  "call",    "select", "arm",   "leave"};

class ContextWriter {
 public:
  ContextWriter(const Model& model, const Lowered& lowered, const Names& names)
      : model_(model), lowered_(lowered), names_(names) {}

  json fields() const {
    json list = json::array();
    for (std::size_t i = 0; i < lowered_.fields.size(); ++i) {
      const Field& field = lowered_.fields[i];
      const Feature& feature = model_.features[field.feature];
      json entry = name_forms(feature.name, names_.fields[i]);
      entry["index"] = i;
      entry["feature"] = field.feature;
      entry["type"] = std::string(to_string(field.type));
      entry["sentinel"] = field.sentinel;
      entry["note"] = field.note;
      entry["kind"] = std::string(to_string(feature.kind));
      entry["minimum"] = number_text(feature.minimum);
      entry["maximum"] = number_text(feature.maximum);
      entry["date_unit"] = feature.date ? std::string(to_string(feature.date->unit)) : "";
      entry["date_form"] = feature.date ? pattern_of(*feature.date) : "";
      entry["enum"] = names_.enums[i].type;
      entry["categories"] = json::array();
      for (std::size_t c = 0; c < feature.categories.size(); ++c) {
        entry["categories"].push_back(name_forms(feature.categories[c], names_.enums[i].values[c]));
      }
      list.push_back(std::move(entry));
    }
    return list;
  }

  json program(const Program& program) const {
    json list = json::array();
    for (std::size_t f = 0; f < program.functions.size(); ++f) {
      json lines = json::array();
      for (const Line& line : program.functions[f].lines) lines.push_back(line_of(program, line));
      list.push_back({{"number", f + 1}, {"entry", f + 1 == program.functions.size()}, {"lines", std::move(lines)}});
    }
    return list;
  }

 private:
  json line_of(const Program& program, const Line& line) const {
    const Step& step = program.steps[line.step];
    json entry = {{"indent", line.indent}, {"spaces", std::string(2 * line.indent, ' ')}};
    entry["kind"] = std::string(kLineKinds[static_cast<std::size_t>(line.kind)]);
    switch (line.kind) {
      case LineKind::open:
      case LineKind::else_if:
      case LineKind::select:
      case LineKind::arm: entry["condition"] = condition(step.condition); break;
      case LineKind::otherwise:
      case LineKind::close:
      case LineKind::leave: break;
      case LineKind::call: entry["function"] = step.value + 1; break;
      case LineKind::add:
      case LineKind::answer:
        entry["rules"] = std::vector<std::uint32_t>(step.rules.begin(), step.rules.end());
        entry["weight"] = number_text(step.weight);
        entry["value"] = answer(program, step.value);
        entry["json"] = program.answers == AnswerKind::label ? json_string(model_.labels[step.value])
                                                             : entry["value"].get<std::string>();
        break;
    }
    return entry;
  }

  std::string answer(const Program& program, std::uint32_t value) const {
    switch (program.answers) {
      case AnswerKind::label: return model_.labels[value];
      case AnswerKind::rule: return std::to_string(value);
      case AnswerKind::addend: throw std::logic_error("templates show single trees");
      case AnswerKind::value: break;
    }
    return number_text(program.values[value]);
  }

  json condition(const Condition& asked) const {
    json entry = question(asked);
    entry["when_missing"] = asked.when_missing;
    entry["fallbacks"] = json::array();
    for (const Condition& fallback : asked.fallbacks) entry["fallbacks"].push_back(question(fallback));
    return entry;
  }

  json question(const Condition& asked) const {
    const Feature& feature = model_.features[lowered_.fields[asked.field].feature];
    const bool numeric = asked.compare == Compare::less_equal || asked.compare == Compare::greater;
    json entry = {{"field", asked.field}, {"column", feature.name}, {"op", std::string(operator_of(asked.compare))}};
    entry["threshold"] = numeric ? number_text(asked.threshold) : "";
    entry["model_threshold"] = numeric ? number_text(asked.model_threshold) : "";
    entry["categories"] = json::array();
    for (const std::uint32_t c : asked.categories) entry["categories"].push_back(feature.categories[c]);
    entry["category_codes"] = asked.categories;
    entry["column_json"] = json_string(feature.name);
    std::string operand = number_text(asked.threshold);
    if (!numeric) {
      operand.clear();
      put_array(operand, asked.categories,
                [&](std::string& to, std::uint32_t c) { put_string(to, feature.categories[c]); });
    }
    entry["operand"] = operand;
    return entry;
  }

  const Model& model_;
  const Lowered& lowered_;
  const Names& names_;
};

void require_moderate(const Model& model, const Lowered& lowered) {
  std::size_t size = leaf_count(only_tree(model));
  for (const Program* program : {&lowered.tree().answers, &lowered.tree().rules}) {
    for (const Function& function : program->functions) size += function.lines.size();
  }
  if (size <= kLargestContext) return;
  throw Diagnostic(ExitCode::usage,
                   fmt::format("--template: the tree is too large: {} lines and rules for a template, at most {}",
                               grouped(size), grouped(kLargestContext)),
                   "prune the model, or read the output of --language rules");
}

// A leaf's numbers are kept as JSON has them, and once more as exact text.
json rules_of(const Model& model, const Lowered& lowered) {
  json rules = json::parse(rules_array(model, lowered));
  for (json& rule : rules) {
    for (const char* key : {"answer", "weight", "confidence"}) {
      if (rule.contains(key) && rule[key].is_number()) rule[key] = number_text(rule[key].get<double>());
    }
    for (json& condition : rule["conditions"]) {
      for (const char* key : {"value", "above", "upto"}) {
        if (condition.contains(key)) condition[key] = number_text(condition[key].get<double>());
      }
    }
  }
  return rules;
}

}  // namespace

json template_context(const Model& model, const Lowered& lowered, const EmitOptions& options) {
  refuse_list(model, "its rules ask several questions at once, and a template gets one at a time",
              "read the output of --language rules, which has the rules in their order");
  require_moderate(model, lowered);
  const Names names = make_names(model, lowered.fields, options.space);
  const ContextWriter writer(model, lowered, names);
  const std::size_t max_tests = std::max(longest_way(lowered.tree().answers), longest_way(lowered.tree().rules));
  json context;
  context["about"] = about_model(model, lowered.fields, "text", max_tests, "NaN, the sentinel, or unknown");
  context["namespace"] = names.space;
  context["model_sha256"] = options.model_sha256;
  context["task"] = std::string(to_string(model.task));
  context["missing"] = std::string(to_string(model.missing));
  context["blends"] = lowered.tree().blend.has_value();
  context["target"] = name_forms(model.target, Scope("target").name(model.target, 0));
  context["labels"] = json::array();
  for (std::size_t i = 0; i < model.labels.size(); ++i) {
    context["labels"].push_back(name_forms(model.labels[i], names.labels[i]));
  }
  context["features"] = json::array();
  for (const Feature& feature : model.features) context["features"].push_back(feature.name);
  context["fields"] = writer.fields();
  context["value_type"] = lowered.regression() ? std::string(to_string(lowered.value_type.type)) : "";
  context["nodes"] = only_tree(model).nodes.size();
  context["max_tests"] = max_tests;
  context["answer_functions"] = writer.program(lowered.tree().answers);
  context["rule_functions"] = writer.program(lowered.tree().rules);
  context["rules"] = rules_of(model, lowered);
  return context;
}

}  // namespace espalier
