// The cases of a node on their ways to its children.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "grow/engine.hpp"
#include "grow/list_building.hpp"
#include "grow/open_node.hpp"
#include "grow/search_plan.hpp"
#include "model/model.hpp"

namespace espalier {

template <typename Id>
class Division {
 public:
  Division(const SearchPlan& plan, const std::vector<ListedColumn>& columns, const EngineLimits& limits)
      : plan_(plan), columns_(columns), limits_(limits), scratch_(std::max<std::size_t>(1, limits.threads)) {}

  // Says where every case goes. `node` has the test, `known` is the weight of the cases with a value, per child. True
  // if cases without one go everywhere, in parts.
  bool send(const FoundSplit<Id>& split, const Node& node, const std::vector<double>& known);

  // If none does: the children's segments, in which the cases are in order and the columns are not yet.
  std::vector<Segment> divide_cases(const FoundSplit<Id>& split, std::size_t children);

  // Divides the columns that children who are `open` may be tested by, and says how much of them is known there.
  void divide_columns(const FoundSplit<Id>& split, std::vector<OpenNode<Id>>& children, const std::vector<bool>& open);

  // If some do: lists of its own for a child, without columns; and those.
  void copy_part(const FoundSplit<Id>& split, std::uint32_t child, const std::vector<double>& known,
                 OpenNode<Id>& part);
  void copy_columns(const FoundSplit<Id>& split, OpenNode<Id>& part) const;

 private:
  using Lists = CaseLists<Id>;

  void send_each(const FoundSplit<Id>& split, const Node& node, bool in_parts);
  void divide_column(const FoundSplit<Id>& split, std::uint32_t feature, std::vector<OpenNode<Id>>& children,
                     const std::vector<bool>& open, std::vector<Id>& scratch) const;

  const SearchPlan& plan_;
  const std::vector<ListedColumn>& columns_;
  EngineLimits limits_;
  std::vector<std::uint8_t> sides_;        // per case: the child it goes to, of two
  std::vector<std::uint32_t> many_sides_;  // of more, or in parts
  std::vector<std::vector<Id>> scratch_;   // per thread
  std::vector<Id> numbers_;                // per case: its number in a part
};

extern template class Division<std::uint16_t>;
extern template class Division<std::uint32_t>;

}  // namespace espalier
