// Pieces of JSON text, appended to `out`: printable ASCII and LF only, the same bytes for the same values.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace espalier {

void put_string(std::string& out, std::string_view text);  // UTF-8; everything beyond printable ASCII as \u escapes
void put_number(std::string& out, double value);           // finite; the shortest digits that read back
void put_whole(std::string& out, std::size_t value);

template <typename Items, typename Put>
void put_array(std::string& out, const Items& items, const Put& put_item) {
  out += '[';
  bool first = true;
  for (const auto& item : items) {
    if (!first) out += ", ";
    first = false;
    put_item(out, item);
  }
  out += ']';
}

// One item per line, each indented; nothing between the brackets if there are none.
template <typename Items, typename Put>
void put_lines(std::string& out, const Items& items, std::string_view indent, const Put& put_item) {
  out += '[';
  bool first = true;
  for (const auto& item : items) {
    out += first ? "\n" : ",\n";
    first = false;
    out += indent;
    out += "  ";
    put_item(out, item);
  }
  if (!first) {
    out += '\n';
    out += indent;
  }
  out += ']';
}

}  // namespace espalier
