#include "grow/node_search.hpp"

#include <algorithm>
#include <utility>

#include "grow/choose.hpp"
#include "grow/stopping.hpp"
#include "support/parallel.hpp"

namespace espalier {

template <typename Id>
OfferedTest NodeSearch<Id>::best_of(const NodeCases<Id>& node, const Tally* tally, std::uint32_t column, double floor,
                                    FeatureSearch<Id>& search) {
  const ListedColumn& listed = columns_[column];
  if (listed.packed) return packed_.best(node, listed, floor);
  if (listed.binned && node.histograms != nullptr) return histogram_.best(node, listed, floor);
  return search.best(node, tally, listed.feature, floor);
}

// Every place in the list was looked at, and none was between two values. Surrogates may be about any column.
template <typename Id>
bool NodeSearch<Id>::is_spent(const NodeCases<Id>& node, std::uint32_t column, const OfferedTest& offered) const {
  if (plan_.options.missing == MissingPolicy::surrogate) return false;
  const bool looked_everywhere = plan_.unit_weights && plan_.training.min_leaf <= 1 && !plan_.options.min_cut_share;
  return looked_everywhere && offered.is_cut() && offered.cut.tried == 0 &&
         !plan_.is_split_by_category(columns_[column].feature) &&
         node.known_of(columns_[column].feature) == node.segment.size();
}

// Tallies do not tell how much there is to gain.
template <typename Id>
bool NodeSearch<Id>::ends_the_search(const NodeCases<Id>& node, double gained) const {
  if (plan_.sums == CutSums::tallies) return false;
  const double grid = plan_.sums == CutSums::variance ? node.levels.grid : CutLimits{}.grid;
  return is_unsurpassable(gained, node.impurity, grid);
}

template <typename Id>
bool NodeSearch<Id>::needs_tally(const NodeCases<Id>& node, const std::vector<std::uint32_t>& active) const {
  if (plan_.sums == CutSums::tallies) return true;
  return std::any_of(active.begin(), active.end(), [&](std::uint32_t column) {
    const std::uint32_t feature = columns_[column].feature;
    return plan_.is_split_by_category(feature) ||
           (plan_.asks_presence(feature) && node.known_of(feature) < node.segment.size());
  });
}

template <typename Id>
ChosenTest NodeSearch<Id>::chosen(const NodeCases<Id>& node, std::uint32_t column, const OfferedTest& offered) const {
  ChosenTest test{realise(node, columns_[column], offered), column, std::nullopt};
  if (!offered.is_cut()) return test;
  test.below_weight = offered.cut.below;
  if (offered.between_bins) {
    test.last_bin = offered.between_bins->first;
  } else if (!columns_[column].packed) {
    test.below = offered.cut.boundary;
  }
  return test;
}

template <typename Id>
std::optional<ChosenTest> NodeSearch<Id>::find_largest_gain(const NodeCases<Id>& node,
                                                            const std::vector<std::uint32_t>& active,
                                                            std::vector<std::uint32_t>& spent) {
  std::optional<Tally> tally;
  if (needs_tally(node, active)) tally.emplace(node.tally());
  OfferedTest best;
  std::uint32_t best_column = 0;
  double gained = 0;
  for (const std::uint32_t column : active) {
    OfferedTest offered = best_of(node, tally ? &*tally : nullptr, column, gained, search_);
    if (is_spent(node, column, offered)) spent.push_back(column);
    if (offered.worth.gain <= best.worth.gain) continue;
    best = std::move(offered);
    best_column = column;
    if (best.is_cut()) gained = best.cut.gained;
    if (best.is_cut() && ends_the_search(node, gained)) break;
  }
  if (best.worth.gain <= 0) return std::nullopt;
  return chosen(node, best_column, best);
}

template <typename Id>
std::vector<OfferedTest> NodeSearch<Id>::best_of_each(const NodeCases<Id>& node,
                                                      const std::vector<std::uint32_t>& active) {
  std::optional<Tally> tally;
  if (needs_tally(node, active)) tally.emplace(node.tally());
  const Tally* const shared = tally ? &*tally : nullptr;
  std::vector<OfferedTest> offered(active.size());
  const bool alone = limits_.threads < 2 || node.segment.size() < limits_.shared;
  if (alone) {
    for (std::size_t i = 0; i < active.size(); ++i) offered[i] = best_of(node, shared, active[i], 0, search_);
    return offered;
  }
  // Packed columns share sums, and those are there already, as are those of columns counted by bin.
  const auto is_counted = [&](std::size_t i) {
    return columns_[active[i]].packed || (columns_[active[i]].binned && node.histograms != nullptr);
  };
  bool any_left = false;
  for (std::size_t i = 0; i < active.size(); ++i) {
    any_left = any_left || !is_counted(i);
    if (is_counted(i)) offered[i] = best_of(node, shared, active[i], 0, search_);
  }
  if (!any_left) return offered;
  in_parallel(active.size(), limits_.threads, [&](std::size_t i) {
    if (is_counted(i)) return;
    FeatureSearch<Id> search(plan_);
    offered[i] = search.best(node, shared, columns_[active[i]].feature, 0);
  });
  return offered;
}

template <typename Id>
std::optional<ChosenTest> NodeSearch<Id>::choose_among_all(const NodeCases<Id>& node,
                                                           const std::vector<std::uint32_t>& active,
                                                           std::vector<std::uint32_t>& spent) {
  const std::vector<OfferedTest> offered = best_of_each(node, active);
  std::vector<Worth> worths;
  std::vector<std::size_t> places;
  const std::optional<Cases> cases = plan_.options.chi_square > 0 ? std::optional(node.cases()) : std::nullopt;
  for (std::size_t i = 0; i < active.size(); ++i) {
    if (is_spent(node, active[i], offered[i])) spent.push_back(active[i]);
    if (offered[i].worth.gain <= 0) continue;
    if (gains_too_little(offered[i].worth, node.weight, plan_.training, plan_.options)) continue;
    if (cases &&
        !is_significant(realise(node, columns_[active[i]], offered[i]), plan_.training, plan_.options, *cases)) {
      continue;
    }
    worths.push_back(offered[i].worth);
    places.push_back(i);
  }
  const std::optional<std::size_t> best = choose_test(worths, plan_.rule);
  if (!best) return std::nullopt;
  return chosen(node, active[places[*best]], offered[places[*best]]);
}

template <typename Id>
std::optional<ChosenTest> NodeSearch<Id>::find(const NodeCases<Id>& node, const std::vector<std::uint32_t>& active,
                                               std::vector<std::uint32_t>& spent) {
  packed_.count(node, columns_, active);
  const bool shared = limits_.threads > 1 && node.segment.size() >= limits_.shared;
  if (plan_.largest_gain_wins && !shared) return find_largest_gain(node, active, spent);
  return choose_among_all(node, active, spent);
}

template class NodeSearch<std::uint16_t>;
template class NodeSearch<std::uint32_t>;

}  // namespace espalier
