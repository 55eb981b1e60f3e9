// The test a node takes: the best of every column's best.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "grow/choose.hpp"
#include "grow/column_search.hpp"
#include "grow/engine.hpp"
#include "grow/list_building.hpp"
#include "grow/node_cases.hpp"
#include "grow/packed_counts.hpp"
#include "grow/stopping.hpp"
#include "support/parallel.hpp"

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
      : plan_(plan), columns_(columns), limits_(limits), search_(plan) {}

  // `active` are places among the columns, ascending. Those found to have one value left are put into `spent`: no test
  // below this node can be about them.
  std::optional<ChosenTest> find(NodeCases<Id>& node, const std::vector<std::uint32_t>& active,
                                 std::vector<std::uint32_t>& spent) {
    packed_.count(node.lists, node.segment, node.facts, columns_, active);
    node.packed = &packed_;
    const bool shared = limits_.threads > 1 && node.segment.size() >= limits_.shared;
    if (plan_.largest_gain_wins && !shared) return find_largest_gain(node, active, spent);
    return choose_among_all(node, active, spent);
  }

 private:
  std::optional<ChosenTest> find_largest_gain(const NodeCases<Id>& node, const std::vector<std::uint32_t>& active,
                                              std::vector<std::uint32_t>& spent) {
    OfferedTest best;
    std::uint32_t best_column = 0;
    double floor = 0;
    for (const std::uint32_t column : active) {
      OfferedTest offered = search_.best(node, columns_[column], floor);
      if (is_spent(column, offered)) spent.push_back(column);
      if (offered.worth.gain <= 0 || offered.worth.gain < best.worth.gain) continue;
      if (offered.worth.gain == best.worth.gain) {
        if (!plan_.rule.wider_margin_wins) continue;
        if (margin(node, column, offered) <= margin(node, best_column, best)) continue;
      }
      best = std::move(offered);
      best_column = column;
      if (!best.is_cut()) continue;
      floor = plan_.floor_below(best.cut.gained);
      if (!plan_.rule.wider_margin_wins && ends_the_search(node, best.cut.gained)) break;
    }
    if (best.worth.gain <= 0) return std::nullopt;
    return chosen(node, best_column, best);
  }

  std::optional<ChosenTest> choose_among_all(const NodeCases<Id>& node, const std::vector<std::uint32_t>& active,
                                             std::vector<std::uint32_t>& spent) {
    std::vector<OfferedTest> offered = best_of_each(node, active);
    std::vector<Worth> worths;
    std::vector<std::size_t> places;
    const std::optional<Cases> cases = plan_.options.chi_square > 0 ? std::optional(node.cases()) : std::nullopt;
    for (std::size_t i = 0; i < active.size(); ++i) {
      if (is_spent(active[i], offered[i])) spent.push_back(active[i]);
      if (offered[i].worth.gain <= 0) continue;
      if (gains_too_little(offered[i].worth, node.weight, plan_.training, plan_.options)) continue;
      if (cases && !is_significant(search_.realise(node, columns_[active[i]], offered[i]), plan_.training,
                                   plan_.options, *cases)) {
        continue;
      }
      worths.push_back(offered[i].worth);
      places.push_back(i);
    }
    const std::optional<std::size_t> best = choose_test(worths, plan_.rule, [&](std::size_t place) {
      return margin(node, active[places[place]], offered[places[place]]);
    });
    if (!best) return std::nullopt;
    return chosen(node, active[places[*best]], offered[places[*best]]);
  }

  double margin(const NodeCases<Id>& node, std::uint32_t column, OfferedTest& offered) const {
    return margin_of(plan_.training, search_.realise(node, columns_[column], offered));
  }

  std::vector<OfferedTest> best_of_each(const NodeCases<Id>& node, const std::vector<std::uint32_t>& active) {
    std::vector<OfferedTest> offered(active.size());
    const bool alone = limits_.threads < 2 || node.segment.size() < limits_.shared;
    if (alone) {
      for (std::size_t i = 0; i < active.size(); ++i) offered[i] = search_.best(node, columns_[active[i]], 0);
      return offered;
    }
    in_parallel(active.size(), limits_.threads,
                [&](std::size_t i) { offered[i] = ColumnSearch<Id>(plan_).best(node, columns_[active[i]], 0); });
    return offered;
  }

  // Whether every place in the list was looked at and none lay between two values. Surrogates may use any column.
  bool is_spent(std::uint32_t column, const OfferedTest& offered) const {
    if (plan_.options.missing == MissingPolicy::surrogate) return false;
    const bool looked_everywhere = plan_.unit_weights && plan_.training.min_leaf <= 1 && !plan_.options.min_cut_share;
    return looked_everywhere && !offered.candidate && offered.cut.tried == 0 && offered.complete &&
           !plan_.is_split_by_category(columns_[column].feature);
  }

  // Whether no other test can gain more. Targets with weights have no impurity to compare the gain with.
  bool ends_the_search(const NodeCases<Id>& node, double gained) const {
    if (node.impurity <= 0) return false;
    return is_unsurpassable(gained, node.impurity, plan_.is_regression() ? node.facts.level.grid : kGainGrid);
  }

  ChosenTest chosen(const NodeCases<Id>& node, std::uint32_t column, OfferedTest& offered) const {
    Candidate test = search_.realise(node, columns_[column], offered);
    return {std::move(test), column, std::move(offered.ways)};
  }

  const SearchPlan& plan_;
  const std::vector<ListedColumn>& columns_;
  EngineLimits limits_;
  PackedCounts packed_;
  ColumnSearch<Id> search_;
};

}  // namespace espalier
