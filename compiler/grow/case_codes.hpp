// The bins of a training set's cases, as lists of cases in the order of their bins, which take counting and no sorting.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
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

// The numbers 0, 1, ... in the order of their codes, the first of each code with the mark; those of the last code,
// which has no value, without. Returns how many have a value.
template <typename Id, typename CodeOf>
std::size_t list_by_code(std::size_t cases, std::size_t values, const CodeOf& code_of, Id mark, std::vector<Id>& list) {
  std::vector<std::uint32_t> next(values + 2, 0);
  for (std::size_t i = 0; i < cases; ++i) ++next[code_of(i) + 1];
  for (std::size_t code = 1; code < next.size(); ++code) next[code] += next[code - 1];
  const std::size_t known = next[values];
  list.resize(cases);
  std::vector<std::uint32_t> first(next.begin(), next.end() - 1);
  for (std::size_t i = 0; i < cases; ++i) list[next[code_of(i)]++] = static_cast<Id>(i);
  for (std::size_t code = 0; code < values; ++code) {
    if (next[code] != first[code]) list[first[code]] = static_cast<Id>(list[first[code]] | mark);
  }
  return known;
}

}  // namespace espalier
