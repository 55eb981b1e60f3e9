// Parts of the template context that the headers of C and C++ share.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "emit/code_text.hpp"
#include "emit/emit_options.hpp"
#include "lower/pipeline.hpp"
#include "model/model.hpp"

namespace espalier {

// Functions with a single exit are written in MISRA's style.
CodeStyle style_of(const Lowered& lowered);

// The integer types that have a missing value in this header.
nlohmann::json sentinel_context(const std::vector<Field>& fields, const CodeNames& names);

// The functions that give the shares of the labels of each rule. Rules with equal distributions share their case
// labels. Zero is the array's initial state.
nlohmann::json distribution_context(const Model& model);

// What stands behind a member of the input. Fields without a range to tell (a hand-made model) have minimum == maximum.
std::string field_comment(const Feature& feature, const Field& field, const CodeNames& names);

// The runtime's text, or what includes it; its files are runtime.<extension> and, for headers that blend, blend.<...>.
std::string runtime_text(RuntimeForm form, bool blends, std::string_view extension);

// What a platform with shorter doubles could not do, and the option that would help it.
nlohmann::json needs_double(const Lowered& lowered);

// ESPALIER_IRIS_HPP_a987b07553a3: of the namespace, the file's kind and the model.
std::string header_guard(std::string_view space, std::string_view extension, std::string_view model_sha256);

}  // namespace espalier
