// The part of a header that holds a tree as constant tables (lower/table.hpp).
#pragma once

#include <string>

#include "emit/code_text.hpp"
#include "lower/pipeline.hpp"
#include "model/model.hpp"

namespace espalier {

// The tables and the keys of a row, in namespace detail.
std::string table_section(const Model& model, const Lowered& lowered, const CodeNames& code);

// The bodies of the functions that answer by walking over them.
std::string table_answer_body(const Lowered& lowered);
std::string table_rule_body();

// Whether tables compare the bits of floats: not every compiler can do so while it compiles.
bool has_float_keys(const Lowered& lowered);

}  // namespace espalier
