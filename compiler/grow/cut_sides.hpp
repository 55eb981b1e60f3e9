// The two sides of a cut that moves upwards through a node's cases, for every criterion: what has come below, what is
// still above. Each type offers
//   move(item)       a case goes from above to below
//   below(), above() weights
//   beats(limit)     whether the gain, times the weight, can exceed the limit: without a division, and never wrongly no
//   gained()         the gain, times the weight, as note [equal gains] in grow/criteria.hpp wants it
//   skim(entries, limit)  moves a stretch of cases; whether any cut in it, the one before it included, can exceed the
//                    limit (some types only)
// All but TallySides are for cases of weight 1 that count as much as they weigh.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "grow/case_lists.hpp"
#include "grow/tally.hpp"

namespace espalier {

// The cases that take part in a search, all of them and those that are below before any other.
struct ClassSums {
  std::vector<std::uint32_t> counts;  // per class
  std::uint32_t cases = 0;
};
struct LevelSums {
  double sum = 0;  // of levels less the node's center
  std::uint32_t cases = 0;
};

// Room for the counts of both sides, one after the other: searches are too many to ask for memory each.
using CountScratch = std::vector<std::uint32_t>;

// What rounding may have taken off a gain, as a part of the weight that is involved.
inline constexpr double kRounding = 0x1p-44;

// Gini's purity sum c^2 / n of two classes: the gain of a cut is 2 (l n - t nl)^2 / (n nl nr), with l of the t cases of
// the second class below.
class TwoClassSides {
 public:
  static constexpr bool kUnitWeights = true;

  TwoClassSides(const std::uint8_t* labels, const ClassSums& whole, const ClassSums& start)
      : labels_(labels),
        whole_cases_(whole.cases),
        whole_second_(whole.counts[1]),
        below_(start.cases),
        distance_(std::int64_t{start.counts[1]} * whole_cases_ - whole_second_ * std::int64_t{start.cases}),
        whole_purity_(purity(whole_cases_ - whole_second_, whole_second_)) {}

  void move(std::size_t item) {
    distance_ += (-std::int64_t{labels_[item]} & whole_cases_) - whole_second_;
    ++below_;
  }
  // The distance is farthest if one class comes first, and nl nr is least at one of the ends.
  template <typename Id>
  bool skim(std::span<const Id> stretch, double limit) {
    const auto count = static_cast<std::int64_t>(stretch.size());
    std::int64_t second = 0;
    for (const Id entry : stretch) second += labels_[CaseLists<Id>::case_of(entry)];
    const std::int64_t highest = distance_ + second * (whole_cases_ - whole_second_);
    const std::int64_t lowest = distance_ - (count - second) * whole_second_;
    const double product = below() * above();
    distance_ += second * whole_cases_ - count * whole_second_;
    below_ += count;
    const auto farthest = static_cast<double>(std::max(highest, -lowest));
    return 2 * farthest * farthest >
           limit * static_cast<double>(whole_cases_) * std::min(product, below() * above()) * (1 - kRounding);
  }
  double below() const { return static_cast<double>(below_); }
  double above() const { return static_cast<double>(whole_cases_ - below_); }
  bool beats(double limit) const {
    const auto distance = static_cast<double>(distance_);
    return 2 * distance * distance > limit * static_cast<double>(whole_cases_) * (below() * above());
  }
  double gained() const {
    const std::int64_t second = (distance_ + whole_second_ * below_) / whole_cases_;
    const std::int64_t second_above = whole_second_ - second;
    const double branches =
        purity(below_ - second, second) + purity(whole_cases_ - below_ - second_above, second_above);
    return weighted_gain(whole_purity_, branches);
  }

 private:
  static double purity(std::int64_t first, std::int64_t second) {
    const auto cases = static_cast<double>(first + second);
    const auto a = static_cast<double>(first);
    const auto b = static_cast<double>(second);
    return cases > 0 ? (a * a + b * b) / cases : 0;
  }

  const std::uint8_t* labels_;
  std::int64_t whole_cases_;
  std::int64_t whole_second_;
  std::int64_t below_;
  std::int64_t distance_;  // l n - t nl
  double whole_purity_;
};

// Gini's purity of any number of classes, by the sums of squares on both sides.
class GiniSides {
 public:
  static constexpr bool kUnitWeights = true;

  GiniSides(const std::uint8_t* labels, const ClassSums& whole, const ClassSums& start, CountScratch& scratch)
      : labels_(labels), whole_counts_(whole.counts.data()), below_(start.cases), whole_(whole.cases) {
    scratch = start.counts;
    below_counts_ = scratch.data();
    for (std::size_t label = 0; label < whole.counts.size(); ++label) {
      const std::int64_t count = whole.counts[label];
      const std::int64_t below = start.counts[label];
      squares_ += count * count;
      squares_below_ += below * below;
      products_ += count * below;
    }
    whole_purity_ = over(squares_, whole_);
  }

  void move(std::size_t item) {
    const std::uint8_t label = labels_[item];
    squares_below_ += 2 * std::int64_t{below_counts_[label]++} + 1;
    products_ += whole_counts_[label];
    ++below_;
  }
  double below() const { return static_cast<double>(below_); }
  double above() const { return static_cast<double>(whole_ - below_); }
  bool beats(double limit) const {
    const double nl = below();
    const double nr = above();
    return static_cast<double>(squares_below_) * nr + static_cast<double>(squares_above()) * nl >
           (whole_purity_ * (1 - kRounding) + limit) * (nl * nr);
  }
  double gained() const {
    return weighted_gain(whole_purity_, over(squares_below_, below_) + over(squares_above(), whole_ - below_));
  }

 private:
  static double over(std::int64_t squares, std::int64_t cases) {
    return cases > 0 ? static_cast<double>(squares) / static_cast<double>(cases) : 0;
  }
  // (c - l)^2 = c^2 - 2 c l + l^2
  std::int64_t squares_above() const { return squares_ - 2 * products_ + squares_below_; }

  const std::uint8_t* labels_;
  std::uint32_t* below_counts_ = nullptr;
  const std::uint32_t* whole_counts_;
  std::int64_t below_;
  std::int64_t whole_;
  std::int64_t squares_ = 0;  // of counts: of the whole
  std::int64_t squares_below_ = 0;
  std::int64_t products_ = 0;  // of counts below and of the whole
  double whole_purity_ = 0;
};

// Entropy's purity sum c log2 c - n log2 n, of numbers from a table: sums and differences of its entries are exact.
class EntropySides {
 public:
  static constexpr bool kUnitWeights = true;

  EntropySides(const std::uint8_t* labels, const double* logs, const ClassSums& whole, const ClassSums& start,
               CountScratch& scratch)
      : labels_(labels), logs_(logs), below_(start.cases), above_(whole.cases - start.cases) {
    scratch = start.counts;
    scratch.insert(scratch.end(), whole.counts.begin(), whole.counts.end());
    below_counts_ = scratch.data();
    above_counts_ = below_counts_ + start.counts.size();
    double terms = 0;
    for (std::size_t label = 0; label < whole.counts.size(); ++label) {
      above_counts_[label] -= start.counts[label];
      terms_ += logs[below_counts_[label]] + logs[above_counts_[label]];
      terms += logs[whole.counts[label]];
    }
    whole_purity_ = terms - logs[whole.cases];
  }

  void move(std::size_t item) {
    const std::uint8_t label = labels_[item];
    const std::uint32_t below = below_counts_[label]++;
    const std::uint32_t above = above_counts_[label]--;
    terms_ += (logs_[below + 1] - logs_[below]) + (logs_[above - 1] - logs_[above]);
    ++below_;
    --above_;
  }
  double below() const { return below_; }
  double above() const { return above_; }
  bool beats(double limit) const { return purity() - whole_purity_ > limit; }
  double gained() const { return weighted_gain(whole_purity_, purity()); }

 private:
  double purity() const { return terms_ - logs_[below_] - logs_[above_]; }

  const std::uint8_t* labels_;
  const double* logs_;
  std::uint32_t* below_counts_ = nullptr;
  std::uint32_t* above_counts_ = nullptr;
  std::uint32_t below_;
  std::uint32_t above_;
  double terms_ = 0;  // of both sides
  double whole_purity_;
};

// Squared sums of the distances from the node's center.
class VarianceSides {
 public:
  static constexpr bool kUnitWeights = true;

  VarianceSides(const double* levels, double center, double grid, const LevelSums& whole, const LevelSums& start)
      : levels_(levels),
        center_(center),
        grid_(grid),
        sum_below_(start.sum),
        sum_above_(whole.sum - start.sum),
        below_(start.cases),
        whole_(whole.cases),
        whole_purity_(whole.cases > 0 ? whole.sum * whole.sum / whole.cases : 0) {}

  void move(std::size_t item) {
    const double distance = levels_[item] - center_;
    sum_below_ += distance;
    sum_above_ -= distance;
    ++below_;
  }
  // The sums are farthest from their mean if the cases on one side of the center come first.
  template <typename Id>
  bool skim(std::span<const Id> stretch, double limit) {
    const double mean = sum_below_ + sum_above_;  // of the whole, times its cases: nearly nothing
    double highest = sum_below_;
    double lowest = sum_below_;
    for (const Id entry : stretch) {
      const double distance = levels_[CaseLists<Id>::case_of(entry)] - center_;
      highest += std::max(distance, 0.0);
      lowest += std::min(distance, 0.0);
      sum_below_ += distance;
      sum_above_ -= distance;
    }
    const double product = below() * above();
    below_ += static_cast<std::int64_t>(stretch.size());
    const double farthest = std::max(std::abs(highest), std::abs(lowest)) + std::abs(mean);
    return farthest * farthest * static_cast<double>(whole_) * (1 + 0x1p-30) >
           limit * std::min(product, below() * above());
  }
  double below() const { return static_cast<double>(below_); }
  double above() const { return static_cast<double>(whole_ - below_); }
  bool beats(double limit) const {
    const double nl = below();
    const double nr = above();
    return sum_below_ * sum_below_ * nr + sum_above_ * sum_above_ * nl > (whole_purity_ + limit) * (nl * nr);
  }
  double gained() const {
    const double branches = sum_below_ * sum_below_ / below() + sum_above_ * sum_above_ / above();
    return weighted_gain(whole_purity_, branches, grid_);
  }

 private:
  const double* levels_;
  double center_;
  double grid_;
  double sum_below_;
  double sum_above_;
  std::int64_t below_;
  std::int64_t whole_;
  double whole_purity_;
};

// Any criterion, weights and class factors.
template <typename Lists>
class TallySides {
 public:
  static constexpr bool kUnitWeights = false;

  TallySides(const Lists& lists, const std::vector<std::uint32_t>& responses, const Tally& whole, const Cases& start)
      : lists_(lists), responses_(responses), whole_(whole), below_(whole.emptied()), above_(whole) {
    for (const Case& item : start) {
      below_.add(responses_[item.row], item.weight);
      above_.remove(responses_[item.row], item.weight);
    }
  }

  void move(std::size_t item) {
    const std::uint32_t response = responses_[lists_.rows[item]];
    const double weight = lists_.weight(item);
    below_.add(response, weight);
    above_.remove(response, weight);
  }
  double below() const { return below_.weight(); }
  double above() const { return above_.weight(); }
  bool beats(double) const { return true; }
  double gained() const { return whole_.gained_by(below_.purity() + above_.purity()); }

 private:
  const Lists& lists_;
  const std::vector<std::uint32_t>& responses_;
  const Tally& whole_;
  Tally below_;
  Tally above_;
};

}  // namespace espalier
