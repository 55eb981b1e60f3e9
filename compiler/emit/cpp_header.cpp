#include "emit/cpp_header.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "emit/about.hpp"
#include "emit/code_text.hpp"
#include "emit/cpp_blend.hpp"
#include "emit/cpp_context.hpp"
#include "emit/emit_record.hpp"
#include "emit/function_body.hpp"
#include "emit/header_parts.hpp"
#include "emit/render.hpp"
#include "emit/rule_notes.hpp"
#include "lower/witness.hpp"
#include "model/interpret.hpp"
#include "model/tree_facts.hpp"

namespace espalier {
namespace {

using nlohmann::json;

// What the witnesses of a header may cost its compiler, in tests evaluated and values read: about half a second of g++.
constexpr std::size_t kWitnessBudget = 500'000;

struct FunctionStyle {
  std::string doc;     // comment of the entry
  std::string type;    // what it returns
  std::string entry;   // name of the entry
  std::string prefix;  // outlined functions are <prefix>_1, <prefix>_2, ... in namespace detail
  bool in_detail;      // and so is the entry
};

// The program's functions in the order of definition, appended to `functions`.
void append_functions(const Program& program, const CodeNames& names, const RuleNotes& notes, ValueType value_type,
                      const FunctionStyle& style, json& functions) {
  const std::string callee = fmt::format("detail::{}_", style.prefix);
  const std::string result = style.type + " result{}";
  const BodyWords words{names, notes, value_type, callee, "row", result};
  const std::size_t outlined = program.functions.size() - 1;
  const std::size_t in_detail = outlined + (style.in_detail ? 1 : 0);
  for (std::size_t f = 0; f <= outlined; ++f) {
    const bool entry = f == outlined;
    functions.push_back(
        {{"doc", entry ? style.doc : "A part of the next function that would make it too large or too deep."},
         {"type", style.type},
         {"name", entry ? style.entry : fmt::format("{}_{}", style.prefix, f + 1)},
         {"opens_detail", in_detail > 0 && f == 0},
         {"closes_detail", f + 1 == in_detail},
         {"reads_row", program.steps[program.functions[f].entry].op == Op::branch},
         {"body", function_body(program, program.functions[f], words)}});
  }
}

// Comparisons that the conditions on all ways from the entry to an answer make, added up.
std::size_t comparisons_on_all_paths(const Program& program) {
  struct Work {
    std::uint32_t step;
    std::size_t comparisons;
  };
  std::size_t total = 0;
  std::vector<Work> work = {{program.functions.back().entry, 0}};
  while (!work.empty()) {
    const auto [at, before] = work.back();
    work.pop_back();
    const Step& step = program.steps[at];
    switch (step.op) {
      case Op::answer: total += before; break;
      case Op::call: work.push_back({program.functions[step.value].entry, before}); break;
      case Op::branch: {
        std::size_t here = before + std::max<std::size_t>(1, step.condition.categories.size());
        for (const Condition& fallback : step.condition.fallbacks) here += 1 + fallback.categories.size();
        work.push_back({step.yes, here});
        work.push_back({step.no, here});
        break;
      }
    }
  }
  return total;
}

json witness_context(const Model& model, const Lowered& lowered, const CodeNames& names) {
  // Both functions answer each witness; rules are skipped evenly where all of them would cost too much.
  const std::size_t rules = leaf_count(model.trees.front());
  const std::size_t cost = 2 * comparisons_on_all_paths(lowered.rules) + rules * (1 + lowered.fields.size());
  const std::size_t stride = (cost + kWitnessBudget - 1) / kWitnessBudget;
  const Interpreter interpreter(model);
  std::map<std::uint32_t, json> sorted;
  for_each_witness(model, lowered.fields, [&](const Witness& witness, const PathDomains&) {
    const bool finite = std::all_of(witness.row.begin(), witness.row.end(), [](double v) { return std::isfinite(v); });
    if (!finite || (witness.rule - 1) % stride != 0) return;
    sorted[witness.rule] = {
        {"rule", witness.rule},
        {"answer", answer_expression(names, lowered.value_type.type, interpreter.predict(witness.row))},
        {"row", row_initializer(lowered.fields, names, witness.row)}};
  });
  json list = json::array();
  for (auto& [rule, entry] : sorted) list.push_back(std::move(entry));
  return {{"list", std::move(list)}, {"all", stride == 1}, {"rules", rules}};
}

AboutWords cpp_about(const Names& names) {
  const std::string& space = names.space;
  return {"C++", space + "::Input row = {};", names.fields,
          fmt::format("{0}::{1} answer = {0}::predict(row);", space, names.labels.empty() ? "Value" : "Label"),
          "Needs C++11 and nothing else: no library, no heap, no static data; constexpr from C++14 on."};
}

}  // namespace

std::string emit_cpp_header(const Model& model, const Lowered& lowered, const EmitOptions& options) {
  const Names names = make_names(model, lowered.fields, options.space);
  const CodeNames code = cpp_code_names(names, style_of(lowered));
  const RuleNotes notes(model);
  const ValueType value_type = lowered.value_type.type;
  const bool blends = lowered.blend.has_value();
  const std::size_t max_tests = std::max(longest_way(lowered.answers), longest_way(lowered.rules));

  json context = base_context(model, lowered.fields, names);
  context["about"] = about_lines(model, lowered.fields, max_tests, cpp_about(names));
  context["record"] =
      write_emit_record({Language::cpp, names.space, lowered.fields, options.model_sha256, value_type}, model.task);
  context["guard"] = header_guard(names.space, "HPP", options.model_sha256);
  context["runtime"] = runtime_text(options.runtime, blends, "hpp");
  context["needs_double"] = needs_double(lowered);
  context["value_type"] = std::string(to_string(value_type));
  context["value_note"] = lowered.value_type.note.empty() ? "" : "  // " + lowered.value_type.note;
  for (std::size_t i = 0; i < lowered.fields.size(); ++i) {
    context["fields"][i]["comment"] = field_comment(model.features[lowered.fields[i].feature], lowered.fields[i], code);
  }
  context["functions"] = json::array();
  const std::string answer_type = context["answer_type"];
  append_functions(
      lowered.answers, code, notes, value_type,
      blends
          ? FunctionStyle{"What the tree answers for a row that is not blended.", answer_type, "tree", "predict", true}
          : FunctionStyle{"What the model answers for the row.", answer_type, "predict", "predict", false},
      context["functions"]);
  append_functions(
      lowered.rules, code, notes, value_type,
      blends ? FunctionStyle{"Which rule answers for a row that is not blended.", "RuleId", "tree_rule", "rule", true}
             : FunctionStyle{"Which rule answers for the row.", "RuleId", "predict_rule", "rule", false},
      context["functions"]);
  context["blends"] = blends;
  context["blend"] = blends ? blend_section(*lowered.blend, value_type, code, notes) : std::string();
  context["sentinels"] = sentinel_context(lowered.fields, code);
  context["rule_type"] = unsigned_type(notes.rules());
  context["rule_count"] = notes.rules();
  context["max_tests"] = max_tests;
  context["distributions"] = model.task == Task::classification ? distribution_context(model) : json::array();
  context["witnesses"] = witness_context(model, lowered, code);
  return render_template("templates/cpp/header.hpp.inja", context);
}

}  // namespace espalier
