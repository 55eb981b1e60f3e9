// The C++ header of a model of several trees.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "emit/about.hpp"
#include "emit/code_text.hpp"
#include "emit/cpp_context.hpp"
#include "emit/cpp_header.hpp"
#include "emit/cpp_rows.hpp"
#include "emit/cpp_witnesses.hpp"
#include "emit/emit_record.hpp"
#include "emit/forest_text.hpp"
#include "emit/header_parts.hpp"
#include "emit/render.hpp"

namespace espalier {
namespace {

using nlohmann::json;

std::vector<std::string> forest_runtime(const Model& model, const Lowered& lowered, bool bits) {
  std::vector<std::string> files = {"runtime.hpp"};
  const bool converts = converts_elements(model, lowered.fields);
  if (bits || converts) files.emplace_back("bits.hpp");
  if (converts) files.emplace_back("rows.hpp");
  if (has_dates(model, lowered.fields)) files.emplace_back("dates.hpp");
  if (has_word_lists(model, lowered.fields)) files.emplace_back("words.hpp");
  return files;
}

std::string forest_section(std::string_view name, const json& context) {
  return render_template(fmt::format("templates/cpp/{}.hpp.inja", name), context);
}

}  // namespace

std::string emit_cpp_forest(const Model& model, const Lowered& lowered, const EmitOptions& options) {
  refuse_inexact(model);
  const Names names = make_names(model, lowered.fields, options.space);
  const FloatCompare floats = forest_compare(lowered);
  const bool bits = floats != FloatCompare::values;
  const CodeStyle style = style_of(lowered);
  const CodeNames code = cpp_code_names(names, style, floats);
  const ForestWords words{.detail = "detail::",
                          .rule_type = "RuleId",
                          .first_label = code.labels.empty() ? "" : code.labels.front(),
                          .second_label = code.labels.empty() ? "" : code.labels.back(),
                          .cast = [](std::string_view type, const std::string& operand) {
                            return fmt::format("static_cast<{}>({})", type, operand);
                          }};

  json context = base_context(model, lowered.fields, names);
  add_forest_context(model, lowered, code, words, context);
  const std::string& space = names.space;
  const std::string answer_type = context["answer_type"];
  const AboutWords about = {
      "C++", space + "::Input row = {};", names.fields,
      fmt::format("{0}::{1} answer = {0}::predict(row);", space, answer_type),
      "Needs C++11 and nothing else: no library, no heap, no static data; constexpr from C++14 on."};
  add_header_context(model, lowered, options,
                     {code, code, about, forest_tests(lowered), space, "HPP", forest_runtime(model, lowered, bits)},
                     context);
  context["compares_bits"] = bits;
  context["single_exit"] = style == CodeStyle::misra;
  add_row_context(model, lowered.fields, names, context);
  context["witnesses"] = forest_witness_context(model, lowered, code);
  context["witness_condition"] = bits ? " && ESPALIER_CONSTANT_BITS" : "";
  context["batches"] = forest_section("batches", context);
  context["rows"] = forest_section("rows", context);
  context["dates_text"] = context["dates"]["any"].get<bool>() ? forest_section("dates", context) : std::string();
  context["texts"] = forest_section("texts", context);
  context["opening"] = forest_section("opening", context);
  context["inputs"] = forest_section("inputs", context);
  return forest_section("forest", context);
}

}  // namespace espalier
