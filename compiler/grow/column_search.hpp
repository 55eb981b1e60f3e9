// The best test on one column at one node.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "grow/choose.hpp"
#include "grow/cut_scan.hpp"
#include "grow/list_building.hpp"
#include "grow/node_cases.hpp"
#include "grow/value_counts.hpp"
#include "grow/value_search.hpp"

namespace espalier {

// The children that a test sends known values to, by their places: those of the cases below a cut of a list, or else
// the child of each value, by its code or, in a list, by its place among the values of the node.
struct Ways {
  std::size_t below = 0;                // a cut of a list: so many of the cases with a value
  std::vector<std::uint32_t> by_code;   // of a column that is counted, per code: its child, or kNoChild
  std::vector<std::uint32_t> by_value;  // of a list
};
inline constexpr std::uint32_t kNoChild = UINT32_MAX;

struct OfferedTest {
  Worth worth;                         // gain 0: there is no test
  FoundCut cut;                        // of the column's list or values, unless
  bool missing_below = false;          //   (where missing values take part in the search of a cut)
  std::optional<double> drawn;         //   (where cuts are drawn: where)
  std::optional<Candidate> candidate;  // the test is another, or is told already
  Ways ways;
  std::pair<std::uint32_t, std::uint32_t> between_codes{};  // a cut of a column that is counted: below and above it
  bool complete = false;                                    // every case has a value

  bool is_cut() const { return !candidate && cut.boundary != 0; }
};

// What both sides of a cut must hold where so much weight is known, and the grid of gains; that of regressions differs
// from node to node.
CutLimits cut_limits(const SearchPlan& plan, double known_weight, double level_grid);

// Fills in what the cut is worth. `taking_part` is the weight of the cases that the search counted.
void price_cut(const SearchPlan& plan, double node_weight, double taking_part, OfferedTest& offered);

// A cut between two values as a test; of a discretised column, between two intervals.
Candidate cut_between(const SearchPlan& plan, std::uint32_t feature, const Gap& gap);

template <typename Number>
struct SumRoom {
  SumRows<Number> rows;         // of values
  std::vector<Number> missing;  // row
  std::vector<Number> whole;    // row, where missing values take no part
  SideScratch<Number> scratch;
};

// What a search leaves to the next one.
template <typename Id>
struct SearchRoom {
  std::tuple<SumRoom<std::uint32_t>, SumRoom<std::int64_t>, SumRoom<LevelSums>> sums;
  CaseRows<Id> cases;
  std::vector<std::uint32_t> places;  // per row: its first place in the list, or its code
  std::vector<double> class_weights;
};

// One for each thread.
template <typename Id>
class ColumnSearch {
 public:
  explicit ColumnSearch(const SearchPlan& plan) : plan_(plan) {}

  // What is offered gains more than `floor`, times the weight.
  OfferedTest best(const NodeCases<Id>& node, const ListedColumn& column, double floor);

  // What is offered as a test, with its ways. `column` is that of the test.
  Candidate realise(const NodeCases<Id>& node, const ListedColumn& column, OfferedTest& offered) const;

 private:
  const SearchPlan& plan_;
  SearchRoom<Id> room_;
};

extern template class ColumnSearch<std::uint16_t>;
extern template class ColumnSearch<std::uint32_t>;

}  // namespace espalier
