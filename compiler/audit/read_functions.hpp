// The functions of emitted code that answer a row, read back as a decision program: the restricted grammar that
// emit/function_body writes, whatever its layout, order, or division into functions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "audit/read_condition.hpp"
#include "audit/source_tokens.hpp"
#include "emit/code_text.hpp"
#include "lower/program.hpp"
#include "lower/value_type.hpp"
#include "model/model.hpp"

namespace espalier {

// What a family of functions is called: the one that answers, and the parts that were cut out of it.
struct FunctionFamily {
  AnswerKind answers = AnswerKind::label;
  bool coded = false;  // rules and labels in one number (LeafCode): the program answers with rules
  std::string entry;   // predict
  std::string part;    // parts are called predict_1, ...: predict_
  std::string call;    // what stands before the name of a part where it is called: detail::
  std::string result;  // how functions with one exit begin: Label result{};
  std::string unread;  // what stands in functions that do not look at the row: static_cast<void>(row);
};

// Where a definition stands in the tokens of its file.
struct FunctionText {
  std::string_view name;
  std::size_t begin = 0;  // the first token of the definition
  std::size_t body = 0;   // the first one behind {
  std::size_t end = 0;    // the one behind }
};

// All definitions of functions called as the family's are, in order.
std::vector<FunctionText> functions_of(const SourceTokens& source, const FunctionFamily& family);

// What the texts of answers mean.
struct AnswerWords {
  std::vector<std::string> labels;  // Label::setosa
  ValueType value_type = ValueType::float64;
  std::vector<std::uint32_t> rule_of_code;  // coded
  bool rust = false;
};

// Sees the comment on a returning line: which rules it speaks of; throws ForeignText if it is not what they say.
using NoteReader = std::function<RuleList(const Comment& comment)>;

// The program of a family. Throws ForeignText at the first token that does not belong there.
Program read_functions(const SourceTokens& source, const std::vector<FunctionText>& functions,
                       const FunctionFamily& family, const ExpressionWords& conditions, const AnswerWords& words,
                       const NoteReader& notes);

}  // namespace espalier
