// The best test on one column at one node.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "grow/candidate.hpp"
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

// Keeps room for its sums from one search to the next: one for each thread.
template <typename Id>
class ColumnSearch {
 public:
  explicit ColumnSearch(const SearchPlan& plan) : plan_(plan) {}

  // What is offered gains more than `floor`, times the weight.
  OfferedTest best(const NodeCases<Id>& node, const ListedColumn& column, double floor);

  // What is offered as a test, with its ways. `column` is that of the test.
  Candidate realise(const NodeCases<Id>& node, const ListedColumn& column, OfferedTest& offered) const;

 private:
  template <typename Number>
  struct Room {
    SumRows<Number> rows;         // of values
    std::vector<Number> missing;  // row
    std::vector<Number> whole;    // row, where missing values take no part
    SideScratch<Number> scratch;
  };

  template <typename Sides>
  OfferedTest best_as(const NodeCases<Id>& node, const ListedColumn& column, double floor);
  template <typename Sides>
  void best_cut(const NodeCases<Id>& node, const ListedColumn& column, double floor, OfferedTest& offered);
  template <typename Sides>
  void presence_test(const NodeCases<Id>& node, const ListedColumn& column, OfferedTest& offered);
  template <typename Sides>
  void best_by_value(const NodeCases<Id>& node, const ListedColumn& column, double floor, OfferedTest& offered);
  template <typename Sides>
  void take_rows(const NodeCases<Id>& node, const ListedColumn& column, bool each_value);
  template <typename Number>
  void take_counted(const NodeCases<Id>& node, const ListedColumn& column, bool each_value, Room<Number>& room);
  template <typename Sides>
  Sides sides_of(const NodeCases<Id>& node, const ListedColumn& column);
  template <typename Sides>
  auto missing_row(const NodeCases<Id>& node, const ListedColumn& column);
  template <typename Sides>
  auto& rows();
  template <typename Number>
  auto& room();

  bool missing_takes_part(const NodeCases<Id>& node, const ListedColumn& column) const;
  std::uint32_t code_at(const NodeCases<Id>& node, const ListedColumn& column, std::size_t row) const;
  void tell(const NodeCases<Id>& node, const ListedColumn& column, const ValueRules& rules, const ValueTest& test,
            OfferedTest& offered) const;

  const SearchPlan& plan_;
  Room<std::uint32_t> counts_;
  Room<std::int64_t> units_;
  Room<LevelSums> levels_;
  CaseRows<Id> cases_;
  std::vector<std::uint32_t> places_;  // per row: its first place in the list, or its code
  std::vector<double> class_weights_;
};

extern template class ColumnSearch<std::uint16_t>;
extern template class ColumnSearch<std::uint32_t>;

}  // namespace espalier
