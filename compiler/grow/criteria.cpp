#include "grow/criteria.hpp"

namespace espalier {

static constexpr int kGridBits = 32;

const QuickLog quick_log2;

QuickLog::QuickLog() {
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    const double middle = 1 + (static_cast<double>(i) + 0.5) / static_cast<double>(entries_.size());
    entries_[i].inverse = 1 / middle;
    entries_[i].log = -std::log2(entries_[i].inverse);
  }
}

double weight_log_weight(double weight) {
  if (weight <= 0) return 0;
  return std::nearbyint(weight * std::log2(weight) * 0x1p28) * 0x1p-28;
}

double split_info(double split_terms, double unknown_weight, double weight) {
  if (weight <= 0) return 0;
  return (weight_log_weight(weight) - weight_log_weight(unknown_weight) - split_terms) / weight;
}

double gain_grid(double deviation) {
  return deviation > 0 ? std::ldexp(1.0, std::ilogb(deviation) - kGridBits) : 0x1p-1000;
}

double mean_grid(double deviation, double weight) {
  const double spread = weight > 0 ? std::sqrt(deviation / weight) : 0;
  return spread > 0 ? std::ldexp(1.0, std::ilogb(spread) - kGridBits) : 0x1p-1000;
}

}  // namespace espalier
