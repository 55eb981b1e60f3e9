// The responses of a group of rows, with the sums that a criterion is made of. Weights are
// added up exactly: note [weights] in grow/case_lists.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "grow/criteria.hpp"
#include "grow/monotone.hpp"
#include "grow/options.hpp"
#include "grow/training_set.hpp"
#include "support/median_sums.hpp"

namespace espalier {

class Tally {
 public:
  // Of classes. `factors` (none: 1 each) say what a row of a class counts in the criterion; they must outlive the
  // tally.
  Tally(Criterion criterion, std::size_t classes, const WeightScale& scale, std::span<const double> factors = {});

  // Of these rows at a node; regression takes its sums around the node's mean, where they lose the least.
  static Tally of(const TrainingSet& training, Criterion criterion, const Cases& cases);

  // What answers of these rows must keep to, where some columns are monotone. The guard must outlive the tally.
  void keep_within(const TrainingSet& training, const MonotoneGuard& guard, const GradeBounds& bounds);

  // Of no rows, to be compared with this one.
  Tally emptied() const;

  void add(std::uint32_t response, double weight);
  void remove(std::uint32_t response, double weight);  // a row that was added

  double weight() const { return scale_.weight(units_); }
  double count(std::size_t label) const { return scale_.weight(counts_[label]); }  // classification
  std::size_t classes() const { return counts_.size(); }
  double mean() const;  // regression: of the levels less the node's mean, on a grid; or the median

  // weight * (1 - impurity) in the criterion's unit, up to a constant times the weight: additive over the branches of a
  // split, so that gain * weight = sum over branches - the whole. See note [equal gains] in grow/criteria.hpp.
  //   entropy: sum c log2 c - n log2 n      Gini: sum c^2 / n      error: max c
  //   variance: (sum y)^2 / n               absolute deviation: - sum |y - median|
  // Where a mean or a median is out of bounds, the deviation is that from the nearest number within them.
  double purity() const;

  // What a split of these rows into branches of these purities gains, times their weight; gains that differ by less
  // than the grid are equal, and less than half of it is none.
  double gained_by(double branches_purity) const;

  // Whether a test may part its rows like this.
  friend bool permitted(Direction direction, const Tally& below, const Tally& above);

 private:
  double answer() const;  // regression: from the center, or as a level
  Grade grade() const;

  Criterion criterion_;
  WeightScale scale_;
  std::int64_t units_ = 0;
  double grid_ = kGainGrid;
  double mean_grid_ = 0;

  std::span<const double> factors_;
  std::vector<std::int64_t> counts_;  // in units

  const std::vector<double>* levels_ = nullptr;  // regression
  double center_ = 0;
  double sum_ = 0;  // of weight * (level - center)
  std::optional<MedianSums> median_;

  const MonotoneGuard* guard_ = nullptr;
  GradeBounds bounds_;
  double lowest_ = 0;  // regression: the bounds, as the answer is
  double highest_ = 0;
};
bool permitted(Direction direction, const Tally& below, const Tally& above);

// Entropy of the branch a row takes, from the weights of the branches.
double split_info(std::span<const double> branch_weights, double unknown_weight);

}  // namespace espalier
