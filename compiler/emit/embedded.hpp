// Files carried inside the binary: the templates and the runtime header (cmake/EmbedText.cmake makes the source).
#pragma once

#include <span>
#include <string_view>

namespace espalier {

struct EmbeddedText {
  std::string_view name;  // path in the source tree: "templates/cpp/header.hpp.inja"
  std::string_view text;
};

std::span<const EmbeddedText> embedded_texts();

}  // namespace espalier
