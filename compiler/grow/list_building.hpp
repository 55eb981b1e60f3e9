// Making lists: of all the cases of a training set, and of some of the cases of others.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <numeric>
#include <span>
#include <vector>

#include "data/bins.hpp"
#include "data/column_orders.hpp"
#include "grow/case_lists.hpp"
#include "grow/search_plan.hpp"

namespace espalier {

// Where the column of two values is in the words of a case.
struct PackedColumn {
  std::size_t word = 0;
  std::uint64_t bit = 0;
  bool set_is_lower = false;  // the bit stands for the lower of the two values
  double lower = 0;
  double upper = 0;
};

// A column that can be tested.
struct ListedColumn {
  std::uint32_t feature = 0;
  bool packed = false;  // in words, as `packing` says
  PackedColumn packing;
  bool coded = false;           // at large nodes it has no list, and its values are counted:
  bool wide = false;            //   a code of two bytes, not one,
  std::uint32_t place = 0;      //   there in the codes of a case; missing values have the code after the last
  std::uint32_t values = 0;     //   different codes, in the order of the values
  std::uint32_t first_row = 0;  //   of its counts
  std::vector<double> lowest;   //   per code: its value, or the lowest and the highest of its bin
  std::vector<double> highest;
};

// What a case has in a column that is counted.
template <typename Id>
std::size_t code_of(const CaseLists<Id>& lists, const ListedColumn& column, std::size_t item) {
  const std::uint8_t* const code = lists.codes.data() + item * lists.codes_per_case + column.place;
  return column.wide ? std::size_t{code[0]} | (std::size_t{code[1]} << 8U) : *code;
}

// Whether it has a list of its own from the root on.
inline bool is_listed(const ListedColumn& column) {
  return !column.packed && !column.coded;
}

struct RootLists {
  std::shared_ptr<LargeLists> lists;
  std::vector<ListedColumn> columns;  // those that can be tested, by precedence
  std::vector<std::uint32_t> known;   // per feature: cases with a value; none: every case has all of them
};

// Sorts every column, several at a time on several threads, or leaves other rows out where the dataset is a part of an
// ordered one. `cases` are in the order that the numbers of the cases get; several of one row stand side by side.
// Columns of few values are counted if there are more than `uncounted` cases.
RootLists list_cases(const SearchPlan& plan, const Cases& cases, std::size_t uncounted, std::size_t threads);

// How many cases are in each bin; the last is for those without a value.
using CodeCounts = std::array<std::uint32_t, kMostBins + 1>;
CodeCounts count_codes(const BinnedColumn& column, const Cases& cases);

// As order_values, with a bin for a value. Entries are numbers of cases; equal ones are in their order.
ValueOrder order_codes(const BinnedColumn& column, const Cases& cases);

// The numbers 0, 1, ... in the order of their codes, the first of each code with the mark; those of the last code,
// which has no value, without. Returns how many have a value.
template <typename Id, typename CodeOf>
std::size_t list_by_code(std::size_t values, const CodeOf& code_of, Id mark, std::span<Id> list) {
  const std::size_t cases = list.size();
  std::vector<std::uint32_t> next(values + 2, 0);
  for (std::size_t i = 0; i < cases; ++i) ++next[code_of(i) + 1];
  for (std::size_t code = 1; code < next.size(); ++code) next[code] += next[code - 1];
  const std::size_t known = next[values];
  std::vector<std::uint32_t> first(next.begin(), next.end() - 1);
  for (std::size_t i = 0; i < cases; ++i) list[next[code_of(i)]++] = static_cast<Id>(i);
  for (std::size_t code = 0; code < values; ++code) {
    if (next[code] != first[code]) list[first[code]] = static_cast<Id>(list[first[code]] | mark);
  }
  return known;
}

// Copies the cases `items` of other lists, without their columns: those follow.
template <typename To, typename From>
CaseLists<To> copy_cases(const CaseLists<From>& from, std::span<const From> items) {
  CaseLists<To> to;
  const auto copy = [&](const auto& all, auto& some) {
    if (all.empty()) return;
    some.resize(items.size());
    for (std::size_t i = 0; i < items.size(); ++i) some[i] = all[items[i]];
  };
  to.scale = from.scale;
  copy(from.rows, to.rows);
  copy(from.units, to.units);
  copy(from.labels, to.labels);
  copy(from.responses, to.responses);
  copy(from.levels, to.levels);
  to.words_per_case = from.words_per_case;
  for (std::size_t i = 0; i < items.size() && to.words_per_case > 0; ++i) {
    const auto first = from.words.begin() + static_cast<std::ptrdiff_t>(items[i] * to.words_per_case);
    to.words.insert(to.words.end(), first, first + static_cast<std::ptrdiff_t>(to.words_per_case));
  }
  to.order.resize(items.size());
  std::iota(to.order.begin(), to.order.end(), To{0});
  to.by_value.resize(from.by_value.size());
  return to;
}

}  // namespace espalier
