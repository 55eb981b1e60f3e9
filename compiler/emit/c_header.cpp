#include "emit/c_header.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

#include "emit/about.hpp"
#include "emit/blend_text.hpp"
#include "emit/c_names.hpp"
#include "emit/code_text.hpp"
#include "emit/cpp_context.hpp"
#include "emit/emit_record.hpp"
#include "emit/escape.hpp"
#include "emit/forest_text.hpp"
#include "emit/function_body.hpp"
#include "emit/header_parts.hpp"
#include "emit/render.hpp"
#include "emit/rule_text.hpp"

namespace espalier {
namespace {

using nlohmann::json;

// An enumerator that ends with the spelling itself needs no comment that tells it.
void drop_plain_notes(json& enumerators, const std::string& prefix, const std::vector<std::string>& texts) {
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (enumerators[i]["id"] == prefix + texts[i]) enumerators[i]["note"] = "";
  }
}

}  // namespace

json c_base_context(const Model& model, const std::vector<Field>& fields, const CNames& names) {
  json context = base_context(model, fields, names.names);
  const bool classification = model.task == Task::classification;
  context["prefix"] = names.prefix;
  context["answer_type"] = names.prefix + (classification ? "label" : "value");
  context["no_fields"] = fields.empty();
  drop_plain_notes(context["labels"], names.prefix + "label_", model.labels);
  std::size_t next = 0;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    context["fields"][i]["name"] = string_literal(model.features[fields[i].feature].name);
    if (names.parsers[i].empty()) continue;
    json& entry = context["enums"][next++];
    entry["parser"] = names.parsers[i];
    entry["text"] = names.texts[i];
    drop_plain_notes(entry["values"], names.prefix + names.names.fields[i] + "_",
                     model.features[fields[i].feature].categories);
  }
  return context;
}

std::string c_blend_section(const BlendProgram& program, ValueType value_type, const CNames& names,
                            const CodeNames& code, const RuleNotes& notes) {
  const BlendWords words{.function = names.prefix + "detail_blend_",
                         .arrive = names.prefix + "detail_arrive",
                         .part_of = "espalier_1_part_of",
                         .part_taken = "espalier_1_part_taken",
                         .add_part = "espalier_1_add_part(&{}, {}, {});",
                         .add_value = "espalier_1_add_value(&{}, {}, {});"};
  nlohmann::json context = blend_context(program, value_type, code, notes, words);
  context["prefix"] = names.prefix;
  context["answer_type"] = names.prefix + (program.task == Task::classification ? "label" : "value");
  context["label_count"] = program.labels;
  return render_template("templates/c/blend.h.inja", context);
}

namespace {

using nlohmann::json;

AboutWords about_words(const CNames& names, const std::string& answer_type) {
  return {"C", fmt::format("{}input row;", names.prefix), names.names.fields,
          fmt::format("{} answer = {}predict(&row);", answer_type, names.prefix),
          "Needs C99 and nothing else: no library, no heap, no static data but constant texts."};
}

struct FunctionWords {
  std::string doc;     // comment of the entry
  std::string type;    // what it returns
  std::string entry;   // name of the entry
  std::string prefix;  // outlined functions are <prefix>1, <prefix>2, ...
};

// The program's functions in the order of definition, appended to `functions`.
void append_functions(const Program& program, const CodeNames& code, const RuleNotes& notes, ValueType value_type,
                      const FunctionWords& words, json& functions) {
  const std::string result = words.type + " result";
  const BodyWords body{code, notes, value_type, words.prefix, "row", result};
  for (std::size_t f = 0; f < program.functions.size(); ++f) {
    const bool entry = f + 1 == program.functions.size();
    functions.push_back(
        {{"doc", entry ? words.doc : "A part of a later function that would make it too large or too deep."},
         {"type", words.type},
         {"name", entry ? words.entry : fmt::format("{}{}", words.prefix, f + 1)},
         {"reads_row", program.steps[program.functions[f].entry].op == Op::branch},
         {"body", function_body(program, program.functions[f], body)}});
  }
}

json function_context(const Lowered& lowered, const CNames& names, const CodeNames& code, const RuleNotes& notes,
                      const std::string& answer_type) {
  const ValueType value_type = lowered.value_type.type;
  const auto name = [&](std::string_view rest) { return fmt::format("{}{}", names.prefix, rest); };
  json functions = json::array();
  const FunctionWords answers =
      lowered.tree().blend
          ? FunctionWords{"What the tree answers for a row that is not blended.", answer_type, name("detail_tree"),
                          name("detail_predict_")}
          : FunctionWords{"What the model answers for the row.", answer_type, name("predict"), name("detail_predict_")};
  const FunctionWords rules =
      lowered.tree().blend
          ? FunctionWords{"Which rule answers for a row that is not blended.", name("rule"), name("detail_tree_rule"),
                          name("detail_rule_")}
          : FunctionWords{"Which rule answers for the row.", name("rule"), name("predict_rule"), name("detail_rule_")};
  append_functions(lowered.tree().answers, code, notes, value_type, answers, functions);
  append_functions(lowered.tree().rules, code, notes, value_type, rules, functions);
  return functions;
}

// What stands before and behind the functions.
void add_c_context(const Model& model, const Lowered& lowered, EmitOptions options, const CNames& names,
                   const CodeNames& code, std::size_t max_tests, json& context) {
  options.language = Language::c;
  std::vector<std::string> runtime_files = {"runtime.h"};
  if (!lowered.verdict && lowered.tree().blend) runtime_files.emplace_back("blend.h");
  if (has_dates(model, lowered.fields)) runtime_files.emplace_back("dates.h");
  if (has_word_lists(model, lowered.fields)) runtime_files.emplace_back("words.h");
  // A macro has no type of its own: its number does.
  CodeNames typed = code;
  typed.style = CodeStyle::misra;
  const AboutWords about = about_words(names, context["answer_type"]);
  add_header_context(model, lowered, options, {code, typed, about, max_tests, options.space, "H", runtime_files},
                     context);
  context["opening"] = render_template("templates/c/opening.h.inja", context);
  context["inputs"] = render_template("templates/c/inputs.h.inja", context);
  context["offers"] = render_template("templates/c/offers.h.inja", context);
}

// Of several trees.
std::string c_forest(const Model& model, const Lowered& lowered, const EmitOptions& options) {
  refuse_inexact(model);
  if (lowered.forest) throw std::logic_error("several trees have no tables in C");
  const CNames names = make_c_names(model, lowered.fields, options.space);
  const CodeNames code = c_code_names(names, style_of(lowered));
  const ForestWords words{.detail = names.prefix + "detail_",
                          .rule_type = names.prefix + "rule",
                          .first_label = code.labels.empty() ? "" : code.labels.front(),
                          .second_label = code.labels.empty() ? "" : code.labels.back(),
                          .cast = [](ValueType to, const std::string& operand) {
                            const std::string_view type = to_string(to);
                            return operand.find(' ') == std::string::npos ? fmt::format("({}){}", type, operand)
                                                                          : fmt::format("({})({})", type, operand);
                          }};

  nlohmann::json context = c_base_context(model, lowered.fields, names);
  add_forest_context(model, lowered, code, words, context);
  add_c_context(model, lowered, options, names, code, forest_tests(lowered), context);
  return render_template("templates/c/forest.h.inja", context);
}

}  // namespace

std::string emit_c_header(const Model& model, const Lowered& lowered, const EmitOptions& options) {
  if (lowered.verdict) return c_forest(model, lowered, options);
  const CNames names = make_c_names(model, lowered.fields, options.space);
  const CodeNames code = c_code_names(names, style_of(lowered));
  const RuleNotes notes(model);
  const ValueType value_type = lowered.value_type.type;
  const bool blends = lowered.tree().blend.has_value();
  const std::size_t max_tests = std::max(longest_way(lowered.tree().answers), longest_way(lowered.tree().rules));

  json context = c_base_context(model, lowered.fields, names);
  const std::string answer_type = context["answer_type"];
  context["rule_count"] = notes.rules();
  add_c_context(model, lowered, options, names, code, max_tests, context);
  context["functions"] = function_context(lowered, names, code, notes, answer_type);
  context["blends"] = blends;
  context["blend"] = blends ? c_blend_section(*lowered.tree().blend, value_type, names, code, notes) : std::string();
  context["smooths"] = model.smoothing.kind != SmoothingKind::none;
  context["smooths_blends"] = blends && !lowered.tree().blend->smoothing.extras.empty();  // they may round to nothing
  context["decides"] = model.decision_threshold.has_value();
  context["shifts"] = model.smoothing.kind == SmoothingKind::m_estimate && !model.decision_threshold;
  context["costs"] = !model.costs.empty();
  context["rule_type"] = unsigned_type(notes.rules());
  context["max_tests"] = max_tests;
  context["distributions"] = model.task == Task::classification ? distribution_context(model) : json::array();
  context["single_distribution"] = context["distributions"].size() == 1;
  return render_template("templates/c/header.h.inja", context);
}

}  // namespace espalier
