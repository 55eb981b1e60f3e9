#include "grow/tiny_grower.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <span>
#include <utility>

#include "grow/column_search.hpp"
#include "grow/distribute.hpp"
#include "grow/division.hpp"
#include "grow/drawn_columns.hpp"
#include "grow/node_facts.hpp"
#include "grow/stopping.hpp"

namespace espalier {

TinyGrower::TinyGrower(const SearchPlan& plan, const std::vector<ListedColumn>& columns)
    : plan_(plan), columns_(columns) {
  facts_.labels = labels_;
  facts_.levels = levels_;
  facts_.classes = plan.training.data.labels.size();
  facts_.logs = plan.logs.data();
  const bool cuts_only = std::none_of(columns.begin(), columns.end(), [&](const ListedColumn& column) {
    return plan.is_split_by_category(column.feature);
  });
  able_ = cuts_only && plan.packs() && plan.largest_gain_wins && plan.options.validate <= 0 &&
          plan.options.missing != MissingPolicy::surrogate && !plan.guarded && !plan.options.random_cuts;
  if (plan.measure != Measure::variance) return;
  shares_.assign((kMostCases + 1) * kMostCases, 0.0);
  for (std::size_t cases = 2; cases <= kMostCases; ++cases) {
    for (std::size_t below = 1; below < cases; ++below) {
      shares_[cases * kMostCases + below] =
          static_cast<double>(cases) / (static_cast<double>(below) * static_cast<double>(cases - below));
    }
  }
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
  lists_.resize(2 * taken_.size() * kMostCases);
  active_.clear();
  for (std::size_t column = 0; column < taken_.size(); ++column) {
    const ListedColumn& listed = columns_[taken_[column]];
    Entry* const list = lists_.data() + column * kMostCases;
    Active& active = active_.emplace_back();
    active.column = static_cast<std::uint32_t>(column);
    if (listed.packed) {
      take_packed(listed.packing, list);
      continue;
    }
    Entry* at = list;
    for (const Id entry : from.column_in(listed.feature, node.segment)) {
      const Entry mark = CaseLists<Id>::is_marked(entry) ? Lists::kMark : Entry{0};
      *at++ = static_cast<Entry>(numbers_[CaseLists<Id>::case_of(entry)] | mark);
    }
    active.distinct = all_differ(std::span<const Entry>(list, cases_));
  }
}

template <typename Id>
std::size_t TinyGrower::grow(const OpenNode<Id>& node, Tree& tree) {
  const std::size_t before = tree.nodes.size();
  take_cases(node);
  take_columns(node);
  made_.clear();
  split({node.index, 0, cases_, node.depth, 0, 0, node.key, node.levels}, tree);
  set_tests(tree);
  return tree.nodes.size() - before;
}

// Recursion is at most as deep as there are cases, which are few. There are two copies of the lists: a node's lists are
// divided from one into the other, at the same places.
void TinyGrower::split(const Tiny& node, Tree& tree) {
  const std::size_t columns_end = active_.size();
  const Best best = search(node, tree);
  if (best.gained > 0) {
    const std::span<const Entry> chosen = entries(best.column, node);
    for (std::size_t i = 0; i < chosen.size(); ++i) sides_[Lists::case_of(chosen[i])] = i < best.boundary ? 0 : 1;
    const std::size_t middle = node.begin + best.boundary;
    Entry scratch[kMostCases];
    divide_in_two(std::span(order_ + node.begin, node.size()), node.size(), sides_, scratch);

    const std::size_t copy = 1 - node.copy;
    Tiny below{0, node.begin, middle, node.depth + 1, columns_end, copy, child_key(node.key, 0), {}};
    Tiny above{0, middle, node.end, node.depth + 1, columns_end, copy, child_key(node.key, 1), {}};
    const bool below_open = make_node(below, tree);
    const bool above_open = make_node(above, tree);
    made_.push_back({node.index,
                     taken_[best.column],
                     rows_[Lists::case_of(chosen[best.boundary - 1])],
                     rows_[Lists::case_of(chosen[best.boundary])],
                     {below.index, above.index},
                     {static_cast<double>(below.size()), static_cast<double>(above.size())}});
    if (below_open || above_open) {
      for (std::size_t i = columns_end; i < active_.size(); ++i) {
        const auto [column, distinct] = active_[i];
        const auto divide = distinct ? divide_distinct_to<Entry> : divide_to<Entry>;
        divide(entries(column, node), sides_, best.boundary, list(column, below));
      }
    }
    if (below_open) split(below, tree);
    if (above_open) split(above, tree);
  }
  active_.resize(columns_end);
}

// Looks at the active columns of the node, and appends those that have two values yet: scan(active) says whether it
// has, and takes what gains more for the best. Nothing gains more than `most`.
template <typename Scan>
void TinyGrower::search_columns(const Tiny& node, double grid, double most, Best& best, const Scan& scan) {
  if (plan_.options.tried_columns > 0) return search_drawn(node, best, scan);
  const std::size_t end = active_.size();
  for (std::size_t i = node.active; i < end; ++i) {
    Active active = active_[i];
    if (scan(active)) active_.push_back(active);
    if (plan_.rule.wider_margin_wins || !is_unsurpassable(best.gained, most, grid)) continue;
    for (++i; i < end && node.size() > 2; ++i) active_.push_back(active_[i]);
    return;
  }
}

// The same as Grower::find_among_drawn: columns in a drawn order, those with one value left out. Those that are not
// looked at stay.
template <typename Scan>
void TinyGrower::search_drawn(const Tiny& node, const Best& best, const Scan& scan) {
  drawn_.clear();
  const std::size_t end = active_.size();
  for (std::size_t i = node.active; i < end; ++i) {
    drawn_.emplace_back(random_at(node.key, kOrderDraw + columns_[taken_[active_[i].column]].feature), i);
  }
  std::ranges::make_heap(drawn_, std::greater<>());
  const auto draw = [&](std::size_t wanted) {
    tried_.clear();
    while (tried_.size() < wanted && !drawn_.empty()) {
      std::ranges::pop_heap(drawn_, std::greater<>());
      const std::size_t i = drawn_.back().second;
      drawn_.pop_back();
      const std::span<const Entry> list = entries(active_[i].column, node);
      const bool varies = active_[i].distinct || std::any_of(list.begin() + 1, list.end(),
                                                             [](Entry entry) { return (entry & Lists::kMark) != 0; });
      if (varies) tried_.push_back(i);
    }
    std::ranges::sort(tried_);
  };
  // What is found out of a column here is for the children: the sibling of this node has the same entries.
  kept_.clear();
  for (draw(plan_.options.tried_columns); !tried_.empty(); draw(1)) {
    for (const std::size_t i : tried_) {
      Active active = active_[i];
      scan(active);
      kept_.push_back(active);
    }
    if (best.gained > 0) break;
  }
  for (const auto& [order, i] : drawn_) kept_.push_back(active_[i]);
  std::ranges::sort(kept_, {}, &Active::column);
  active_.insert(active_.end(), kept_.begin(), kept_.end());
}

template <typename Sides>
TinyGrower::Best TinyGrower::search_classes(const Tiny& node, double most) {
  CutLimits limits;
  limits.least_side = plan_.training.min_leaf;
  Best best;
  tied_.clear();
  search_columns(node, limits.grid, most, best, [&](const Active& active) {
    const std::uint32_t column = active.column;
    FoundCut cut;
    if (best.gained > 0) cut.gained = plan_.floor_below(best.gained);
    scan_cuts(entries(column, node), Sides(facts_, whole_.data(), scratch_), limits, cut);
    if (cut.boundary != 0) {
      if (cut.gained > best.gained) tied_.clear();
      best = {cut.gained, cut.boundary, column};
      tied_.push_back(best);
    }
    return cut.tried > 0 || limits.least_side > 1;
  });
  return tied_.size() > 1 ? widest_of_tied(node) : best;
}

// The first of the widest.
TinyGrower::Best TinyGrower::widest_of_tied(const Tiny& node) {
  const auto rows_at = [&](const Best& cut) {
    const Entry* const list = entries(cut.column, node).data() + cut.boundary;
    return std::pair(rows_[Lists::case_of(list[-1])], rows_[Lists::case_of(list[0])]);
  };
  for (const Best& cut : tied_) {
    const auto [below, above] = rows_at(cut);
    ask_for_values(columns_[taken_[cut.column]], below, above);
  }
  Best best;
  double most = -1;
  for (const Best& cut : tied_) {
    const ListedColumn& column = columns_[taken_[cut.column]];
    const auto [below, above] = rows_at(cut);
    const double margin = margin_of(plan_.training, cut_between(plan_, column.feature, gap_of(column, below, above)));
    if (margin <= most) continue;
    most = margin;
    best = cut;
  }
  return best;
}

// Values next to cuts are far apart in memory: those of several cuts are asked for before the first is read.
void TinyGrower::ask_for_values(const ListedColumn& column, std::uint32_t row_below, std::uint32_t row_above) const {
  const double* const values = plan_.training.data.features[column.feature].values.data();
  __builtin_prefetch(values + row_below);
  __builtin_prefetch(values + row_above);
}

Gap TinyGrower::gap_of(const ListedColumn& column, std::uint32_t row_below, std::uint32_t row_above) const {
  if (column.packed) return {column.packing.lower, column.packing.upper};
  return plan_.training.gap_between_rows(column.feature, row_below, row_above);
}

// As scan_cuts with VarianceSides, which judges the cuts that pass: with sums around the mean, the gain of a cut is
// s^2 n / (nl nr), but for what rounding left of the mean.
TinyGrower::Best TinyGrower::search_levels(const Tiny& node) {
  const LevelFacts& facts = node.levels;
  const std::size_t cases = node.size();
  const auto least = static_cast<std::size_t>(std::max(1.0, std::ceil(plan_.training.min_leaf)));
  if (2 * least > cases) return {};
  double distances[kMostCases];
  for (std::size_t i = node.begin; i < node.end; ++i) distances[order_[i]] = levels_[order_[i]] - facts.center;
  const double* const shares = shares_.data() + cases * kMostCases;
  // What rounding may do to so few sums is far less than the grid: cuts that gain the same are not judged again.
  const double slack =
      4 * std::abs(facts.sum) * std::sqrt(static_cast<double>(cases) * facts.deviation) + facts.deviation * 0x1p-36;
  Best best;
  double limit = limit_above(0, facts.grid) - slack;
  const auto judge = [&](std::uint32_t column, std::size_t boundary) {
    const LevelSums whole{facts.sum, static_cast<double>(cases)};
    std::vector<LevelSums> unused;
    facts_.level = facts;
    VarianceSides<false> sides(facts_, &whole, unused);
    const std::span<const Entry> list = entries(column, node);
    for (std::size_t i = 0; i < boundary; ++i) sides.move(Lists::case_of(list[i]));
    const double gained = sides.gained();
    if (gained <= best.gained) return;
    best = {gained, boundary, column};
    limit = limit_above(gained, facts.grid) - slack;
  };
  search_columns(node, facts.grid, facts.deviation, best, [&](Active& active) {
    const Entry* const list = entries(active.column, node).data();
    double sum = 0;
    std::size_t i = 0;
    for (; i < least; ++i) sum += distances[Lists::case_of(list[i])];
    if (active.distinct) {
      for (; i + least <= cases; ++i) {
        if (sum * sum * shares[i] > limit) judge(active.column, i);
        sum += distances[Lists::case_of(list[i])];
      }
      return true;
    }
    unsigned any = 0;
    unsigned all = Lists::kMark;
    for (; i + least <= cases; ++i) {
      const unsigned mark = list[i] & Lists::kMark;
      any |= mark;
      all &= mark;
      if (mark != 0 && sum * sum * shares[i] > limit) judge(active.column, i);
      sum += distances[Lists::case_of(list[i])];
    }
    active.distinct = all != 0 && least == 1;  // it has seen all of them
    return any != 0 || least > 1;
  });
  return best;
}

TinyGrower::Best TinyGrower::search(const Tiny& node, const Tree& tree) {
  if (plan_.measure == Measure::variance) return search_levels(node);
  const std::vector<double>& counts = tree.nodes[node.index].counts;
  whole_.assign(counts.begin(), counts.end());
  return with_sides(plan_, [&]<typename Sides>(std::type_identity<Sides>) {
    if constexpr (std::is_same_v<typename Sides::Number, std::uint32_t> && Sides::kRows) {
      return search_classes<Sides>(node, impurity_of(counts, plan_));
    } else {
      return Best{};
    }
  });
}

void TinyGrower::set_tests(Tree& tree) const {
  const TrainingSet& training = plan_.training;
  for (const Made& made : made_) ask_for_values(columns_[made.column], made.row_below, made.row_above);
  for (const Made& made : made_) {
    const ListedColumn& column = columns_[made.column];
    const Candidate cut = cut_between(plan_, column.feature, gap_of(column, made.row_below, made.row_above));
    Node& tested = tree.nodes[made.node];
    apply_test(training, plan_.options, cut, tested);
    tested.missing_child = choose_missing_child(tested, cut, plan_.options.missing, made.sizes);
    tested.children.assign(made.children.begin(), made.children.end());
  }
}

// Adds the node to the tree. Whether it may be split.
bool TinyGrower::make_node(Tiny& node, Tree& tree) const {
  node.index = static_cast<std::uint32_t>(tree.nodes.size());
  Node& made = tree.nodes.emplace_back();
  const std::span<const Entry> items(order_ + node.begin, node.size());
  const bool mixed = plan_.measure == Measure::variance ? make_measured(plan_, levels_, items, node.levels, made)
                                                        : make_counted(plan_, labels_, items, made);
  return mixed && !may_not_split(plan_.training, plan_.options, static_cast<double>(node.size()), node.depth);
}

template std::size_t TinyGrower::grow(const OpenNode<std::uint16_t>&, Tree&);
template std::size_t TinyGrower::grow(const OpenNode<std::uint32_t>&, Tree&);

}  // namespace espalier
