#include "grow/gradient_search.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace espalier {
namespace {

// Bends that are added to those of a category before categories are put in order by their steps: what few rows say is
// taken for little.
constexpr double kCategoryPrior = 10;

// Gains that are smaller than this part of the sums they are the difference of may be nothing but rounding.
constexpr double kWithinRounding = 1e-11;

}  // namespace

// The search within one column. `Bounded`: steps are held within bounds, or must go one way.
struct GradientSearch::ColumnSearch {
  const GradientSearch& search;
  std::span<const GradientSums> cells;  // of the column
  const GradientSums& whole;
  const StepBounds& bounds;
  Direction direction;
  bool bounded;
  double of_whole;   // what the node as a leaf saves
  double best_gain;  // of all columns so far, twice
  GradientSums missing{};
  bool has_missing = false;
  bool found = false;
  bool missing_left = false;
  GradientSums left{};

  std::int64_t count(const GradientSums& sums) const { return search.units_.count_of(sums); }

  double saved(const GradientSums& sums, double& step) const {
    const double slope = search.units_.slope_of(sums);
    const double whole_bend = search.units_.bend_of(sums) + search.limits_.l2;
    if (!bounded) return slope * slope / whole_bend;
    step = std::clamp(-slope / whole_bend, bounds.lower, bounds.upper);
    return -(2 * slope + whole_bend * step) * step;
  }

  bool is_large(const GradientSums& sums) const {
    if (count(sums) < search.limits_.least_rows) return false;
    const double bend = search.units_.bend_of(sums);
    return bend >= search.limits_.least_bend && bend + search.limits_.l2 > 0;
  }

  // True if this test is the best so far.
  bool offer(const GradientSums& to_left, bool missing_goes_left) {
    const GradientSums to_right = whole - to_left;
    if (!is_large(to_left) || !is_large(to_right)) return false;
    double left_step = 0;
    double right_step = 0;
    const double both = saved(to_left, left_step) + saved(to_right, right_step);
    const double gain = both - of_whole;
    if (!(gain > best_gain) || !(gain > kWithinRounding * std::abs(both))) return false;
    if (direction == Direction::up && left_step > right_step) return false;
    if (direction == Direction::down && left_step < right_step) return false;
    best_gain = gain;
    found = true;
    missing_left = missing_goes_left;
    left = to_left;
    return true;
  }

  // `known`: what goes left of the rows with a value.
  bool offer_both(const GradientSums& known) {
    if (!has_missing) return offer(known, false);
    if (search.limits_.missing_to_larger) {
      const bool larger_left = count(known) * 2 >= count(whole) - count(missing);
      return larger_left ? offer(known + missing, true) : offer(known, false);
    }
    const bool all_known = count(known) + count(missing) == count(whole);
    const bool right = (!all_known || search.limits_.asks_presence) && offer(known, false);
    return offer(known + missing, true) || right;
  }

  void search_order(std::uint32_t values, GradientSplit& split) {
    GradientSums known;
    bool pending = false;  // the best test ends before the next code that has rows
    for (std::uint32_t code = 0; code < values; ++code) {
      if (count(cells[code]) == 0) continue;
      if (std::exchange(pending, false)) split.first_right = code;
      known += cells[code];
      if (!offer_both(known)) continue;
      split.last_left = code;
      split.first_right = values;
      pending = true;
    }
  }

  void search_single(std::uint32_t values, GradientSplit& split) {
    for (std::uint32_t code = 0; code < values; ++code) {
      if (count(cells[code]) > 0 && offer_both(cells[code])) split.set.assign(1, code);
    }
  }

  void search_sets(const std::vector<std::uint32_t>& order, GradientSplit& split) {
    GradientSums known;
    std::size_t best = 0;
    for (std::size_t i = 0; i < order.size(); ++i) {
      known += cells[order[i]];
      if (offer_both(known)) best = i + 1;
    }
    if (best == 0) return;
    split.set.assign(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(best));
    std::ranges::sort(split.set);
  }
};

GradientSearch::GradientSearch(const CodedRows& coded, const SplitLimits& limits,
                               const std::vector<Direction>& directions, const WholeUnits& units)
    : coded_(coded), limits_(limits), directions_(directions), units_(units) {}

Direction GradientSearch::direction_of(const CodedColumn& column) const {
  return directions_.empty() ? Direction::any : directions_[column.feature];
}

double GradientSearch::step(const GradientSums& sums, const StepBounds& bounds) const {
  const double bend = units_.bend_of(sums) + limits_.l2;
  if (!(bend > 0)) return std::clamp(0.0, bounds.lower, bounds.upper);
  return std::clamp(-units_.slope_of(sums) / bend, bounds.lower, bounds.upper) + 0.0;
}

std::optional<GradientSplit> GradientSearch::find(std::span<const GradientSums> cells, const GradientSums& whole,
                                                  const StepBounds& bounds, std::span<const std::uint32_t> columns) {
  std::optional<GradientSplit> best;
  double best_gain = 2 * limits_.least_gain;
  for (const std::uint32_t place : columns) {
    const CodedColumn& column = coded_.columns()[place];
    const Direction direction = direction_of(column);
    ColumnSearch search{*this,     cells.subspan(column.first_cell, column.codes()), whole, bounds,
                        direction, !bounds.none() || direction != Direction::any,    0,     best_gain};
    double step_of_whole = 0;
    search.of_whole = search.saved(whole, step_of_whole);
    if (column.has_missing) {
      search.missing = search.cells[column.values];
      search.has_missing = search.count(search.missing) > 0;
    }
    GradientSplit split;
    if (column.order != CodedColumn::Order::categories) {
      search.search_order(column.values, split);
    } else if (column.one_value) {
      search.search_single(column.values, split);
    } else {
      order_.clear();
      ratios_.resize(column.values);
      for (std::uint32_t code = 0; code < column.values; ++code) {
        if (search.count(search.cells[code]) == 0) continue;
        order_.push_back(code);
        ratios_[code] = units_.slope_of(search.cells[code]) / (units_.bend_of(search.cells[code]) + kCategoryPrior);
      }
      std::ranges::stable_sort(order_, [&](std::uint32_t a, std::uint32_t b) { return ratios_[a] < ratios_[b]; });
      search.search_sets(order_, split);
      // Rare words go right with the codes outside of the set: which of the two halves that is makes a difference.
      if (column.has_rest && search.count(search.cells[column.values + 1]) > 0) {
        std::ranges::reverse(order_);
        search.search_sets(order_, split);
      }
    }
    if (!search.found) continue;
    best_gain = search.best_gain;
    split.column = place;
    split.has_missing = search.has_missing;
    split.missing_left = search.missing_left;
    split.left = search.left;
    split.gain = best_gain / 2;
    const GradientSums right = whole - split.left;
    split.present =
        search.has_missing && !search.missing_left && units_.count_of(right) == units_.count_of(search.missing);
    best = std::move(split);
  }
  return best;
}

}  // namespace espalier
