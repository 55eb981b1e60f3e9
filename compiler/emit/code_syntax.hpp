// The words of the languages with braces: what code_text, function_body and blend_text write with. A row per language;
// a row holds what a language writes otherwise, and what all of them write alike stands where it is written. Words with
// {} are formats of fmt.
#pragma once

#include <array>
#include <string>
#include <string_view>

namespace espalier {

struct CodeSyntax {
  struct Number {
    std::string_view type;      // int32_t
    std::string_view sentinel;  // what the sentinel's name ends with: int32
  };
  // How the weights of a blend are declared.
  enum class Weights {
    first,     // all at the beginning of the function; they are assigned to
    in_ifs,    // in the condition of the `if` that they are asked in
    in_place,  // where they are known; a new one hides the one before
  };

  // Numbers and texts.
  std::array<Number, 9> numbers;             // in the order of InputType::Storage, which ends with `category`
  std::string_view float_suffix;             // 0.8f
  std::string_view unsigned_suffix;          // 3U
  std::string_view long_suffix;              // 0x8000000000000000ULL
  std::string_view lowest_int32;             // it may have no literal of its own
  std::string (*text)(std::string_view);     // a literal with its quotes
  std::array<std::string_view, 2> nan;       // as a float, and as a double; without a sign
  std::array<std::string_view, 2> infinity;  // the same
  std::string_view row;                      // a row of values, in the order of its fields
  // Expressions.
  std::string_view is_number;         // of a float: it is no NaN
  std::string_view is_no_number;      // the opposite
  std::string_view is_category;       // the operator that compares a category with `unknown`, if it is another
  std::string_view is_no_category;    // the opposite
  std::string_view conditional;       // condition, yes, no
  std::string_view fallback;          // condition, yes, what stands before the else; the next one follows
  std::string_view last_fallback;     // what follows the last of them
  std::string_view and_on_next_line;  // joins the conditions of a function that returns them all
  // Statements.
  std::size_t indent;            // spaces per level
  std::string_view open_if;      // condition
  std::string_view increment;    // of what is an element
  std::string_view discard_row;  // in a function that does not read the row
  // Blends.
  Weights weights;
  std::string_view set_weight;    // name, value: declares it as well if weights are declared in place
  std::string_view blend_member;  // what stands before a member of the blend
};

extern const CodeSyntax kCSyntax;
extern const CodeSyntax kCppSyntax;
extern const CodeSyntax kRustSyntax;

}  // namespace espalier
