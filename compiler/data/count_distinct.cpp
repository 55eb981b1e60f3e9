#include "data/count_distinct.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace espalier {

namespace {

// An open hash table that grows with what is in it: few numbers stay in the cache however many cells hold them.
class NumberSet {
 public:
  void add(double number) {
    std::size_t slot = slot_of(number);
    while (!std::isnan(slots_[slot])) {
      if (slots_[slot] == number) return;
      slot = (slot + 1) & (slots_.size() - 1);
    }
    slots_[slot] = number;
    if (2 * ++size_ > slots_.size()) grow();
  }
  std::size_t size() const { return size_; }

 private:
  static constexpr double kFree = std::numeric_limits<double>::quiet_NaN();

  std::size_t slot_of(double number) const {
    const std::uint64_t mixed = std::bit_cast<std::uint64_t>(number) * 0x9e3779b97f4a7c15U;  // 2^64 / golden ratio
    return static_cast<std::size_t>(mixed >> shift_);
  }

  void grow() {
    const std::vector<double> before = std::move(slots_);
    --shift_;
    slots_.assign(2 * before.size(), kFree);
    for (const double number : before) {
      if (std::isnan(number)) continue;
      std::size_t slot = slot_of(number);
      while (!std::isnan(slots_[slot])) slot = (slot + 1) & (slots_.size() - 1);
      slots_[slot] = number;
    }
  }

  unsigned shift_ = 64 - 8;
  std::vector<double> slots_ = std::vector<double>(std::size_t{1} << 8, kFree);
  std::size_t size_ = 0;
};

}  // namespace

std::size_t count_distinct(std::initializer_list<std::span<const double>> numbers, std::size_t most) {
  NumberSet seen;
  for (const std::span<const double> some : numbers) {
    for (const double number : some) {
      if (std::isnan(number)) continue;
      seen.add(number + 0.0);
      if (seen.size() > most) return seen.size();
    }
  }
  return seen.size();
}

}  // namespace espalier
