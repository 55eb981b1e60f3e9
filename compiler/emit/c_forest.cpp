// The C header of a model of several trees.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "emit/about.hpp"
#include "emit/c_header.hpp"
#include "emit/c_names.hpp"
#include "emit/code_text.hpp"
#include "emit/emit_record.hpp"
#include "emit/forest_text.hpp"
#include "emit/header_parts.hpp"
#include "emit/render.hpp"

namespace espalier {

std::string emit_c_forest(const Model& model, const Lowered& lowered, const EmitOptions& options) {
  refuse_inexact(model);
  const CNames names = make_c_names(model, lowered.fields, options.space);
  const CodeNames code = c_code_names(names, style_of(lowered));
  const ForestWords words{.detail = names.prefix + "detail_",
                          .rule_type = names.prefix + "rule",
                          .first_label = code.labels.empty() ? "" : code.labels.front(),
                          .second_label = code.labels.empty() ? "" : code.labels.back(),
                          .cast = [](std::string_view type, const std::string& operand) {
                            return operand.find(' ') == std::string::npos ? fmt::format("({}){}", type, operand)
                                                                          : fmt::format("({})({})", type, operand);
                          }};

  nlohmann::json context = c_base_context(model, lowered.fields, names);
  add_forest_context(model, lowered, code, words, context);
  const std::string answer_type = context["answer_type"];
  std::vector<std::string> runtime_files = {"runtime.h"};
  if (has_dates(model, lowered.fields)) runtime_files.emplace_back("dates.h");
  if (has_word_lists(model, lowered.fields)) runtime_files.emplace_back("words.h");
  // A macro has no type of its own: its number does.
  CodeNames typed = code;
  typed.style = CodeStyle::misra;
  const AboutWords about = {"C", fmt::format("{}input row;", names.prefix), names.names.fields,
                            fmt::format("{} answer = {}predict(&row);", answer_type, names.prefix),
                            "Needs C99 and nothing else: no library, no heap, no static data but constant texts."};
  add_header_context(model, lowered, options,
                     {code, typed, about, forest_tests(lowered), options.space, "H", runtime_files}, context);
  context["opening"] = render_template("templates/c/opening.h.inja", context);
  context["inputs"] = render_template("templates/c/inputs.h.inja", context);
  context["offers"] = render_template("templates/c/offers.h.inja", context);
  return render_template("templates/c/forest.h.inja", context);
}

}  // namespace espalier
