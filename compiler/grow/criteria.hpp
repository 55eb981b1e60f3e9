// The criteria as formulas (docs/learner.md): pure functions, logarithms to base 2.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

namespace espalier {

// Entropy of the branch a row takes, in bits: what gain ratio divides by. Rows whose value is unknown count as one
// branch more. `split_terms` is the sum of weight_log_weight() over the branches, `weight` that of all rows.
double split_info(double split_terms, double unknown_weight, double weight);

// note [equal gains]: the tie rules need gains that are equal on paper to be equal as doubles, whatever the order of
// the rows and however the counts were arrived at.
//   - weight * log2(weight) is rounded to a multiple of 2^-28. Sums of such multiples are exact (up to about 1.6
//     million rows), hence independent of their order, and a sum that is updated row by row equals one computed afresh.
//   - gain * weight is rounded to a multiple of 2^-20. Gains that differ by less than a millionth of a row are equal,
//     and less than half of that is no gain. Weights are meant to be of the order of 1 per row. Of a regression the
//     grid is 2^-32 of the node's own deviation, because its unit is the user's.
double weight_log_weight(double weight);  // 0 for weight <= 0
inline constexpr double kGainGrid = 0x1p-20;

// Regression: gains at a node of this deviation are told apart down to a part of it.
double gain_grid(double deviation);
// And so are the means of values that are ordered by them.
double mean_grid(double deviation, double weight);

// What a split into branches of these purities gains, times the weight of its rows.
inline double weighted_gain(double whole_purity, double branches_purity, double grid = kGainGrid) {
  return std::max(0.0, std::nearbyint((branches_purity - whole_purity) / grid) * grid);
}

// The logarithm of a positive, normal number to about 2^-42: for those who only want to know whether it is worth
// computing. The leading bits of the fraction choose an entry of a table, the rest is a series.
class QuickLog {
 public:
  QuickLog();
  double operator()(double x) const {
    const auto bits = std::bit_cast<std::uint64_t>(x);
    const auto exponent = static_cast<double>(static_cast<std::int64_t>(bits >> 52U) - 1023);
    const Entry& entry = entries_[(bits >> (52U - kBits)) & ((1U << kBits) - 1)];
    const double fraction = std::bit_cast<double>((bits & 0x000f'ffff'ffff'ffffU) | 0x3ff0'0000'0000'0000U);
    const double r = fraction * entry.inverse - 1;
    return exponent + entry.log + r * (kPer + r * (-kPer / 2 + r * (kPer / 3 - r * (kPer / 4))));
  }

 private:
  static constexpr unsigned kBits = 8;
  static constexpr double kPer = 1.4426950408889634;  // 1 / ln 2
  struct Entry {
    double inverse;
    double log;
  };
  std::array<Entry, 1U << kBits> entries_;
};
extern const QuickLog quick_log2;

}  // namespace espalier
