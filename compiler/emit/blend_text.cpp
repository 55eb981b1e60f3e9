#include "emit/blend_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>

#include "model/blend.hpp"

namespace espalier {
namespace {

using nlohmann::json;

// The exponent of a normal float that leaves a whole number below 2^54 normal, however often it is applied.
constexpr int kFloatStep = -75;

class BlendText {
 public:
  BlendText(const BlendProgram& program, const CodeNames& names, const RuleNotes& notes, const BlendWords& words)
      : program_(program),
        names_(names),
        notes_(notes),
        words_(words),
        syntax_(*names.syntax),
        single_exit_(names.style == CodeStyle::misra) {}

  std::string complete() const { return all_of(program_.complete, syntax_.and_on_next_line); }

  json functions() const {
    json functions = json::array();
    for (std::size_t f = 0; f < program_.functions.size(); ++f) {
      const bool entry = f + 1 == program_.functions.size();
      functions.push_back({{"doc", entry ? "Sends a weight down the tree and adds up what the rules answer."
                                         : "A part of a later function that would make it too large or too deep."},
                           {"name", function_name(f)},
                           {"lines", lines(program_.functions[f])}});
    }
    return functions;
  }

  std::string entry() const { return function_name(program_.functions.size() - 1); }

 private:
  std::string function_name(std::size_t function) const { return fmt::format("{}{}", words_.function, function + 1); }

  // The weight at a level: of the function itself a parameter, which MISRA wants to stay as it came.
  std::string weight_name(std::uint32_t level) const {
    return level == 0 && !single_exit_ ? std::string("weight") : fmt::format("part_{}", level);
  }

  std::string condition(const Condition& condition) const { return code_condition(program_.fields, names_, condition); }

  std::string all_of(const std::vector<Condition>& conditions, std::string_view joiner) const {
    if (conditions.size() == 1) return condition(conditions.front());
    std::vector<std::string> terms;
    for (const Condition& each : conditions) {
      const std::string text = condition(each);
      const bool alternatives = !single_exit_ && text.find(" || ") != std::string::npos;
      terms.push_back(alternatives ? fmt::format("({})", text) : code_operand(names_.style, text));
    }
    return fmt::format("{}", fmt::join(terms, joiner));
  }

  std::string operand(const std::string& text) const { return code_operand(names_.style, text); }

  std::string share(std::uint32_t share) const { return code_share(share, syntax_); }

  std::string conditional(const std::string& condition, const std::string& yes, const std::string& no) const {
    return fmt::format(fmt::runtime(syntax_.conditional), operand(condition), yes, no);
  }

  // What a branch gets of the weight.
  std::string part(const BlendLine& line) const {
    const BlendStep& step = program_.steps[line.step];
    const BlendBranch& branch = step.branches[line.branch];
    std::string weight = weight_name(line.level);
    const bool shares = step.known && branch.share > 0;
    if (branch.shared_only) {
      return conditional(condition(*step.known), share(0),
                         fmt::format("{}({}, {})", words_.part_of, weight, share(branch.share)));
    }
    if (branch.conditions.empty()) return weight;
    const std::string takes = all_of(branch.conditions, " && ");
    if (!shares) return conditional(takes, weight, share(0));
    return fmt::format("{}({}, {}, {}, {})", words_.part_taken, weight, takes, condition(*step.known),
                       share(branch.share));
  }

  json lines(const std::vector<BlendLine>& program_lines) const {
    json lines = declarations(program_lines);
    if (std::none_of(program_lines.begin(), program_lines.end(), [&](const auto& line) { return reads_row(line); })) {
      lines.push_back(indented(0) + std::string(syntax_.discard_row));
    }
    for (const BlendLine& line : program_lines) append(line, indented(line.level), lines);
    return lines;
  }

  // A branch without conditions gets all of the weight, whatever the row is.
  bool reads_row(const BlendLine& line) const {
    if (line.kind == BlendLineKind::call) return true;
    if (line.kind != BlendLineKind::open && line.kind != BlendLineKind::go_on) return false;
    const BlendBranch& branch = program_.steps[line.step].branches[line.branch];
    return branch.shared_only || !branch.conditions.empty();
  }

  std::string indented(std::uint32_t levels) const { return std::string(syntax_.indent * (levels + 1), ' '); }

  bool assigns_weights() const { return syntax_.weights == CodeSyntax::Weights::first || single_exit_; }

  std::string set_weight(const std::string& name, const std::string& value) const {
    return fmt::format(fmt::runtime(syntax_.set_weight), name, value);
  }

  std::string open_if(const std::string& condition) const {
    return fmt::format(fmt::runtime(syntax_.open_if), condition);
  }

  json declarations(const std::vector<BlendLine>& lines) const {
    json list = json::array();
    const std::string_view type = number_type(InputType::uint32, syntax_);
    if (single_exit_) list.push_back(fmt::format("{}{} part_0 = weight;", indented(0), type));
    if (!assigns_weights()) return list;
    std::uint32_t levels = 0;
    for (const BlendLine& line : lines) {
      if (line.kind == BlendLineKind::open) levels = std::max(levels, line.level + 1);
    }
    for (std::uint32_t level = 1; level <= levels; ++level) {
      list.push_back(fmt::format("{}{} {} = {};", indented(0), type, weight_name(level), share(0)));
    }
    return list;
  }

  void append(const BlendLine& line, const std::string& indent, json& lines) const {
    switch (line.kind) {
      case BlendLineKind::open: append_open(line, indent, lines); break;
      case BlendLineKind::close: lines.push_back(indent + "}"); break;
      case BlendLineKind::go_on: append_go_on(line, indent, lines); break;
      case BlendLineKind::leaf: append_leaf(line, indent, lines); break;
      case BlendLineKind::call:
        lines.push_back(
            fmt::format("{}{}(row, {}, blend);", indent, function_name(line.function), weight_name(line.level)));
        break;
    }
  }

  void append_open(const BlendLine& line, const std::string& indent, json& lines) const {
    const std::string part_name = weight_name(line.level + 1);
    if (syntax_.weights == CodeSyntax::Weights::in_ifs && !single_exit_) {
      const std::string_view type = number_type(InputType::uint32, syntax_);
      lines.push_back(indent + open_if(fmt::format("const {} {} = {}", type, part_name, part(line))));
      return;
    }
    lines.push_back(indent + set_weight(part_name, part(line)));
    lines.push_back(indent + open_if(fmt::format("{} != {}", part_name, share(0))));
  }

  void append_go_on(const BlendLine& line, const std::string& indent, json& lines) const {
    const std::string weight = weight_name(line.level);
    const std::string rest = part(line);
    if (rest == weight) return;
    lines.push_back(indent + set_weight(weight, rest));
    if (single_exit_) return;
    lines.push_back(indent + open_if(weight + " == 0"));
    lines.push_back(fmt::format("{}{:{}}return;", indent, "", syntax_.indent));
    lines.push_back(indent + "}");
  }

  void append_leaf(const BlendLine& line, const std::string& indent, json& lines) const {
    const BlendStep& leaf = program_.steps[line.step];
    const std::string weight = weight_name(line.level);
    lines.push_back(fmt::format("{}{}({}, {}, blend);  // {}", indent, words_.arrive, weight,
                                code_number(names_.style, leaf.rule), notes_.note(std::span(&leaf.rule, 1))));
    if (program_.task == Task::regression) {
      lines.push_back(indent + added(words_.add_value, "sum", weight, fmt::format("{}", leaf.scaled_value)));
    }
    for (std::size_t i = 0; i < leaf.label_shares.size(); ++i) {
      const std::uint32_t part = leaf.label_shares[i];
      if (part == 0) continue;
      const std::string label = fmt::format("shares[{}]", i);
      lines.push_back(indent + (part == kWholeWeight ? fmt::format("{}{} += {};", syntax_.blend_member, label, weight)
                                                     : added(words_.add_part, label, weight, share(part))));
    }
    if (leaf.support == 0) return;
    lines.push_back(indent + added(words_.add_part, "support", weight, share(leaf.support)));
  }

  // A statement that adds to a member of the blend.
  std::string added(const std::string& format, const std::string& member, const std::string& weight,
                    const std::string& operand) const {
    return fmt::format(fmt::runtime(format), fmt::format("{}{}", syntax_.blend_member, member), weight, operand);
  }

  const BlendProgram& program_;
  const CodeNames& names_;
  const RuleNotes& notes_;
  const BlendWords& words_;
  const CodeSyntax& syntax_;
  bool single_exit_;
};

json cost_cases(const BlendProgram& program, const CodeSyntax& syntax) {
  json cases = json::array();
  for (std::size_t answer = 0; answer < program.costs.size(); ++answer) {
    json terms = json::array();
    for (std::size_t actual = 0; actual < program.costs.size(); ++actual) {
      const std::uint32_t cost = program.costs[actual][answer];
      if (cost > 0) terms.push_back({{"label", actual}, {"cost", code_share(cost, syntax)}});
    }
    cases.push_back({{"answer", answer}, {"terms", std::move(terms)}});
  }
  return cases;
}

// What smoothing adds to a share: the extra of the first label, and of those that have another.
void add_smoothing(const BlendSmoothing& smoothing, const CodeSyntax& syntax, json& context) {
  context["smooths"] = !smoothing.extras.empty();
  if (smoothing.extras.empty()) return;
  context["extra"] = code_share(smoothing.extras.front(), syntax);
  context["extras_sum"] = code_share(smoothing.sum, syntax);
  context["extra_unit"] = -smoothing.exponent;
  context["extra_cases"] = json::array();
  for (std::size_t label = 1; label < smoothing.extras.size(); ++label) {
    if (smoothing.extras[label] == smoothing.extras.front()) continue;
    context["extra_cases"].push_back({{"label", label}, {"extra", code_share(smoothing.extras[label], syntax)}});
  }
}

// The labels that a threshold decides between, and the share at which it does.
void add_threshold(const std::optional<BlendThreshold>& threshold, const CodeNames& names, json& context) {
  context["decides"] = threshold.has_value();
  if (!threshold) return;
  context["decided"] = {{"label", threshold->label},
                        {"share", code_share(threshold->share, *names.syntax)},
                        {"answer", names.labels[threshold->label]},
                        {"other", names.labels[1 - threshold->label]}};
}

}  // namespace

std::string scale_factors(ValueType type, int exponent, const CodeSyntax& syntax) {
  const InputType literal = type == ValueType::float32 ? InputType::float32 : InputType::float64;
  std::string text;
  if (type == ValueType::float32 && exponent < kFloatStep) {
    text += " * " + code_literal(literal, std::ldexp(1.0, kFloatStep), syntax);
    exponent -= kFloatStep;
  }
  return text + " * " + code_literal(literal, std::ldexp(1.0, exponent), syntax);
}

json blend_context(const BlendProgram& program, ValueType value_type, const CodeNames& names, const RuleNotes& notes,
                   const BlendWords& words) {
  const BlendText text(program, names, notes, words);
  const bool classification = program.task == Task::classification;
  json context;
  context["classification"] = classification;
  context["complete"] = text.complete();
  context["functions"] = text.functions();
  context["entry"] = text.entry();
  context["exponent"] = -program.value_exponent;
  context["factors"] =
      classification ? std::string() : scale_factors(value_type, -(program.value_exponent + 23), *names.syntax);
  context["single_exit"] = names.style == CodeStyle::misra;
  context["costs"] = !program.costs.empty();
  context["cost_cases"] = cost_cases(program, *names.syntax);
  add_smoothing(program.smoothing, *names.syntax, context);
  add_threshold(program.threshold, names, context);
  return context;
}

}  // namespace espalier
