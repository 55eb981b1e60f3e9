#include "emit/function_body.hpp"

#include <fmt/format.h>

#include <cmath>
#include <iterator>

#include "support/number_text.hpp"

namespace espalier {
namespace {

std::string indented(std::uint32_t levels) {
  return std::string(2 * (levels + 1), ' ');
}

// The model's own threshold, "  // 2.45", where the type needed another that reads differently.
std::string threshold_note(const Program& program, const Condition& condition) {
  const bool numeric = condition.compare == Compare::less_equal || condition.compare == Compare::greater;
  if (!numeric || condition.threshold == condition.model_threshold || std::isinf(condition.model_threshold)) return "";
  const std::string exact = shortest(condition.model_threshold);
  const InputType type = program.fields[condition.field].type;
  const bool reads_alike = std::isfinite(condition.threshold) && code_literal(type, condition.threshold) == exact + "f";
  return reads_alike ? "" : "  // " + exact;
}

}  // namespace

std::string value_literal(ValueType type, double value) {
  return code_literal(type == ValueType::float32 ? InputType::float32 : InputType::float64, value);
}

std::string answer_text(const Program& program, const BodyWords& words, std::uint32_t value) {
  switch (program.answers) {
    case AnswerKind::rule: return fmt::format("{}", words.codes.empty() ? value : words.codes[value]);
    case AnswerKind::label: return words.names.labels[value];
    case AnswerKind::value: break;
  }
  return value_literal(words.value_type, program.values[value]);
}

std::string function_body(const Program& program, const Function& function, const BodyWords& words) {
  std::string body;
  const auto out = std::back_inserter(body);
  for (const Line& line : function.lines) {
    const Step& step = program.steps[line.step];
    const std::string indent = indented(line.indent);
    switch (line.kind) {
      case LineKind::open:
        fmt::format_to(out, "{}if ({}) {{{}\n", indent,
                       code_condition(program.fields, words.names, step.condition, "\n    " + indent),
                       step.condition.fallbacks.empty() ? threshold_note(program, step.condition) : "");
        break;
      case LineKind::close: fmt::format_to(out, "{}}}\n", indent); break;
      case LineKind::call:
        fmt::format_to(out, "{}return {}{}({});\n", indent, words.callee, step.value + 1, words.arguments);
        break;
      case LineKind::answer:
        fmt::format_to(out, "{}return {};  // {}\n", indent, answer_text(program, words, step.value),
                       words.notes.note(step.rules));
        break;
    }
  }
  return body;
}

}  // namespace espalier
