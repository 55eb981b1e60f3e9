#include "emit/escape.hpp"

#include <fmt/format.h>

#include <stdexcept>

#include "support/text.hpp"

namespace espalier {
namespace {

bool is_printable_ascii(char32_t c) {
  return c >= 0x20 && c < 0x7F;
}

// XML has no U+FFFE and its like, not even as a reference.
std::string xml_character(char32_t c) {
  if (is_printable_ascii(c)) return {static_cast<char>(c)};
  const auto value = static_cast<unsigned>(c);
  return (value & 0xFFFE) == 0xFFFE ? fmt::format("\\u{{{:x}}}", value) : fmt::format("&#x{:x};", value);
}

// The production Char of XML 1.0.
bool is_xml(char32_t c) {
  return c == '\t' || c == '\n' || c == '\r' || (c >= 0x20 && c <= 0xD7FF) || (c >= 0xE000 && c <= 0xFFFD) ||
         c >= 0x10000;
}

// What stands for itself nowhere in XML; empty for all others.
std::string_view xml_entity(char32_t c) {
  switch (c) {
    case '&': return "&amp;";
    case '<': return "&lt;";
    case '>': return "&gt;";
    case '"': return "&quot;";
    case '\'': return "&apos;";
    default: return {};
  }
}

}  // namespace

std::string string_literal(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\' || c == '?') {
      out += '\\';
      out += c;
    } else if (is_printable_ascii(byte)) {
      out += c;
    } else {
      out += fmt::format("\\{:03o}", static_cast<unsigned>(byte));
    }
  }
  return out + "\"";
}

std::string rust_string_literal(std::string_view text) {
  std::string out = "\"";
  for (std::size_t i = 0; i < text.size();) {
    const CodePoint point = decode_utf8(text, i);
    i += point.length;
    if (!is_printable_ascii(point.value)) {
      out += fmt::format("\\u{{{:x}}}", static_cast<unsigned>(point.value));
      continue;
    }
    if (point.value == '"' || point.value == '\\') out += '\\';
    out += static_cast<char>(point.value);
  }
  return out + "\"";
}

std::string comment_text(std::string_view text, std::size_t limit) {
  std::string out = "\"";
  std::size_t shown = 0;
  char previous = ' ';
  for (std::size_t i = 0; i < text.size(); ++shown) {
    if (shown == limit) return out + fmt::format("...\" ({} bytes)", text.size());
    const CodePoint point = decode_utf8(text, i);
    const char c = is_printable_ascii(point.value) ? static_cast<char>(point.value) : '\0';
    const bool pair = (previous == '*' && c == '/') || (previous == '/' && c == '*') || (previous == '?' && c == '?');
    if (c == '"' || c == '\\' || pair) {
      out += '\\';
      out += c;
    } else if (c != '\0') {
      out += c;
    } else if (point.value == '\n') {
      out += "\\n";
    } else if (point.value == '\r') {
      out += "\\r";
    } else if (point.value == '\t') {
      out += "\\t";
    } else {
      out += fmt::format("\\u{{{:x}}}", static_cast<unsigned>(point.value));
    }
    previous = c;
    i += point.length;
  }
  return out + "\"";
}

std::string xml_text(std::string_view text, std::size_t limit) {
  const std::string visible = printable(text, limit);
  std::string out;
  for (std::size_t i = 0; i < visible.size();) {
    const CodePoint point = decode_utf8(visible, i);
    i += point.length;
    const std::string_view entity = xml_entity(point.value);
    out += entity.empty() ? xml_character(point.value) : std::string(entity);
  }
  return out;
}

std::optional<char32_t> first_not_xml(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const CodePoint point = decode_utf8(text, i);
    if (!is_xml(point.value)) return point.value;
    i += point.length;
  }
  return std::nullopt;
}

std::string xml_value(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    const CodePoint point = decode_utf8(text, i);
    i += point.length;
    if (!is_xml(point.value)) throw std::logic_error("a character that XML does not have");
    if (const std::string_view entity = xml_entity(point.value); !entity.empty()) {
      out += entity;
    } else if (is_printable_ascii(point.value)) {
      out += static_cast<char>(point.value);
    } else {
      out += fmt::format("&#x{:x};", static_cast<unsigned>(point.value));
    }
  }
  return out;
}

std::string xml_comment(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '-' && out.ends_with('-')) out += '\\';
    out += c;
  }
  return out;
}

std::string feel_string(std::string_view text) {
  std::string out = "\"";
  for (std::size_t i = 0; i < text.size();) {
    const CodePoint point = decode_utf8(text, i);
    const std::string_view letter = text.substr(i, point.length);
    i += point.length;
    switch (point.value) {
      case '"': out += "\\&quot;"; break;
      case '\\': out += "\\\\"; break;
      case '\n': out += "\\n"; break;
      case '\r': out += "\\r"; break;
      case '\t': out += "\\t"; break;
      default:
        // Those that neither XML nor a line of FEEL can hold, all below U+10000.
        out += is_xml(point.value) ? xml_value(letter) : fmt::format("\\u{:04X}", static_cast<unsigned>(point.value));
    }
  }
  return out + "\"";
}

std::string dot_text(std::string_view text, std::size_t limit) {
  const std::string escaped = xml_text(text, limit);
  std::string out;
  for (std::size_t i = 0; i < escaped.size(); ++i) {
    constexpr std::string_view kApostrophe = "&apos;";  // of XML, not of HTML: Graphviz knows the number alone
    if (std::string_view(escaped).substr(i).starts_with(kApostrophe)) {
      out += "&#39;";
      i += kApostrophe.size() - 1;
    } else {
      out += escaped[i] == '\\' ? std::string("\\\\") : std::string(1, escaped[i]);
    }
  }
  return out;
}

std::string mermaid_text(std::string_view text, std::size_t limit) {
  constexpr std::string_view kHarmless = " .,:%()_-/";
  const std::string visible = printable(text, limit);
  std::string out;
  for (std::size_t i = 0; i < visible.size();) {
    const CodePoint point = decode_utf8(visible, i);
    i += point.length;
    const auto c = static_cast<char>(point.value);
    const bool is_word =
        point.value < 0x80 && ((c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'));
    if (is_word || (point.value < 0x80 && kHarmless.find(c) != kHarmless.npos)) {
      out += c;
    } else {
      out += fmt::format("#{};", static_cast<unsigned>(point.value));
    }
  }
  return out;
}

}  // namespace espalier
