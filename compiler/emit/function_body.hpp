// The bodies of emitted functions in the languages that have braces and early returns. Bodies are texts, not lines of a
// template's context: a tree of a million nodes has two million lines.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "emit/code_text.hpp"
#include "emit/rule_text.hpp"
#include "lower/program.hpp"
#include "lower/value_type.hpp"
#include "lower/verdict.hpp"

namespace espalier {

struct BodyWords {
  const CodeNames& names;
  const RuleNotes& notes;
  ValueType value_type;
  std::string_view callee;                 // what the names of functions begin with: detail::predict_
  std::string_view arguments;              // what they are called with: row
  std::string_view result{};               // BodyForm::single_exit: what declares the answer: Label result{}
  std::span<const std::uint32_t> codes{};  // per rule what is returned in place of its number; none: the number
  SumType sum_type = SumType::uint32;      // of trees that add: what `sums`, a parameter of theirs, holds
};

// The lines between the braces of a function, each with its line feed; `program` has been flattened. In the form with a
// single exit, branches set `result`, and the last line returns it.
std::string function_body(const Program& program, const Function& function, const BodyWords& words);

// A literal of the type of sums.
std::string sum_literal(SumType type, double amount, const CodeSyntax& syntax = kCSyntax);

// What the program answers: "Label::setosa", "12", "23.5f".
std::string answer_text(const Program& program, const BodyWords& words, std::uint32_t value);

// A literal of a regression's answer.
std::string value_literal(ValueType type, double value, const CodeSyntax& syntax = kCSyntax);

}  // namespace espalier
