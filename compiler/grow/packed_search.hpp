// Cuts of the columns that have two values: all of them are counted in one walk over a node's cases of weight 1.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "grow/column_search.hpp"
#include "grow/list_building.hpp"
#include "grow/node_cases.hpp"

namespace espalier {

template <typename Id>
class PackedSearch {
 public:
  explicit PackedSearch(const SearchPlan& plan) : plan_(plan) {}

  // Sums over the cases of a node, for the columns among `active` that are packed.
  void count(const NodeCases<Id>& node, const std::vector<ListedColumn>& columns,
             const std::vector<std::uint32_t>& active);

  // The cut between the two values of one of them, if it gains more than `floor`. One that the node's cases have no two
  // values of is not tried.
  OfferedTest best(const NodeCases<Id>& node, const ListedColumn& column, double floor);

 private:
  void count_classes(const NodeCases<Id>& node);
  void count_levels(const NodeCases<Id>& node);
  const std::uint32_t* lower_row(const NodeCases<Id>& node, const PackedColumn& packing, std::uint32_t);
  const LevelSums* lower_row(const NodeCases<Id>& node, const PackedColumn& packing, LevelSums);
  template <typename Sides>
  void judge(const NodeCases<Id>& node, const Sides& sides, OfferedTest& offered) const;

  const SearchPlan& plan_;
  std::vector<std::uint64_t> live_;    // per word: the columns that are counted
  std::vector<std::uint32_t> counts_;  // per column: of its cases with the bit set, by class
  std::vector<LevelSums> level_sums_;  // per column, of those cases
  std::vector<std::uint32_t> lower_;   // row of the cases with the lower value
  LevelSums lower_levels_;
  std::vector<std::uint32_t> scratch_;
  std::vector<LevelSums> level_scratch_;
};

extern template class PackedSearch<std::uint16_t>;
extern template class PackedSearch<std::uint32_t>;

}  // namespace espalier
