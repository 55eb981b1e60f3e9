#include "grow/surrogate_search.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>

#include "grow/threshold.hpp"
#include "support/parallel.hpp"

namespace espalier {
namespace surrogates {  // has a name: lambdas of a class template hold what is in it

constexpr std::size_t kFewestOnASide = 2;
constexpr std::uint8_t kUnknown = 2;
constexpr std::size_t kStretch = 16;
constexpr std::int64_t kSurplus[] = {1, -1, 0};  // per side: what its rows add
constexpr std::int64_t kCounts[] = {1, 1, 0};

// Rows that the node's test sends left or right, in units of weight; and how many they are.
struct Sides {
  std::int64_t left = 0;
  std::int64_t right = 0;
  std::size_t rows = 0;

  void add(std::uint8_t side, std::int64_t amount) {
    (side == 0 ? left : right) += amount;
    ++rows;
  }
};

struct Found {
  const ListedColumn* column = nullptr;
  std::int64_t agreeing = 0;
  std::int64_t all = 0;
  bool reversed = false;
  std::size_t below = 0;  // a cut: the cases, or the codes, on both sides of it
  std::size_t above = 0;
};

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
  // Whether any cut can be the best among rows of so much weight that follow.
  bool can_be_best(std::int64_t surplus, std::int64_t weight) const {
    return std::max(right_ + surplus, left_ - surplus) + weight > best_;
  }
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

// A node whose test has sent its cases to the sides.
template <typename Id>
class SentNode {
 public:
  SentNode(const SearchPlan& plan, const CaseLists<Id>& lists, Segment segment, const std::vector<std::uint32_t>& known,
           bool counted, const std::uint8_t* sides, const SideCounts& counts)
      : plan_(plan),
        lists_(lists),
        segment_(segment),
        known_(known),
        counted_(counted),
        sides_(sides),
        counts_(counts) {
    for (const Id item : lists.cases_in(segment)) {
      if (sides[item] != kUnknown) all_.add(sides[item], amount(item));
    }
  }

  std::optional<Found> best_on(const ListedColumn& column) const {
    const bool nominal = plan_.training.data.features[column.feature].kind == ColumnKind::categorical;
    if (nominal) return values_of(column);
    return column.packed || (column.coded && counted_) ? cut_of_values(column) : cut_of_list(column);
  }

  Surrogate told(const Found& found) const {
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
      each_value(column, [&](std::size_t value, const Sides& sides) {
        (sides.left >= sides.right ? left : right)
            .push_back(static_cast<std::uint32_t>(value_at(column, value, false)));
      });
      // The smaller set is the one that is written down.
      surrogate.reversed = right.size() < left.size();
      surrogate.categories = surrogate.reversed ? std::move(right) : std::move(left);
      return surrogate;
    }
    Gap gap{column.packing.lower, column.packing.upper};
    if (!column.packed) {
      gap = {value_at(column, found.below, true), value_at(column, found.above, false)};
      if (!(column.coded && counted_)) gap = training.gap_between(column.feature, gap.below, gap.above);
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

 private:
  using Lists = CaseLists<Id>;

  std::int64_t amount(std::size_t item) const { return lists_.units.empty() ? 1 : lists_.units[item]; }

  std::optional<Found> cut_of_list(const ListedColumn& column) const {
    const std::span<const Id> entries = lists_.column_in(column.feature, segment_);
    const std::size_t known = known_.empty() ? entries.size() : known_[column.feature];
    Sides all = all_;
    for (const Id entry : entries.subspan(known)) {
      const std::size_t item = Lists::case_of(entry);
      const std::uint8_t side = sides_[item];
      if (side == kUnknown) continue;
      (side == 0 ? all.left : all.right) -= amount(item);
      --all.rows;
    }
    if (all.rows < 2 * kFewestOnASide) return std::nullopt;
    // Intervals do not matter here, and the marks are theirs.
    const bool discretised = plan_.training.is_discretised(column.feature);
    const auto differ = [&](std::size_t a, std::size_t b) {
      return plan_.training.number(column.feature, lists_.rows[a]) !=
             plan_.training.number(column.feature, lists_.rows[b]);
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
          const std::uint8_t side = sides_[item];
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
      // Most stretches hold no cut that could be the best. The last row that counts is looked up afterwards.
      const auto skip = [&](std::span<const Id> some, std::int64_t change, std::size_t count) {
        surplus += change;
        rows += count;
        for (std::size_t i = some.size(); i-- > 0;) {
          const std::size_t item = Lists::case_of(some[i]);
          if (sides_[item] != kUnknown) {
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
          const std::size_t side = sides_[item];
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
    if (lists_.units.empty()) {
      scan([](std::size_t) { return std::int64_t{1}; });
    } else {
      scan([units = lists_.units.data()](std::size_t item) { return units[item]; });
    }
    return agreement.result(column, found);
  }

  // A cut between values that come as sides, not as cases one by one.
  std::optional<Found> cut_of_values(const ListedColumn& column) const {
    Sides all;
    each_value(column, [&](std::size_t, const Sides& sides) {
      all = {all.left + sides.left, all.right + sides.right, all.rows + sides.rows};
    });
    Agreement agreement(all.left, all.right, all.rows);
    Found found;
    std::int64_t surplus = 0;
    std::size_t rows = 0;
    std::size_t last = 0;
    each_value(column, [&](std::size_t value, const Sides& sides) {
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
  std::optional<Found> values_of(const ListedColumn& column) const {
    Found found;
    Sides all;
    std::size_t rows_left = 0;
    each_value(column, [&](std::size_t, const Sides& sides) {
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

  Sides of_value(const ListedColumn& column, std::size_t code) const {
    const std::uint32_t* const cases = counts_.cases.data() + 3 * (column.first_row + code);
    Sides sides{cases[0], cases[1], std::size_t{cases[0]} + cases[1]};
    if (!counts_.units.empty()) {
      sides.left = counts_.units[3 * (column.first_row + code)];
      sides.right = counts_.units[3 * (column.first_row + code) + 1];
    }
    return sides;
  }

  // Calls use(case or code, sides) for every value that rows have.
  template <typename Use>
  void each_value(const ListedColumn& column, const Use& use) const {
    if (column.packed) {
      Sides lower;
      for (const Id item : lists_.cases_in(segment_)) {
        if (sides_[item] == kUnknown) continue;
        const std::uint64_t word = lists_.words[item * lists_.words_per_case + column.packing.word];
        const bool set = (word & column.packing.bit) != 0;
        if (set == column.packing.set_is_lower) lower.add(sides_[item], amount(item));
      }
      const Sides& all = all_;
      const Sides upper{all.left - lower.left, all.right - lower.right, all.rows - lower.rows};
      if (lower.rows > 0) use(0, lower);
      if (upper.rows > 0) use(1, upper);
      return;
    }
    if (column.coded && counted_) {
      for (std::size_t code = 0; code < column.values; ++code) {
        const Sides sides = of_value(column, code);
        if (sides.rows > 0) use(code, sides);
      }
      return;
    }
    const std::span<const Id> entries = lists_.column_in(column.feature, segment_);
    const std::size_t known = known_.empty() ? entries.size() : known_[column.feature];
    for (std::size_t begin = 0; begin < known;) {
      Sides sides;
      std::size_t end = begin;
      do {
        const std::size_t item = Lists::case_of(entries[end]);
        if (sides_[item] != kUnknown) sides.add(sides_[item], amount(item));
      } while (++end < known && !Lists::is_marked(entries[end]));
      if (sides.rows > 0) use(Lists::case_of(entries[begin]), sides);
      begin = end;
    }
  }

  double value_at(const ListedColumn& column, std::size_t item_or_code, bool highest) const {
    if (column.coded && counted_) return highest ? column.highest[item_or_code] : column.lowest[item_or_code];
    return plan_.training.number(column.feature, lists_.rows[item_or_code]) + 0.0;  // +0 for -0
  }

  const SearchPlan& plan_;
  const Lists& lists_;
  Segment segment_;
  const std::vector<std::uint32_t>& known_;
  bool counted_;
  const std::uint8_t* sides_;  // per case
  const SideCounts& counts_;   // where values are counted
  Sides all_;
};

}  // namespace surrogates

using surrogates::Found;
using surrogates::SentNode;

template <typename Id>
std::vector<Surrogate> SurrogateSearch<Id>::find(const CaseLists<Id>& lists, Segment segment,
                                                 const std::vector<std::uint32_t>& known, bool counted,
                                                 std::uint32_t feature, const std::uint8_t* sides) {
  if constexpr (std::is_same_v<Id, std::uint32_t>) {
    if (counted) counter_.count_sides(lists, segment, sides, counts_);
  }
  const SentNode<Id> node(plan_, lists, segment, known, counted, sides, counts_);
  std::vector<std::optional<Found>> of_columns(columns_.size());
  const bool shared = limits_.threads > 1 && segment.size() >= limits_.shared;
  in_parallel(columns_.size(), shared ? limits_.threads : 1, [&](std::size_t i) {
    if (columns_[i].feature == feature || is_monotone(plan_.training, columns_[i].feature)) return;
    of_columns[i] = node.best_on(columns_[i]);
  });
  std::vector<Found> all;
  for (const std::optional<Found>& found : of_columns) {
    if (found) all.push_back(*found);
  }
  std::stable_sort(all.begin(), all.end(), [](const Found& a, const Found& b) { return a.agreeing > b.agreeing; });
  std::vector<Surrogate> surrogates;
  for (std::size_t i = 0; i < std::min(all.size(), plan_.options.surrogates); ++i) {
    surrogates.push_back(node.told(all[i]));
  }
  return surrogates;
}

template class SurrogateSearch<std::uint16_t>;
template class SurrogateSearch<std::uint32_t>;

}  // namespace espalier
