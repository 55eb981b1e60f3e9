// The rows of a column in order of their values, sorted once: whoever needs fewer rows of it leaves the others out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace espalier {

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
