// Numbers whose order can be read off their bits, for sorting and dividing without comparing.
#pragma once

#include <bit>
#include <cstdint>

namespace espalier {

// Unsigned numbers that compare as the values do; -0 and +0 are one value. Not for NaN.
inline std::uint64_t order_key(double value) {
  const auto bits = std::bit_cast<std::uint64_t>(value + 0.0);  // +0 for -0
  return (bits >> 63U) != 0 ? ~bits : bits | (std::uint64_t{1} << 63U);
}
inline std::uint32_t order_key(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value + 0.0F);
  return (bits >> 31U) != 0 ? ~bits : bits | (std::uint32_t{1} << 31U);
}

}  // namespace espalier
