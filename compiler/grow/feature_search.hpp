// The best test on one column at one node.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include "grow/candidate.hpp"
#include "grow/cut_scan.hpp"
#include "grow/list_building.hpp"
#include "grow/node_cases.hpp"

namespace espalier {

struct OfferedTest {
  Worth worth;                         // gain 0: there is no test
  FoundCut cut;                        // of the column's list, unless
  bool missing_below = false;          //   (where missing values take part in the search of a cut)
  std::optional<Candidate> candidate;  // the test is another
  std::optional<std::pair<std::uint8_t, std::uint8_t>> between_bins = std::nullopt;  // of a column counted by bin

  bool is_cut() const { return !candidate.has_value(); }
};

// What both sides of a cut must hold where so much weight is known, and the grid of gains; that of regressions differs
// from node to node.
CutLimits cut_limits(const SearchPlan& plan, double known_weight, double level_grid);

// Fills in what the cut is worth. `taking_part` is the weight of the cases that the search counted.
void price_cut(const SearchPlan& plan, double node_weight, double taking_part, OfferedTest& offered);

// Keeps room for its sums from one search to the next: one for each thread.
template <typename Id>
class FeatureSearch {
 public:
  explicit FeatureSearch(const SearchPlan& plan) : plan_(plan) {}

  // Cuts must gain more than `floor`, times the weight; other tests need not.
  OfferedTest best(const NodeCases<Id>& node, const Tally* tally, std::uint32_t feature, double floor);

 private:
  using Lists = CaseLists<Id>;

  OfferedTest best_cut(const NodeCases<Id>& node, const Tally* tally, std::uint32_t feature, double floor);
  void scan(const NodeCases<Id>& node, const Tally* tally, std::uint32_t feature, bool missing_below, FoundCut& best);
  void scan_classes(const NodeCases<Id>& node, std::uint32_t feature, bool missing_below, FoundCut& best);
  void scan_levels(const NodeCases<Id>& node, std::uint32_t feature, bool missing_below, FoundCut& best);
  void scan_tallies(const NodeCases<Id>& node, const Tally& tally, std::uint32_t feature, bool missing_below,
                    FoundCut& best);
  bool missing_counts(const NodeCases<Id>& node, std::uint32_t feature) const;
  CutLimits limits(const NodeCases<Id>& node, std::uint32_t feature) const;

  const SearchPlan& plan_;
  ClassSums whole_;
  ClassSums start_;
  CountScratch scratch_;
};

// A cut between two values as a test; of a discretised column, between two intervals.
Candidate cut_between(const SearchPlan& plan, std::uint32_t feature, const Gap& gap);

// What is offered as a test. `column` is that of the test.
template <typename Id>
Candidate realise(const NodeCases<Id>& node, const ListedColumn& column, const OfferedTest& offered);

extern template class FeatureSearch<std::uint16_t>;
extern template class FeatureSearch<std::uint32_t>;

}  // namespace espalier
