// Writing CSV: a cell as RFC 4180 wants it.
#pragma once

#include <string>
#include <string_view>

#include "data/schema.hpp"
#include "data/table.hpp"

namespace espalier::cli {

// Quoted where a reader would need it: delimiters, quotes, line ends, blanks at the ends, and what would read as
// missing.
inline std::string csv_cell(std::string_view text) {
  static const Schema reader{{}, default_missing_tokens()};
  const bool plain = text.find_first_of(",\"\r\n;\t|") == std::string_view::npos && !reader.is_missing(text, false) &&
                     text.front() != ' ' && text.back() != ' ';
  if (plain) return std::string(text);
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"') out += '"';
    out += c;
  }
  return out + "\"";
}

}  // namespace espalier::cli
