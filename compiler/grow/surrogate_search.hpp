// Surrogate splits (Breiman et al. 1984): tests on other attributes that send the rows the way the node's test does.
#pragma once

#include <cstdint>
#include <vector>

#include "grow/engine.hpp"
#include "grow/list_building.hpp"
#include "grow/node_cases.hpp"
#include "grow/search_plan.hpp"
#include "grow/value_counts.hpp"
#include "model/model.hpp"

namespace espalier {

template <typename Id>
class SurrogateSearch {
 public:
  SurrogateSearch(const SearchPlan& plan, const std::vector<ListedColumn>& columns, const EngineLimits& limits,
                  const ValueCounter& counter)
      : plan_(plan), columns_(columns), limits_(limits), counter_(counter) {}

  // The best test of every other attribute, by the weight of the rows that it sends the same way as the node's two-way
  // test (ties: the first attribute), at most options.surrogates of them. Monotone columns are none: rows that differ
  // in one must not part at a test that is about another. Only rows count whose value is known for both; each side of a
  // surrogate needs two of them, and it must agree with more than the majority direction would. `sides` per case: the
  // child that the test sends it to, 2 if its value is unknown. The known sizes and `counted` are those of the node.
  std::vector<Surrogate> find(const CaseLists<Id>& lists, Segment segment, const std::vector<std::uint32_t>& known,
                              bool counted, std::uint32_t feature, const std::uint8_t* sides);

 private:
  const SearchPlan& plan_;
  const std::vector<ListedColumn>& columns_;
  EngineLimits limits_;
  const ValueCounter& counter_;
  SideCounts counts_;
};

extern template class SurrogateSearch<std::uint16_t>;
extern template class SurrogateSearch<std::uint32_t>;

}  // namespace espalier
