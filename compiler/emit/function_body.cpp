#include "emit/function_body.hpp"

#include <fmt/format.h>

#include <cmath>
#include <iterator>
#include <limits>
#include <stdexcept>

#include "support/number_text.hpp"

namespace espalier {
namespace {

std::string indented(const BodyWords& words, std::uint32_t levels) {
  return std::string(words.names.syntax->indent * (levels + 1), ' ');
}

// The model's own threshold, "  // 2.45", where the type needed another that reads differently, or stores it otherwise.
std::string threshold_note(const Program& program, const CodeSyntax& syntax, const Condition& condition) {
  const bool numeric = condition.compare == Compare::less_equal || condition.compare == Compare::greater;
  const InputType& type = program.fields[condition.field].type;
  const bool plain =
      type == InputType::boolean || (condition.threshold == condition.model_threshold && !type.is_scaled());
  if (!numeric || plain || std::isinf(condition.model_threshold)) return "";
  const std::string exact = shortest(condition.model_threshold);
  const bool reads_alike = std::isfinite(condition.threshold) && type == InputType::float32 &&
                           code_literal(type, condition.threshold, syntax) == exact + std::string(syntax.float_suffix);
  return reads_alike ? "" : "  // " + exact;
}

// What a comparison of bits is about: "  // <= 2.45 or missing".
std::string bits_note(const Condition& condition) {
  const bool less = condition.compare == Compare::less_equal;
  if (std::isinf(condition.model_threshold)) return less ? "  // known" : "  // missing";
  return fmt::format("  // {} {}{}", less ? "<=" : ">", shortest(condition.model_threshold),
                     condition.when_missing ? " or missing" : "");
}

std::string question_note(const Program& program, const BodyWords& words, const Condition& condition) {
  const bool bits = words.names.floats != FloatCompare::values && is_floating(program.fields[condition.field].type);
  return bits ? bits_note(condition) : threshold_note(program, *words.names.syntax, condition);
}

// Of the questions of a rule, the notes in their order: "  // 2.45, 0.8".
std::string condition_note(const Program& program, const BodyWords& words, const Condition& condition) {
  if (!condition.fallbacks.empty()) return "";
  std::string note;
  for_each_term(condition, [&](const Condition& term) {
    const std::string next = question_note(program, words, term);
    constexpr std::size_t kSlashes = 5;
    if (!next.empty()) note += note.empty() ? next : ", " + next.substr(kSlashes);
  });
  return note;
}

// The case labels of one arm, as many on a line as fit.
std::string case_labels(const BodyWords& words, const Condition& condition, const std::string& indent) {
  constexpr std::size_t kLineLength = 100;
  std::string text;
  std::string line;
  for (const std::uint32_t category : condition.categories) {
    const std::string label = fmt::format("case {}:", words.names.categories[condition.field].values[category]);
    if (!line.empty() && indent.size() + line.size() + 1 + label.size() > kLineLength) {
      text += indent + line + "\n";
      line.clear();
    }
    line += (line.empty() ? "" : " ") + label;
  }
  return text + indent + line + "\n";
}

}  // namespace

std::string value_literal(ValueType type, double value, const CodeSyntax& syntax) {
  return code_literal(type == ValueType::float32 ? InputType::float32 : InputType::float64, value, syntax);
}

std::string sum_literal(SumType type, double amount, const CodeSyntax& syntax) {
  switch (type) {
    case SumType::float32: return value_literal(ValueType::float32, amount, syntax);
    case SumType::float64: return value_literal(ValueType::float64, amount, syntax);
    case SumType::uint8:
    case SumType::uint16:
    case SumType::uint32: return fmt::format("{}{}", static_cast<std::uint32_t>(amount), syntax.unsigned_suffix);
    case SumType::int32:
    case SumType::int64: break;
  }
  const auto whole = static_cast<std::int64_t>(amount);
  // The lowest number of a type has no literal of its own.
  if (whole == std::numeric_limits<std::int32_t>::min()) return std::string(syntax.lowest_int32);
  return fmt::format("{}", whole);
}

std::string answer_text(const Program& program, const BodyWords& words, std::uint32_t value) {
  switch (program.answers) {
    case AnswerKind::rule: return code_number(words.names.style, words.codes.empty() ? value : words.codes[value]);
    case AnswerKind::label: return words.names.labels[value];
    case AnswerKind::addend: throw std::logic_error("an addend is no answer");
    case AnswerKind::value: break;
  }
  return value_literal(words.value_type, program.values[value], *words.names.syntax);
}

namespace {

// The statements that add, each on a line. What is 0 need not be added, unless all is.
std::string additions(const Addend& addend, const BodyWords& words, const std::string& indent, std::string_view note) {
  std::string text;
  for (std::size_t i = 0; i < addend.amounts.size(); ++i) {
    const double amount = addend.amounts[i];
    if (amount == 0 && is_whole(words.sum_type)) continue;
    const std::size_t place = addend.first + i;
    const std::string statement =
        words.sum_type <= SumType::uint16
            ? fmt::format(fmt::runtime(words.names.syntax->increment), fmt::format("sums[{}]", place))
            : fmt::format("sums[{}] += {};", place, sum_literal(words.sum_type, amount, *words.names.syntax));
    text += fmt::format("{}{}{}\n", indent, statement, text.empty() ? fmt::format("  // {}", note) : "");
  }
  return text.empty() ? fmt::format("{}// {}: adds nothing\n", indent, note) : text;
}

}  // namespace

std::string function_body(const Program& program, const Function& function, const BodyWords& words) {
  const bool adds = program.answers == AnswerKind::addend;
  const bool single_exit = program.form == BodyForm::single_exit;
  const bool sets_result = !adds && single_exit && program.steps[function.entry].op == Op::branch;
  const std::string_view gives = sets_result ? "result =" : "return";
  std::string body;
  const auto out = std::back_inserter(body);
  if (sets_result) fmt::format_to(out, "  {};\n", words.result);
  for (const Line& line : function.lines) {
    const Step& step = program.steps[line.step];
    const std::string indent = indented(words, line.indent);
    switch (line.kind) {
      case LineKind::open:
      case LineKind::else_if:
        fmt::format_to(out, "{}{}", indent, line.kind == LineKind::else_if ? "} else " : "");
        fmt::format_to(out, fmt::runtime(words.names.syntax->open_if),
                       code_condition(program.fields, words.names, step.condition, "\n    " + indent));
        fmt::format_to(out, "{}\n", condition_note(program, words, step.condition));
        break;
      case LineKind::otherwise: fmt::format_to(out, "{}}} else {{\n", indent); break;
      case LineKind::select:
        fmt::format_to(out, "{}switch ({}) {{\n", indent, words.names.fields[step.condition.field]);
        break;
      case LineKind::arm: body += case_labels(words, step.condition, indent); break;
      case LineKind::leave: fmt::format_to(out, "{0}  default:\n{0}    break;\n{0}}}\n", indent); break;
      case LineKind::close: fmt::format_to(out, "{}}}\n", indent); break;
      case LineKind::add:
        body += additions(program.addends[step.value], words, indent, words.notes.note(step.rules));
        if (!single_exit && line.indent > 0) fmt::format_to(out, "{}return;\n", indent);
        break;
      case LineKind::call:
        if (adds) {
          fmt::format_to(out, "{}{}{}({});\n", indent, words.callee, step.value + 1, words.arguments);
          if (!single_exit && line.indent > 0) fmt::format_to(out, "{}return;\n", indent);
          break;
        }
        fmt::format_to(out, "{}{} {}{}({});\n", indent, gives, words.callee, step.value + 1, words.arguments);
        break;
      case LineKind::answer:
        fmt::format_to(out, "{}{} {};  // {}\n", indent, gives, answer_text(program, words, step.value),
                       words.notes.note(step.rules));
        break;
    }
  }
  if (sets_result) body += "  return result;\n";
  return body;
}

}  // namespace espalier
