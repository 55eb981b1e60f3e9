#include "emit/cpp_header.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "emit/about.hpp"
#include "emit/code_text.hpp"
#include "emit/cpp_blend.hpp"
#include "emit/cpp_context.hpp"
#include "emit/cpp_guard.hpp"
#include "emit/cpp_rows.hpp"
#include "emit/cpp_shares.hpp"
#include "emit/cpp_table.hpp"
#include "emit/cpp_texts.hpp"
#include "emit/cpp_witnesses.hpp"
#include "emit/emit_record.hpp"
#include "emit/function_body.hpp"
#include "emit/header_parts.hpp"
#include "emit/nan_semantics.hpp"
#include "emit/render.hpp"
#include "emit/rule_notes.hpp"

namespace espalier {
namespace {

using nlohmann::json;

struct FunctionStyle {
  std::string doc;          // comment of the entry
  std::string type;         // what it returns
  std::string entry;        // name of the entry
  std::string prefix;       // outlined functions are <prefix>_1, <prefix>_2, ... in namespace detail
  bool in_detail;           // and so is the entry
  std::string attribute{};  // of the entry
};

// Why a function stands by itself.
std::vector<std::string> docs_of_parts(const Program& program) {
  std::vector<std::size_t> calls(program.functions.size(), 0);
  for (const Step& step : program.steps) {
    if (step.op == Op::call) ++calls[step.value];
  }
  std::vector<std::string> docs;
  for (const std::size_t count : calls) {
    docs.emplace_back(count > 1 ? "A part of the tree that stands in several places."
                                : "A part of the next function that would make it too large or too deep.");
  }
  return docs;
}

// The program's functions in the order of definition, appended to `functions`.
void append_functions(const Program& program, const CodeNames& names, const RuleNotes& notes, ValueType value_type,
                      const FunctionStyle& style, json& functions) {
  const std::string callee = fmt::format("detail::{}_", style.prefix);
  const std::string result = style.type + " result{}";
  const BodyWords words{names, notes, value_type, callee, "row", result};
  const std::vector<std::string> docs = docs_of_parts(program);
  const std::size_t outlined = program.functions.size() - 1;
  const std::size_t in_detail = outlined + (style.in_detail ? 1 : 0);
  for (std::size_t f = 0; f <= outlined; ++f) {
    const bool entry = f == outlined;
    functions.push_back({{"doc", entry ? style.doc : docs[f]},
                         {"attribute", entry ? style.attribute : ""},
                         {"type", style.type},
                         {"name", entry ? style.entry : fmt::format("{}_{}", style.prefix, f + 1)},
                         {"opens_detail", in_detail > 0 && f == 0},
                         {"closes_detail", f + 1 == in_detail},
                         {"reads_row", program.steps[program.functions[f].entry].op == Op::branch},
                         {"body", function_body(program, program.functions[f], words)}});
  }
}

// The one function of a program that is emitted as a table.
void append_walk(std::string body, const FunctionStyle& style, json& functions) {
  functions.push_back({{"doc", style.doc},
                       {"attribute", style.attribute},
                       {"type", style.type},
                       {"name", style.entry},
                       {"opens_detail", style.in_detail},
                       {"closes_detail", style.in_detail},
                       {"reads_row", true},
                       {"body", std::move(body)}});
}

// Called from two places, a tree of some size would be compiled twice.
std::string attribute_of(const Lowered& lowered, const Program& program) {
  constexpr std::size_t kInlinedSteps = 25;
  const bool small = lowered.goal == Goal::speed && program.steps.size() <= kInlinedSteps;
  return compares_bits(lowered) && !small ? "ESPALIER_NOINLINE " : "";
}

FunctionStyle answer_style(const Lowered& lowered, const std::string& type) {
  const std::string attribute = attribute_of(lowered, lowered.answers);
  if (lowered.blend)
    return {"What the tree answers for a row that is not blended.", type, "tree", "predict", true, attribute};
  if (compares_bits(lowered))
    return {"What the tree answers for a row without negative NaN.", type, "tree", "predict", true, attribute};
  return {"What the model answers for the row.", type, "predict", "predict", false};
}

FunctionStyle rule_style(const Lowered& lowered) {
  const std::string attribute = attribute_of(lowered, lowered.rules);
  if (lowered.blend)
    return {"Which rule answers for a row that is not blended.", "RuleId", "tree_rule", "rule", true, attribute};
  if (compares_bits(lowered))
    return {"Which rule answers for a row without negative NaN.", "RuleId", "tree_rule", "rule", true, attribute};
  return {"Which rule answers for the row.", "RuleId", "predict_rule", "rule", false};
}

std::vector<std::string> runtime_files(const Model& model, const Lowered& lowered) {
  std::vector<std::string> files = {"runtime.hpp"};
  if (lowered.tables || compares_bits(lowered)) files.emplace_back("bits.hpp");
  if (lowered.tables) files.emplace_back("table.hpp");
  if (compares_bits(lowered)) files.emplace_back("calm.hpp");
  if (lowered.blend) files.emplace_back("blend.hpp");
  if (converts_elements(model, lowered.fields)) files.emplace_back("rows.hpp");
  return files;
}

AboutWords cpp_about(const Names& names, bool tables) {
  const std::string& space = names.space;
  return {"C++", space + "::Input row = {};", names.fields,
          fmt::format("{0}::{1} answer = {0}::predict(row);", space, names.labels.empty() ? "Value" : "Label"),
          fmt::format("Needs C++11 and nothing else: no library, no heap, {}; constexpr from C++14 on.",
                      tables ? "no data but constants" : "no static data")};
}

std::string section(std::string_view name, const json& context) {
  return render_template(fmt::format("templates/cpp/{}.hpp.inja", name), context);
}

}  // namespace

std::string emit_cpp_header(const Model& model, const Lowered& lowered, const EmitOptions& options) {
  const Names names = make_names(model, lowered.fields, options.space);
  const bool bits = compares_bits(lowered);
  const CodeStyle style = style_of(lowered);
  const CodeNames code = cpp_code_names(names, style, bits ? FloatCompare::calm_bits : FloatCompare::values);
  const RuleNotes notes(model);
  const ValueType value_type = lowered.value_type.type;
  const bool blends = lowered.blend.has_value();
  const std::size_t max_tests = lowered.tables
                                    ? std::max(longest_way(lowered.tables->answers), longest_way(lowered.tables->rules))
                                    : std::max(longest_way(lowered.answers), longest_way(lowered.rules));

  json context = base_context(model, lowered.fields, names);
  context["about"] = about_header(model, lowered.fields, max_tests, cpp_about(names, lowered.tables.has_value()));
  context["record"] =
      write_emit_record({Language::cpp, names.space, lowered.fields, options.model_sha256, value_type}, model.task);
  context["guard"] = header_guard(names.space, "HPP", options.model_sha256);
  context["runtime"] = runtime_text(options.runtime, runtime_files(model, lowered));
  context["needs_double"] = needs_double(lowered);
  context["value_type"] = std::string(to_string(value_type));
  context["value_note"] = lowered.value_type.note.empty() ? "" : "  // " + lowered.value_type.note;
  for (std::size_t i = 0; i < lowered.fields.size(); ++i) {
    context["fields"][i]["comment"] = field_comment(model.features[lowered.fields[i].feature], lowered.fields[i], code);
  }
  context["functions"] = json::array();
  const std::string answer_type = context["answer_type"];
  if (lowered.tables) {
    append_walk(table_answer_body(lowered), answer_style(lowered, answer_type), context["functions"]);
    append_walk(table_rule_body(), rule_style(lowered), context["functions"]);
  } else {
    append_functions(lowered.answers, code, notes, value_type, answer_style(lowered, answer_type),
                     context["functions"]);
    append_functions(lowered.rules, code, notes, value_type, rule_style(lowered), context["functions"]);
  }
  context["tables"] = lowered.tables ? table_section(model, lowered, code) : std::string();
  context["compares_bits"] = bits;
  context["calming"] = bits ? guard_section(lowered, names, answer_type) : std::string();
  context["witness_condition"] = bits || has_float_keys(lowered) ? " && ESPALIER_CONSTANT_BITS" : "";
  context["blends"] = blends;
  context["single_exit"] = style == CodeStyle::misra;
  const CodeNames blend_code = cpp_code_names(names, style, bits ? FloatCompare::any_bits : FloatCompare::values);
  context["blend"] = blends ? blend_section(*lowered.blend, value_type, blend_code, notes) : std::string();
  context["sentinels"] = sentinel_context(lowered.fields, code);
  context["rule_type"] = unsigned_type(notes.rules());
  context["rule_count"] = notes.rules();
  context["field_count"] = lowered.fields.size();
  context["max_tests"] = max_tests;
  context["needs_nan"] = needs_nan_semantics(model, lowered);
  add_row_context(model, lowered.fields, names, context);
  add_text_context(model, lowered.fields, options.model_sha256, context);
  context["witnesses"] = witness_context(model, lowered, code);
  if (model.task == Task::classification) {
    context["distributions"] = distribution_context(model);
    context["costs"] = !model.costs.empty();
    context["shares"] = section("shares", context);
  }
  context["batches"] = section("batches", context);
  context["rows"] = section("rows", context);
  context["texts"] = section("texts", context);
  context["witnesses_text"] = section("witnesses", context);
  context["counters"] = section("counters", context);
  return section("header", context);
}

}  // namespace espalier
