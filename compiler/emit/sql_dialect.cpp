#include "emit/sql_dialect.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "support/diagnostic.hpp"
#include "support/number_text.hpp"
#include "support/text.hpp"

// note [numbers in SQLite]
//
// SQLite's reading of decimals is not always correctly rounded, and how far off it is depends on its version and on the
// platform's long double. A decimal of at most 2^53 over a power of ten up to 10^22 is a quotient of two exact doubles:
// every version is right about it unless the true quotient lies so close to the middle between two doubles that an
// intermediate rounding can reach the middle. How close it is, one fused multiplication and addition tells exactly.
// Other numbers are written as a whole number and powers of two, which every step of SQLite's arithmetic keeps exact.

namespace espalier {
namespace {

constexpr double kLargestExactWhole = 9007199254740992.0;  // 2^53
constexpr int kPowerStep = 50;
constexpr std::string_view kPowerText = "1125899906842624.0";  // 2^50

bool is_plain(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= 0x20 && c < 0x7F; });
}

std::string doubled(std::string_view text, char quote) {
  std::string out;
  for (const char c : text) {
    out += c;
    if (c == quote) out += quote;
  }
  return out;
}

// U&'...' and U&"...": \00E9, \+01F333, \\.
std::string unicode_escaped(std::string_view text, char quote) {
  std::string out = fmt::format("U&{}", quote);
  for (std::size_t i = 0; i < text.size();) {
    const CodePoint point = decode_utf8(text, i);
    const auto value = static_cast<unsigned>(point.value);
    i += point.length;
    if (value == static_cast<unsigned char>(quote)) {
      out += quote;
      out += quote;
    } else if (value == '\\') {
      out += "\\\\";
    } else if (value >= 0x20 && value < 0x7F) {
      out += static_cast<char>(value);
    } else {
      out += value > 0xFFFF ? fmt::format("\\+{:06X}", value) : fmt::format("\\{:04X}", value);
    }
  }
  return out + quote;
}

// Terms of a concatenation, in groups, so that no parser has to nest thousands of operators.
std::string concatenated(std::vector<std::string> terms) {
  constexpr std::size_t kPerGroup = 64;
  while (terms.size() > kPerGroup) {
    std::vector<std::string> groups;
    for (std::size_t i = 0; i < terms.size(); i += kPerGroup) {
      const auto begin = terms.begin() + static_cast<std::ptrdiff_t>(i);
      const auto end = terms.begin() + static_cast<std::ptrdiff_t>(std::min(terms.size(), i + kPerGroup));
      groups.push_back(fmt::format("({})", fmt::join(begin, end, " || ")));
    }
    terms = std::move(groups);
  }
  return fmt::format("({})", fmt::join(terms, " || "));
}

// 'caf' || char(233): the characters beyond ASCII by their numbers.
std::string pieced(SqlDialect dialect, std::string_view text) {
  const std::string_view function = dialect == SqlDialect::sqlite ? "char" : "chr";
  std::vector<std::string> terms;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i;
    while (end < text.size() && is_plain(text.substr(end, 1))) ++end;
    if (end > i) {
      terms.push_back(fmt::format("'{}'", doubled(text.substr(i, end - i), '\'')));
      i = end;
      continue;
    }
    const CodePoint point = decode_utf8(text, i);
    terms.push_back(fmt::format("{}({})", function, static_cast<unsigned>(point.value)));
    i += point.length;
  }
  return concatenated(std::move(terms));
}

[[noreturn]] void refuse_name(SqlDialect dialect, std::string_view name, std::string_view why) {
  throw Diagnostic(ExitCode::usage, fmt::format("--dialect {}: {} {}", to_string(dialect), in_quotes(name), why),
                   "rename the column in the data, or choose another dialect");
}

struct Decimal {
  double significand;
  int exponent;  // of ten
};

// The digits of the shortest text, as a whole number and a power of ten.
Decimal decimal_of(double value) {
  const std::string text = shortest(std::abs(value));
  std::string digits;
  int exponent = 0;
  bool fraction = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == 'e') {
      const std::size_t sign = text[i + 1] == '+' ? 2 : 1;
      int written = 0;
      std::from_chars(text.data() + i + sign, text.data() + text.size(), written);
      exponent += written;
      break;
    }
    if (text[i] == '.') {
      fraction = true;
      continue;
    }
    digits += text[i];
    if (fraction) --exponent;
  }
  return {parse_number(digits).value_or(0), exponent};
}

// See note [numbers in SQLite].
bool sqlite_reads(double value) {
  constexpr double kPowers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
  const double size = std::abs(value);
  if (size == std::trunc(size)) return size <= kLargestExactWhole;
  const Decimal decimal = decimal_of(value);
  if (decimal.significand > kLargestExactWhole || decimal.exponent < -22) return false;
  const double power = kPowers[-decimal.exponent];
  const double quotient = decimal.significand / power;
  const double rest = std::fma(-quotient, power, decimal.significand);  // exact
  const double half_step = (std::nextafter(quotient, std::numeric_limits<double>::infinity()) - quotient) / 2;
  return std::abs(rest / power) < half_step * (1 - 1.0 / 128);
}

std::string sqlite_number(double value) {
  if (std::isinf(value)) return value < 0 ? "-9e999" : "9e999";
  const std::string sign = value < 0 ? "-" : "";
  const double size = std::abs(value);
  if (sqlite_reads(size)) {
    return sign + fixed(size, std::max(1, -decimal_of(size).exponent));
  }
  int exponent = 0;
  double whole = std::ldexp(std::frexp(size, &exponent), 53);
  exponent -= 53;
  for (; std::fmod(whole, 2) == 0; whole /= 2) ++exponent;
  std::string text = fmt::format("{}{:.0f}", sign, whole);
  const char operation = exponent < 0 ? '/' : '*';
  int left = std::abs(exponent);
  for (; left > kPowerStep; left -= kPowerStep) text += fmt::format(" {} {}", operation, kPowerText);
  if (left > 0) text += fmt::format(" {} {:.0f}.0", operation, std::ldexp(1.0, left));
  return fmt::format("({})", text);
}

std::string special_number(SqlDialect dialect, double value) {
  const std::string_view text = std::isnan(value) ? "NaN" : value < 0 ? "-Infinity" : "Infinity";
  if (dialect == SqlDialect::postgresql) return fmt::format("float8 '{}'", text);
  return fmt::format("CAST('{}' AS DOUBLE{})", text, dialect == SqlDialect::ansi ? " PRECISION" : "");
}

}  // namespace

const std::vector<std::string>& dialect_names() {
  static const std::vector<std::string> kNames = {"ansi", "postgresql", "sqlite", "duckdb"};  // as in SqlDialect
  return kNames;
}

std::string_view to_string(SqlDialect dialect) {
  return dialect_names()[static_cast<std::size_t>(dialect)];
}

SqlDialect parse_dialect(std::string_view name) {
  for (std::size_t i = 0; i < dialect_names().size(); ++i) {
    if (dialect_names()[i] == name) return static_cast<SqlDialect>(i);
  }
  throw std::out_of_range("dialect");
}

bool has_nan(SqlDialect dialect) {
  return dialect == SqlDialect::postgresql || dialect == SqlDialect::duckdb;
}

bool ignores_case(SqlDialect dialect) {
  return dialect == SqlDialect::sqlite || dialect == SqlDialect::duckdb;
}

std::size_t longest_identifier(SqlDialect dialect) {
  return dialect == SqlDialect::postgresql ? 63 : std::string::npos;
}

std::string sql_string(SqlDialect dialect, std::string_view text) {
  if (is_plain(text)) return fmt::format("'{}'", doubled(text, '\''));
  const bool escapes = dialect == SqlDialect::postgresql || dialect == SqlDialect::ansi;
  return escapes ? unicode_escaped(text, '\'') : pieced(dialect, text);
}

std::string sql_identifier(SqlDialect dialect, std::string_view name) {
  if (name.empty() && dialect != SqlDialect::sqlite) refuse_name(dialect, name, "is no name: it is empty");
  if (is_plain(name)) return fmt::format("\"{}\"", doubled(name, '"'));
  if (!ignores_case(dialect)) return unicode_escaped(name, '"');
  if (printable(name, std::string::npos) != name) {
    refuse_name(dialect, name,
                "cannot be written: identifiers have no escapes, and some of its characters cannot be seen");
  }
  return fmt::format("\"{}\"", doubled(name, '"'));
}

std::vector<std::string> table_parts(std::string_view name) {
  std::vector<std::string> parts(1);
  bool quoted = false;  // inside quotes
  bool closed = false;  // behind the quotes of a part
  bool sound = true;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    if (quoted && c == '"' && i + 1 < name.size() && name[i + 1] == '"') {
      parts.back() += name[i++];
    } else if (quoted && c == '"') {
      quoted = false;
      closed = true;
    } else if (quoted) {
      parts.back() += c;
    } else if (c == '.') {
      sound = sound && !parts.back().empty();
      parts.emplace_back();
      closed = false;
    } else if (c == '"' && parts.back().empty() && !closed) {
      quoted = true;
    } else {
      sound = sound && !closed && c != '"';
      parts.back() += c;
    }
  }
  if (sound && !quoted && !parts.back().empty() && !first_invalid_utf8(name)) return parts;
  throw Diagnostic(ExitCode::usage, fmt::format("--table: {} is no name of a table", in_quotes(name)),
                   "for example iris, sales.iris or '\"odd.name\"'");
}

std::string sql_table(SqlDialect dialect, std::string_view name) {
  std::vector<std::string> quoted;
  for (const std::string& part : table_parts(name)) quoted.push_back(sql_identifier(dialect, part));
  return fmt::format("{}", fmt::join(quoted, "."));
}

std::string sql_number(SqlDialect dialect, double value) {
  if (dialect == SqlDialect::sqlite) return sqlite_number(value);
  if (!std::isfinite(value)) return special_number(dialect, value);
  std::string text = shortest(value);
  if (dialect == SqlDialect::postgresql) return fmt::format("float8 '{}'", text);
  const auto exponent = text.find('e');
  if (exponent == std::string::npos) return text + "E0";
  text[exponent] = 'E';
  return text;
}

bool reads_as_decimal(SqlDialect dialect, double value) {
  return dialect != SqlDialect::sqlite || !std::isfinite(value) || sqlite_reads(value);
}

}  // namespace espalier
