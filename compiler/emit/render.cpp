#include "emit/render.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <inja/inja.hpp>
#include <stdexcept>

#include "support/diagnostic.hpp"
#include "support/text.hpp"

namespace espalier {
namespace {

void require_inert(std::string_view name, std::string_view text, RenderedText allowed) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\n' || (c >= 0x20 && c <= 0x7E)) continue;
    if (allowed == RenderedText::printable && static_cast<unsigned char>(c) >= 0x80) {
      const std::string_view letter = text.substr(i, decode_utf8(text, i).length);
      i += letter.size() - 1;
      if (printable(letter) == letter) continue;
    }
    throw std::logic_error(
        fmt::format("{} rendered byte 0x{:02x}: a name was not escaped", name, static_cast<unsigned char>(c)));
  }
}

// Only the template's own text changes, never what the context holds.
std::string with_specifier(std::string text, const nlohmann::json& context) {
  constexpr std::string_view kConstexpr = "ESPALIER_CONSTEXPR";
  const auto specifier = context.find("specifier");
  if (specifier == context.end()) return text;
  const std::string& instead = specifier->get_ref<const std::string&>();
  for (std::size_t at = text.find(kConstexpr); at != std::string::npos;
       at = text.find(kConstexpr, at + instead.size())) {
    text.replace(at, kConstexpr.size(), instead);
  }
  return text;
}

inja::Environment closed_environment() {
  inja::Environment environment;
  environment.set_search_included_templates_in_files(false);
  environment.set_throw_at_missing_includes(true);
  return environment;
}

// The engine counts lines and columns (in bytes) from 1.
Location place_of(const std::string& file, std::string_view text, const inja::SourceLocation& place) {
  std::size_t begin = 0;
  for (std::size_t line = 1; line < place.line; ++line) {
    const std::size_t end = text.find('\n', begin);
    if (end == std::string_view::npos) break;
    begin = end + 1;
  }
  const std::size_t end = std::min(text.find('\n', begin), text.size());
  return locate(file, text, std::min(begin + (place.column > 0 ? place.column - 1 : 0), end));
}

}  // namespace

std::string_view embedded_text(std::string_view name) {
  for (const EmbeddedText& entry : embedded_texts()) {
    if (entry.name == name) return entry.text;
  }
  throw std::logic_error(fmt::format("no embedded file {}", name));
}

std::string render_template(std::string_view name, const nlohmann::json& context, RenderedText allowed) {
  std::string text = closed_environment().render(with_specifier(std::string(embedded_text(name)), context), context);
  require_inert(name, text, allowed);
  return text;
}

std::string render_user_template(const std::string& file, std::string_view text, const nlohmann::json& context) {
  const std::string hint = "the keys and their meaning are in docs/template-context.md";
  try {
    return closed_environment().render(text, context);
  } catch (const inja::InjaError& error) {
    throw Diagnostic(ExitCode::bad_input, place_of(file, text, error.location), error.message, hint);
  } catch (const nlohmann::json::exception& error) {  // a function was given what it cannot use
    throw Diagnostic(ExitCode::bad_input, fmt::format("{}: {}", file, error.what()), hint);
  }
}

}  // namespace espalier
