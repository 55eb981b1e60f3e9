#include "emit/rust_module.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "emit/about.hpp"
#include "emit/blend_text.hpp"
#include "emit/code_text.hpp"
#include "emit/cpp_context.hpp"
#include "emit/emit_record.hpp"
#include "emit/forest_text.hpp"
#include "emit/function_body.hpp"
#include "emit/header_parts.hpp"
#include "emit/render.hpp"
#include "emit/rule_text.hpp"
#include "emit/rust_names.hpp"

namespace espalier {
namespace {

using nlohmann::json;

// A variant that is the spelling itself but for its first letter needs no comment that tells it.
void drop_plain_notes_of(json& variants, const std::vector<std::string>& texts) {
  for (std::size_t i = 0; i < texts.size(); ++i) {
    std::string plain = texts[i];
    if (!plain.empty() && plain[0] >= 'a' && plain[0] <= 'z') plain[0] = static_cast<char>(plain[0] - 'a' + 'A');
    if (variants[i]["id"] == plain) variants[i]["note"] = "";
  }
}

AboutWords rust_about_words(const Names& names) {
  return {
      .language = "Rust",
      .declaration = fmt::format("let row = {}::Input {{", names.space),
      .fields = names.fields,
      .call = fmt::format("let answer = {}::predict(&row);", names.space),
      .needs = fmt::format("A file for `mod {};`. Needs core alone: no heap, no unsafe code, no panics.", names.space),
      .field = "    {}: ...,",
      .end_of_fields = "};"};
}

struct RustFunction {
  std::string_view doc;     // of the entry
  std::string_view entry;   // its name
  std::string_view prefix;  // outlined functions are <prefix>1, <prefix>2, ...
  std::string_view type;    // what they return
  bool is_public;           // the entry; the others never are
};

// The program's functions in the order of definition, appended to `functions`.
void append_rust_functions(const Program& program, const CodeNames& code, const RuleNotes& notes, ValueType value_type,
                           const RustFunction& words, json& functions) {
  const BodyWords body{code, notes, value_type, words.prefix, "row"};
  for (std::size_t f = 0; f < program.functions.size(); ++f) {
    const bool entry = f + 1 == program.functions.size();
    functions.push_back(
        {{"doc", entry ? words.doc : "A part of a later function that would make it too large or too deep."},
         {"public", entry && words.is_public},
         {"name", entry ? std::string(words.entry) : fmt::format("{}{}", words.prefix, f + 1)},
         {"type", words.type},
         {"reads_row", program.steps[program.functions[f].entry].op != Op::answer},
         {"body", function_body(program, program.functions[f], body)}});
  }
}

json rust_functions(const Lowered& lowered, const CodeNames& code, const RuleNotes& notes) {
  const LoweredTree& tree = lowered.tree();
  const std::string_view answer = lowered.regression() ? "Value" : "Label";
  json functions = json::array();
  const auto append = [&](const Program& program, const RustFunction& words) {
    append_rust_functions(program, code, notes, lowered.value_type.type, words, functions);
  };
  if (tree.blend) {
    append(tree.answers, {"What the tree answers for a row that is not blended.", "tree", "predict_", answer, false});
    append(tree.rules, {"Which rule answers for a row that is not blended.", "tree_rule", "rule_", "Rule", false});
  } else {
    append(tree.answers, {"What the model answers for the row.", "predict", "predict_", answer, true});
    append(tree.rules, {"Which rule answers for the row.", "predict_rule", "rule_", "Rule", true});
  }
  return functions;
}

std::string rust_blend_section(const Lowered& lowered, const CodeNames& code, const RuleNotes& notes,
                               const json& labels) {
  const BlendWords words{.function = "blend_",
                         .arrive = "arrive",
                         .part_of = "part_of",
                         .part_taken = "part_taken",
                         .add_part = "{} += part_of({}, {});",
                         .add_value = "{} += i64::from({}) * {};"};
  json context = blend_context(*lowered.tree().blend, lowered.value_type.type, code, notes, words);
  context["labels"] = labels;
  return render_template("templates/rust/blend.rs.inja", context);
}

}  // namespace

json rust_base_context(const Model& model, const std::vector<Field>& fields, const Names& names) {
  json context = base_context(model, fields, names, kRustSyntax);
  drop_plain_notes_of(context["labels"], model.labels);
  std::size_t next = 0;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const Feature& feature = model.features[fields[i].feature];
    context["fields"][i]["name"] = kRustSyntax.text(feature.name);
    if (names.enums[i].type.empty()) continue;
    json& entry = context["enums"][next++];
    if (feature.merged.empty()) drop_plain_notes_of(entry["values"], feature.categories);
  }
  return context;
}

namespace {

// What stands before and behind the functions.
void add_rust_context(const Model& model, const Lowered& lowered, const EmitOptions& options, const Names& names,
                      const CodeNames& code, std::size_t max_tests, json& context) {
  context["about"] = about_header(model, lowered.fields, max_tests, rust_about_words(names));
  EmitRecord record = emit_record(model, lowered, options);
  record.language = Language::rust;
  context["record"] = write_emit_record(record, model.task);
  const bool narrow = lowered.value_type.type == ValueType::float32;
  context["value_type"] = number_type(narrow ? InputType::float32 : InputType::float64, kRustSyntax);
  context["value_note"] = lowered.value_type.note.empty() ? "" : "  // " + lowered.value_type.note;
  for (std::size_t i = 0; i < lowered.fields.size(); ++i) {
    const Feature& feature = model.features[lowered.fields[i].feature];
    context["fields"][i]["comment"] = field_comment(feature, lowered.fields[i], code);
  }
  context["several"] = lowered.verdict.has_value();
  context["sentinels"] = sentinel_context(lowered.fields, code);
  context["field_count"] = lowered.fields.size();
  context["max_tests"] = max_tests;
  add_text_context(model, lowered.fields, options.model_sha256, context, kRustSyntax);
  context["opening"] = render_template("templates/rust/opening.rs.inja", context);
  context["inputs"] = render_template("templates/rust/inputs.rs.inja", context);
  context["offers"] = render_template("templates/rust/offers.rs.inja", context);
}

std::string_view rust_type(SumType type) {
  switch (type) {
    case SumType::uint8: return "u8";
    case SumType::uint16: return "u16";
    case SumType::uint32: return "u32";
    case SumType::int32: return "i32";
    case SumType::int64: return "i64";
    case SumType::float32: return "f32";
    case SumType::float64: break;
  }
  return "f64";
}

// Of several trees.
std::string rust_forest(const Model& model, const Lowered& lowered, const EmitOptions& options) {
  refuse_inexact(model);
  const Names names = make_rust_names(model, lowered.fields, options.space);
  const CodeNames code = rust_code_names(names);
  const ForestWords words{.detail = "",
                          .rule_type = "Rule",
                          .first_label = code.labels.empty() ? "" : code.labels.front(),
                          .second_label = code.labels.empty() ? "" : code.labels.back(),
                          .cast =
                              [](ValueType type, const std::string& operand) {
                                const std::string_view to = type == ValueType::float32 ? "f32" : "f64";
                                return operand.find(' ') == std::string::npos ? fmt::format("{} as {}", operand, to)
                                                                              : fmt::format("({}) as {}", operand, to);
                              },
                          .sum = "*sum"};

  json context = rust_base_context(model, lowered.fields, names);
  add_forest_context(model, lowered, code, words, context);
  const std::size_t rules = context["rule_count"];
  context["rule_type"] = unsigned_type(rules, kRustSyntax);
  context["sum_type"] = rust_type(lowered.verdict->type);
  context["zero"] = sum_literal(lowered.verdict->type, 0, kRustSyntax);
  add_rust_context(model, lowered, options, names, code, forest_tests(lowered), context);
  return render_template("templates/rust/forest.rs.inja", context);
}

}  // namespace

std::string emit_rust_module(const Model& model, const Lowered& lowered, const EmitOptions& options) {
  if (lowered.verdict) return rust_forest(model, lowered, options);
  const Names names = make_rust_names(model, lowered.fields, options.space);
  const CodeNames code = rust_code_names(names);
  const RuleNotes notes(model);
  const LoweredTree& tree = lowered.tree();

  json context = rust_base_context(model, lowered.fields, names);
  context["functions"] = rust_functions(lowered, code, notes);
  context["blends"] = tree.blend.has_value();
  context["blend"] = tree.blend ? rust_blend_section(lowered, code, notes, context["labels"]) : std::string();
  context["smooths"] = model.smoothing.kind != SmoothingKind::none;
  context["smooths_blends"] = tree.blend && !tree.blend->smoothing.extras.empty();
  context["decides"] = model.decision_threshold.has_value();
  context["shifts"] = model.smoothing.kind == SmoothingKind::m_estimate && !model.decision_threshold;
  context["costs"] = !model.costs.empty();
  context["rule_type"] = unsigned_type(notes.rules(), kRustSyntax);
  context["rule_count"] = notes.rules();
  context["distributions"] =
      model.task == Task::classification ? distribution_context(model, kRustSyntax) : json::array();
  const std::size_t max_tests = std::max(longest_way(tree.answers), longest_way(tree.rules));
  add_rust_context(model, lowered, options, names, code, max_tests, context);
  return render_template("templates/rust/module.rs.inja", context);
}

}  // namespace espalier
