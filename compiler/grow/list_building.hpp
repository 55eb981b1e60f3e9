// Making lists: of all the cases of a training set, and of some of the cases of others.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "data/bins.hpp"
#include "data/value_order.hpp"
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

// Whether it has a list of its own from the root on.
inline bool is_listed(const ListedColumn& column) {
  return !column.packed && !column.coded;
}

struct RootLists {
  std::shared_ptr<LargeLists> lists;
  std::vector<ListedColumn> columns;  // those that can be tested, by feature
  std::vector<std::uint32_t> known;   // per feature: cases with a value; none: every case has all of them
};

// Sorts every column, several at a time on several threads, or leaves other rows out where the dataset is a part of an
// ordered one. `cases` are in the order that the numbers of the cases get.
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

// A case that is left out when others are copied.
template <typename Id>
inline constexpr Id kLeftOut = std::numeric_limits<Id>::max();

// Copies the cases `items` of other lists, with what they weigh here, and without their columns: those follow.
template <typename To, typename From>
CaseLists<To> copy_cases(const CaseLists<From>& from, std::span<const From> items, std::vector<std::int64_t> units) {
  CaseLists<To> to;
  to.units = std::move(units);
  to.scale = from.scale;
  to.words_per_case = from.words_per_case;
  to.rows.reserve(items.size());
  to.order.reserve(items.size());
  for (std::size_t i = 0; i < items.size(); ++i) {
    const std::size_t item = items[i];
    to.rows.push_back(from.rows[item]);
    to.order.push_back(static_cast<To>(i));
    if (!from.labels.empty()) to.labels.push_back(from.labels[item]);
    if (!from.responses.empty()) to.responses.push_back(from.responses[item]);
    if (!from.levels.empty()) to.levels.push_back(from.levels[item]);
    for (std::size_t word = 0; word < from.words_per_case; ++word) {
      to.words.push_back(from.words[item * from.words_per_case + word]);
    }
  }
  to.by_value.resize(from.by_value.size());
  return to;
}

// Copies entries of a column's list. `numbers` are the new numbers of the cases, or kLeftOut.
template <typename To, typename From>
void copy_column(std::span<const From> entries, const std::vector<From>& numbers, std::vector<To>& to) {
  bool due = false;  // a mark that was not passed on yet
  for (const From entry : entries) {
    due = due || CaseLists<From>::is_marked(entry);
    const From number = numbers[CaseLists<From>::case_of(entry)];
    if (number == kLeftOut<From>) continue;
    to.push_back(static_cast<To>(static_cast<To>(number) | (due ? CaseLists<To>::kMark : To{0})));
    due = false;
  }
}

}  // namespace espalier
