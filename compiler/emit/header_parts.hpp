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

// What stands behind a member of the input. Fields without a range to tell (a hand-made model) have minimum == maximum.
std::string field_comment(const Feature& feature, const Field& field, const CodeNames& names);

// The text of the runtime's files, or what includes them.
std::string runtime_text(RuntimeForm form, const std::vector<std::string>& files);

// What a platform with shorter doubles could not do, and the option that would help it.
nlohmann::json needs_double(const Lowered& lowered);

// ESPALIER_IRIS_HPP_a987b07553a3: of the namespace, the file's kind and the model.
std::string header_guard(std::string_view space, std::string_view extension, std::string_view model_sha256);

}  // namespace espalier
