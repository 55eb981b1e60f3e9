#include "lower/dump.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "lower/passes.hpp"
#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier {
namespace {

constexpr std::uint32_t kDeepestIndent = 40;  // a chain of 10,000 tests before `order` would take quadratic space

std::string threshold_text(double threshold) {
  return std::isinf(threshold) ? (threshold < 0 ? "-infinity" : "infinity") : shortest(threshold);
}

std::string answer_text(const Program& program, const Model& model, const Step& step) {
  const std::string rules = fmt::format(
      "{}{}",
      fmt::join(step.rules.begin(),
                step.rules.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(step.rules.size(), 8)), ","),
      step.rules.size() > 8 ? ",..." : "");
  if (program.answers == AnswerKind::addend) {
    const Addend& addend = program.addends[step.value];
    std::vector<std::string> amounts;
    for (const double amount : addend.amounts) amounts.push_back(shortest(amount));
    return fmt::format("{} to sum {} (rule {})", fmt::join(amounts, ", "), addend.first, rules);
  }
  if (program.answers == AnswerKind::rule) return fmt::format("rule {}", step.value);
  if (program.answers == AnswerKind::value) {
    return fmt::format("{} (rule {})", shortest(program.values[step.value]), rules);
  }
  return fmt::format("{} (rule {})", in_quotes(model.labels[step.value]), rules);
}

std::string describe_question(const Program& program, const Model& model, const Condition& condition) {
  const Feature& feature = model.features[program.fields[condition.field].feature];
  const std::string name = printable(feature.name);
  if (condition.compare == Compare::less_equal || condition.compare == Compare::greater) {
    return fmt::format("{} {} {}", name, condition.compare == Compare::less_equal ? "<=" : ">",
                       threshold_text(condition.threshold));
  }
  std::vector<std::string> names;
  for (const std::uint32_t category : condition.categories) names.push_back(printable(feature.categories[category]));
  return fmt::format("{} {} {{{}}}", name, condition.compare == Compare::member ? "in" : "not in",
                     enumerate(names, 12));
}

}  // namespace

std::string describe_condition(const Program& program, const Model& model, const Condition& condition) {
  std::string text = describe_question(program, model, condition);
  for (const Condition& fallback : condition.fallbacks) text += ", else " + describe_question(program, model, fallback);
  const std::string_view missing = condition.fallbacks.empty() ? " or missing" : ", else true";
  return condition.when_missing ? text.append(missing) : text;
}

std::string dump(const Program& program, const Model& model) {
  std::string out = fmt::format("program {} ({}, {})\n", to_string(program.answers),
                                counted(program.functions.size(), "function"), counted(program.steps.size(), "step"));
  for (std::size_t f = 0; f < program.functions.size(); ++f) {
    const bool entry = f + 1 == program.functions.size();
    out += fmt::format("function {}{}:\n", f, entry ? " (entry)" : "");
    for (const Line& line : lines_of(program, program.functions[f])) {
      const Step& step = program.steps[line.step];
      const std::string indent(2 * (1 + std::min(line.indent, kDeepestIndent)), ' ');
      switch (line.kind) {
        case LineKind::open:
          out += fmt::format("{}if {}  # {} rows\n", indent, describe_condition(program, model, step.condition),
                             shortest(step.weight));
          break;
        case LineKind::else_if:
          out += fmt::format("{}else if {}  # {} rows\n", indent, describe_condition(program, model, step.condition),
                             shortest(step.weight));
          break;
        case LineKind::otherwise: out += indent + "else\n"; break;
        case LineKind::answer: out += fmt::format("{}answer {}\n", indent, answer_text(program, model, step)); break;
        case LineKind::add: out += fmt::format("{}add {}\n", indent, answer_text(program, model, step)); break;
        case LineKind::call: out += fmt::format("{}call {}\n", indent, step.value); break;
        case LineKind::select:
          out += fmt::format("{}switch {}  # {} rows\n", indent,
                             printable(model.features[program.fields[step.condition.field].feature].name),
                             shortest(step.weight));
          break;
        case LineKind::arm:
          out += fmt::format("{}if {}\n", indent, describe_condition(program, model, step.condition));
          break;
        case LineKind::leave:
        case LineKind::close: break;
      }
    }
  }
  return out;
}

}  // namespace espalier
