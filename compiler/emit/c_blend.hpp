// The part of a C header that blends the answers of several rules (MissingPolicy::fractional).
#pragma once

#include <string>

#include "emit/c_names.hpp"
#include "emit/code_text.hpp"
#include "emit/rule_notes.hpp"
#include "lower/blend_program.hpp"
#include "lower/value_type.hpp"

namespace espalier {

// predict(), predict_rule() and what they need beside detail_tree() and detail_tree_rule().
std::string c_blend_section(const BlendProgram& program, ValueType value_type, const CNames& names,
                            const CodeNames& code, const RuleNotes& notes);

}  // namespace espalier
