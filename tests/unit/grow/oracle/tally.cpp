#include "unit/grow/oracle/tally.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

#include "grow/criteria.hpp"

namespace espalier {
namespace {

std::shared_ptr<const std::vector<std::uint32_t>> different_responses(const TrainingSet& training, const Cases& cases) {
  std::vector<std::uint32_t> ranks;
  ranks.reserve(cases.size());
  for (const Case& item : cases) ranks.push_back(training.responses[item.row]);
  std::sort(ranks.begin(), ranks.end());
  ranks.erase(std::unique(ranks.begin(), ranks.end()), ranks.end());
  return std::make_shared<const std::vector<std::uint32_t>>(std::move(ranks));
}

}  // namespace

Tally::Tally(Criterion criterion, std::size_t classes, const WeightScale& scale, std::span<const double> factors)
    : criterion_(criterion), scale_(scale), factors_(factors), counts_(classes, 0) {}

Tally Tally::of(const TrainingSet& training, Criterion criterion, const Cases& cases) {
  if (!training.is_regression()) {
    Tally tally(criterion, training.data.labels.size(), training.scale, training.class_factors);
    for (const Case& item : cases) tally.add(training.responses[item.row], item.weight);
    return tally;
  }
  Tally tally(criterion, 0, training.scale);
  tally.levels_ = &training.levels;
  if (cases.empty()) return tally;
  // In order of the targets, so that the order of the rows does not show in the last digit.
  Cases sorted = cases;
  std::sort(sorted.begin(), sorted.end(), [&training](const Case& a, const Case& b) {
    const std::uint32_t left = training.responses[a.row];
    const std::uint32_t right = training.responses[b.row];
    return left != right ? left < right : a.weight < b.weight;
  });
  double weight = 0;
  double sum = 0;
  for (const Case& item : sorted) {
    weight += item.weight;
    sum += item.weight * training.levels[training.responses[item.row]];
  }
  tally.center_ = weight > 0 ? sum / weight : 0;
  double deviation = 0;
  for (const Case& item : sorted) {
    const double distance = training.levels[training.responses[item.row]] - tally.center_;
    deviation += item.weight * distance * distance;
  }
  const double squares = deviation;
  if (criterion == Criterion::absolute_deviation) {
    tally.median_.emplace(different_responses(training, cases), training.levels);
    deviation = std::sqrt(deviation * weight);  // of the order of the absolute one
  }
  tally.grid_ = gain_grid(deviation);
  tally.mean_grid_ = mean_grid(squares, weight);
  for (const Case& item : sorted) tally.add(training.responses[item.row], item.weight);
  return tally;
}

void Tally::keep_within(const TrainingSet& training, const MonotoneGuard& guard, const GradeBounds& bounds) {
  if (!guard.active()) return;
  guard_ = &guard;
  bounds_ = bounds;
  const double from = median_ ? 0 : center_;
  lowest_ = std::ldexp(bounds.lower.figure, -training.level_exponent) - from;
  highest_ = std::ldexp(bounds.upper.figure, -training.level_exponent) - from;
}

Tally Tally::emptied() const {
  Tally tally(criterion_, counts_.size(), scale_, factors_);
  tally.grid_ = grid_;
  tally.mean_grid_ = mean_grid_;
  tally.levels_ = levels_;
  tally.center_ = center_;
  if (median_) tally.median_.emplace(median_->emptied());
  tally.guard_ = guard_;
  tally.bounds_ = bounds_;
  tally.lowest_ = lowest_;
  tally.highest_ = highest_;
  return tally;
}

void Tally::add(std::uint32_t response, double weight) {
  units_ += scale_.units(weight);
  if (levels_ == nullptr) {
    counts_[response] += scale_.units(weight);
    return;
  }
  sum_ += weight * ((*levels_)[response] - center_);
  if (median_) median_->change(response, weight);
}

void Tally::remove(std::uint32_t response, double weight) {
  units_ -= scale_.units(weight);
  if (levels_ == nullptr) {
    counts_[response] -= scale_.units(weight);
    return;
  }
  sum_ -= weight * ((*levels_)[response] - center_);
  if (median_) median_->change(response, -weight);
}

double Tally::mean() const {
  if (median_) return median_->median();
  return units_ > 0 ? std::nearbyint(sum_ / weight() / mean_grid_) * mean_grid_ : 0;
}

double Tally::answer() const {
  const double best = median_ ? median_->median() : sum_ / weight();
  return guard_ == nullptr ? best : std::clamp(best, lowest_, highest_);
}

Grade Tally::grade() const {
  if (levels_ != nullptr) return {answer(), false};
  std::vector<double> counts;
  for (std::size_t label = 0; label < classes(); ++label) counts.push_back(count(label));
  return guard_->grade(counts);
}

bool permitted(Direction direction, const Tally& below, const Tally& above) {
  if (below.guard_ == nullptr) return true;
  const GradeBounds any;
  return MonotoneGuard::permits(direction, below.levels_ != nullptr ? any : below.bounds_, below.grade(),
                                above.grade());
}

double Tally::purity() const {
  if (units_ <= 0) return 0;
  double total = 0;
  double terms = 0;
  double most = 0;
  for (std::size_t label = 0; label < counts_.size(); ++label) {
    const double count = factors_.empty() ? this->count(label) : this->count(label) * factors_[label];
    total += count;
    most = std::max(most, count);
    terms += criterion_ == Criterion::gini ? count * count : weight_log_weight(count);
  }
  switch (criterion_) {
    case Criterion::information_gain:
    case Criterion::gain_ratio: return terms - weight_log_weight(total);
    case Criterion::gini: return total > 0 ? terms / total : 0;
    case Criterion::error: return most;
    case Criterion::variance: {
      const double away = sum_ / weight() - answer();
      return sum_ * sum_ / weight() - weight() * away * away;
    }
    case Criterion::absolute_deviation: break;
  }
  return guard_ == nullptr ? -median_->deviation() : -median_->deviation_from(answer());
}

double Tally::gained_by(double branches_purity) const {
  return weighted_gain(purity(), branches_purity, grid_);
}

double split_info(std::span<const double> branch_weights, double unknown_weight) {
  double terms = 0;
  double weight = unknown_weight;
  for (const double branch : branch_weights) {
    terms += weight_log_weight(branch);
    weight += branch;
  }
  return split_info(terms, unknown_weight, weight);
}

}  // namespace espalier
