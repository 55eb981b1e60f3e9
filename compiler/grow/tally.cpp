#include "grow/tally.hpp"

#include <algorithm>

#include "grow/criteria.hpp"

namespace espalier {

Tally::Tally(Criterion criterion, std::size_t classes) : criterion_(criterion), counts_(classes, 0.0) {}

double Tally::term(double count) const {
  switch (criterion_) {
    case Criterion::information_gain:
    case Criterion::gain_ratio: return weight_log_weight(count);
    case Criterion::gini: return count * count;
    case Criterion::variance:
    case Criterion::absolute_deviation:
    case Criterion::error: break;
  }
  return 0;  // a maximum cannot be kept as a sum
}

void Tally::change(std::uint32_t label, double count) {
  terms_ += term(count) - term(counts_[label]);
  counts_[label] = count;
}

void Tally::add(std::uint32_t label, double weight) {
  change(label, counts_[label] + weight);
  weight_ += weight;
}

// Fractional weights may leave a rounding error behind where nothing should be: never less than nothing.
void Tally::remove(std::uint32_t label, double weight) {
  change(label, std::max(0.0, counts_[label] - weight));
  weight_ = std::max(0.0, weight_ - weight);
}

double Tally::purity() const {
  if (weight_ <= 0) return 0;
  switch (criterion_) {
    case Criterion::information_gain:
    case Criterion::gain_ratio: return terms_ - weight_log_weight(weight_);
    case Criterion::gini: return terms_ / weight_;
    case Criterion::variance:
    case Criterion::absolute_deviation:
    case Criterion::error: break;
  }
  return *std::max_element(counts_.begin(), counts_.end());
}

double weighted_gain(double whole_purity, double branches_purity) {
  return std::max(0.0, on_gain_grid(branches_purity - whole_purity));
}

}  // namespace espalier
