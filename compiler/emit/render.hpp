// Rendering: templates that are carried inside the binary, filled with prepared data.
#pragma once

#include <chrono>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>

namespace espalier {

// Files carried inside the binary: the templates and the runtime header (cmake/EmbedText.cmake makes the source).
struct EmbeddedText {
  std::string_view name;  // path in the source tree: "templates/cpp/header.hpp.inja"
  std::string_view text;
};

std::span<const EmbeddedText> embedded_texts();

// Rendering a template with prepared data. The only place that knows the template engine.

// What a rendered text may hold beside LF: printable ASCII (contract 3), or also other letters that can be seen, where
// a language has no escapes for the names of columns.
enum class RenderedText { ascii, printable };

// Renders an embedded template ("templates/cpp/header.hpp.inja"). The result is checked; anything that it may not hold
// is a defect of Espalier and throws std::logic_error. Where the context has a `specifier`, it stands in the place of
// the template's ESPALIER_CONSTEXPR: what calls functions of another file cannot be constexpr.
std::string render_template(std::string_view name, const nlohmann::json& context,
                            RenderedText allowed = RenderedText::ascii);

// Renders a template of the user's; `file` names it in messages. Nothing can be included. Throws Diagnostic(bad_input)
// with the place of what is wrong in it. It runs in a child process, for `limit` at most: whatever it does, this
// process goes on.
std::string render_user_template(const std::string& file, std::string_view text, const nlohmann::json& context,
                                 std::chrono::seconds limit = std::chrono::seconds(120));

// The text of an embedded file.
std::string_view embedded_text(std::string_view name);

}  // namespace espalier
