// The sides of tests where some columns are monotone (note [monotone] in grow/monotone.hpp). What is not permitted does
// not beat anything. What is gained is what the children will really answer.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "grow/case_lists.hpp"
#include "grow/class_sides.hpp"
#include "grow/level_sides.hpp"
#include "grow/monotone.hpp"
#include "grow/side_facts.hpp"

namespace espalier {

// Of classes: sides of any kind, with the classes below.
template <typename Sides>
class GuardedClassSides {
 public:
  using Number = typename Sides::Number;
  using Label = typename Sides::Label;
  static constexpr bool kUnitWeights = Sides::kUnitWeights;
  static constexpr bool kRows = Sides::kRows;

  GuardedClassSides(const SideFacts& facts, const Number* whole, SideScratch<Number>& scratch)
      : facts_(&facts), sides_(facts, whole, scratch), whole_(whole), below_(facts.classes, 0) {}

  void keep_order(Direction direction) { direction_ = direction; }

  void move(std::size_t item) {
    sides_.move(item);
    below_[labels_of<Label>(*facts_)[item]] += amount_of<Number>(*facts_, item);
  }
  template <int Sign>
  void shift(const Number* row) {
    sides_.template shift<Sign>(row);
    for (std::size_t label = 0; label < below_.size(); ++label) {
      below_[label] += Sign > 0 ? row[label] : Number{0} - row[label];
    }
  }
  template <int Sign, typename Id>
  void shift(std::span<const Id> entries) {
    sides_.template shift<Sign>(entries);
    for (const Id entry : entries) {
      const std::size_t item = CaseLists<Id>::case_of(entry);
      const Number amount = amount_of<Number>(*facts_, item);
      below_[labels_of<Label>(*facts_)[item]] += Sign > 0 ? amount : Number{0} - amount;
    }
  }
  double below() const { return sides_.below(); }
  double above() const { return sides_.above(); }
  bool beats(double limit) const { return sides_.beats(limit) && permitted(); }
  double gained() const { return sides_.gained(); }
  double gain_of(double purity) const { return sides_.gain_of(purity); }
  template <typename Row>
  double purity(const Row& row) const {
    return sides_.purity(row);
  }
  template <typename Row>
  double weight(const Row& row) const {
    return sides_.weight(row);
  }
  template <typename Row>
  double weight_of_class(const Row& row, std::size_t label) const {
    return sides_.weight_of_class(row, label);
  }

  // Both sides hold something.
  bool permitted() const {
    std::vector<double> below;
    std::vector<double> above;
    for (std::size_t label = 0; label < below_.size(); ++label) {
      below.push_back(in_rows(below_[label]));
      above.push_back(in_rows(whole_[label] - below_[label]));
    }
    return MonotoneGuard::permits(direction_, facts_->bounds, facts_->guard->grade(below), facts_->guard->grade(above));
  }

 private:
  double in_rows(Number amount) const {
    if constexpr (std::is_same_v<Number, std::uint32_t>)
      return static_cast<double>(amount);
    else
      return facts_->scale.weight(amount);
  }

  const SideFacts* facts_;
  Sides sides_;
  Direction direction_ = Direction::any;
  const Number* whole_;
  std::vector<Number> below_;
};

// Which of the answers of two sides may be larger. Where they are within bounds, that is all there is to permit.
inline bool in_order(Direction direction, double below, double above) {
  return direction == Direction::any || (direction == Direction::up ? below <= above : above <= below);
}

// Of means: squared distances from the nearest number within the bounds.
template <bool kWeighed>
class GuardedVarianceSides : public VarianceSides<kWeighed> {
  using Base = VarianceSides<kWeighed>;

 public:
  GuardedVarianceSides(const SideFacts& facts, const LevelSums* whole, SideScratch<LevelSums>& scratch)
      : Base(facts, whole, scratch),
        lower_(facts.lowest_level - facts.level.center),
        upper_(facts.highest_level - facts.level.center) {
    this->whole_purity_ = purity(whole);
  }

  void keep_order(Direction direction) { direction_ = direction; }

  template <typename Id>
  bool skim(std::span<const Id> stretch, double limit) = delete;
  bool beats(double) const { return permitted(); }
  double gained() const {
    const LevelSums below{this->sum_, this->below_};
    const LevelSums above{this->whole_sum_ - this->sum_, this->above()};
    return this->gain_of(purity(&below) + purity(&above));
  }
  // The squares around a number are those around the mean, and what the mean is away from it.
  double purity(const LevelSums* row) const {
    if (row->weight <= 0) return 0;
    const double mean = row->sum / row->weight;
    const double away = mean - answer(mean);
    return row->sum * row->sum / row->weight - row->weight * away * away;
  }
  bool permitted() const {
    return in_order(direction_, answer(this->sum_ / this->below_),
                    answer((this->whole_sum_ - this->sum_) / this->above()));
  }

 private:
  double answer(double mean) const { return std::clamp(mean, lower_, upper_); }

  double lower_;  // from the center
  double upper_;
  Direction direction_ = Direction::any;
};

// Of medians, the same.
class GuardedMedianSides : public MedianSides {
 public:
  template <typename Id>
  GuardedMedianSides(const SideFacts& facts, std::span<const Id> whole)
      : MedianSides(facts, whole), lower_(facts.lowest_level), upper_(facts.highest_level) {
    whole_purity_ = purity_of(above_);
  }

  void keep_order(Direction direction) { direction_ = direction; }

  bool beats(double) const { return permitted(); }
  double gained() const { return gain_of(purity_of(below_) + purity_of(above_)); }
  template <typename Id>
  double purity(std::span<const Id> entries) const {
    return purity_of(sums_of(entries));
  }
  bool permitted() const { return in_order(direction_, answer(below_), answer(above_)); }

 private:
  double answer(const MedianSums& sums) const { return std::clamp(sums.median(), lower_, upper_); }
  double purity_of(const MedianSums& sums) const { return -sums.deviation_from(answer(sums)); }

  double lower_;
  double upper_;
  Direction direction_ = Direction::any;
};

template <typename Sides>
struct GuardedSides {
  using Type = GuardedClassSides<Sides>;
};
template <bool kWeighed>
struct GuardedSides<VarianceSides<kWeighed>> {
  using Type = GuardedVarianceSides<kWeighed>;
};
template <>
struct GuardedSides<MedianSides> {
  using Type = GuardedMedianSides;
};

template <typename Sides>
inline constexpr bool kGuarded = requires(Sides& sides) {
  sides.keep_order(Direction::any);
};

}  // namespace espalier
