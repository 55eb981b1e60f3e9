#include "emit/cpp_functions.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "emit/cpp_guard.hpp"
#include "emit/cpp_sources.hpp"
#include "emit/cpp_table.hpp"
#include "emit/function_body.hpp"
#include "emit/leaf_code.hpp"

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

// Called from two places, a tree of some size would be compiled twice.
std::string attribute_of(const Lowered& lowered, const Program& program) {
  constexpr std::size_t kInlinedSteps = 25;
  const bool small = lowered.goal == Goal::speed && program.steps.size() <= kInlinedSteps;
  return compares_bits(lowered) && !small ? "ESPALIER_NOINLINE " : "";
}

// Why a function stands by itself.
std::vector<std::string> docs_of_parts(const Program& program) {
  std::vector<std::size_t> calls(program.functions.size(), 0);
  for (const Step& step : program.steps) {
    if (step.op == Op::call) ++calls[step.value];
  }
  std::vector<std::string> docs;
  docs.reserve(calls.size());
  for (const std::size_t count : calls) {
    docs.emplace_back(count > 1 ? "A part of the tree that stands in several places."
                                : "A part of the next function that would make it too large or too deep.");
  }
  return docs;
}

// predict() and predict_rule(), or what answers in their place for rows that need no blend or have no negative NaN.
FunctionStyle answer_style(const Lowered& lowered) {
  const std::string type = lowered.regression() ? "Value" : "Label";
  const std::string attribute = attribute_of(lowered, lowered.tree().answers);
  if (lowered.tree().blend) {
    return {"What the tree answers for a row that is not blended.", type, "tree", "predict", true, attribute};
  }
  if (compares_bits(lowered)) {
    return {"What the tree answers for a row without negative NaN.", type, "tree", "predict", true, attribute};
  }
  return {"What the model answers for the row.", type, "predict", "predict", false};
}

FunctionStyle rule_style(const Lowered& lowered) {
  const std::string attribute = attribute_of(lowered, lowered.tree().rules);
  if (lowered.tree().blend) {
    return {"Which rule answers for a row that is not blended.", "RuleId", "tree_rule", "rule", true, attribute};
  }
  if (compares_bits(lowered)) {
    return {"Which rule answers for a row without negative NaN.", "RuleId", "tree_rule", "rule", true, attribute};
  }
  return {"Which rule answers for the row.", "RuleId", "predict_rule", "rule", false};
}

// The program's functions in the order of definition.
void append_program(const Program& program, const BodyWords& words, const FunctionStyle& style, json& functions) {
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

// The one function of a program that has no functions here: a walk over tables, or a call of what is elsewhere.
void append_one(const FunctionStyle& style, std::string body, json& functions) {
  functions.push_back({{"doc", style.doc},
                       {"attribute", style.attribute},
                       {"type", style.type},
                       {"name", style.entry},
                       {"opens_detail", style.in_detail},
                       {"closes_detail", style.in_detail},
                       {"reads_row", true},
                       {"body", std::move(body)}});
}

void append_forwarding(FunctionStyle style, const std::string& expression, json& functions) {
  style.attribute.clear();
  append_one(style, fmt::format("  return {};\n", expression), functions);
}

std::size_t categories_named(const Program& program) {
  std::size_t names = 0;
  for (const Step& step : program.steps) {
    if (step.op != Op::branch) continue;
    names += step.condition.categories.size();
    for (const Condition& fallback : step.condition.fallbacks) names += fallback.categories.size();
  }
  return names;
}

bool has_one_tree(const Lowered& lowered, const RuleNotes& notes, const EmitOptions& options) {
  if (lowered.regression() || lowered.tree().blend) return false;
  if (notes.rules() > options.two_trees_up_to) return true;
  return options.two_trees_up_to <= kRulesOfTwoTrees && categories_named(lowered.tree().rules) > kNamesOfTwoTrees;
}

}  // namespace

json cpp_functions(const Model& model, const Lowered& lowered, const CodeNames& names, const RuleNotes& notes,
                   const EmitOptions& options) {
  json functions = json::array();
  if (options.language == Language::cpp_sources) {
    const PartCalls calls = part_calls(model);
    append_forwarding(answer_style(lowered), calls.answer, functions);
    append_forwarding(rule_style(lowered), calls.rule, functions);
    return functions;
  }
  if (lowered.tree().tables) {
    append_one(answer_style(lowered), table_answer_body(lowered), functions);
    append_one(rule_style(lowered), table_rule_body(), functions);
    return functions;
  }
  const auto append = [&](const Program& program, const FunctionStyle& style,
                          std::span<const std::uint32_t> codes = {}) {
    const std::string callee = fmt::format("detail::{}_", style.prefix);
    const std::string result = style.type + " result{}";
    append_program(program, {names, notes, lowered.value_type.type, callee, "row", result, codes}, style, functions);
  };
  if (has_one_tree(lowered, notes, options)) {
    const LeafCode code(model);
    if (code.fits()) {
      append(lowered.tree().rules,
             {"The rule and the label of the row, in one number.", std::string(code.type()), "leaf", "leaf", true},
             code.codes());
      append_forwarding(answer_style(lowered), code.label_in("detail::leaf(row)"), functions);
      append_forwarding(rule_style(lowered), code.rule_in("detail::leaf(row)"), functions);
      return functions;
    }
  }
  append(lowered.tree().answers, answer_style(lowered));
  append(lowered.tree().rules, rule_style(lowered));
  return functions;
}

}  // namespace espalier
