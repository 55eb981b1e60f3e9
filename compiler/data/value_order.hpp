// The rows of a column in order of their values.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace espalier {

// Numbers whose order can be read off their bits, for sorting and dividing without comparing.

// Unsigned numbers that compare as the values do; -0 and +0 are one value. Not for NaN.
inline std::uint64_t order_key(double value) {
  const auto bits = std::bit_cast<std::uint64_t>(value + 0.0);  // +0 for -0
  return (bits >> 63U) != 0 ? ~bits : bits | (std::uint64_t{1} << 63U);
}
inline std::uint32_t order_key(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value + 0.0F);
  return (bits >> 31U) != 0 ? ~bits : bits | (std::uint32_t{1} << 31U);
}

// The rows of a column in order of their values, sorted once: whoever needs fewer rows of it leaves the others out.

// Of an entry: its value differs from that of the entry before. The other bits are the row.
inline constexpr std::uint32_t kNewValue = 0x8000'0000U;

// The most rows whose numbers leave room for the mark.
inline constexpr std::size_t kMostOrderedRows = 0x7fff'ffffU;

struct ValueOrder {
  std::vector<std::uint32_t> entries;  // ascending by value, equal ones by row; rows without a value last, unmarked
  std::size_t known = 0;               // rows with a value: so many entries come first
  std::size_t distinct = 0;            // values: so many entries are marked, the first among them
};

// NaN: no value. -0 and +0 are one value.
ValueOrder order_values(std::span<const double> values);

}  // namespace espalier
