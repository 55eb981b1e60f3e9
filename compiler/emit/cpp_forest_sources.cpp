#include "emit/cpp_forest_sources.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "emit/cpp_context.hpp"
#include "emit/cpp_header.hpp"
#include "emit/cpp_sources.hpp"
#include "emit/escape.hpp"
#include "emit/forest_text.hpp"
#include "emit/function_body.hpp"
#include "emit/header_parts.hpp"
#include "emit/names.hpp"
#include "emit/render.hpp"
#include "emit/rule_text.hpp"
#include "model/interpret.hpp"

namespace espalier {
namespace {

using nlohmann::json;

constexpr std::size_t kTableLine = 120;
constexpr std::size_t kRulesOfStep = 8;  // a rule's place in the tables costs a compiler less than a step of a tree

// A function of a tree: its rules program has several where it is large.
struct TreeFunction {
  std::size_t tree;
  std::size_t function;
};

class ForestParts {
 public:
  ForestParts(const Model& model, const Lowered& lowered, const EmitOptions& options)
      : model_(model),
        lowered_(lowered),
        names_(make_names(model, lowered.fields, options.space)),
        code_(cpp_code_names(names_, style_of(lowered), forest_compare(lowered))) {
    for (std::size_t tree = 0; tree < lowered.trees.size(); ++tree) add_tree(tree);
    parts_ = split_into_parts(functions_, options.parts);
  }

  std::size_t count() const { return parts_.size(); }
  const Part& part(std::size_t number) const { return parts_[number]; }

  // The trees whose last function is in the part.
  std::vector<std::size_t> trees_of(const Part& part) const {
    std::vector<std::size_t> trees;
    for (std::size_t f = part.first; f < part.last; ++f) {
      if (is_entry(f)) trees.push_back(places_[f].tree);
    }
    return trees;
  }

  void add_functions(const Part& part, json& context) const {
    json declarations = json::array();
    for (const std::uint32_t function : part.outside) declarations.push_back(functions_[function].declaration);
    context["functions"] = json::array();
    for (std::size_t f = part.first; f < part.last; ++f) {
      declarations.push_back(functions_[f].declaration);
      context["functions"].push_back(
          {{"doc", functions_[f].doc}, {"declaration", functions_[f].declaration}, {"body", body(f)}});
    }
    context["declarations"] = std::move(declarations);
  }

  // What the rules of the part's trees add, one after the other, and how it is added.
  void add_tables(const Part& part, json& context) const {
    std::string items = "   ";
    std::size_t line = 0;
    const auto append = [&](const std::string& item) {
      if (items.size() - line + item.size() + 2 > kTableLine) {
        line = items.size() + 1;
        items += "\n   ";
      }
      items += ' ' + item + ',';
    };
    context["trees"] = json::array();
    std::size_t rules = 0;
    for (const std::size_t number : trees_of(part)) {
      const Tree& tree = model_.trees[number];
      context["trees"].push_back({{"place", number},
                                  {"output", tree.output},
                                  {"call", fmt::format("tree_{}(row)", number + 1)},
                                  {"rule", rule_in_table(number, rules)}});
      const std::vector<std::uint32_t> numbers = rule_numbers(tree);
      std::vector<const Node*> leaves(*std::ranges::max_element(numbers));
      for (std::size_t i = 0; i < numbers.size(); ++i) {
        if (numbers[i] > 0) leaves[numbers[i] - 1] = &tree.nodes[i];
      }
      for (const Node* const leaf : leaves) {
        const Addend addend = addend_of(model_, tree, *leaf);
        if (leaf_answer(model_) == LeafAnswer::label) {
          append(std::to_string(addend.first));
        } else {
          for (const double amount : addend.amounts) append(sum_literal(lowered_.verdict->type, amount));
        }
      }
      rules += leaves.size();
    }
    context["items"] = items;
    context["item_type"] = leaf_answer(model_) == LeafAnswer::label ? unsigned_type(model_.labels.size()) : "Sum";
    context["adds"] = to_string(leaf_answer(model_));
  }

 private:
  bool is_entry(std::size_t f) const { return f + 1 == places_.size() || places_[f + 1].tree != places_[f].tree; }

  // The place of the rule that the tree answers, behind `before` others.
  static std::string rule_in_table(std::size_t tree, std::size_t before) {
    const std::string rule = fmt::format("tree_{}(row)", tree + 1);
    return before == 0 ? rule + " - 1U" : before == 1 ? rule : fmt::format("{} + {}U", rule, before - 1);
  }

  void add_tree(std::size_t tree) {
    const Program& program = lowered_.trees[tree].rules;
    const auto first = static_cast<std::uint32_t>(functions_.size());
    for (std::size_t f = 0; f < program.functions.size(); ++f) {
      const bool entry = f + 1 == program.functions.size();
      const std::string name = fmt::format("tree_{}", tree + 1) + (entry ? "" : fmt::format("_{}", f + 1));
      PartFunction function;
      function.declaration = fmt::format("RuleId {}(const Input& row)", name);
      function.doc = entry ? fmt::format("Which rule of tree {} the row comes to.", tree + 1)
                           : "A part of a later function that would make it too large or too deep.";
      for (const Line& line : program.functions[f].lines) {
        if (line.kind != LineKind::close) ++function.cost;
        if (line.kind == LineKind::call) function.callees.push_back(first + program.steps[line.step].value);
      }
      if (entry) function.cost += 1 + model_.trees[tree].nodes.size() / 2 / kRulesOfStep;
      functions_.push_back(std::move(function));
      places_.push_back({tree, f});
    }
  }

  std::string body(std::size_t f) const {
    const auto& [tree, place] = places_[f];
    const Program& program = lowered_.trees[tree].rules;
    const Function& function = program.functions[place];
    const RuleNotes notes(model_, model_.trees[tree]);
    const std::string callee = fmt::format("tree_{}_", tree + 1);
    const std::string text =
        function_body(program, function, {code_, notes, lowered_.value_type.type, callee, "row", "RuleId result{}"});
    const bool reads_row = program.steps[function.entry].op == Op::branch;
    return (reads_row ? "" : "  static_cast<void>(row);\n") + text;
  }

  const Model& model_;
  const Lowered& lowered_;
  Names names_;
  CodeNames code_;
  std::vector<PartFunction> functions_;
  std::vector<TreeFunction> places_;  // per function
  std::vector<Part> parts_;
};

}  // namespace

std::vector<EmittedFile> emit_cpp_forest_sources(const Model& model, const Lowered& lowered, EmitOptions options) {
  const ForestParts parts(model, lowered, options);
  options.parts_asked = options.parts;
  options.parts = parts.count();
  if (options.file_name.empty()) options.file_name = options.space + ".hpp";
  // A part that has only pieces of trees adds nothing.
  std::vector<std::size_t> adding;
  for (std::size_t i = 0; i < parts.count(); ++i) {
    if (!parts.trees_of(parts.part(i)).empty()) adding.push_back(i + 1);
  }
  std::vector<EmittedFile> files = {{options.file_name, emit_cpp_forest_header(model, lowered, options, adding)}};
  json context = {{"header", string_literal(options.file_name)},
                  {"header_comment", comment_text(options.file_name)},
                  {"namespace", options.space},
                  {"compares_bits", forest_compare(lowered) != FloatCompare::values},
                  {"count", parts.count()}};
  for (std::size_t i = 0; i < parts.count(); ++i) {
    context["number"] = i + 1;
    parts.add_functions(parts.part(i), context);
    parts.add_tables(parts.part(i), context);
    files.push_back(
        {part_name(options.file_name, i + 1), render_template("templates/cpp-sources/forest_part.cpp.inja", context)});
  }
  return files;
}

}  // namespace espalier
