#include "emit/code_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "support/number_text.hpp"

// note [missing in conditions]
//
// A condition answers `when_missing` for a missing value, at no cost where the comparison already does:
// - floating types: every comparison with NaN is false, so `x <= t` is false and `!(x > t)` true for NaN;
// - signed integers with a sentinel: the sentinel is the lowest value, so it is on the <= side by itself;
// - unsigned integers with a sentinel: it is the highest value, so it is on the > side by itself;
// - categories: `unknown`, and any value that is no enumerator, equals none of the categories. A set that missing
//   values belong to is written as not being in the complement.
//
// Where the question is whether a value is there at all, it reads `x == x`, `x != missing_int32`, `c < Enum::unknown`
// (the last enumerator); so it does before the fallbacks of a condition, which are asked where it is not.
//
// By their bits, floating types are compared as note [float order] in bit_compare.cpp tells.

namespace espalier {
namespace {

constexpr std::size_t kTermsPerGroup = 64;

// Thresholds are finite except -infinity, "below every finite value", which has no literal in C++11 without a library,
// and infinity, which every number is up to.
std::string compare_floating(const CodeSyntax& syntax, const std::string& value, Compare compare, const InputType& type,
                             double threshold, bool when_missing) {
  const bool less = compare == Compare::less_equal;
  if (threshold == std::numeric_limits<double>::infinity())
    return fmt::format(fmt::runtime(less ? syntax.is_number : syntax.is_no_number), value);
  const bool below_all = std::isinf(threshold);
  const double shown = below_all ? (type == InputType::float32 ? -static_cast<double>(std::numeric_limits<float>::max())
                                                               : -std::numeric_limits<double>::max())
                                 : threshold;
  const std::string literal = code_literal(type, shown, syntax);
  const std::string_view at_most = below_all ? "<" : "<=";
  const std::string_view above = below_all ? ">=" : ">";
  if (!when_missing) return fmt::format("{} {} {}", value, less ? at_most : above, literal);
  return fmt::format("!({} {} {})", value, less ? above : at_most, literal);
}

// Whether the threshold lies between the sentinel and the numbers, as `narrow` puts it where the numbers answer alike.
bool asks_for_sentinel(const Field& field, const Condition& condition) {
  const double sentinel = missing_sentinel(field.type);
  return condition.threshold == (sentinel == lowest(field.type) ? sentinel : next_down(field.type, sentinel));
}

std::string compare_integer(const std::string& value, const Field& field, const CodeNames& names,
                            const Condition& condition) {
  const bool less = condition.compare == Compare::less_equal;
  std::string plain =
      fmt::format("{} {} {}", value, less ? "<=" : ">", code_literal(names, field.type, condition.threshold));
  if (!field.sentinel) return plain;
  const double sentinel = missing_sentinel(field.type);
  const std::string name = code_sentinel(names, field.type);
  const bool sentinel_holds = less == (sentinel <= condition.threshold);
  if (asks_for_sentinel(field, condition)) {
    // Every number answers against the sentinel; where a missing value answers as they do, nothing is left to ask.
    if (sentinel_holds != condition.when_missing) return condition.when_missing ? "true" : "false";
    return fmt::format("{} {} {}", value, sentinel_holds ? "==" : "!=", name);
  }
  if (sentinel_holds == condition.when_missing) return plain;
  const std::string_view equal = condition.when_missing ? "==" : "!=";
  return fmt::format("{} {} {}", code_operand(names.style, plain), condition.when_missing ? "||" : "&&",
                     code_operand(names.style, fmt::format("{} {} {}", value, equal, name)));
}

// Terms joined by an operator; long lists are grouped, so that no compiler has to nest thousands of operators.
std::string join_terms(const std::vector<std::string>& terms, std::string_view joiner) {
  if (terms.size() <= kTermsPerGroup) return fmt::format("{}", fmt::join(terms, joiner));
  std::vector<std::string> groups;
  for (std::size_t i = 0; i < terms.size(); i += kTermsPerGroup) {
    const auto begin = terms.begin() + static_cast<std::ptrdiff_t>(i);
    const auto end = terms.begin() + static_cast<std::ptrdiff_t>(std::min(terms.size(), i + kTermsPerGroup));
    groups.push_back(fmt::format("({})", fmt::join(begin, end, joiner)));
  }
  return join_terms(groups, joiner);
}

std::string compare_category(const std::string& value, const CodeNames& names, const Condition& condition) {
  const CodeNames::Categories& categories = names.categories[condition.field];
  // With missing values on the side that holds, the test has to be a negative one, and the other way round.
  const bool negative = condition.when_missing;
  const bool complement = (condition.compare == Compare::not_member) != negative;
  std::vector<std::string> terms;
  const auto add = [&](std::uint32_t category) {
    terms.push_back(fmt::format("{} {} {}", value, negative ? "!=" : "==", categories.values[category]));
  };
  auto listed = condition.categories.begin();
  if (!complement) std::for_each(listed, condition.categories.end(), add);
  for (std::uint32_t category = 0; complement && category < categories.values.size(); ++category) {
    const bool is_listed = listed != condition.categories.end() && *listed == category;
    if (is_listed) ++listed;
    if (!is_listed) add(category);
  }
  if (terms.empty()) return negative ? "true" : "false";
  if (terms.size() > 1 && terms.size() == categories.values.size()) {
    const CodeSyntax& syntax = *names.syntax;
    return fmt::format("{} {} {}", value, negative ? syntax.is_no_category : syntax.is_category, categories.unknown);
  }
  if (terms.size() == 1) return terms.front();
  for (std::string& term : terms) term = code_operand(names.style, term);
  return join_terms(terms, negative ? " && " : " || ");
}

// Of a bool only `x <= false` is left after `narrow`, and its opposite.
std::string ask_boolean(const std::string& value, const Condition& condition) {
  return condition.compare == Compare::less_equal ? "!" + value : value;
}

std::string question(const std::vector<Field>& fields, const CodeNames& names, const Condition& condition) {
  const Field& field = fields[condition.field];
  const std::string& value = names.fields[condition.field];
  if (field.type == InputType::category) {
    return compare_category(value, names, condition);
  }
  if (field.type == InputType::boolean) return ask_boolean(value, condition);
  if (is_integer(field.type)) return compare_integer(value, field, names, condition);
  if (names.floats != FloatCompare::values) return bit_condition(value, field.type, condition, names.floats);
  return compare_floating(*names.syntax, value, condition.compare, field.type, condition.threshold,
                          condition.when_missing);
}

std::string known_question(const std::vector<Field>& fields, const CodeNames& names, std::uint32_t field) {
  const std::string& value = names.fields[field];
  if (fields[field].type == InputType::category) {
    return fmt::format("{} {} {}", value, names.syntax->is_category, names.categories[field].unknown);
  }
  if (is_integer(fields[field].type)) return fmt::format("{} != {}", value, code_sentinel(names, fields[field].type));
  if (names.floats != FloatCompare::values) return bit_known(value, fields[field].type);
  return fmt::format(fmt::runtime(names.syntax->is_number), value);
}

// The comparison where the value is known: in the form that costs least.
std::string known_answer(const std::vector<Field>& fields, const CodeNames& names, Condition condition) {
  const Field& field = fields[condition.field];
  const bool less = condition.compare == Compare::less_equal;
  condition.when_missing = false;
  if (field.type == InputType::category) {
    condition.when_missing = condition.compare == Compare::not_member;  // x != a reads better than x == b || x == c
  } else if (is_integer(field.type)) {
    const bool sentinel_holds = less == (missing_sentinel(field.type) <= condition.threshold);
    if (asks_for_sentinel(field, condition)) return sentinel_holds ? "false" : "true";
    condition.when_missing = sentinel_holds;
  }
  return question(fields, names, condition);
}

}  // namespace

std::string_view number_type(const InputType& type, const CodeSyntax& syntax) {
  return type == InputType::category ? "" : syntax.numbers[static_cast<std::size_t>(type.storage())].type;
}

std::string_view unsigned_type(std::size_t highest, const CodeSyntax& syntax) {
  if (highest <= 0xFF) return number_type(InputType::uint8, syntax);
  return number_type(highest <= 0xFFFF ? InputType::uint16 : InputType::uint32, syntax);
}

std::string code_literal(const InputType& type, double value, const CodeSyntax& syntax) {
  if (type == InputType::boolean) return value > 0 ? "true" : "false";
  if (is_integer(type)) {
    const std::int64_t raw = raw_of(type, value);
    if (raw == std::numeric_limits<std::int32_t>::min()) return std::string(syntax.lowest_int32);
    return fmt::format("{}{}", raw, type == InputType::uint32 ? syntax.unsigned_suffix : "");
  }
  std::string text = type == InputType::float32 ? shortest(static_cast<float>(value)) : shortest(value);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return type == InputType::float32 ? text.append(syntax.float_suffix) : text;
}

std::string code_literal(const CodeNames& names, const InputType& type, double value) {
  std::string text = code_literal(type, value, *names.syntax);
  const bool is_unsigned = is_integer(type) && type != InputType::boolean && lowest(type) == 0;
  return names.style == CodeStyle::misra && is_unsigned && !text.ends_with('U') ? text + "U" : text;
}

std::string code_number(CodeStyle style, std::uint64_t value) {
  return fmt::format("{}{}", value, style == CodeStyle::misra ? "U" : "");
}

std::string code_operand(CodeStyle style, const std::string& text) {
  const bool compound = text.find(' ') != std::string::npos && !text.starts_with("!(");
  return style == CodeStyle::misra && compound ? "(" + text + ")" : text;
}

std::string code_share(std::uint32_t share, const CodeSyntax& syntax) {
  return fmt::format("{}{}", share, syntax.unsigned_suffix);
}

std::string code_sentinel(const CodeNames& names, const InputType& type) {
  return names.missing + std::string(names.syntax->numbers[static_cast<std::size_t>(type.storage())].sentinel);
}

namespace {

// The questions of a rule. Those that are several comparisons stand in parentheses, so that each is told from the
// others.
std::string code_terms(const std::vector<Field>& fields, const CodeNames& names, const Condition& condition,
                       std::string_view line_break) {
  constexpr std::size_t kLongestLine = 100;
  std::vector<std::string> terms;
  for_each_term(condition, [&](const Condition& term) {
    std::string text = question(fields, names, term);
    const bool compound = text.find("&&") != std::string::npos || text.find("||") != std::string::npos;
    const bool enclosed = names.style != CodeStyle::misra && compound && !text.starts_with("!(");
    terms.push_back(enclosed ? "(" + text + ")" : code_operand(names.style, text));
  });
  std::string line = join_terms(terms, " && ");
  if (line.size() <= kLongestLine || terms.size() > kTermsPerGroup) return line;
  return join_terms(terms, fmt::format(" &&{}", line_break));
}

}  // namespace

std::string code_condition(const std::vector<Field>& fields, const CodeNames& names, const Condition& condition,
                           std::string_view before_else) {
  if (!condition.also.empty()) return code_terms(fields, names, condition, before_else);
  std::string text;
  const Condition* asked = &condition;
  for (const Condition& fallback : condition.fallbacks) {
    text += fmt::format(fmt::runtime(names.syntax->fallback),
                        code_operand(names.style, known_question(fields, names, asked->field)),
                        code_operand(names.style, known_answer(fields, names, *asked)), before_else);
    asked = &fallback;
  }
  // The last one sends missing values where they go in the end, at no cost where the comparison does.
  Condition last = *asked;
  last.when_missing = condition.when_missing;
  std::string in_the_end = question(fields, names, last);
  if (text.empty()) return in_the_end;
  return text + fmt::format(fmt::runtime(names.syntax->last_fallback), code_operand(names.style, in_the_end));
}

}  // namespace espalier
