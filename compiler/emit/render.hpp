// Rendering a template with prepared data. The only place that knows the template engine.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace espalier {

// Renders an embedded template ("templates/cpp/header.hpp.inja"). The result is checked to be printable ASCII plus LF
// (contract 3); anything else is a defect of Espalier and throws std::logic_error. Where the context has a `specifier`,
// it stands in the place of the template's ESPALIER_CONSTEXPR: what calls functions of another file cannot be
// constexpr.
std::string render_template(std::string_view name, const nlohmann::json& context);

// The text of an embedded file.
std::string_view embedded_text(std::string_view name);

}  // namespace espalier
