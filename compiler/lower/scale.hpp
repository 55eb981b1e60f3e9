// What a stored whole number stands for: so many steps of a fixed size (docs/input-types.md).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace espalier {

// One step is mantissa * 10^exponent, or mantissa * 2^exponent. A number is the double nearest to the exact product of
// the stored number and the step: what reading the product's decimal text gives.
struct Scale {
  std::uint32_t mantissa = 1;  // decimal: without trailing zeros, below 10^9
  int exponent = 0;
  bool binary = false;

  constexpr bool is_one() const { return mantissa == 1 && exponent == 0; }
  friend bool operator==(const Scale&, const Scale&) = default;
};

// Decimal steps: "0.01", "5e-4"; none unless it is above 0, between 1e-30 and 1e30, with at most 9 significant digits.
// Within these bounds stored numbers of 32 bits keep apart, and nothing overflows.
std::optional<Scale> parse_scale(std::string_view text);

// The step as the text that parse_scale() reads, or 2^-8.
std::string to_string(const Scale& scale);

// The number that `raw` steps are; |raw| is at most 2^32 + 1.
double value_at(const Scale& scale, std::int64_t raw);

// The stored numbers of a type, both ends included.
struct RawRange {
  std::int64_t lowest;
  std::int64_t highest;
};

// The largest stored number that stands for a number <= value; lowest - 1 if none does, at most highest + 1.
std::int64_t floor_raw(const Scale& scale, RawRange range, double value);

}  // namespace espalier
