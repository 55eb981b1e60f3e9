// The cases of a subtree, and for every column their order by value.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <memory_resource>
#include <numeric>
#include <span>
#include <vector>

namespace espalier {

// A training row at a node, with the weight that has come this far: less than the row's own where a missing value has
// split it between branches.
struct Case {
  std::uint32_t row = 0;
  double weight = 0;
  friend bool operator==(const Case&, const Case&) = default;
};

using Cases = std::vector<Case>;

// note [weights]: weights are whole multiples of a unit, a power of two that is so small that all of them together are
// less than 2^62 of it. They are added up in units, as whole numbers: sums and differences are exact, whatever their
// order, and are rounded once, when they become doubles. A weight itself is a double, and few are changed by this:
// those with digits beyond the last one of the sum.
struct WeightScale {
  double unit = 1;
  double per_unit = 1;  // 1 / unit

  static WeightScale of(double total) {
    const int exponent = total > 0 ? std::clamp(std::ilogb(total), -959, 1023) + 1 - 62 : 0;  // 1 / unit is finite
    return {std::ldexp(1.0, exponent), std::ldexp(1.0, -exponent)};
  }
  double rounded(double weight) const { return std::nearbyint(weight * per_unit) * unit; }
  std::int64_t units(double weight) const { return static_cast<std::int64_t>(weight * per_unit); }
  double weight(std::int64_t units) const { return static_cast<double>(units) * unit; }
};

inline double weight_of(const Cases& cases, const WeightScale& scale) {
  std::int64_t units = 0;
  for (const Case& item : cases) units += scale.units(item.weight);
  return scale.weight(units);
}

// Weights that are equal on paper are equal numbers of this, a part of their total: for tie rules to decide between
// sums of fractional weights.
inline double common_grid(double total) {
  return total > 0 ? std::ldexp(1.0, std::ilogb(total) - 32) : 1;
}

inline std::vector<double> on_common_grid(std::vector<double> weights) {
  const double grid = common_grid(std::accumulate(weights.begin(), weights.end(), 0.0));
  for (double& weight : weights) weight = std::nearbyint(weight / grid) * grid;
  return weights;
}

// The part that `inside` is of both, such that parts that are equal on paper are equal numbers.
inline double share_of(double inside, double outside) {
  const double grid = common_grid(inside + outside);
  const double rounded = std::nearbyint(inside / grid);
  return inside + outside > 0 ? rounded / (rounded + std::nearbyint(outside / grid)) : 0;
}

// The cases of a subtree with, for every column, their order by value. Sorted once at the root; after that a node is a
// segment of every list, and a split divides the segments without disturbing the order in them.

// [begin, end) of every list.
struct Segment {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::size_t size() const { return end - begin; }
};

// `Id` numbers the cases. Its highest bit marks the first case of each value in a column's list, but for the first case
// of a segment, where it means nothing.
template <typename Id>
struct CaseLists {
  static constexpr Id kMark = static_cast<Id>(Id{1} << (std::numeric_limits<Id>::digits - 1));
  static constexpr std::size_t kMostCases = kMark;

  static std::size_t case_of(Id entry) { return static_cast<std::size_t>(entry & static_cast<Id>(~kMark)); }
  static bool is_marked(Id entry) { return (entry & kMark) != 0; }

  CaseLists() = default;
  explicit CaseLists(std::pmr::memory_resource* codes_in) : codes(codes_in) {}

  std::vector<std::uint32_t> rows;       // per case: of the training set
  std::vector<std::int64_t> units;       // per case: its weight; none: all weigh 1
  WeightScale scale;                     //   in these units
  std::vector<std::uint8_t> labels;      // per case: its class, where there are at most 256
  std::vector<std::uint32_t> responses;  // per case: its class of more, or the rank of a target whose median counts
  std::vector<double> levels;            // per case: its target, of a regression
  std::vector<std::uint64_t> words;      // per case: what it has in each column of two values, a bit each
  std::size_t words_per_case = 0;
  std::pmr::vector<std::uint8_t> codes;  // per case: what it has in each column that is counted: one byte, or two
  std::size_t codes_per_case = 0;        //   bytes
  std::vector<Id> order;                 // cases by their numbers
  std::vector<std::span<Id>> by_value;   // per feature: cases by value, those without one last; none for columns in
                                         // words, columns that are counted, and columns that cannot be tested
  std::vector<std::shared_ptr<const void>> memory;  // of these

  double weight(std::size_t item) const { return units.empty() ? 1.0 : scale.weight(units[item]); }
  Case at(std::size_t item) const { return {rows[item], weight(item)}; }
  std::span<const Id> cases_in(Segment segment) const {
    return std::span(order).subspan(segment.begin, segment.size());
  }
  std::span<const Id> column_in(std::uint32_t feature, Segment segment) const {
    return std::span<const Id>(by_value[feature]).subspan(segment.begin, segment.size());
  }
  // Room for lists of every case, one after the other, each with one entry to spare.
  void make_lists(std::span<const std::uint32_t> features) {
    const auto block = std::make_shared_for_overwrite<Id[]>(features.size() * (order.size() + 1));
    Id* begin = block.get();
    for (const std::uint32_t feature : features) {
      by_value[feature] = {begin, order.size()};
      begin += order.size() + 1;
    }
    memory.push_back(block);
  }

  Cases cases(std::span<const Id> entries) const {
    Cases found;
    found.reserve(entries.size());
    for (const Id entry : entries) found.push_back(at(case_of(entry)));
    return found;
  }
};

using LargeLists = CaseLists<std::uint32_t>;
using SmallLists = CaseLists<std::uint16_t>;  // up to 32,767 cases, half the memory

}  // namespace espalier
