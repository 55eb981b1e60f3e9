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

// Random numbers by their place instead of their turn: whoever asks for place p under a key gets the same one, whatever
// was asked before, and on whatever thread. These are the numbers of splitmix64 (Steele, Lea and Flood 2014).
constexpr std::uint64_t random_at(std::uint64_t key, std::uint64_t place) {
  std::uint64_t bits = key + (place + 1) * 0x9e37'79b9'7f4a'7c15U;
  bits = (bits ^ (bits >> 30U)) * 0xbf58'476d'1ce4'e5b9U;
  bits = (bits ^ (bits >> 27U)) * 0x94d0'49bb'1331'11ebU;
  return bits ^ (bits >> 31U);
}

// Uniform in [0, bound), bound > 0, but for a part of bound / 2^64.
constexpr std::uint64_t random_below_at(std::uint64_t key, std::uint64_t place, std::uint64_t bound) {
  __extension__ using Wide = unsigned __int128;
  return static_cast<std::uint64_t>((static_cast<Wide>(random_at(key, place)) * bound) >> 64U);
}

// Uniform in [0, 1) with 53 random bits.
constexpr double random_unit_at(std::uint64_t key, std::uint64_t place) {
  return static_cast<double>(random_at(key, place) >> 11U) * 0x1.0p-53;
}

// Fisher-Yates.
template <typename T>
void shuffle(std::vector<T>& items, RandomEngine& engine) {
  for (std::size_t left = items.size(); left > 1; --left) {
    std::swap(items[left - 1], items[static_cast<std::size_t>(uniform_below(engine, left))]);
  }
}

}  // namespace espalier
