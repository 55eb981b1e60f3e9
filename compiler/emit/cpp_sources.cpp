#include "emit/cpp_sources.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "emit/cpp_blend.hpp"
#include "emit/cpp_context.hpp"
#include "emit/cpp_guard.hpp"
#include "emit/cpp_header.hpp"
#include "emit/cpp_parts.hpp"
#include "emit/cpp_tables.hpp"
#include "emit/escape.hpp"
#include "emit/function_body.hpp"
#include "emit/header_parts.hpp"
#include "emit/leaf_code.hpp"
#include "emit/names.hpp"
#include "emit/render.hpp"

namespace espalier {
namespace {

using nlohmann::json;

constexpr std::size_t kRulesPerStep = 8;  // a rule's place in the tables costs a compiler less than a step of the tree

// What the tree's leaves return: a code of rule and label where that fits, else the rule.
struct AnswerOfLeaf {
  explicit AnswerOfLeaf(const Model& model) {
    if (model.task == Task::regression) return;
    LeafCode code(model);
    if (!code.fits()) return;
    type = code.type();
    codes = code.codes();
  }
  bool coded() const { return !codes.empty(); }

  std::string type = "RuleId";
  std::vector<std::uint32_t> codes;  // per rule; none: the rule itself
};

// Everything that the parts define, but the tables: the tree's functions first, then those that blend.
class PartTexts {
 public:
  PartTexts(const Model& model, const Lowered& lowered, const EmitOptions& options)
      : lowered_(lowered),
        names_(make_names(model, lowered.fields, options.space)),
        bits_(compares_bits(lowered)),
        code_(cpp_code_names(names_, style_of(lowered), bits_ ? FloatCompare::calm_bits : FloatCompare::values)),
        notes_(model),
        leaf_(model) {
    add_tree();
    if (lowered.tree().blend) add_blend();
  }

  const std::vector<PartFunction>& functions() const { return functions_; }

  std::string body(std::size_t function) const {
    const std::size_t tree = lowered_.tree().rules.functions.size();
    if (function < tree) return tree_body(lowered_.tree().rules.functions[function]);
    const std::size_t blend = function - tree;
    if (blend < blend_bodies_.size()) return blend_bodies_[blend];
    return fmt::format(
        "  Blend blend = {{}};\n  blend_{}(row, ::espalier::runtime_1::whole_weight, blend);\n  return blend;\n",
        lowered_.tree().blend->functions.size());
  }

 private:
  void add_tree() {
    const Program& program = lowered_.tree().rules;
    for (std::size_t f = 0; f < program.functions.size(); ++f) {
      const bool entry = f + 1 == program.functions.size();
      PartFunction function;
      function.declaration =
          fmt::format("{} {}(const Input& row)", leaf_.type, entry ? "leaf" : fmt::format("leaf_{}", f + 1));
      function.in_header = entry;
      function.doc = entry ? "The whole tree." : "A part of a later function that would make it too large or too deep.";
      for (const Line& line : program.functions[f].lines) {
        if (line.kind != LineKind::close) ++function.cost;
        if (line.kind == LineKind::call) function.callees.push_back(program.steps[line.step].value);
      }
      functions_.push_back(std::move(function));
    }
  }

  void add_blend() {
    const auto first = static_cast<std::uint32_t>(functions_.size());
    const BlendProgram& program = *lowered_.tree().blend;
    const CodeNames code =
        cpp_code_names(names_, style_of(lowered_), bits_ ? FloatCompare::any_bits : FloatCompare::values);
    const json texts = cpp_blend_context(program, lowered_.value_type.type, code, notes_).at("functions");
    for (std::size_t f = 0; f < program.functions.size(); ++f) {
      blend_bodies_.emplace_back();
      for (const json& line : texts[f]["lines"]) blend_bodies_.back() += line.get_ref<const std::string&>() + "\n";
      PartFunction function{fmt::format("void {}(const Input& row, uint32_t weight, Blend& blend)",
                                        texts[f]["name"].get_ref<const std::string&>()),
                            texts[f]["doc"],
                            2 * program.functions[f].size(),
                            {},
                            false};
      for (const BlendLine& line : program.functions[f]) {
        if (line.kind == BlendLineKind::call) function.callees.push_back(first + line.function);
      }
      functions_.push_back(std::move(function));
    }
    const auto entry = static_cast<std::uint32_t>(functions_.size() - 1);
    functions_.push_back(
        {"Blend blended(const Input& row)", "What the rules that a row reaches add up to.", 1, {entry}, true});
  }

  std::string tree_body(const Function& function) const {
    const std::string result = leaf_.type + " result{}";
    const std::string body =
        function_body(lowered_.tree().rules, function,
                      {code_, notes_, lowered_.value_type.type, "leaf_", "row", result, leaf_.codes});
    const bool reads_row = lowered_.tree().rules.steps[function.entry].op == Op::branch;
    return (reads_row ? "" : "  static_cast<void>(row);\n") + body;
  }

  const Lowered& lowered_;
  Names names_;
  bool bits_;
  CodeNames code_;
  RuleNotes notes_;
  AnswerOfLeaf leaf_;
  std::vector<PartFunction> functions_;
  std::vector<std::string> blend_bodies_;
};

// Every function that the part defines or calls, but what the header declares.
json declarations_in(const std::vector<PartFunction>& functions, const Part& part) {
  json declarations = json::array();
  for (const std::uint32_t function : part.outside) declarations.push_back(functions[function].declaration);
  for (std::size_t f = part.first; f < part.last; ++f) {
    if (!functions[f].in_header) declarations.push_back(functions[f].declaration);
  }
  return declarations;
}

}  // namespace

std::string part_name(std::string_view header, std::size_t number) {
  return fmt::format("{}_{}.cpp", header.substr(0, header.rfind('.')), number);
}

bool is_part_of(std::string_view text, std::string_view header) {
  const std::string_view first = text.substr(0, text.find('\n'));
  return first.starts_with("// Part ") &&
         first.find(fmt::format(" of {}, made by Espalier.", comment_text(header))) != std::string_view::npos;
}

PartCalls part_calls(const Model& model) {
  const std::string leaf = "parts::leaf(row)";
  if (model.task == Task::regression) return {fmt::format("parts::value_of({})", leaf), leaf};
  const LeafCode code(model);
  if (!code.fits()) return {fmt::format("parts::label_of({})", leaf), leaf};
  return {code.label_in(leaf), code.rule_in(leaf)};
}

std::string part_declarations(const Model& model, const Lowered& lowered) {
  const AnswerOfLeaf leaf(model);
  const bool classification = model.task == Task::classification;
  return render_template(
      "templates/cpp-sources/declarations.hpp.inja",
      {{"blends", lowered.tree().blend.has_value()},
       {"blend_state", lowered.tree().blend ? blend_state(*lowered.tree().blend, "inline") : std::string()},
       {"leaf_doc", leaf.coded() ? "The rule and the label of the row, in one number." : "The rule of the row."},
       {"leaf_type", leaf.type},
       {"classification", classification},
       {"labels", classification && !leaf.coded()}});
}

std::vector<EmittedFile> emit_cpp_sources(const Model& model, const Lowered& lowered, EmitOptions options) {
  const PartTexts texts(model, lowered, options);
  std::vector<PartFunction> functions = texts.functions();
  // The tables come last; they count as a function of their own that the last part takes along.
  const bool label_table = model.task == Task::classification && !LeafCode(model).fits();
  PartFunction tables;
  tables.cost = 1 + RuleNotes(model).rules() / kRulesPerStep;
  functions.push_back(std::move(tables));
  const std::vector<Part> parts = split_into_parts(functions, options.parts);
  functions.pop_back();

  options.parts = parts.size();
  if (options.file_name.empty()) options.file_name = options.space + ".hpp";
  std::vector<EmittedFile> files = {{options.file_name, emit_cpp_header(model, lowered, options)}};
  json context = {{"header", string_literal(options.file_name)},
                  {"header_comment", comment_text(options.file_name)},
                  {"namespace", options.space},
                  {"blends", lowered.tree().blend.has_value()},
                  {"compares_bits", compares_bits(lowered)},
                  {"count", parts.size()}};
  for (std::size_t i = 0; i < parts.size(); ++i) {
    Part part = parts[i];
    const bool last = i + 1 == parts.size();
    part.last = std::min(part.last, functions.size());
    context["number"] = i + 1;
    context["declarations"] = declarations_in(functions, part);
    context["has_declarations"] = !context["declarations"].empty();
    context["functions"] = json::array();
    for (std::size_t f = part.first; f < part.last; ++f) {
      context["functions"].push_back(
          {{"doc", functions[f].doc}, {"declaration", functions[f].declaration}, {"body", texts.body(f)}});
    }
    context["tables"] = last ? rule_tables(model, lowered.value_type.type, label_table) : std::string();
    files.push_back(
        {part_name(options.file_name, i + 1), render_template("templates/cpp-sources/part.cpp.inja", context)});
  }
  return files;
}

}  // namespace espalier
