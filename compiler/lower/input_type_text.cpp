// How input types are spelled: int16, q7.8, uq0.8, int16*0.01, bool.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "lower/input_type.hpp"
#include "support/diagnostic.hpp"
#include "support/suggest.hpp"
#include "support/text.hpp"

namespace espalier {
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
