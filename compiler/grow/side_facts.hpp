// What the sides of a test need to know of a node and its cases.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "grow/case_lists.hpp"
#include "grow/monotone.hpp"
#include "support/median_sums.hpp"

namespace espalier {

// What a regression measures its targets against at a node.
struct LevelFacts {
  double center = 0;
  double sum = 0;        // of weight * (level - center)
  double deviation = 0;  // of weight * (level - center)^2
  double grid = 0;       // of gains
};

struct LevelSums {
  double sum = 0;  // of weight * (level - center)
  double weight = 0;

  friend bool operator==(const LevelSums&, const LevelSums&) = default;
  friend LevelSums operator-(const LevelSums& a, const LevelSums& b) { return {a.sum - b.sum, a.weight - b.weight}; }
};

// A sum of units: of all cases, and of those of the second of two classes. Both are added at once.
class PairAmount {
 public:
  PairAmount() = default;
  PairAmount(std::int64_t all, std::int64_t second) : sums_{all, second} {}

  std::int64_t all() const { return sums_[0]; }
  std::int64_t first() const { return sums_[0] - sums_[1]; }
  std::int64_t second() const { return sums_[1]; }

  friend PairAmount operator+(const PairAmount& a, const PairAmount& b) { return PairAmount(a.sums_ + b.sums_); }
  friend PairAmount operator-(const PairAmount& a, const PairAmount& b) { return PairAmount(a.sums_ - b.sums_); }
  PairAmount& operator+=(const PairAmount& more) { return *this = *this + more; }

 private:
  using Sums [[gnu::vector_size(16)]] = std::int64_t;
  explicit PairAmount(Sums sums) : sums_(sums) {}

  Sums sums_ = {0, 0};
};

// What there is to know of the cases of a node and of the criterion.
struct SideFacts {
  const std::uint8_t* labels = nullptr;      // per case: its class, where there are at most 256
  const std::uint32_t* responses = nullptr;  // per case: its class of more, or the rank of its target
  const std::int64_t* units = nullptr;       // per case: its weight; none: all weigh 1
  const PairAmount* pairs = nullptr;         // per case of the node: its weight, where two classes are weighed
  const double* levels = nullptr;            // per case: its target
  std::size_t classes = 0;                   //
  const double* factors = nullptr;           // per class: what it counts in the criterion; none: what it weighs
  const double* logs = nullptr;              // n log2 n of whole numbers
  WeightScale scale;                         // of units
  LevelFacts level;                          // of a regression
  const MedianSums* no_targets = nullptr;    // of an absolute deviation: to begin from

  // Where some columns are monotone:
  const MonotoneGuard* guard = nullptr;
  GradeBounds bounds;       // of the node's answer
  double lowest_level = 0;  // the same of a regression, as levels
  double highest_level = 0;
};

template <typename Label>
const Label* labels_of(const SideFacts& facts) {
  if constexpr (std::is_same_v<Label, std::uint8_t>)
    return facts.labels;
  else
    return facts.responses;
}

// What rounding may have taken off a gain, as a part of the weight that is involved.
inline constexpr double kRounding = 0x1p-44;

// Room for the counts of both sides, one after the other: searches are too many to ask for memory each.
template <typename Number>
using SideScratch = std::vector<Number>;

// A case of weight 1 in whole numbers, or what it weighs in units.
template <typename Number>
Number amount_of(const SideFacts& facts, std::size_t item) {
  if constexpr (std::is_same_v<Number, std::uint32_t>)
    return 1;
  else
    return facts.units != nullptr ? facts.units[item] : static_cast<Number>(facts.scale.per_unit);
}

// Sums over the cases of `entries`.
template <typename Number, typename Label, typename Id>
void add_cases(const SideFacts& facts, std::span<const Id> entries, Number* row) {
  const Label* const labels = labels_of<Label>(facts);
  for (const Id entry : entries) {
    const std::size_t item = CaseLists<Id>::case_of(entry);
    row[labels[item]] += amount_of<Number>(facts, item);
  }
}

}  // namespace espalier
