// A node that is searched for a test: its segment of the lists, and sums over its cases.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "grow/case_lists.hpp"
#include "grow/cut_sides.hpp"
#include "grow/search_plan.hpp"
#include "grow/tally.hpp"

namespace espalier {

// What a regression measures its targets against at a node: see Tally::of, which takes the same steps.
struct LevelFacts {
  double center = 0;
  double sum = 0;        // of levels less the center
  double deviation = 0;  // of squares of those
  double grid = 0;       // of gains
};

struct Histograms;

template <typename Id>
struct NodeCases {
  using Lists = CaseLists<Id>;

  const SearchPlan& plan;
  const Lists& lists;
  Segment segment;
  double weight = 0;
  double impurity = 0;                      // times the weight: what there is to gain; not of CutSums::tallies
  ClassSums classes;                        // of sums of classes
  LevelFacts levels;                        // of CutSums::variance
  const std::vector<std::uint32_t>& known;  // per feature: cases with a value; none: every case has all of them
  const Histograms* histograms = nullptr;   // of the columns that are counted by bin, if any are

  std::size_t known_of(std::uint32_t feature) const { return known.empty() ? segment.size() : known[feature]; }
  std::span<const Id> known_in(std::uint32_t feature) const {
    return lists.column_in(feature, segment).first(known_of(feature));
  }
  std::span<const Id> missing_in(std::uint32_t feature) const {
    return lists.column_in(feature, segment).subspan(known_of(feature));
  }
  Cases cases() const { return lists.cases(lists.cases_in(segment)); }
  Tally tally() const { return Tally::of(plan.training, plan.options.criterion, cases()); }
};

}  // namespace espalier
