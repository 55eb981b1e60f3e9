#include "emit/cpp_sources.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "emit/code_text.hpp"
#include "emit/cpp_context.hpp"
#include "emit/cpp_forest_sources.hpp"
#include "emit/cpp_functions.hpp"
#include "emit/cpp_header.hpp"
#include "emit/escape.hpp"
#include "emit/function_body.hpp"
#include "emit/header_parts.hpp"
#include "emit/names.hpp"
#include "emit/render.hpp"
#include "model/interpret.hpp"

namespace espalier {
namespace {

std::vector<std::uint32_t> called_outside(const std::vector<PartFunction>& functions, const Part& part) {
  std::vector<std::uint32_t> outside;
  for (std::size_t f = part.first; f < part.last; ++f) {
    for (const std::uint32_t callee : functions[f].callees) {
      if (callee < part.first || callee >= part.last) outside.push_back(callee);
    }
  }
  std::sort(outside.begin(), outside.end());
  outside.erase(std::unique(outside.begin(), outside.end()), outside.end());
  return outside;
}

}  // namespace

std::vector<Part> split_into_parts(const std::vector<PartFunction>& functions, std::size_t parts) {
  std::size_t left = 0;
  for (const PartFunction& function : functions) left += function.cost;
  if (parts == 0) parts = std::max<std::size_t>(1, (left + kStepsPerPart - 1) / kStepsPerPart);
  std::vector<Part> result;
  std::size_t next = 0;
  for (; parts > 0; --parts) {
    // An equal share of what is left; a function that straddles its end goes where more of it lies. The last part takes
    // the rest.
    const std::size_t share = (left + parts - 1) / parts;
    Part part{next, next, {}};
    std::size_t taken = 0;
    while (part.last < functions.size()) {
      const std::size_t cost = functions[part.last].cost;
      if (parts > 1 && taken > 0 && 2 * taken + cost > 2 * share) break;
      taken += cost;
      ++part.last;
    }
    next = part.last;
    left -= taken;
    part.outside = called_outside(functions, part);
    result.push_back(std::move(part));
  }
  return result;
}

namespace {

using nlohmann::json;

constexpr std::size_t kTableLineLength = 120;

// The items of an initializer, in lines.
template <typename T>
std::string items(const std::vector<T>& values) {
  std::string text = "   ";
  std::size_t line = 0;  // where the last one begins
  for (const T& value : values) {
    const std::string item = fmt::format(" {},", value);
    if (text.size() - line + item.size() > kTableLineLength) {
      line = text.size() + 1;
      text += "\n   ";
    }
    text += item;
  }
  return text;
}

template <typename T>
json table(const char* doc, std::string type, const char* name, const std::vector<T>& values) {
  return {{"doc", doc}, {"type", std::move(type)}, {"name", name}, {"items", items(values)}};
}

// Leaves in the order of their rules.
std::vector<std::uint32_t> leaves_of(const Tree& tree) {
  const std::vector<std::uint32_t> numbers = rule_numbers(tree);
  std::vector<std::uint32_t> leaves(*std::max_element(numbers.begin(), numbers.end()));
  for (std::uint32_t i = 0; i < numbers.size(); ++i) {
    if (numbers[i] > 0) leaves[numbers[i] - 1] = i;
  }
  return leaves;
}

// Distributions, each once, as the labels that have a share and the shares; and per rule which one it has.
json share_tables(const Model& model, const std::vector<std::uint32_t>& leaves) {
  const auto distributions = class_distributions(model, only_tree(model));
  std::map<std::vector<float>, std::size_t> known;
  std::vector<std::size_t> of_rule = {0};  // rule 0 is none
  std::vector<std::size_t> begins = {0};
  std::vector<std::size_t> labels;
  std::vector<std::string> shares;
  for (const std::uint32_t leaf : leaves) {
    const std::vector<double>& exact = distributions[leaf];
    const auto [entry, is_new] = known.try_emplace(std::vector<float>(exact.begin(), exact.end()), known.size());
    of_rule.push_back(entry->second);
    if (!is_new) continue;
    for (std::size_t label = 0; label < entry->first.size(); ++label) {
      const float share = entry->first[label];
      if (share == 0) continue;
      labels.push_back(label);
      shares.push_back(code_literal(InputType::float32, static_cast<double>(share)));
    }
    begins.push_back(labels.size());
  }
  return {table("Per rule its distribution.", std::string(unsigned_type(known.size())), "distribution_of", of_rule),
          table("Where the shares of a distribution begin; those of the next one follow.",
                std::string(unsigned_type(labels.size())), "shares_begin", begins),
          table("Whose share it is.", std::string(unsigned_type(model.labels.size())), "share_label", labels),
          table("The shares.", "float", "share", shares)};
}

}  // namespace

std::string rule_tables(const Model& model, ValueType value_type, bool labels) {
  const Tree& tree = only_tree(model);
  const std::vector<std::uint32_t> leaves = leaves_of(tree);
  json context;
  context["classification"] = model.task == Task::classification;
  context["labels"] = labels;
  context["tables"] = json::array();
  if (model.task == Task::regression) {
    std::vector<std::string> values = {value_literal(value_type, 0)};
    for (const std::uint32_t leaf : leaves) {
      values.push_back(value_literal(value_type, rounded(value_type, tree.nodes[leaf].value)));
    }
    context["tables"].push_back(table("Per rule its answer.", "Value", "value", values));
  } else {
    context["tables"] = share_tables(model, leaves);
  }
  if (labels) {
    std::vector<std::uint32_t> label_of = {0};
    for (const std::uint32_t leaf : leaves) label_of.push_back(tree.nodes[leaf].label);
    context["tables"].push_back(
        table("Per rule its label.", std::string(unsigned_type(model.labels.size())), "label", label_of));
  }
  return render_template("templates/cpp-sources/tables.cpp.inja", context);
}

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
  if (lowered.verdict) return emit_cpp_forest_sources(model, lowered, options);
  const PartTexts texts(model, lowered, options);
  std::vector<PartFunction> functions = texts.functions();
  // The tables come last; they count as a function of their own that the last part takes along.
  const bool label_table = model.task == Task::classification && !LeafCode(model).fits();
  PartFunction tables;
  tables.cost = 1 + RuleNotes(model).rules() / kRulesPerStep;
  functions.push_back(std::move(tables));
  const std::vector<Part> parts = split_into_parts(functions, options.parts);
  functions.pop_back();

  options.parts_asked = options.parts;
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
