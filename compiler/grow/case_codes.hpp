// The bins of a training set's cases: as lists of cases in the order of their bins, which take counting and no sorting,
// and side by side for each case, for those who count.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <span>
#include <vector>

#include "data/value_order.hpp"
#include "grow/bins.hpp"
#include "grow/cases.hpp"

namespace espalier {

// How many cases are in each bin; the last is for those without a value.
using CodeCounts = std::array<std::uint32_t, kMostBins + 1>;
CodeCounts count_codes(const BinnedColumn& column, const Cases& cases);

// As order_values, with a bin for a value. Entries are numbers of cases; equal ones are in their order.
ValueOrder order_codes(const BinnedColumn& column, const Cases& cases);

// Per case: what it has in each of the columns.
void side_by_side(const std::vector<const BinnedColumn*>& columns, const Cases& cases, std::size_t threads,
                  std::pmr::vector<std::uint8_t>& codes);

// The numbers 0, 1, ... in the order of their codes, the first of each code with the mark.
template <typename Id, typename CodeOf>
void list_by_code(std::size_t cases, const CodeOf& code_of, Id mark, std::vector<Id>& list) {
  std::array<std::uint32_t, kMostBins + 1> next{};
  for (std::size_t i = 0; i < cases; ++i) ++next[code_of(i)];
  std::array<std::uint32_t, kMostBins + 1> begins{};
  std::uint32_t begin = 0;
  for (std::size_t code = 0; code < next.size(); ++code) {
    begins[code] = begin;
    begin += next[code];
    next[code] = begins[code];
  }
  list.resize(cases);
  for (std::size_t i = 0; i < cases; ++i) list[next[code_of(i)]++] = static_cast<Id>(i);
  for (std::size_t code = 0; code < next.size(); ++code) {
    if (next[code] != begins[code]) list[begins[code]] = static_cast<Id>(list[begins[code]] | mark);
  }
}

}  // namespace espalier
