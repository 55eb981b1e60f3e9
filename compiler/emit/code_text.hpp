// Code spelled out in the words of its language (emit/code_syntax.hpp): types, exact literals, conditions. What the
// templates put around it is in templates/<language>.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "emit/bit_compare.hpp"
#include "emit/code_syntax.hpp"
#include "lower/program.hpp"

namespace espalier {

// Misra: as MISRA C wants it, with parentheses around the parts of a condition and U behind unsigned numbers.
enum class CodeStyle { plain, misra };

// What conditions and answers refer to, as the language at hand writes it.
struct CodeNames {
  struct Categories {
    std::vector<std::string> values;  // OutlookValue::sunny
    std::string unknown;              // the enumerator for missing and unknown values, larger than all others
  };
  std::vector<std::string> fields;     // per field: row.outlook
  std::vector<Categories> categories;  // per field; empty for numbers
  std::vector<std::string> labels;     // Label::setosa
  std::string missing;                 // what the names of sentinels begin with: missing_ (int32)
  CodeStyle style = CodeStyle::plain;
  FloatCompare floats = FloatCompare::values;
  const CodeSyntax* syntax = &kCppSyntax;
};

// "int32_t", "float", "bool"; categories have an enumeration instead.
std::string_view number_type(const InputType& type, const CodeSyntax& syntax = kCSyntax);

// The smallest unsigned type that counts to `highest`: "uint8_t", "uint16_t", "uint32_t".
std::string_view unsigned_type(std::size_t highest, const CodeSyntax& syntax = kCSyntax);

// What is stored for a number of the type, as a literal that reads back bit for bit: 0.8f, 0.1, -5, 4000000000U, true;
// 2345 for 23.45 of an int16*0.01. Finite values only.
std::string code_literal(const InputType& type, double value, const CodeSyntax& syntax = kCSyntax);
std::string code_literal(const CodeNames& names, const InputType& type, double value);  // misra: 75U if it is unsigned
std::string code_number(CodeStyle style, std::uint64_t value);                          // 3; misra: 3U

// A part of a larger expression: misra puts it in parentheses if it has operators of its own.
std::string code_operand(CodeStyle style, const std::string& text);

// A fraction of the weight of a blend: 858993459U.
std::string code_share(std::uint32_t share, const CodeSyntax& syntax = kCSyntax);

// "missing_int32": the constant that stands for a missing value of the type.
std::string code_sentinel(const CodeNames& names, const InputType& type);

// The condition as an expression. See note [missing in conditions] in code_text.cpp. Fallbacks become conditional
// expressions; `before_else` stands before each colon (or else), and can be a line break with its indentation.
// The questions of a rule stand on a line of their own each where one line would be long.
std::string code_condition(const std::vector<Field>& fields, const CodeNames& names, const Condition& condition,
                           std::string_view before_else = " ");

}  // namespace espalier
