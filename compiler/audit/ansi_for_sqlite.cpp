#include "audit/ansi_for_sqlite.hpp"

#include <charconv>
#include <optional>

#include "emit/sql_dialect.hpp"
#include "support/number_text.hpp"

namespace espalier {
namespace {

constexpr std::string_view kDigits = "0123456789";

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}

// Behind the closing quote of what begins at `begin` with a quote; the text's end if there is none.
std::size_t end_of_quoted(std::string_view text, std::size_t begin) {
  const char quote = text[begin];
  for (std::size_t i = begin + 1; i < text.size(); ++i) {
    if (text[i] != quote) continue;
    if (i + 1 < text.size() && text[i + 1] == quote) {
      ++i;
    } else {
      return i + 1;
    }
  }
  return text.size();
}

void append_utf8(std::string& out, std::uint32_t c) {
  const auto tail = [&](int shift) { out += static_cast<char>(0x80 | ((c >> shift) & 0x3F)); };
  if (c < 0x80) {
    out += static_cast<char>(c);
  } else if (c < 0x800) {
    out += static_cast<char>(0xC0 | (c >> 6));
    tail(0);
  } else if (c < 0x10000) {
    out += static_cast<char>(0xE0 | (c >> 12));
    tail(6);
    tail(0);
  } else {
    out += static_cast<char>(0xF0 | (c >> 18));
    tail(12);
    tail(6);
    tail(0);
  }
}

// The value of what stands between the quotes of U&'...'; none if an escape is not one.
std::optional<std::string> unescaped(std::string_view inside, char quote) {
  std::string out;
  for (std::size_t i = 0; i < inside.size(); ++i) {
    if (inside[i] == quote) ++i;  // doubled
    if (inside[i] != '\\') {
      out += inside[i];
      continue;
    }
    if (i + 1 < inside.size() && inside[i + 1] == '\\') {
      out += inside[++i];
      continue;
    }
    const bool longer = i + 1 < inside.size() && inside[i + 1] == '+';
    const std::size_t digits = longer ? 6 : 4;
    const std::size_t begin = i + (longer ? 2 : 1);
    if (begin + digits > inside.size()) return std::nullopt;
    std::uint32_t value = 0;
    const char* const end = inside.data() + begin + digits;
    if (std::from_chars(inside.data() + begin, end, value, 16).ptr != end || value > 0x10FFFF) return std::nullopt;
    append_utf8(out, value);
    i = begin + digits - 1;
  }
  return out;
}

// Behind an approximate number (digits, point, E, exponent) that begins here; none if none does.
std::optional<std::size_t> end_of_approximate(std::string_view text, std::size_t begin) {
  const std::size_t mantissa = text.find_first_not_of("0123456789.", begin);
  if (mantissa == std::string_view::npos || (text[mantissa] != 'E' && text[mantissa] != 'e')) return std::nullopt;
  std::size_t exponent = mantissa + 1;
  if (exponent < text.size() && (text[exponent] == '+' || text[exponent] == '-')) ++exponent;
  const std::size_t end = std::min(text.find_first_not_of(kDigits, exponent), text.size());
  if (end == exponent) return std::nullopt;
  return end;
}

std::string identifier(std::string_view name) {
  std::string out = "\"";
  for (const char c : name) {
    out += c;
    if (c == '"') out += c;
  }
  return out + '"';
}

}  // namespace

std::string ansi_for_sqlite(std::string_view query) {
  std::string out;
  std::size_t i = 0;
  const auto keep_to = [&](std::size_t end) {
    out += query.substr(i, end - i);
    i = end;
  };
  while (i < query.size()) {
    const char c = query[i];
    const bool after_word = i > 0 && is_word(query[i - 1]);
    if (query.substr(i, 2) == "--") {
      keep_to(std::min(query.find('\n', i), query.size()));
    } else if (c == '\'' || c == '"') {
      keep_to(end_of_quoted(query, i));
    } else if (!after_word && i + 2 < query.size() && query.substr(i, 2) == "U&" &&
               (query[i + 2] == '\'' || query[i + 2] == '"')) {
      const char quote = query[i + 2];
      const std::size_t end = end_of_quoted(query, i + 2);
      const auto value = unescaped(query.substr(i + 3, end - i - 4), quote);
      if (!value) {
        keep_to(end);
        continue;
      }
      out += quote == '"' ? identifier(*value) : sql_string(SqlDialect::sqlite, *value);
      i = end;
    } else if (!after_word && kDigits.find(c) != std::string_view::npos) {
      const auto end = end_of_approximate(query, i);
      const auto number = end ? parse_number(query.substr(i, *end - i)) : std::nullopt;
      if (number) {
        out += sql_number(SqlDialect::sqlite, *number);
        i = *end;
      } else {
        keep_to(std::min(query.find_first_not_of("0123456789.", i), query.size()));
      }
    } else {
      keep_to(i + 1);
    }
  }
  return out;
}

}  // namespace espalier
