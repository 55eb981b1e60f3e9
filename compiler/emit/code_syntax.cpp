#include "emit/code_syntax.hpp"

#include "emit/escape.hpp"

namespace espalier {
namespace {

// What C and C++ share.
constexpr CodeSyntax c_family() {
  return {.numbers = {{{"int8_t", "int8"},
                       {"int16_t", "int16"},
                       {"int32_t", "int32"},
                       {"uint8_t", "uint8"},
                       {"uint16_t", "uint16"},
                       {"uint32_t", "uint32"},
                       {"float", "float"},
                       {"double", "double"},
                       {"bool", "bool"}}},
          .float_suffix = "f",
          .unsigned_suffix = "U",
          .long_suffix = "ULL",
          .lowest_int32 = "(-2147483647 - 1)",  // -2147483648 is minus a number that is too large
          .text = string_literal,
          .nan = {"__builtin_nanf(\"\")", "__builtin_nan(\"\")"},
          .infinity = {"__builtin_huge_valf()", "__builtin_huge_val()"},
          .row = "{{{}}}",
          .is_number = "{0} == {0}",
          .is_no_number = "{0} != {0}",
          .is_category = "<",  // any value may stand in an enumeration: those above `unknown` are unknown, too
          .is_no_category = ">=",
          .conditional = "{} ? {} : {}",
          .fallback = "{} ? {}{}: ",
          .last_fallback = "{}",
          .and_on_next_line = " &&\n         ",
          .indent = 2,
          .open_if = "if ({}) {{",
          .increment = "++{};",
          .discard_row = "",
          .weights = CodeSyntax::Weights::first,
          .set_weight = "{} = {};",
          .blend_member = ""};
}

constexpr CodeSyntax c_row() {
  CodeSyntax row = c_family();
  row.discard_row = "(void)row;";
  row.blend_member = "blend->";
  return row;
}

constexpr CodeSyntax cpp_row() {
  CodeSyntax row = c_family();
  row.discard_row = "static_cast<void>(row);";
  row.weights = CodeSyntax::Weights::in_ifs;
  row.blend_member = "blend.";
  return row;
}

}  // namespace

// Literals take the type of their place.
constexpr CodeSyntax kRustSyntax = {.numbers = {{{"i8", "I8"},
                                                 {"i16", "I16"},
                                                 {"i32", "I32"},
                                                 {"u8", "U8"},
                                                 {"u16", "U16"},
                                                 {"u32", "U32"},
                                                 {"f32", "F32"},
                                                 {"f64", "F64"},
                                                 {"bool", "BOOL"}}},
                                    .float_suffix = "",
                                    .unsigned_suffix = "",
                                    .long_suffix = "",
                                    .lowest_int32 = "-2147483648",
                                    .text = rust_string_literal,
                                    .nan = {"f32::NAN", "f64::NAN"},
                                    .infinity = {"f32::INFINITY", "f64::INFINITY"},
                                    .row = "row({})",
                                    .is_number = "!{}.is_nan()",
                                    .is_no_number = "{}.is_nan()",
                                    .is_category = "!=",
                                    .is_no_category = "==",
                                    .conditional = "if {} {{ {} }} else {{ {} }}",
                                    .fallback = "if {} {{ {} }}{}else ",
                                    .last_fallback = "{{ {} }}",
                                    .and_on_next_line = "\n        && ",
                                    .indent = 4,
                                    .open_if = "if {} {{",
                                    .increment = "{} += 1;",
                                    .discard_row = "let _ = row;",
                                    .weights = CodeSyntax::Weights::in_place,
                                    .set_weight = "let {} = {};",
                                    .blend_member = "blend."};

constexpr CodeSyntax kCSyntax = c_row();
constexpr CodeSyntax kCppSyntax = cpp_row();

}  // namespace espalier
