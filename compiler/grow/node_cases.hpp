// A node that is searched for a test: its segment of the lists, and sums over its cases.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "grow/case_lists.hpp"
#include "grow/search_plan.hpp"
#include "grow/sides.hpp"

namespace espalier {

struct ValueCounts;
class PackedCounts;

template <typename Id>
struct NodeCases {
  const SearchPlan& plan;
  const CaseLists<Id>& lists;
  Segment segment;
  const std::vector<std::uint32_t>& known;  // per feature: cases with a value; none: every case has all of them
  const ValueCounts* counts = nullptr;      // of the columns that are counted, where they are
  const PackedCounts* packed = nullptr;     // of the columns of two values
  std::uint64_t key = 0;                    // note [draws] in grow/drawn_columns.hpp
  SideFacts facts = {};
  double weight = 0;
  double impurity = 0;                           // times the weight: what there is to gain, or 0: unknown
  std::vector<std::uint32_t> class_counts = {};  // weights of 1
  std::vector<std::int64_t> class_units = {};    // others
  LevelSums levels = {};

  std::size_t known_of(std::uint32_t feature) const { return known.empty() ? segment.size() : known[feature]; }
  std::span<const Id> known_in(std::uint32_t feature) const {
    return lists.column_in(feature, segment).first(known_of(feature));
  }
  std::span<const Id> missing_in(std::uint32_t feature) const {
    return lists.column_in(feature, segment).subspan(known_of(feature));
  }
  Cases cases() const { return lists.cases(lists.cases_in(segment)); }

  // All of its cases, as the sides take them.
  template <typename Number>
  const Number* whole() const {
    if constexpr (std::is_same_v<Number, std::uint32_t>)
      return class_counts.data();
    else if constexpr (std::is_same_v<Number, std::int64_t>)
      return class_units.data();
    else
      return &levels;
  }
};

}  // namespace espalier
