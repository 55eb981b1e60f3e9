// What the values of an enumeration are called: one array beside the enumeration, which the command line, reports,
// model files and messages share.
//   enum class Algorithm { id3, c45, cart };
//   template <>
//   inline constexpr auto kNames<Algorithm> = enum_names("id3", "c45", "cart");
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <optional>
#include <string_view>
#include <type_traits>

namespace espalier {

template <std::convertible_to<std::string_view>... Name>
constexpr std::array<std::string_view, sizeof...(Name)> enum_names(const Name&... name) {
  return {std::string_view(name)...};
}

// In the order of the enumeration, which is also that in which messages list the choices. None: it has no names.
template <typename Enum>
inline constexpr auto kNames = enum_names();

template <typename Enum>
concept NamedEnum = std::is_enum_v<Enum> && !kNames<Enum>.empty();

// Compilers print the value of a template by its name, or as a number in parentheses if it has none.
template <auto kValue>
constexpr bool is_enumerator() {
  const std::string_view text = __PRETTY_FUNCTION__;
  return text.find("kValue = (") == text.npos;
}

template <NamedEnum Enum>
constexpr std::string_view to_string(Enum value) {
  constexpr std::size_t kCount = kNames<Enum>.size();
  static_assert(is_enumerator<static_cast<Enum>(kCount - 1)>() && !is_enumerator<static_cast<Enum>(kCount)>(),
                "as many names as there are values");
  return kNames<Enum>[static_cast<std::size_t>(value)];
}

// None: no value is called so.
template <NamedEnum Enum>
constexpr std::optional<Enum> parse_name(std::string_view name) {
  const auto found = std::find(kNames<Enum>.begin(), kNames<Enum>.end(), name);
  if (found == kNames<Enum>.end()) return std::nullopt;
  return static_cast<Enum>(found - kNames<Enum>.begin());
}

}  // namespace espalier
