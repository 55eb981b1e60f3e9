// Random choices that are the same on every platform: std::mt19937_64 is fixed by the standard, the standard's
// distributions and std::shuffle are not, so the few we need are written out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

namespace espalier {

using RandomEngine = std::mt19937_64;

// Uniform in [0, bound), bound > 0, without modulo bias (rejection).
inline std::uint64_t uniform_below(RandomEngine& engine, std::uint64_t bound) {
  const std::uint64_t reject = (0 - bound) % bound;  // 2^64 mod bound
  for (;;) {
    const std::uint64_t draw = engine();
    if (draw >= reject) return draw % bound;
  }
}

// Uniform in [0, 1) with 53 random bits.
inline double uniform_unit(RandomEngine& engine) {
  return static_cast<double>(engine() >> 11) * 0x1.0p-53;
}

// Fisher-Yates.
template <typename T>
void shuffle(std::vector<T>& items, RandomEngine& engine) {
  for (std::size_t left = items.size(); left > 1; --left) {
    std::swap(items[left - 1], items[static_cast<std::size_t>(uniform_below(engine, left))]);
  }
}

}  // namespace espalier
