// A node that is made, and whose cases may be divided further; and the division that was found for it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "grow/case_lists.hpp"
#include "grow/monotone.hpp"
#include "grow/node_cases.hpp"
#include "grow/node_search.hpp"
#include "grow/value_counts.hpp"

namespace espalier {

using ColumnSet = std::shared_ptr<const std::vector<std::uint32_t>>;  // places among the columns in the lists

template <typename Id>
struct OpenNode {
  std::uint32_t index = 0;  // in the tree
  std::size_t depth = 0;
  std::uint64_t key = 0;  // note [draws] in grow/drawn_columns.hpp
  std::shared_ptr<CaseLists<Id>> lists;
  Segment segment;
  ColumnSet active;
  std::vector<std::uint32_t> known;  // see NodeCases; of columns that are counted it says nothing
  LevelFacts levels;
  std::unique_ptr<ValueCounts> counts;  // of the columns that are counted here, if they are already
  Cases held_out;                       // rows that judge whether a split is worth its while
  GradeBounds bounds;                   // of its answer, where some columns are monotone

  std::size_t known_of(std::uint32_t feature) const { return known.empty() ? segment.size() : known[feature]; }
  std::span<const Id> items() const { return lists->cases_in(segment); }
  Cases cases() const { return lists->cases(items()); }
};

template <typename Id>
struct FoundSplit {
  OpenNode<Id> node;
  ChosenTest test;
  double gained = 0;                 // times the weight
  std::vector<std::uint32_t> spent;  // columns with one value left
};

}  // namespace espalier
