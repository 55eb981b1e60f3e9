// Cuts between the bins of a column whose cases are counted.
#pragma once

#include <vector>

#include "grow/feature_search.hpp"
#include "grow/histograms.hpp"
#include "grow/list_building.hpp"
#include "grow/node_cases.hpp"

namespace espalier {

// Keeps room for its sums from one search to the next: one for each thread.
template <typename Id>
class HistogramSearch {
 public:
  explicit HistogramSearch(const SearchPlan& plan) : plan_(plan) {}

  // The best cut, if it gains more than `floor`: the same that the search of the column's list would find.
  OfferedTest best(const NodeCases<Id>& node, const ListedColumn& column, double floor);

 private:
  const SearchPlan& plan_;
  ClassSums below_;
  CountScratch scratch_;
};

extern template class HistogramSearch<std::uint16_t>;
extern template class HistogramSearch<std::uint32_t>;

}  // namespace espalier
