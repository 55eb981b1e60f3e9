#include "model/json_text.hpp"

#include <fmt/format.h>

#include <cmath>
#include <iterator>

#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier {

namespace {

void put_escape(std::string& out, char32_t unit) {
  fmt::format_to(std::back_inserter(out), "\\u{:04x}", static_cast<std::uint32_t>(unit));
}

// JSON's \u escapes are UTF-16 units: what lies above the first plane takes two.
void put_code_point(std::string& out, char32_t value) {
  if (value == U'"' || value == U'\\') {
    out += '\\';
    out += static_cast<char>(value);
  } else if (value >= 0x20 && value < 0x7F) {
    out += static_cast<char>(value);
  } else if (value <= 0xFFFF) {
    put_escape(out, value);
  } else {
    put_escape(out, 0xD800 + ((value - 0x10000) >> 10));
    put_escape(out, 0xDC00 + ((value - 0x10000) & 0x3FF));
  }
}

}  // namespace

void put_string(std::string& out, std::string_view text) {
  out += '"';
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = decode_utf8(text, at);
    put_code_point(out, point.value);
    at += point.length;
  }
  out += '"';
}

// Many JSON readers take "-0" for the integer 0 and lose its sign; "-0.0" is a floating number for all of them.
void put_number(std::string& out, double value) {
  out += value == 0 && std::signbit(value) ? "-0.0" : shortest(value);
}

void put_whole(std::string& out, std::size_t value) {
  out += std::to_string(value);
}

}  // namespace espalier
