#include "grow/tiny_grower.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "grow/distribute.hpp"
#include "grow/divide.hpp"
#include "grow/feature_search.hpp"
#include "grow/node_sums.hpp"
#include "grow/stopping.hpp"
#include "model/tree_facts.hpp"

namespace espalier {

TinyGrower::TinyGrower(const SearchPlan& plan, const std::vector<ListedColumn>& columns)
    : plan_(plan), columns_(columns) {
  const bool cuts_only = std::none_of(columns.begin(), columns.end(), [&](const ListedColumn& column) {
    return plan.is_split_by_category(column.feature);
  });
  able_ = cuts_only && plan.sums != CutSums::tallies && plan.largest_gain_wins && plan.options.validate <= 0 &&
          plan.options.missing != MissingPolicy::surrogate;
}

template <typename Id>
void TinyGrower::take_cases(const OpenNode<Id>& node) {
  const CaseLists<Id>& from = *node.lists;
  const std::span<const Id> items = node.items();
  cases_ = items.size();
  words_.clear();
  for (std::size_t i = 0; i < cases_; ++i) {
    const std::size_t item = items[i];
    rows_[i] = from.rows[item];
    order_[i] = static_cast<Entry>(i);
    if (!from.labels.empty()) labels_[i] = from.labels[item];
    if (!from.levels.empty()) levels_[i] = from.levels[item];
    for (std::size_t word = 0; word < from.words_per_case; ++word) {
      words_.push_back(from.words[item * from.words_per_case + word]);
    }
  }
}

// Cases of the lower value first, each in their order.
void TinyGrower::take_packed(const PackedColumn& packing, Entry* list) const {
  const std::size_t stride = words_.size() / cases_;
  std::size_t place = 0;
  for (const bool lower : {true, false}) {
    Entry mark = Lists::kMark;
    for (std::size_t i = 0; i < cases_; ++i) {
      const bool set = (words_[i * stride + packing.word] & packing.bit) != 0;
      if ((set == packing.set_is_lower) != lower) continue;
      list[place++] = static_cast<Entry>(i | std::exchange(mark, Entry{0}));
    }
  }
}

template <typename Id>
void TinyGrower::take_columns(const OpenNode<Id>& node) {
  const CaseLists<Id>& from = *node.lists;
  const std::span<const Id> items = node.items();
  if (numbers_.size() < from.rows.size()) numbers_.resize(from.rows.size());
  for (std::size_t i = 0; i < items.size(); ++i) numbers_[items[i]] = static_cast<Entry>(i);
  taken_ = *node.active;
  lists_.resize(taken_.size() * kMostCases);
  active_.clear();
  for (std::size_t column = 0; column < taken_.size(); ++column) {
    const ListedColumn& listed = columns_[taken_[column]];
    Entry* list = lists_.data() + column * kMostCases;
    active_.push_back(static_cast<std::uint32_t>(column));
    if (listed.packed) {
      take_packed(listed.packing, list);
      continue;
    }
    for (const Id entry : from.column_in(listed.feature, node.segment)) {
      const Entry mark = CaseLists<Id>::is_marked(entry) ? Lists::kMark : Entry{0};
      *list++ = static_cast<Entry>(numbers_[CaseLists<Id>::case_of(entry)] | mark);
    }
  }
}

template <typename Id>
std::size_t TinyGrower::grow(const OpenNode<Id>& node, Tree& tree) {
  const std::size_t before = tree.nodes.size();
  take_cases(node);
  take_columns(node);
  split({node.index, 0, cases_, node.depth, 0, node.levels}, tree);
  return tree.nodes.size() - before;
}

// Recursion is as deep as there are cases: not very.
void TinyGrower::split(const Tiny& node, Tree& tree) {
  const std::size_t columns_end = active_.size();
  const Best best = search(node, tree);
  if (best.cut.boundary == 0) {
    active_.resize(columns_end);
    return;
  }
  set_test(node, best, tree);
  const std::span<Entry> chosen = entries(best.column, node);
  for (std::size_t i = 0; i < chosen.size(); ++i) sides_[Lists::case_of(chosen[i])] = i < best.cut.boundary ? 0 : 1;
  Entry scratch[kMostCases];
  const std::size_t middle = node.begin + divide_in_two(std::span(order_ + node.begin, node.size()), sides_, scratch);

  Tiny below{0, node.begin, middle, node.depth + 1, columns_end, {}};
  Tiny above{0, middle, node.end, node.depth + 1, columns_end, {}};
  const bool below_open = make_node(below, tree);
  const bool above_open = make_node(above, tree);
  tree.nodes[node.index].children = {below.index, above.index};
  if (below_open || above_open) {
    for (std::size_t i = columns_end; i < active_.size(); ++i) {
      const std::size_t column = active_[i];
      if (column == best.column) continue;
      if (!above_open) {
        keep_first(entries(column, node), sides_);
      } else if (!below_open) {
        keep_second(entries(column, node), sides_);
      } else {
        divide_in_two(entries(column, node), sides_, scratch);
      }
    }
  }
  if (below_open) split(below, tree);
  if (above_open) split(above, tree);
  active_.resize(columns_end);
}

// Appends the columns that are of use below the node to those that are active: all that have two values yet.
template <typename MakeSides>
TinyGrower::Best TinyGrower::search_columns(const Tiny& node, double grid, double impurity,
                                            const MakeSides& make_sides) {
  CutLimits limits;
  limits.least_side = plan_.training.min_leaf;
  limits.grid = grid;
  Best best;
  const std::size_t end = active_.size();
  bool done = false;
  for (std::size_t i = node.active; i < end; ++i) {
    const std::uint32_t column = active_[i];
    if (done) {
      active_.push_back(column);
      continue;
    }
    const std::span<Entry> list = entries(column, node);
    FoundCut cut;
    cut.gained = best.cut.gained;
    scan_cuts(std::span<const Entry>(list), make_sides(), limits, cut);
    if (cut.tried > 0 || limits.least_side > 1) active_.push_back(column);
    if (cut.boundary == 0) continue;
    best = {cut, column};
    done = impurity * (1 + 0x1p-40) < cut.gained + 0.5 * grid;
  }
  return best;
}

TinyGrower::Best TinyGrower::search(const Tiny& node, const Tree& tree) {
  const auto cases = static_cast<std::uint32_t>(node.size());
  if (plan_.sums == CutSums::variance) {
    const LevelFacts& levels = node.levels;
    return search_columns(node, levels.grid, levels.deviation, [&] {
      return VarianceSides(levels_, levels.center, levels.grid, {levels.sum, cases}, {});
    });
  }
  const std::vector<double>& counts = tree.nodes[node.index].counts;
  whole_.counts.assign(counts.begin(), counts.end());
  whole_.cases = cases;
  none_.counts.assign(counts.size(), 0);
  const double grid = CutLimits{}.grid;
  const double impurity = impurity_of(whole_, plan_);
  switch (plan_.sums) {
    case CutSums::two_classes:
      return search_columns(node, grid, impurity, [&] { return TwoClassSides(labels_, whole_, none_); });
    case CutSums::gini:
      return search_columns(node, grid, impurity, [&] { return GiniSides(labels_, whole_, none_, scratch_); });
    default:
      return search_columns(node, grid, impurity,
                            [&] { return EntropySides(labels_, plan_.logs.data(), whole_, none_, scratch_); });
  }
}

Gap TinyGrower::gap_at(std::size_t column, std::size_t place) const {
  const ListedColumn& listed = columns_[taken_[column]];
  if (listed.packed) return {listed.packing.lower, listed.packing.upper};
  const auto value = [&](std::size_t at) {
    const std::size_t item = Lists::case_of(lists_[column * kMostCases + at]);
    return plan_.training.value(listed.feature, rows_[item]) + 0.0;  // +0 for -0
  };
  return {value(place - 1), value(place)};
}

void TinyGrower::set_test(const Tiny& node, const Best& best, Tree& tree) const {
  const Gap gap = gap_at(best.column, node.begin + best.cut.boundary);
  const Candidate cut = cut_between(plan_, columns_[taken_[best.column]].feature, gap);
  Node& tested = tree.nodes[node.index];
  apply_test(plan_.training, plan_.options, cut, tested);
  const double above = static_cast<double>(node.size()) - best.cut.below;
  tested.missing_child = choose_missing_child(tested, cut, plan_.options.missing, {best.cut.below, above});
}

// Adds the node to the tree. Whether it may be split.
bool TinyGrower::make_node(Tiny& node, Tree& tree) const {
  node.index = static_cast<std::uint32_t>(tree.nodes.size());
  Node& made = tree.nodes.emplace_back();
  const std::span<const Entry> items(order_ + node.begin, node.size());
  const bool mixed = plan_.sums == CutSums::variance ? make_measured(plan_, levels_, items, node.levels, made)
                                                     : make_counted(plan_, labels_, items, made);
  return mixed && !may_not_split(plan_.training, plan_.options, static_cast<double>(node.size()), node.depth);
}

template std::size_t TinyGrower::grow(const OpenNode<std::uint16_t>&, Tree&);
template std::size_t TinyGrower::grow(const OpenNode<std::uint32_t>&, Tree&);

}  // namespace espalier
