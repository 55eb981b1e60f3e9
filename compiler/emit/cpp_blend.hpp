// The part of a header that blends the answers of several rules (MissingPolicy::fractional).
#pragma once

#include <string>

#include "emit/code_text.hpp"
#include "emit/rule_notes.hpp"
#include "lower/blend_program.hpp"
#include "lower/value_type.hpp"

namespace espalier {

// predict(), predict_rule() and what they need beside detail::tree() and detail::tree_rule().
std::string blend_section(const BlendProgram& program, ValueType value_type, const CodeNames& names,
                          const RuleNotes& notes);

}  // namespace espalier
