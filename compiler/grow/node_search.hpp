// The test a node takes: the best of every column's best.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "grow/candidate.hpp"
#include "grow/column_search.hpp"
#include "grow/engine.hpp"
#include "grow/list_building.hpp"
#include "grow/node_cases.hpp"
#include "grow/packed_search.hpp"

namespace espalier {

struct ChosenTest {
  Candidate test;
  std::uint32_t column = 0;  // place among the columns
  Ways ways;
};

template <typename Id>
class NodeSearch {
 public:
  NodeSearch(const SearchPlan& plan, const std::vector<ListedColumn>& columns, const EngineLimits& limits)
      : plan_(plan), columns_(columns), limits_(limits), packed_(plan), search_(plan) {}

  // `active` are places among the columns, ascending. Those found to have one value left are put into `spent`: no test
  // below this node can be about them.
  std::optional<ChosenTest> find(const NodeCases<Id>& node, const std::vector<std::uint32_t>& active,
                                 std::vector<std::uint32_t>& spent);

 private:
  std::optional<ChosenTest> find_largest_gain(const NodeCases<Id>& node, const std::vector<std::uint32_t>& active,
                                              std::vector<std::uint32_t>& spent);
  std::optional<ChosenTest> choose_among_all(const NodeCases<Id>& node, const std::vector<std::uint32_t>& active,
                                             std::vector<std::uint32_t>& spent);
  OfferedTest best_of(const NodeCases<Id>& node, std::uint32_t column, double floor, ColumnSearch<Id>& search);
  std::vector<OfferedTest> best_of_each(const NodeCases<Id>& node, const std::vector<std::uint32_t>& active);
  bool is_spent(std::uint32_t column, const OfferedTest& offered) const;
  bool ends_the_search(const NodeCases<Id>& node, double gained) const;
  ChosenTest chosen(const NodeCases<Id>& node, std::uint32_t column, OfferedTest& offered) const;

  const SearchPlan& plan_;
  const std::vector<ListedColumn>& columns_;
  EngineLimits limits_;
  PackedSearch<Id> packed_;
  ColumnSearch<Id> search_;
};

extern template class NodeSearch<std::uint16_t>;
extern template class NodeSearch<std::uint32_t>;

}  // namespace espalier
