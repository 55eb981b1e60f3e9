#include "lower/scale.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <iterator>

#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier {
namespace {

constexpr std::size_t kMostDigits = 9;
constexpr double kSmallestStep = 1e-30;
constexpr double kLargestStep = 1e30;
constexpr std::int64_t kExactIntegers = std::int64_t{1} << 53;

// The powers of ten that are doubles.
constexpr std::array<double, 23> kPowersOfTen = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                                 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// Correctly rounded: one operation on two exact doubles rounds once; otherwise the text is read.
double decimal_value(std::int64_t count, int exponent) {
  const auto power = static_cast<std::size_t>(std::abs(exponent));
  if (std::abs(count) <= kExactIntegers && power < kPowersOfTen.size()) {
    const auto exact = static_cast<double>(count);
    return exponent < 0 ? exact / kPowersOfTen[power] : exact * kPowersOfTen[power];
  }
  return parse_number(fmt::format("{}e{}", count, exponent)).value_or(0);
}

}  // namespace

std::optional<Scale> parse_scale(std::string_view text) {
  text = trim(text);
  const auto value = parse_number(text);
  if (!value || *value < kSmallestStep || *value > kLargestStep) return std::nullopt;
  const std::size_t mark = text.find_first_of("eE");
  const std::string_view decimal = text.substr(0, mark);
  const std::size_t point = decimal.find('.');
  int exponent = point == std::string_view::npos ? 0 : -static_cast<int>(decimal.size() - point - 1);
  if (mark != std::string_view::npos) exponent += static_cast<int>(*parse_number(text.substr(mark + 1)));
  std::string digits;
  std::copy_if(decimal.begin(), decimal.end(), std::back_inserter(digits), is_digit);
  for (; digits.size() > 1 && digits.ends_with('0'); digits.pop_back()) ++exponent;
  digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size()));
  if (digits.size() > kMostDigits) return std::nullopt;
  return Scale{static_cast<std::uint32_t>(*parse_number(digits)), exponent, false};
}

std::string to_string(const Scale& scale) {
  if (scale.binary) return fmt::format("2^{}", scale.exponent);
  return shortest(value_at(scale, 1));
}

double value_at(const Scale& scale, std::int64_t raw) {
  const std::int64_t count = raw * scale.mantissa;
  return scale.binary ? std::ldexp(static_cast<double>(count), scale.exponent) : decimal_value(count, scale.exponent);
}

std::int64_t floor_raw(const Scale& scale, RawRange range, double value) {
  const auto first = static_cast<double>(range.lowest - 1);
  const auto last = static_cast<double>(range.highest + 1);
  // The quotient is off by less than one step; comparisons with the numbers themselves set it right.
  auto raw = static_cast<std::int64_t>(std::clamp(std::floor(value / value_at(scale, 1)), first, last));
  while (raw >= range.lowest && value_at(scale, raw) > value) --raw;
  while (raw <= range.highest && value_at(scale, raw + 1) <= value) ++raw;
  return raw;
}

}  // namespace espalier
