// The cases of a node on their ways to its children.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "grow/dealing.hpp"
#include "grow/engine.hpp"
#include "grow/list_building.hpp"
#include "grow/open_node.hpp"
#include "grow/search_plan.hpp"
#include "grow/surrogate_search.hpp"
#include "model/model.hpp"

namespace espalier {

template <typename Id>
class Division {
 public:
  Division(const SearchPlan& plan, const std::vector<ListedColumn>& columns, const EngineLimits& limits,
           const ValueCounter& counter)
      : plan_(plan),
        columns_(columns),
        limits_(limits),
        surrogates_(plan, columns, limits, counter),
        scratch_(std::max<std::size_t>(1, limits.threads)) {}

  // Gives the node its test, with surrogates and the way of missing values, and says where every case goes. Returns the
  // weight of the cases with a value, per child.
  std::vector<double> send(const FoundSplit<Id>& split, Node& node);

  // Whether cases without a value go everywhere, in parts.
  bool in_parts() const { return in_parts_; }

  // If none does: the children's segments, in which the cases are in order and the columns are not yet.
  std::vector<Segment> divide_cases(const FoundSplit<Id>& split, std::size_t children);

  // Divides the columns that the children may be tested by, and says how much of them is known there.
  void divide_columns(const FoundSplit<Id>& split, std::vector<OpenNode<Id>>& children);

  // If some do: where each case goes.
  SidesOfCases sides() const {
    return two_ ? SidesOfCases{sides_.data(), nullptr} : SidesOfCases{nullptr, many_sides_.data()};
  }

 private:
  using Lists = CaseLists<Id>;

  template <typename Side>
  void send_known(const FoundSplit<Id>& split, Side* sides, Side unknown) const;
  template <typename Side>
  void send_missing(const FoundSplit<Id>& split, const Node& node, Side* sides, Side unknown) const;
  template <typename Side>
  std::vector<double> known_weights(const FoundSplit<Id>& split, std::size_t children, const Side* sides, Side unknown);
  void divide_column(const FoundSplit<Id>& split, std::uint32_t feature, std::vector<OpenNode<Id>>& children,
                     std::vector<Id>& scratch) const;

  const SearchPlan& plan_;
  const std::vector<ListedColumn>& columns_;
  EngineLimits limits_;
  SurrogateSearch<Id> surrogates_;
  bool two_ = true;                        // children
  bool in_parts_ = false;                  //
  bool any_missing_ = false;               // cases without a value
  std::vector<std::uint8_t> sides_;        // per case: the child it goes to, of two; kNoSide: it has no value
  std::vector<std::uint32_t> many_sides_;  // of more; kNoChild
  std::vector<std::vector<Id>> scratch_;   // per thread
};

extern template class Division<std::uint16_t>;
extern template class Division<std::uint32_t>;

}  // namespace espalier
