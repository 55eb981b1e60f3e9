#include "emit/cpp_blend.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "emit/code_text.hpp"
#include "emit/render.hpp"
#include "model/blend.hpp"

namespace espalier {
namespace {

using nlohmann::json;

// The exponent of a normal float that leaves a whole number below 2^54 normal, however often it is applied.
constexpr int kFloatStep = -75;

std::string weight_name(std::uint32_t level) {
  return level == 0 ? std::string("weight") : fmt::format("part_{}", level);
}

class BlendText {
 public:
  BlendText(const BlendProgram& program, const CodeNames& names, const RuleNotes& notes)
      : program_(program), names_(names), notes_(notes) {}

  std::string complete() const { return all_of(program_.complete, " &&\n         "); }

  std::string body(std::size_t function) const {
    std::string text;
    for (const std::string& line : lines(program_.functions[function])) text += line + "\n";
    return text;
  }

  std::string entry() const { return function_name(program_.functions.size() - 1); }

  static std::string function_name(std::size_t function) { return fmt::format("blend_{}", function + 1); }

 private:
  std::string condition(const Condition& condition) const { return code_condition(program_.fields, names_, condition); }

  std::string all_of(const std::vector<Condition>& conditions, std::string_view joiner) const {
    std::vector<std::string> terms;
    for (const Condition& each : conditions) {
      const std::string text = condition(each);
      const bool alternatives = conditions.size() > 1 && text.find(" || ") != std::string::npos;
      terms.push_back(alternatives ? fmt::format("({})", text) : text);
    }
    return fmt::format("{}", fmt::join(terms, joiner));
  }

  // What a branch gets of the weight.
  std::string part(const BlendLine& line) const {
    const BlendStep& step = program_.steps[line.step];
    const BlendBranch& branch = step.branches[line.branch];
    const std::string weight = weight_name(line.level);
    const bool shares = step.known && branch.share > 0;
    if (branch.shared_only) {
      return fmt::format("{} ? 0U : part_of({}, {})", condition(*step.known), weight, code_share(branch.share));
    }
    if (branch.conditions.empty()) return weight;
    const std::string takes = all_of(branch.conditions, " && ");
    if (!shares) return fmt::format("{} ? {} : 0U", takes, weight);
    return fmt::format("part_taken({}, {}, {}, {})", weight, takes, condition(*step.known), code_share(branch.share));
  }

  std::vector<std::string> lines(const std::vector<BlendLine>& program_lines) const {
    std::vector<std::string> lines;
    bool reads_row = false;
    for (const BlendLine& line : program_lines) {
      append(line, std::string(2 * (line.level + 1), ' '), lines);
      reads_row = reads_row || lines.back().find("row") != std::string::npos;
    }
    if (!reads_row) lines.insert(lines.begin(), "  static_cast<void>(row);");
    return lines;
  }

  void append(const BlendLine& line, const std::string& indent, std::vector<std::string>& lines) const {
    switch (line.kind) {
      case BlendLineKind::open:
        lines.push_back(
            fmt::format("{}if (const uint32_t {} = {}) {{", indent, weight_name(line.level + 1), part(line)));
        break;
      case BlendLineKind::close: lines.push_back(indent + "}"); break;
      case BlendLineKind::go_on: {
        const std::string weight = weight_name(line.level);
        const std::string rest = part(line);
        if (rest == weight) break;
        lines.push_back(fmt::format("{}{} = {};", indent, weight, rest));
        lines.push_back(fmt::format("{}if ({} == 0) {{", indent, weight));
        lines.push_back(indent + "  return;");
        lines.push_back(indent + "}");
        break;
      }
      case BlendLineKind::leaf: append_leaf(line, indent, lines); break;
      case BlendLineKind::call:
        lines.push_back(
            fmt::format("{}{}(row, {}, blend);", indent, function_name(line.function), weight_name(line.level)));
        break;
    }
  }

  void append_leaf(const BlendLine& line, const std::string& indent, std::vector<std::string>& lines) const {
    const BlendStep& leaf = program_.steps[line.step];
    const std::string weight = weight_name(line.level);
    lines.push_back(fmt::format("{}arrive({}, {}, blend);  // {}", indent, weight, leaf.rule,
                                notes_.note(std::span(&leaf.rule, 1))));
    if (program_.task == Task::regression) {
      lines.push_back(fmt::format("{}blend.sum += static_cast<int64_t>({}) * {};", indent, weight, leaf.scaled_value));
    }
    for (std::size_t i = 0; i < leaf.label_shares.size(); ++i) {
      const std::uint32_t share = leaf.label_shares[i];
      if (share == 0) continue;
      const std::string added =
          share == kWholeWeight ? weight : fmt::format("part_of({}, {})", weight, code_share(share));
      lines.push_back(fmt::format("{}blend.shares[{}] += {};", indent, i, added));
    }
  }

  const BlendProgram& program_;
  const CodeNames& names_;
  const RuleNotes& notes_;
};

json cost_cases(const BlendProgram& program) {
  json cases = json::array();
  for (std::size_t answer = 0; answer < program.costs.size(); ++answer) {
    json terms = json::array();
    for (std::size_t actual = 0; actual < program.costs.size(); ++actual) {
      const std::uint32_t cost = program.costs[actual][answer];
      if (cost > 0) terms.push_back({{"label", actual}, {"cost", code_share(cost)}});
    }
    cases.push_back({{"answer", answer}, {"terms", std::move(terms)}});
  }
  return cases;
}

}  // namespace

std::string scale_factors(ValueType type, int exponent) {
  const InputType literal = type == ValueType::float32 ? InputType::float32 : InputType::float64;
  std::string text;
  if (type == ValueType::float32 && exponent < kFloatStep) {
    text += " * " + code_literal(literal, std::ldexp(1.0, kFloatStep));
    exponent -= kFloatStep;
  }
  return text + " * " + code_literal(literal, std::ldexp(1.0, exponent));
}

std::string blend_signature(std::size_t function) {
  return fmt::format("void {}(const Input& row, uint32_t weight, Blend& blend)", BlendText::function_name(function));
}

std::string blend_doc(const BlendProgram& program, std::size_t function) {
  return function + 1 == program.functions.size()
             ? "Sends a weight down the tree and adds up what the rules answer."
             : "A part of a later function that would make it too large or too deep.";
}

std::string blend_body(const BlendProgram& program, std::size_t function, const CodeNames& names,
                       const RuleNotes& notes) {
  return BlendText(program, names, notes).body(function);
}

std::string blend_state(const BlendProgram& program, std::string_view specifier) {
  json context = {{"classification", program.task == Task::classification}, {"exponent", -program.value_exponent}};
  if (!specifier.empty()) context["specifier"] = std::string(specifier);
  return render_template("templates/cpp/blend_state.hpp.inja", context);
}

std::string blend_section(const BlendProgram& program, ValueType value_type, const CodeNames& names,
                          const RuleNotes& notes, bool elsewhere) {
  const BlendText text(program, names, notes);
  const bool classification = program.task == Task::classification;
  json context;
  if (elsewhere) context["specifier"] = "inline";
  context["elsewhere"] = elsewhere;
  context["classification"] = classification;
  context["answer_type"] = classification ? "Label" : "Value";
  context["complete"] = text.complete();
  context["state"] = elsewhere ? std::string() : blend_state(program);
  context["functions"] = json::array();
  for (std::size_t f = 0; !elsewhere && f < program.functions.size(); ++f) {
    context["functions"].push_back(
        {{"doc", blend_doc(program, f)}, {"signature", blend_signature(f)}, {"body", text.body(f)}});
  }
  context["entry"] = text.entry();
  context["factors"] = classification ? std::string() : scale_factors(value_type, -(program.value_exponent + 23));
  context["costs"] = !program.costs.empty();
  context["cost_cases"] = cost_cases(program);
  return render_template("templates/cpp/blend.hpp.inja", context);
}

}  // namespace espalier
