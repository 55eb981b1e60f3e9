// The functions of a C++ header that walk the tree, as the template's context has them.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "emit/code_text.hpp"
#include "emit/emit_options.hpp"
#include "emit/rule_notes.hpp"
#include "lower/pipeline.hpp"
#include "model/model.hpp"

namespace espalier {

// In the order of definition: doc, type, name, opens_detail, closes_detail, reads_row, body. Where source files hold
// the trees (Language::cpp_sources), the functions only call them.
nlohmann::json cpp_functions(const Model& model, const Lowered& lowered, const CodeNames& names, const RuleNotes& notes,
                             const EmitOptions& options);

}  // namespace espalier
