#include "emit/cpp_functions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "emit/blend_text.hpp"
#include "emit/code_text.hpp"
#include "emit/cpp_sources.hpp"
#include "emit/cpp_table.hpp"
#include "emit/function_body.hpp"
#include "emit/render.hpp"
#include "model/interpret.hpp"
#include "model/tree_facts.hpp"

namespace espalier {

LeafCode::LeafCode(const Model& model) {
  const Tree& tree = only_tree(model);
  const std::vector<std::uint32_t> numbers = rule_numbers(tree);
  const std::uint32_t rules = *std::max_element(numbers.begin(), numbers.end());
  label_bits_ = static_cast<std::uint32_t>(std::bit_width(model.labels.size() - 1));
  fits_ = static_cast<std::uint32_t>(std::bit_width(rules)) + label_bits_ <= 32;
  if (!fits_) return;
  codes_.assign(rules + std::size_t{1}, 0);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (numbers[i] > 0) codes_[numbers[i]] = numbers[i] << label_bits_ | tree.nodes[i].label;
  }
}

std::string_view LeafCode::type() const {
  return unsigned_type(*std::max_element(codes_.begin(), codes_.end()));
}

std::string LeafCode::label_in(std::string_view call) const {
  return fmt::format("static_cast<Label>({} & {}U)", call, (1U << label_bits_) - 1);
}

std::string LeafCode::rule_in(std::string_view call) const {
  return fmt::format("static_cast<RuleId>({} >> {})", call, label_bits_);
}

namespace {

using nlohmann::json;

// Fields of one floating type that stand one after the other in the input struct.
struct Run {
  InputType type;
  std::size_t first;
  std::size_t count;
};

std::vector<Run> runs_of(const std::vector<Field>& fields) {
  std::vector<Run> runs;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (!is_floating(fields[i].type)) continue;
    const bool goes_on =
        !runs.empty() && runs.back().type == fields[i].type && runs.back().first + runs.back().count == i;
    if (goes_on) {
      ++runs.back().count;
    } else {
      runs.push_back({fields[i].type, i, 1});
    }
  }
  return runs;
}

// How one floating type is looked at: its fields in groups of sixteen bytes where enough of them stand together (the
// last group of a run overlaps the one before), one by one elsewhere.
json look_context(const std::vector<Run>& runs, InputType type, const Names& names) {
  const std::size_t per_group = type == InputType::float32 ? 4 : 2;
  json groups = json::array();
  json singles = json::array();
  json all = json::array();
  json run_list = json::array();
  for (const Run& run : runs) {
    if (run.type != type) continue;
    run_list.push_back({{"first", names.fields[run.first]}, {"count", run.count}});
    for (std::size_t i = 0; i < run.count; ++i) {
      all.push_back(names.fields[run.first + i]);
      if (run.count < per_group) singles.push_back(names.fields[run.first + i]);
    }
    if (run.count < per_group) continue;
    for (std::size_t i = 0; i < run.count; i += per_group) {
      groups.push_back(names.fields[run.first + std::min(i, run.count - per_group)]);
    }
  }
  const bool is_float = type == InputType::float32;
  return {{"bits", is_float ? "uint32_t" : "uint64_t"},
          {"name", is_float ? "floats" : "doubles"},
          {"groups", std::move(groups)},
          {"singles", std::move(singles)},
          {"all", std::move(all)},
          {"runs", std::move(run_list)}};
}

}  // namespace

bool compares_bits(const Lowered& lowered) {
  return !lowered.tree().tables && lowered.goal != Goal::readable && lowered.form == BodyForm::early_return &&
         std::any_of(lowered.fields.begin(), lowered.fields.end(),
                     [](const Field& field) { return is_floating(field.type); });
}

std::string guard_section(const Lowered& lowered, const Names& names, const std::string& answer_type, bool elsewhere) {
  const std::vector<Run> runs = runs_of(lowered.fields);
  json context;
  if (elsewhere) context["specifier"] = "inline";
  context["types"] = json::array();
  bool wide = false;
  for (const InputType type : {InputType::float32, InputType::float64}) {
    json look = look_context(runs, type, names);
    if (look["all"].empty()) continue;
    wide = wide || !look["groups"].empty();
    context["types"].push_back(std::move(look));
  }
  context["wide"] = wide;  // where it is possible it is the smallest, too
  context["small"] = lowered.goal == Goal::size;
  context["answers"] = !lowered.tree().blend.has_value();
  context["answer_type"] = answer_type;
  return render_template("templates/cpp/guard.hpp.inja", context);
}

nlohmann::json cpp_blend_context(const BlendProgram& program, ValueType value_type, const CodeNames& names,
                                 const RuleNotes& notes) {
  const BlendWords words{.function = "blend_",
                         .arrive = "arrive",
                         .part_of = "part_of",
                         .part_taken = "part_taken",
                         .add_part = "add_part({}, {}, {});",
                         .add_value = "add_value({}, {}, {});"};
  return blend_context(program, value_type, names, notes, words);
}

std::string blend_state(const BlendProgram& program, std::string_view specifier) {
  nlohmann::json context = {{"classification", program.task == Task::classification},
                            {"smooths", !program.smoothing.extras.empty()},
                            {"exponent", -program.value_exponent}};
  if (!specifier.empty()) context["specifier"] = std::string(specifier);
  return render_template("templates/cpp/blend_state.hpp.inja", context);
}

std::string blend_section(const BlendProgram& program, ValueType value_type, const CodeNames& names,
                          const RuleNotes& notes, bool elsewhere) {
  nlohmann::json context = cpp_blend_context(program, value_type, names, notes);
  if (elsewhere) context["specifier"] = "inline";
  context["elsewhere"] = elsewhere;
  context["state"] = elsewhere ? std::string() : blend_state(program);
  context["compares_bits"] = names.floats != FloatCompare::values;
  context["answer_type"] = program.task == Task::classification ? "Label" : "Value";
  return render_template("templates/cpp/blend.hpp.inja", context);
}

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
    for_each_term(step.condition, [&](const Condition& term) { names += term.categories.size(); });
    for (const Condition& fallback : step.condition.fallbacks) names += fallback.categories.size();
  }
  return names;
}

}  // namespace

std::optional<LeafCode> code_of_leaves(const Model& model, const Lowered& lowered, const EmitOptions& options) {
  if (lowered.regression() || lowered.tree().blend) return std::nullopt;
  // Whoever asks for speed or size gets a tree for predict() alone, however large.
  if (lowered.goal != Goal::readable) return std::nullopt;
  const bool many_names =
      options.two_trees_up_to <= kRulesOfTwoTrees && categories_named(lowered.tree().rules) > kNamesOfTwoTrees;
  if (leaf_count(only_tree(model)) <= options.two_trees_up_to && !many_names) return std::nullopt;
  LeafCode code(model);
  if (!code.fits()) return std::nullopt;
  return code;
}

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
  if (const auto code = code_of_leaves(model, lowered, options)) {
    append(lowered.tree().rules,
           {"The rule and the label of the row, in one number.", std::string(code->type()), "leaf", "leaf", true},
           code->codes());
    append_forwarding(answer_style(lowered), code->label_in("detail::leaf(row)"), functions);
    append_forwarding(rule_style(lowered), code->rule_in("detail::leaf(row)"), functions);
    return functions;
  }
  append(lowered.tree().answers, answer_style(lowered));
  append(lowered.tree().rules, rule_style(lowered));
  return functions;
}

}  // namespace espalier
