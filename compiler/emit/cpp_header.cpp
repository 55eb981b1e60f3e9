#include "emit/cpp_header.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <span>
#include <vector>

#include "emit/about.hpp"
#include "emit/code_text.hpp"
#include "emit/cpp_batches.hpp"
#include "emit/cpp_context.hpp"
#include "emit/cpp_forest_table.hpp"
#include "emit/cpp_functions.hpp"
#include "emit/cpp_rows.hpp"
#include "emit/cpp_sources.hpp"
#include "emit/cpp_table.hpp"
#include "emit/cpp_witnesses.hpp"
#include "emit/emit_record.hpp"
#include "emit/escape.hpp"
#include "emit/forest_text.hpp"
#include "emit/header_parts.hpp"
#include "emit/render.hpp"
#include "emit/rule_text.hpp"

namespace espalier {
namespace {

using nlohmann::json;

std::vector<std::string> runtime_files(const Model& model, const Lowered& lowered, const EmitOptions& options,
                                       bool bits) {
  std::vector<std::string> files = {"runtime.hpp"};
  const bool converts = converts_elements(model, lowered.fields);
  const bool single = !lowered.verdict;
  const bool nodes = lowered.forest || has_batch_nodes(lowered, options);
  const bool tables = nodes || (single && lowered.tree().tables);
  if (tables || bits || converts) files.emplace_back("bits.hpp");
  if (tables) files.emplace_back("table.hpp");
  if (nodes) files.emplace_back("trees.hpp");
  if (single && bits) files.emplace_back("calm.hpp");
  if (single && lowered.tree().blend) files.emplace_back("blend.hpp");
  if (converts) files.emplace_back("rows.hpp");
  if (has_dates(model, lowered.fields)) files.emplace_back("dates.hpp");
  if (has_word_lists(model, lowered.fields)) files.emplace_back("words.hpp");
  return files;
}

// What a header needs beside itself.
std::string needs_text(const EmitOptions& options, bool tables) {
  if (options.language != Language::cpp_sources)
    return fmt::format("Needs C++11 and nothing else: no library, no heap, {}; constexpr from C++14 on.",
                       tables ? "no data but constants" : "no static data");
  const std::string first = comment_text(part_name(options.file_name, 1));
  const std::string last = comment_text(part_name(options.file_name, options.parts));
  return fmt::format("Compile {} with it. Needs C++11 and nothing else: no library, no heap; not constexpr.",
                     options.parts == 1 ? first : fmt::format("{} to {}", first, last));
}

AboutWords cpp_about(const Names& names, const EmitOptions& options, bool tables) {
  const std::string& space = names.space;
  return {"C++", space + "::Input row = {};", names.fields,
          fmt::format("{0}::{1} answer = {0}::predict(row);", space, names.labels.empty() ? "Value" : "Label"),
          needs_text(options, tables)};
}

std::string section(std::string_view name, const json& context) {
  return render_template(fmt::format("templates/cpp/{}.hpp.inja", name), context);
}

// Of several trees. `parts`: the source files that add, for those that are not in the header.
std::string cpp_forest(const Model& model, const Lowered& lowered, const EmitOptions& options,
                       std::span<const std::size_t> parts) {
  refuse_inexact(model);
  const Names names = make_names(model, lowered.fields, options.space);
  const bool table = lowered.forest.has_value();
  const FloatCompare floats = forest_compare(lowered);
  const bool bits = !table && floats != FloatCompare::values;
  const CodeStyle style = style_of(lowered);
  const CodeNames code = cpp_code_names(names, style, floats);
  const bool elsewhere = !parts.empty();
  const ForestWords words{.detail = "detail::",
                          .rule_type = "RuleId",
                          .first_label = code.labels.empty() ? "" : code.labels.front(),
                          .second_label = code.labels.empty() ? "" : code.labels.back(),
                          .cast =
                              [](ValueType to, const std::string& operand) {
                                const std::string_view type = to_string(to);
                                return fmt::format("static_cast<{}>({})", type, operand);
                              },
                          .elsewhere = elsewhere};

  json context = base_context(model, lowered.fields, names);
  add_forest_context(model, lowered, code, words, context);
  context["parts"] = json(std::vector<std::size_t>(parts.begin(), parts.end()));
  if (elsewhere) context["specifier"] = "inline";
  const AboutWords about = cpp_about(names, options, table);
  add_header_context(
      model, lowered, options,
      {code, code, about, forest_tests(lowered), names.space, "HPP", runtime_files(model, lowered, options, bits)},
      context);
  context["compares_bits"] = bits;
  context["single_exit"] = style == CodeStyle::misra;
  add_row_context(model, lowered.fields, names, context);
  if (!elsewhere) context["witnesses"] = forest_witness_context(model, lowered, code);
  const bool needs_bits = bits || (table && has_float_keys(*lowered.forest, lowered.fields));
  context["witness_condition"] = needs_bits ? " && ESPALIER_CONSTANT_BITS" : "";
  context["table"] = table;
  context["early"] = lowered.early && lowered.early->looks() > 0;
  context["early_blocks"] = lowered.early ? early_blocks(lowered) : json::array();
  context["settling"] = early_exit_section(lowered, context);
  context["tables"] = table ? forest_table_section(model, lowered, code, context) : std::string();
  context["batches"] =
      table ? forest_batch_section(lowered, context) : batch_section(model, lowered, options, code, context);
  context["rows"] = section("rows", context);
  context["dates_text"] = context["dates"]["any"].get<bool>() ? section("dates", context) : std::string();
  context["texts"] = section("texts", context);
  context["opening"] = section("opening", context);
  context["inputs"] = section("inputs", context);
  return section("forest", context);
}

}  // namespace

std::string emit_cpp_header(const Model& model, const Lowered& lowered, const EmitOptions& options) {
  if (lowered.verdict) return cpp_forest(model, lowered, options, {});
  const Names names = make_names(model, lowered.fields, options.space);
  const bool bits = compares_bits(lowered);
  const CodeStyle style = style_of(lowered);
  const CodeNames code = cpp_code_names(names, style, bits ? FloatCompare::calm_bits : FloatCompare::values);
  const RuleNotes notes(model);
  const ValueType value_type = lowered.value_type.type;
  const bool blends = lowered.tree().blend.has_value();
  const bool elsewhere = options.language == Language::cpp_sources;  // the trees are in source files
  const std::size_t max_tests =
      lowered.tree().tables
          ? std::max(longest_way(lowered.tree().tables->answers), longest_way(lowered.tree().tables->rules))
          : std::max(longest_way(lowered.tree().answers), longest_way(lowered.tree().rules));

  json context = base_context(model, lowered.fields, names);
  const AboutWords about = cpp_about(names, options, lowered.tree().tables || has_batch_nodes(lowered, options));
  add_header_context(model, lowered, options,
                     {code, code, about, max_tests, names.space, "HPP", runtime_files(model, lowered, options, bits)},
                     context);
  context["functions"] = cpp_functions(model, lowered, code, notes, options);
  const std::string answer_type = context["answer_type"];
  context["tables"] = lowered.tree().tables ? table_section(model, lowered, code) : std::string();
  context["compares_bits"] = bits;
  context["calming"] = bits ? guard_section(lowered, names, answer_type, elsewhere) : std::string();
  context["witness_condition"] = bits || has_float_keys(lowered) ? " && ESPALIER_CONSTANT_BITS" : "";
  context["blends"] = blends;
  context["single_exit"] = style == CodeStyle::misra;
  const CodeNames blend_code = cpp_code_names(names, style, bits ? FloatCompare::any_bits : FloatCompare::values);
  context["blend"] =
      blends ? blend_section(*lowered.tree().blend, value_type, blend_code, notes, elsewhere) : std::string();
  context["rule_type"] = unsigned_type(notes.rules());
  context["rule_count"] = notes.rules();
  context["max_tests"] = max_tests;
  add_row_context(model, lowered.fields, names, context);
  context["elsewhere"] = elsewhere;
  context["declarations"] = elsewhere ? part_declarations(model, lowered) : std::string();
  if (elsewhere) {
    context["specifier"] = "inline";
  } else {
    context["witnesses"] = witness_context(model, lowered, code);
  }
  if (model.task == Task::classification) {
    context["distributions"] = elsewhere ? json::array() : distribution_context(model);
    context["smooths"] = model.smoothing.kind != SmoothingKind::none;
    context["smooths_blends"] = blends && !lowered.tree().blend->smoothing.extras.empty();  // they may round to nothing
    context["decides"] = model.decision_threshold.has_value();
    context["shifts"] = model.smoothing.kind == SmoothingKind::m_estimate && !model.decision_threshold;
    context["costs"] = !model.costs.empty();
    context["shares"] = section("shares", context);
  }
  context["batches"] = batch_section(model, lowered, options, code, context);
  context["rows"] = section("rows", context);
  context["dates_text"] = context["dates"]["any"].get<bool>() ? section("dates", context) : std::string();
  context["texts"] = section("texts", context);
  context["witnesses_text"] = elsewhere ? std::string() : section("witnesses", context);
  context["counters"] = section("counters", context);
  context["opening"] = section("opening", context);
  context["inputs"] = section("inputs", context);
  return section("header", context);
}

std::string emit_cpp_forest_header(const Model& model, const Lowered& lowered, const EmitOptions& options,
                                   std::span<const std::size_t> parts) {
  return cpp_forest(model, lowered, options, parts);
}

}  // namespace espalier
