#include "support/median_sums.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace espalier {
namespace {

constexpr double kRounding = 1e-9;  // weights that were added and taken away again leave about as much behind

std::size_t lowest_bit(std::size_t i) {
  return i & (~i + 1);
}

}  // namespace

MedianSums::MedianSums(std::shared_ptr<const std::vector<std::uint32_t>> ranks, const std::vector<double>& levels)
    : ranks_(std::move(ranks)),
      levels_(&levels),
      weights_(ranks_->size() + 1, 0.0),
      moments_(ranks_->size() + 1, 0.0) {}

MedianSums MedianSums::emptied() const {
  return MedianSums(ranks_, *levels_);
}

void MedianSums::change(std::uint32_t rank, double weight) {
  const auto position =
      static_cast<std::size_t>(std::lower_bound(ranks_->begin(), ranks_->end(), rank) - ranks_->begin());
  const double moment = weight * level(position);
  weight_ += weight;
  moment_ += moment;
  for (std::size_t i = position + 1; i < weights_.size(); i += lowest_bit(i)) {
    weights_[i] += weight;
    moments_[i] += moment;
  }
}

std::size_t MedianSums::median_position() const {
  const double half = weight_ / 2 * (1 - kRounding);
  std::size_t at = 0;
  double below = 0;
  for (std::size_t step = std::bit_floor(weights_.size()); step > 0; step /= 2) {
    if (at + step < weights_.size() && below + weights_[at + step] < half) {
      at += step;
      below += weights_[at];
    }
  }
  return std::min(at, ranks_->size() - 1);
}

double MedianSums::median() const {
  return level(median_position());
}

double MedianSums::deviation() const {
  if (weight_ <= 0) return 0;
  const std::size_t position = median_position();
  return deviation_from(level(position), position + 1);
}

double MedianSums::deviation_from(double target) const {
  if (weight_ <= 0) return 0;
  const auto above =
      std::ranges::upper_bound(*ranks_, target, {}, [this](std::uint32_t rank) { return (*levels_)[rank]; });
  return deviation_from(target, static_cast<std::size_t>(above - ranks_->begin()));
}

double MedianSums::deviation_from(double target, std::size_t up_to) const {
  double weight = 0;
  double moment = 0;
  for (std::size_t i = up_to; i > 0; i -= lowest_bit(i)) {
    weight += weights_[i];
    moment += moments_[i];
  }
  return std::max(0.0, target * weight - moment + (moment_ - moment) - target * (weight_ - weight));
}

}  // namespace espalier
