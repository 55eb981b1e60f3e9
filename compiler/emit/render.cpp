#include "emit/render.hpp"

#include <fmt/format.h>

#include <inja/inja.hpp>
#include <stdexcept>

#include "emit/embedded.hpp"

namespace espalier {
namespace {

void require_plain_ascii(std::string_view name, std::string_view text) {
  for (const char c : text) {
    if (c != '\n' && (c < 0x20 || c > 0x7E)) {
      throw std::logic_error(
          fmt::format("{} rendered byte 0x{:02x}: a name was not escaped", name, static_cast<unsigned char>(c)));
    }
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

}  // namespace

std::string_view embedded_text(std::string_view name) {
  for (const EmbeddedText& entry : embedded_texts()) {
    if (entry.name == name) return entry.text;
  }
  throw std::logic_error(fmt::format("no embedded file {}", name));
}

std::string render_template(std::string_view name, const nlohmann::json& context) {
  inja::Environment environment;
  environment.set_search_included_templates_in_files(false);
  environment.set_throw_at_missing_includes(true);
  std::string text = environment.render(with_specifier(std::string(embedded_text(name)), context), context);
  require_plain_ascii(name, text);
  return text;
}

}  // namespace espalier
