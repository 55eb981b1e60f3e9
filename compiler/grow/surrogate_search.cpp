#include "grow/surrogate_search.hpp"

#include <algorithm>
#include <numeric>
#include <type_traits>
#include <utility>

#include "grow/threshold.hpp"
#include "support/parallel.hpp"

namespace espalier {
namespace {

constexpr std::size_t kFewestOnASide = 2;
constexpr std::uint8_t kUnknown = 2;
constexpr std::size_t kStretch = 16;
constexpr std::int64_t kSurplus[] = {1, -1, 0};  // per side: what its rows add
constexpr std::int64_t kCounts[] = {1, 1, 0};

// The agreement of cuts, from the lowest on: what a cut has on its lower side, less what it should not have there.
class Agreement {
 public:
  Agreement(std::int64_t left, std::int64_t right, std::size_t rows)
      : best_(std::max(left, right)), left_(left), right_(right), rows_(rows) {}

  // Whether the cut above so many rows, of which so much more goes left than right, is the best so far.
  bool is_best(std::size_t rows, std::int64_t surplus) {
    if (rows < kFewestOnASide || rows_ - rows < kFewestOnASide) return false;
    const std::int64_t straight = right_ + surplus;
    const std::int64_t reversed = left_ - surplus;
    const std::int64_t agreeing = std::max(straight, reversed);
    if (agreeing <= best_) return false;
    best_ = agreeing;
    reversed_ = reversed > straight;
    return true;
  }
  // Whether any cut can be, of rows of so much weight that follow.
  bool can_be_best(std::int64_t surplus, std::int64_t weight) const {
    return std::max(right_ + surplus, left_ - surplus) + weight > best_;
  }
  template <typename Found>
  std::optional<Found> result(const ListedColumn& column, Found found) const {
    if (best_ <= std::max(left_, right_)) return std::nullopt;
    found.column = &column;
    found.agreeing = best_;
    found.all = left_ + right_;
    found.reversed = reversed_;
    return found;
  }

 private:
  std::int64_t best_;  // the majority direction is what must be surpassed
  bool reversed_ = false;
  std::int64_t left_;
  std::int64_t right_;
  std::size_t rows_;
};

}  // namespace

template <typename Id>
std::optional<typename SurrogateSearch<Id>::Found> SurrogateSearch<Id>::cut_of_list(const Where& where,
                                                                                    const ListedColumn& column) const {
  using Lists = CaseLists<Id>;
  const std::span<const Id> entries = where.lists.column_in(column.feature, where.segment);
  const std::size_t known = where.known.empty() ? entries.size() : where.known[column.feature];
  Sides all = where.all;
  for (const Id entry : entries.subspan(known)) {
    const std::size_t item = Lists::case_of(entry);
    const std::uint8_t side = where.sides[item];
    if (side == kUnknown) continue;
    (side == 0 ? all.left : all.right) -= amount(where, item);
    --all.rows;
  }
  if (all.rows < 2 * kFewestOnASide) return std::nullopt;
  // Intervals do not matter here, and the marks are theirs.
  const bool discretised = plan_.training.is_discretised(column.feature);
  const auto differ = [&](std::size_t a, std::size_t b) {
    return plan_.training.number(column.feature, where.lists.rows[a]) !=
           plan_.training.number(column.feature, where.lists.rows[b]);
  };
  Agreement agreement(all.left, all.right, all.rows);
  Found found;
  std::int64_t surplus = 0;
  std::size_t rows = 0;
  std::size_t last = 0;
  bool due = false;  // a mark since the last row that counts
  const auto scan = [&](const auto& amount_of) {
    const auto look = [&](std::span<const Id> some) {
      for (const Id entry : some) {
        due = due || Lists::is_marked(entry);
        const std::size_t item = Lists::case_of(entry);
        const std::uint8_t side = where.sides[item];
        if (side == kUnknown) continue;
        const bool boundary = rows > 0 && (due || (discretised && differ(last, item)));
        if (boundary && agreement.is_best(rows, surplus)) {
          found.below = last;
          found.above = item;
        }
        due = false;
        const std::int64_t amount = amount_of(item);
        surplus += side == 0 ? amount : -amount;
        ++rows;
        last = item;
      }
    };
    // Most stretches hold no cut that could be the best. Where the last row that counts was, is found out afterwards.
    const auto skip = [&](std::span<const Id> some, std::int64_t change, std::size_t count) {
      surplus += change;
      rows += count;
      for (std::size_t i = some.size(); i-- > 0;) {
        const std::size_t item = Lists::case_of(some[i]);
        if (where.sides[item] != kUnknown) {
          last = item;
          due = i + 1 < some.size() &&
                std::any_of(some.begin() + static_cast<std::ptrdiff_t>(i) + 1, some.end(), Lists::is_marked);
          return;
        }
      }
      due = due || std::any_of(some.begin(), some.end(), Lists::is_marked);
    };
    std::span<const Id> left = entries.first(known);
    while (!left.empty()) {
      const std::span<const Id> some = left.first(std::min(kStretch, left.size()));
      left = left.subspan(some.size());
      std::int64_t change = 0;
      std::int64_t weight = 0;
      std::size_t count = 0;
      for (const Id entry : some) {
        const std::size_t item = Lists::case_of(entry);
        const std::size_t side = where.sides[item];
        const std::int64_t amount = amount_of(item);
        change += kSurplus[side] * amount;
        weight += kCounts[side] * amount;
        count += static_cast<std::size_t>(kCounts[side]);
      }
      if (agreement.can_be_best(surplus, weight)) {
        look(some);
      } else {
        skip(some, change, count);
      }
    }
  };
  if (where.lists.units.empty()) {
    scan([](std::size_t) { return std::int64_t{1}; });
  } else {
    scan([units = where.lists.units.data()](std::size_t item) { return units[item]; });
  }
  return agreement.result(column, found);
}

template <typename Id>
typename SurrogateSearch<Id>::Sides SurrogateSearch<Id>::of_value(const ListedColumn& column, std::size_t code) const {
  const std::uint32_t* const cases = counts_.cases.data() + 3 * (column.first_row + code);
  Sides sides{cases[0], cases[1], std::size_t{cases[0]} + cases[1]};
  if (!counts_.units.empty()) {
    sides.left = counts_.units[3 * (column.first_row + code)];
    sides.right = counts_.units[3 * (column.first_row + code) + 1];
  }
  return sides;
}

// A cut between values that come as sides, not as cases one by one.
template <typename Id>
std::optional<typename SurrogateSearch<Id>::Found> SurrogateSearch<Id>::cut_of_values(
    const Where& where, const ListedColumn& column) const {
  Sides all;
  each_value(where, column, [&](std::size_t, const Sides& sides) {
    all = {all.left + sides.left, all.right + sides.right, all.rows + sides.rows};
  });
  Agreement agreement(all.left, all.right, all.rows);
  Found found;
  std::int64_t surplus = 0;
  std::size_t rows = 0;
  std::size_t last = 0;
  each_value(where, column, [&](std::size_t value, const Sides& sides) {
    if (rows > 0 && agreement.is_best(rows, surplus)) {
      found.below = last;
      found.above = value;
    }
    surplus += sides.left - sides.right;
    rows += sides.rows;
    last = value;
  });
  return agreement.result(column, found);
}

// Every value goes where most of its rows go.
template <typename Id>
std::optional<typename SurrogateSearch<Id>::Found> SurrogateSearch<Id>::values_of(const Where& where,
                                                                                  const ListedColumn& column) const {
  Found found;
  Sides all;
  std::size_t rows_left = 0;
  each_value(where, column, [&](std::size_t, const Sides& sides) {
    all = {all.left + sides.left, all.right + sides.right, all.rows + sides.rows};
    found.agreeing += std::max(sides.left, sides.right);
    rows_left += sides.left >= sides.right ? sides.rows : 0;
  });
  if (rows_left < kFewestOnASide || all.rows - rows_left < kFewestOnASide) return std::nullopt;
  if (found.agreeing <= std::max(all.left, all.right)) return std::nullopt;
  found.column = &column;
  found.all = all.left + all.right;
  return found;
}

// Calls use(case or code, sides) for every value that rows have.
template <typename Id>
template <typename Use>
void SurrogateSearch<Id>::each_value(const Where& where, const ListedColumn& column, const Use& use) const {
  using Lists = CaseLists<Id>;
  if (column.packed) {
    Sides lower;
    for (const Id item : where.lists.cases_in(where.segment)) {
      if (where.sides[item] == kUnknown) continue;
      const std::uint64_t word = where.lists.words[item * where.lists.words_per_case + column.packing.word];
      const bool set = (word & column.packing.bit) != 0;
      if (set == column.packing.set_is_lower) lower.add(where.sides[item], amount(where, item));
    }
    const Sides& all = where.all;
    const Sides upper{all.left - lower.left, all.right - lower.right, all.rows - lower.rows};
    if (lower.rows > 0) use(0, lower);
    if (upper.rows > 0) use(1, upper);
    return;
  }
  if (column.coded && where.counted) {
    for (std::size_t code = 0; code < column.values; ++code) {
      const Sides sides = of_value(column, code);
      if (sides.rows > 0) use(code, sides);
    }
    return;
  }
  const std::span<const Id> entries = where.lists.column_in(column.feature, where.segment);
  const std::size_t known = where.known.empty() ? entries.size() : where.known[column.feature];
  for (std::size_t begin = 0; begin < known;) {
    Sides sides;
    std::size_t end = begin;
    do {
      const std::size_t item = Lists::case_of(entries[end]);
      if (where.sides[item] != kUnknown) sides.add(where.sides[item], amount(where, item));
    } while (++end < known && !Lists::is_marked(entries[end]));
    if (sides.rows > 0) use(Lists::case_of(entries[begin]), sides);
    begin = end;
  }
}

template <typename Id>
std::optional<typename SurrogateSearch<Id>::Found> SurrogateSearch<Id>::best_on(const Where& where,
                                                                                const ListedColumn& column) const {
  const bool nominal = plan_.training.data.features[column.feature].kind == ColumnKind::categorical;
  if (nominal) return values_of(where, column);
  return column.packed || (column.coded && where.counted) ? cut_of_values(where, column) : cut_of_list(where, column);
}

template <typename Id>
double SurrogateSearch<Id>::value_at(const Where& where, const ListedColumn& column, std::size_t item_or_code,
                                     bool highest) const {
  if (column.coded && where.counted) return highest ? column.highest[item_or_code] : column.lowest[item_or_code];
  return plan_.training.number(column.feature, where.lists.rows[item_or_code]) + 0.0;  // +0 for -0
}

template <typename Id>
Surrogate SurrogateSearch<Id>::told(const Where& where, const Found& found) const {
  const ListedColumn& column = *found.column;
  const TrainingSet& training = plan_.training;
  Surrogate surrogate;
  surrogate.feature = column.feature;
  surrogate.reversed = found.reversed;
  surrogate.agreement = static_cast<double>(found.agreeing) / static_cast<double>(found.all);
  const ColumnKind kind = training.data.features[column.feature].kind;
  if (kind == ColumnKind::categorical) {
    surrogate.test = TestKind::member;
    std::vector<std::uint32_t> left;
    std::vector<std::uint32_t> right;
    each_value(where, column, [&](std::size_t value, const Sides& sides) {
      (sides.left >= sides.right ? left : right)
          .push_back(static_cast<std::uint32_t>(value_at(where, column, value, false)));
    });
    // The smaller set is the one that is written down.
    surrogate.reversed = right.size() < left.size();
    surrogate.categories = surrogate.reversed ? std::move(right) : std::move(left);
    return surrogate;
  }
  Gap gap{column.packing.lower, column.packing.upper};
  if (!column.packed) {
    gap = {value_at(where, column, found.below, true), value_at(where, column, found.above, false)};
    if (!(column.coded && where.counted)) gap = training.gap_between(column.feature, gap.below, gap.above);
  }
  if (kind == ColumnKind::ordinal) {
    surrogate.test = TestKind::member;
    surrogate.categories.resize(static_cast<std::size_t>(gap.below) + 1);
    std::iota(surrogate.categories.begin(), surrogate.categories.end(), 0U);
    return surrogate;
  }
  surrogate.test = TestKind::less_equal;
  surrogate.gap = gap;
  surrogate.threshold = place_threshold(gap, plan_.options.threshold, training.observed[column.feature]);
  return surrogate;
}

template <typename Id>
std::vector<Surrogate> SurrogateSearch<Id>::find(const CaseLists<Id>& lists, Segment segment,
                                                 const std::vector<std::uint32_t>& known, bool counted,
                                                 std::uint32_t feature, const std::uint8_t* sides) {
  Where where{lists, segment, known, counted, sides, {}};
  for (const Id item : lists.cases_in(segment)) {
    if (sides[item] != kUnknown) where.all.add(sides[item], amount(where, item));
  }
  if constexpr (std::is_same_v<Id, std::uint32_t>) {
    if (counted) counter_.count_sides(lists, segment, sides, counts_);
  }
  std::vector<std::optional<Found>>& of_columns = of_columns_;
  of_columns.assign(columns_.size(), std::nullopt);
  const auto look = [&](std::size_t i) {
    if (columns_[i].feature != feature) of_columns[i] = best_on(where, columns_[i]);
  };
  if (limits_.threads > 1 && segment.size() >= limits_.shared) {
    in_parallel(columns_.size(), limits_.threads, look);
  } else {
    for (std::size_t i = 0; i < columns_.size(); ++i) look(i);
  }
  std::vector<Found> all;
  for (const std::optional<Found>& found : of_columns) {
    if (found) all.push_back(*found);
  }
  std::stable_sort(all.begin(), all.end(), [](const Found& a, const Found& b) { return a.agreeing > b.agreeing; });
  std::vector<Surrogate> surrogates;
  for (std::size_t i = 0; i < std::min(all.size(), plan_.options.surrogates); ++i) {
    surrogates.push_back(told(where, all[i]));
  }
  return surrogates;
}

template class SurrogateSearch<std::uint16_t>;
template class SurrogateSearch<std::uint32_t>;

}  // namespace espalier
