// The part of a header that blends the answers of several rules (MissingPolicy::fractional).
#pragma once

#include <nlohmann/json_fwd.hpp>
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

// struct Blend and arrive(), which the functions that blend need; the specifier replaces constexpr.
std::string blend_state(const BlendProgram& program, std::string_view specifier = {});

// What emit/blend_text.hpp says, in the words of C++: functions with doc, name and lines.
nlohmann::json cpp_blend_context(const BlendProgram& program, ValueType value_type, const CodeNames& names,
                                 const RuleNotes& notes);

}  // namespace espalier
