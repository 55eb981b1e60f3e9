#include "support/number_text.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <string>
#include <system_error>

#include "support/text.hpp"

namespace espalier {
namespace {

template <typename Float>
std::string shortest_text(Float value) {
  char buffer[64];
  const auto result = std::to_chars(buffer, buffer + sizeof buffer, value);
  return {buffer, result.ptr};
}

}  // namespace

std::optional<double> parse_number(std::string_view text) {
  text = trim(text);
  if (text.starts_with('+')) {
    text.remove_prefix(1);
    if (text.starts_with('-')) return std::nullopt;
  }
  const std::size_t first = text.starts_with('-') ? 1 : 0;
  // from_chars also reads "inf" and "nan", and takes "1." but not "."; what begins a number is a digit or a point.
  if (text.size() <= first || !((text[first] >= '0' && text[first] <= '9') || text[first] == '.')) return std::nullopt;
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (end != text.data() + text.size()) return std::nullopt;
  if (error == std::errc::result_out_of_range) {
    // Too small rounds to zero or a denormal, too large is not finite; from_chars does not say which, strtod does. The
    // program never leaves the C locale, so strtod reads a point.
    value = std::strtod(std::string(text).c_str(), nullptr);
  } else if (error != std::errc{}) {
    return std::nullopt;
  }
  if (!std::isfinite(value)) return std::nullopt;
  return value;
}

std::string shortest(double value) {
  return shortest_text(value);
}
std::string shortest(float value) {
  return shortest_text(value);
}

std::string plain_decimal(double value) {
  std::string text = shortest(value);
  const std::size_t e = text.find('e');
  if (e == std::string::npos) return text;
  int exponent = 0;
  const char* const first = text.data() + e + (text[e + 1] == '+' ? 2 : 1);
  std::from_chars(first, text.data() + text.size(), exponent);
  const std::string sign = text.starts_with('-') ? "-" : "";
  std::string digits = text.substr(sign.size(), e - sign.size());  // one before the point
  if (digits.size() > 1) digits.erase(1, 1);
  const auto count = static_cast<int>(digits.size());
  if (exponent < 0) return sign + "0." + std::string(static_cast<std::size_t>(-exponent - 1), '0') + digits;
  if (exponent >= count - 1) return sign + digits + std::string(static_cast<std::size_t>(exponent - count + 1), '0');
  return sign + digits.insert(static_cast<std::size_t>(exponent) + 1, ".");
}

std::string fixed(double value, int decimals) {
  char buffer[400];
  const auto result = std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::fixed, decimals);
  return {buffer, result.ptr};
}

std::string rounded_up(double value, int digits, double below) {
  constexpr int kAllDigits = 17;
  if (value <= 0) return "0";
  for (int count = digits; count < kAllDigits; ++count) {
    const double unit = std::pow(10.0, std::floor(std::log10(value)) - count + 1);
    for (const double units : {std::floor(value / unit), std::floor(value / unit) + 1}) {
      std::string text = fmt::format("{:.{}g}", units * unit, count);
      const double read = parse_number(text).value_or(0);
      if (read >= value && read < below) return text;
    }
  }
  return shortest(value);
}

std::string percent(double fraction) {
  return fixed(100 * fraction, 1) + " %";
}

}  // namespace espalier
