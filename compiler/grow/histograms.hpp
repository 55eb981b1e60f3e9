// What the cases of a node have in every bin of its columns, and how a node's bins become those of its children: the
// smaller child is counted, the larger one is what is left. All of it is in whole numbers, so that what is left is what
// counting would find.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "grow/case_lists.hpp"
#include "grow/engine.hpp"
#include "grow/list_building.hpp"
#include "grow/node_cases.hpp"
#include "grow/search_plan.hpp"

namespace espalier {

// Targets of a regression as whole numbers of steps of 2^-exponent from a center.
struct LevelScale {
  double center = 0;
  int exponent = 0;
};

struct LevelBin {
  std::int64_t steps = 0;
  std::int64_t cases = 0;
};

// One of the three, by CutSums. The bins of a column begin at its `first_bin`.
struct Histograms {
  std::vector<std::uint64_t> pairs;   // two classes: cases, and those of the second class times 2^32
  std::vector<std::uint32_t> counts;  // classes: per bin, per class
  std::vector<LevelBin> levels;
  LevelScale scale;

  void subtract(const Histograms& part);
};

template <typename Id>
class HistogramCounter {
 public:
  HistogramCounter(const SearchPlan& plan, const std::vector<ListedColumn>& columns, const EngineLimits& limits);

  // Of cases that nobody has counted yet. `facts` are those of the node, of a regression.
  std::unique_ptr<Histograms> count(const CaseLists<Id>& lists, Segment segment, const LevelFacts& facts,
                                    const std::vector<std::uint32_t>& active);

  // On the scale of the node above.
  std::unique_ptr<Histograms> count_part(const CaseLists<Id>& lists, Segment segment, const LevelScale& scale,
                                         const std::vector<std::uint32_t>& active);

  // Whether the targets of these cases are so close together that the scale of a node above is too coarse for them:
  // note [steps] in histograms.cpp.
  bool needs_own_scale(const CaseLists<Id>& lists, Segment segment, const LevelFacts& facts,
                       const LevelScale& scale) const;

 private:
  struct Place {
    std::uint32_t code;   // in the codes of a case
    std::uint32_t begin;  // of its bins
  };

  void add_up(const CaseLists<Id>& lists, std::span<const Id> items, std::span<const Place> places,
              Histograms& sums) const;

  const SearchPlan& plan_;
  const std::vector<ListedColumn>& columns_;
  EngineLimits limits_;
  std::size_t bins_ = 0;
  std::vector<std::int64_t> steps_;  // per case
};

extern template class HistogramCounter<std::uint16_t>;
extern template class HistogramCounter<std::uint32_t>;

}  // namespace espalier
