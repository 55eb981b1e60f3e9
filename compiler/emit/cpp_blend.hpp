// The part of a header that blends the answers of several rules (MissingPolicy::fractional).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "emit/code_text.hpp"
#include "emit/rule_notes.hpp"
#include "lower/blend_program.hpp"
#include "lower/value_type.hpp"

namespace espalier {

// predict(), predict_rule() and what they need beside detail::tree() and detail::tree_rule().
// `elsewhere`: namespace parts has what blends, and this calls it (emit/cpp_sources.hpp).
std::string blend_section(const BlendProgram& program, ValueType value_type, const CodeNames& names,
                          const RuleNotes& notes, bool elsewhere = false);

// struct Blend and arrive(), which the functions below need; the specifier replaces constexpr.
std::string blend_state(const BlendProgram& program, std::string_view specifier = {});

// The program's functions: "void blend_3(const Input& row, uint32_t weight, Blend& blend)", what they are for, and the
// lines between their braces.
std::string blend_signature(std::size_t function);
std::string blend_doc(const BlendProgram& program, std::size_t function);
std::string blend_body(const BlendProgram& program, std::size_t function, const CodeNames& names,
                       const RuleNotes& notes);

// " * 1.5e-10f": what makes a value of a whole multiple, as factors that are normal numbers of the type.
std::string scale_factors(ValueType type, int exponent);

}  // namespace espalier
