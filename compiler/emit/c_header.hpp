// The C header of a model: C99, and every later standard.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "emit/c_names.hpp"
#include "emit/code_text.hpp"
#include "emit/emit_options.hpp"
#include "emit/rule_text.hpp"
#include "lower/blend_program.hpp"
#include "lower/input_type.hpp"
#include "lower/pipeline.hpp"
#include "lower/value_type.hpp"
#include "model/model.hpp"

namespace espalier {

// Parts of the template context that the header, the self-test and the driver of C share.

// What base_context() has, in C's names, with prefix, no_fields and the parsers of categories.
nlohmann::json c_base_context(const Model& model, const std::vector<Field>& fields, const CNames& names);

// The part of a C header that blends the answers of several rules (MissingPolicy::fractional).

// predict(), predict_rule() and what they need beside detail_tree() and detail_tree_rule().
std::string c_blend_section(const BlendProgram& program, ValueType value_type, const CNames& names,
                            const CodeNames& code, const RuleNotes& notes);

std::string emit_c_header(const Model& model, const Lowered& lowered, const EmitOptions& options);

}  // namespace espalier
