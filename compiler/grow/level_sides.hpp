// The sides of tests on numbers as targets: see grow/sides.hpp.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>

#include "grow/case_lists.hpp"
#include "grow/criteria.hpp"
#include "grow/side_facts.hpp"
#include "support/median_sums.hpp"

namespace espalier {

// Squared sums of the distances from the node's center.
template <bool kWeighed>
class VarianceSides {
 public:
  using Number = LevelSums;
  static constexpr bool kUnitWeights = !kWeighed;
  static constexpr bool kRows = true;

  VarianceSides(const SideFacts& facts, const LevelSums* whole, SideScratch<LevelSums>&)
      : facts_(&facts),
        levels_(facts.levels),
        center_(facts.level.center),
        whole_sum_(whole->sum),
        whole_(whole->weight) {
    whole_purity_ = purity(whole);
  }

  void move(std::size_t item) {
    sum_ += distance_of(item);
    below_ += weight_of(item);
  }
  template <int Sign>
  void shift(const LevelSums* row) {
    sum_ += Sign * row->sum;
    below_ += Sign * row->weight;
  }
  // The sums are farthest from their mean if the cases on one side of the center come first: half of what the
  // distances, and their absolute values, come to.
  template <typename Id>
  requires(!kWeighed) bool skim(std::span<const Id> stretch, double limit) {
    double sum = sum_;
    double absolute[2] = {0, 0};  // two sums are twice as fast
    for (std::size_t i = 0; i < stretch.size(); ++i) {
      const double distance = levels_[CaseLists<Id>::case_of(stretch[i])] - center_;
      sum += distance;
      absolute[i % 2] += std::abs(distance);
    }
    const double reach = (absolute[0] + absolute[1]) / 2;
    const double middle = (sum_ + sum) / 2;
    const double after = below_ + static_cast<double>(stretch.size());
    const double farthest = std::abs(middle) + reach + std::abs(whole_sum_);
    const double product = std::min(below_ * (whole_ - below_), after * (whole_ - after));
    if (farthest * farthest * whole_ * (1 + 0x1p-30) > limit * product) return true;
    sum_ = sum;
    below_ = after;
    return false;
  }
  void fetch(std::size_t item) const { __builtin_prefetch(levels_ + item); }
  double below() const { return below_; }
  double above() const { return whole_ - below_; }
  bool beats(double limit) const {
    const double nl = below();
    const double nr = above();
    const double sum_above = whole_sum_ - sum_;
    return sum_ * sum_ * nr + sum_above * sum_above * nl > (whole_purity_ + limit) * (nl * nr);
  }
  double gained() const {
    const double sum_above = whole_sum_ - sum_;
    return gain_of(sum_ * sum_ / below() + sum_above * sum_above / above());
  }
  double gain_of(double purity) const { return weighted_gain(whole_purity_, purity, facts_->level.grid); }
  double purity(const LevelSums* row) const { return row->weight > 0 ? row->sum * row->sum / row->weight : 0; }
  double weight(const LevelSums* row) const { return row->weight; }
  // From the center. Sums may differ in their last digits, and values of equal means are in the order of their codes.
  double mean(const LevelSums* row, double grid) const {
    return row->weight > 0 ? std::nearbyint(row->sum / row->weight / grid) * grid : 0;
  }

 private:
  double weight_of(std::size_t item) const { return kWeighed ? facts_->scale.weight(facts_->units[item]) : 1; }
  double distance_of(std::size_t item) const {
    const double distance = levels_[item] - center_;
    return kWeighed ? weight_of(item) * distance : distance;
  }

  const SideFacts* facts_;
  const double* levels_;
  double center_;

 protected:
  double whole_sum_;  // nearly nothing
  double whole_;
  double whole_purity_;
  double sum_ = 0;  // below
  double below_ = 0;
};

// Absolute distances from the medians: of cases alone, there are no sums.
class MedianSides {
 public:
  using Number = std::int64_t;
  static constexpr bool kUnitWeights = false;
  static constexpr bool kRows = false;

  template <typename Id>
  MedianSides(const SideFacts& facts, std::span<const Id> whole)
      : facts_(&facts), below_(*facts.no_targets), above_(sums_of(whole)) {
    whole_purity_ = -above_.deviation();
    whole_units_ = units(whole);
  }

  void move(std::size_t item) { change<1>(item); }
  template <int Sign, typename Id>
  void shift(std::span<const Id> entries) {
    for (const Id entry : entries) change<Sign>(CaseLists<Id>::case_of(entry));
  }
  double below() const { return facts_->scale.weight(below_units_); }
  double above() const { return facts_->scale.weight(whole_units_ - below_units_); }
  bool beats(double) const { return true; }
  double gained() const { return gain_of(-below_.deviation() - above_.deviation()); }
  double gain_of(double purity) const { return weighted_gain(whole_purity_, purity, facts_->level.grid); }
  template <typename Id>
  double purity(std::span<const Id> entries) const {
    return -sums_of(entries).deviation();
  }
  template <typename Id>
  double weight(std::span<const Id> entries) const {
    return facts_->scale.weight(units(entries));
  }
  template <typename Id>
  double mean(std::span<const Id> entries, double) const {
    return sums_of(entries).median();
  }

 protected:
  template <typename Id>
  MedianSums sums_of(std::span<const Id> entries) const {
    MedianSums sums = *facts_->no_targets;
    for (const Id entry : entries) {
      const std::size_t item = CaseLists<Id>::case_of(entry);
      sums.change(rank(item), facts_->scale.weight(amount(item)));
    }
    return sums;
  }

 private:
  std::uint32_t rank(std::size_t item) const { return facts_->responses[item]; }
  Number amount(std::size_t item) const { return amount_of<Number>(*facts_, item); }
  template <typename Id>
  Number units(std::span<const Id> entries) const {
    Number all = 0;
    for (const Id entry : entries) all += amount(CaseLists<Id>::case_of(entry));
    return all;
  }
  template <int Sign>
  void change(std::size_t item) {
    const double weight = facts_->scale.weight(amount(item));
    below_.change(rank(item), Sign * weight);
    above_.change(rank(item), -Sign * weight);
    below_units_ += Sign * amount(item);
  }

  const SideFacts* facts_;

 protected:
  MedianSums below_;
  MedianSums above_;

 private:
  Number below_units_ = 0;
  Number whole_units_ = 0;

 protected:
  double whole_purity_;
};

}  // namespace espalier
