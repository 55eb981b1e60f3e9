#include "lower/input_type.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <iterator>

#include "support/diagnostic.hpp"
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

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr float kFloatInfinity = std::numeric_limits<float>::infinity();

template <typename Int>
constexpr RawRange range_of() {
  return {std::numeric_limits<Int>::min(), std::numeric_limits<Int>::max()};
}

RawRange raw_range(const InputType& type) {
  switch (type) {
    case InputType::int8: return range_of<std::int8_t>();
    case InputType::int16: return range_of<std::int16_t>();
    case InputType::int32: return range_of<std::int32_t>();
    case InputType::uint8: return range_of<std::uint8_t>();
    case InputType::uint16: return range_of<std::uint16_t>();
    case InputType::uint32: return range_of<std::uint32_t>();
    default: break;
  }
  return {0, 1};  // bool
}

// The conversion rounds to nearest (and is undefined beyond the range), so step down where it went up.
float floor_to_float(double value) {
  if (value >= kLargestFloat) return value == kInfinity ? kFloatInfinity : std::numeric_limits<float>::max();
  if (value < -kLargestFloat) return -kFloatInfinity;
  const auto nearest = static_cast<float>(value);
  return static_cast<double>(nearest) > value ? std::nextafterf(nearest, -kFloatInfinity) : nearest;
}

double next_toward(const InputType& type, double value, double goal) {
  if (value == goal) return value;
  if (type == InputType::float32) {
    return static_cast<double>(std::nextafterf(static_cast<float>(value), static_cast<float>(goal)));
  }
  if (type == InputType::float64) return std::nextafter(value, goal);
  const int step = goal > value ? 1 : -1;
  return type.is_scaled() ? value_at(type.scale(), raw_of(type, value) + step) : value + step;
}

double nearest_whole(const Field& field, double value) {
  const double below = floor_to(field.type, std::clamp(value, lowest_number(field), highest_number(field)));
  const double above = next_up(field.type, below);
  // Exact: the three lie within a factor of two of each other, unless one of the neighbours is zero; then rounding does
  // not change which is the nearer.
  const double to_below = value - below;
  const double to_above = above - value;
  if (value <= below || above > highest_number(field)) return below;
  if (to_below == to_above) return raw_of(field.type, below) % 2 == 0 ? below : above;
  return to_below < to_above ? below : above;
}

}  // namespace

bool is_integer(const InputType& type) {
  return !is_floating(type) && type != InputType::category;
}
bool is_floating(const InputType& type) {
  return type == InputType::float32 || type == InputType::float64;
}
double lowest(const InputType& type) {
  return is_integer(type) ? value_at(type.scale(), raw_range(type).lowest) : -kInfinity;
}
double highest(const InputType& type) {
  return is_integer(type) ? value_at(type.scale(), raw_range(type).highest) : kInfinity;
}

double missing_sentinel(const InputType& type) {
  const bool is_unsigned = lowest(type) == 0;
  return is_unsigned ? highest(type) : lowest(type);
}

bool needs_sentinel(const InputType& type, MissingPolicy missing) {
  return is_integer(type) && type != InputType::boolean && missing != MissingPolicy::refuse;
}

double lowest_number(const Field& field) {
  const double end = lowest(field.type);
  return field.sentinel && missing_sentinel(field.type) == end ? next_up(field.type, end) : end;
}
double highest_number(const Field& field) {
  const double end = highest(field.type);
  return field.sentinel && missing_sentinel(field.type) == end ? next_down(field.type, end) : end;
}

bool can_be_missing(const Field& field) {
  return !is_integer(field.type) || field.sentinel;
}

double floor_to(const InputType& type, double value) {
  if (type == InputType::float32) return static_cast<double>(floor_to_float(value));
  if (!is_integer(type) || std::isinf(value)) return value;
  if (type.is_scaled()) return value_at(type.scale(), floor_raw(type.scale(), raw_range(type), value));
  return std::floor(value) + 0.0;  // whole numbers have no -0
}

double next_up(const InputType& type, double value) {
  return next_toward(type, value, highest(type));
}
double next_down(const InputType& type, double value) {
  return next_toward(type, value, lowest(type));
}

double nearest_number(const Field& field, double value) {
  if (std::isnan(value)) return can_be_missing(field) ? value : 0;
  if (field.type == InputType::float32) {
    return static_cast<double>(static_cast<float>(std::clamp(value, -kLargestFloat, kLargestFloat)));
  }
  return is_integer(field.type) ? nearest_whole(field, value) : value;
}

std::int64_t raw_of(const InputType& type, double value) {
  return type.is_scaled() ? floor_raw(type.scale(), raw_range(type), value) : static_cast<std::int64_t>(value);
}

// How input types are spelled: int16, q7.8, uq0.8, int16*0.01, bool.

namespace {

using Storage = InputType::Storage;

struct TypeName {
  std::string_view name;
  Storage storage;
};
constexpr std::array<TypeName, 9> kTypeNames = {{{"int8", Storage::int8},
                                                 {"int16", Storage::int16},
                                                 {"int32", Storage::int32},
                                                 {"uint8", Storage::uint8},
                                                 {"uint16", Storage::uint16},
                                                 {"uint32", Storage::uint32},
                                                 {"float", Storage::float32},
                                                 {"double", Storage::float64},
                                                 {"bool", Storage::boolean}}};

constexpr std::string_view kTypesHint =
    "types: int8, int16, int32, uint8, uint16, uint32, float, double, bool, qM.N and uqM.N (fixed point), "
    "int16*0.01 (steps of 0.01)";

constexpr unsigned kMostBits = 32;
// Longer than any number of bits; what has more digits than that is no number of bits.
constexpr std::size_t kMostBitDigits = 3;

std::optional<Storage> storage_named(std::string_view name) {
  const auto* entry =
      std::find_if(kTypeNames.begin(), kTypeNames.end(), [&](const TypeName& each) { return each.name == name; });
  if (entry == kTypeNames.end()) return std::nullopt;
  return entry->storage;
}

unsigned bits_of(Storage storage) {
  switch (storage) {
    case Storage::int8:
    case Storage::uint8: return 8;
    case Storage::int16:
    case Storage::uint16: return 16;
    default: return 32;
  }
}

bool is_signed(Storage storage) {
  return storage <= Storage::int32;
}

// The smallest type with so many bits, sign included.
Storage storage_of_bits(unsigned bits, bool with_sign) {
  if (bits <= 8) return with_sign ? Storage::int8 : Storage::uint8;
  if (bits <= 16) return with_sign ? Storage::int16 : Storage::uint16;
  return with_sign ? Storage::int32 : Storage::uint32;
}

std::optional<unsigned> bit_count(std::string_view text) {
  unsigned bits = 0;
  if (text.empty() || text.size() > kMostBitDigits) return std::nullopt;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), bits);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return bits;
}

// "q7.8": 7 bits before the point, 8 behind it and a sign; "uq8.8" has no sign.
std::optional<InputType> parse_fixed_point(std::string_view name, std::string& fault) {
  const bool with_sign = !name.starts_with('u');
  const std::string_view digits = name.substr(with_sign ? 1 : 2);
  const std::size_t point = digits.find('.');
  const auto whole = bit_count(digits.substr(0, point));
  const auto fraction = point == std::string_view::npos ? std::nullopt : bit_count(digits.substr(point + 1));
  if (!whole || !fraction) {
    fault = fmt::format("fixed point is written {0}M.N, as in {0}7.8", with_sign ? "q" : "uq");
    return std::nullopt;
  }
  const unsigned bits = *whole + *fraction + (with_sign ? 1 : 0);
  if (bits > kMostBits || bits == 0) {
    fault = fmt::format("{} needs {}{}, and fixed point has 1 to {}", name, counted(bits, "bit"),
                        with_sign ? ", one of them for the sign" : "", kMostBits);
    return std::nullopt;
  }
  return InputType(storage_of_bits(bits, with_sign), Scale{1, -static_cast<int>(*fraction), *fraction > 0});
}

// "int16*0.01": steps of 0.01.
std::optional<InputType> parse_scaled(std::string_view name, std::size_t star, std::string& fault) {
  const auto storage = storage_named(trim(name.substr(0, star)));
  if (!storage || *storage > Storage::uint32) {
    fault = "only int8, int16, int32, uint8, uint16 and uint32 have steps";
    return std::nullopt;
  }
  const auto scale = parse_scale(name.substr(star + 1));
  if (!scale) {
    fault = fmt::format("the step {} is not a decimal number from 1e-30 to 1e30 with at most 9 digits",
                        in_quotes(trim(name.substr(star + 1))));
    return std::nullopt;
  }
  return InputType(*storage, *scale);
}

bool looks_like_fixed_point(std::string_view name) {
  const std::string_view rest = name.substr(name.starts_with('u') ? 1 : 0);
  return rest.size() > 1 && rest[0] == 'q' && rest[1] >= '0' && rest[1] <= '9';
}

std::string suggestion_for(std::string_view name) {
  std::vector<std::string> names;
  names.reserve(kTypeNames.size());
  for (const TypeName& entry : kTypeNames) names.emplace_back(entry.name);
  return did_you_mean(name, names);
}

}  // namespace

std::string_view storage_name(const InputType& type) {
  const auto* entry = std::find_if(kTypeNames.begin(), kTypeNames.end(),
                                   [&](const TypeName& name) { return name.storage == type.storage(); });
  return entry == kTypeNames.end() ? "category" : entry->name;
}

std::string to_string(const InputType& type) {
  std::string name(storage_name(type));
  if (!type.is_scaled()) return name;
  if (!type.scale().binary) return fmt::format("{}*{}", name, to_string(type.scale()));
  const bool with_sign = is_signed(type.storage());
  const auto fraction = static_cast<unsigned>(-type.scale().exponent);
  return fmt::format("{}{}.{}", with_sign ? "q" : "uq", bits_of(type.storage()) - fraction - (with_sign ? 1 : 0),
                     fraction);
}

std::optional<InputType> parse_type_name(std::string_view name, std::string* fault) {
  std::string ignored;
  std::string& why = fault == nullptr ? ignored : *fault;
  if (const auto storage = storage_named(name)) return InputType(*storage);
  if (const std::size_t star = name.find('*'); star != std::string_view::npos) return parse_scaled(name, star, why);
  if (looks_like_fixed_point(name)) return parse_fixed_point(name, why);
  why = fmt::format("there is no type {}", in_quotes(name));
  return std::nullopt;
}

InputTypeOverride parse_input_type(std::string_view argument) {
  const auto equals = argument.rfind('=');
  const std::string_view name = equals == std::string_view::npos ? "" : trim(argument.substr(equals + 1));
  if (name.empty()) {
    throw Diagnostic(ExitCode::usage, fmt::format("--input-type {}: expected COLUMN=TYPE", in_quotes(argument)),
                     std::string(kTypesHint));
  }
  std::string fault;
  const auto type = parse_type_name(name, &fault);
  if (type) return {std::string(argument.substr(0, equals)), *type, std::string(name)};
  const std::string suggestion = suggestion_for(name.substr(0, name.find('*')));
  throw Diagnostic(ExitCode::usage, fmt::format("--input-type {}: {}", in_quotes(argument), fault),
                   suggestion.empty() || storage_named(name.substr(0, name.find('*')))
                       ? std::string(kTypesHint)
                       : fmt::format("{} {}", suggestion, kTypesHint));
}

}  // namespace espalier
