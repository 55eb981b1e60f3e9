// Sorts keys: a rank in the upper half of a number, and the row that it belongs to in the lower one. Keys of few rows
// are numbers of 32 bits, others of 64.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

namespace espalier {

template <typename Rank>
using KeyOf = std::conditional_t<sizeof(Rank) == 2, std::uint32_t, std::uint64_t>;

template <typename Key>
inline constexpr unsigned kRankShift = std::numeric_limits<Key>::digits / 2;

template <typename Key>
constexpr std::uint32_t rank_of(Key key) {
  return static_cast<std::uint32_t>(key >> kRankShift<Key>);
}
template <typename Key>
constexpr std::uint32_t row_of(Key key) {
  return static_cast<std::uint32_t>(key & ((Key{1} << kRankShift<Key>)-1));
}

// Which way is fastest goes by how many keys there are.
template <typename Key>
class KeySorter {
 public:
  // All different, and in the order of their rows. There is room for kSpare keys behind them.
  void sort(std::vector<Key>& keys, std::size_t count, std::uint32_t lowest, std::uint32_t highest) {
    if (sorted_.size() < keys.size()) sorted_.resize(keys.size());
    if (count <= kFew) return by_comparing(keys, count);
    if (count >= kMany) return by_digits(keys, count, lowest, highest);
    by_buckets(keys, count, lowest, highest);
  }
  static constexpr std::size_t kSpare = 8;

 private:
  static constexpr std::size_t kFew = 32;
  static constexpr std::size_t kMany = 256;

  // The place of a key is the number of smaller ones: no branch to guess, and several comparisons at a time.
  void by_comparing(std::vector<Key>& keys, std::size_t count) {
    using Signed = std::make_signed_t<Key>;
    constexpr Key kFlip = Key{1} << (std::numeric_limits<Key>::digits - 1);  // processors compare signed numbers
    alignas(64) Signed compared[kFew + kSpare];
    const std::size_t padded = (count + kSpare - 1) / kSpare * kSpare;
    for (std::size_t i = 0; i < count; ++i) compared[i] = static_cast<Signed>(keys[i] ^ kFlip);
    for (std::size_t i = count; i < padded; ++i) compared[i] = std::numeric_limits<Signed>::max();
    for (std::size_t i = 0; i < count; ++i) {
      const Signed key = compared[i];
      Signed smaller = 0;
      for (std::size_t j = 0; j < padded; ++j) smaller += static_cast<Signed>(compared[j] < key);
      sorted_[static_cast<std::size_t>(smaller)] = keys[i];
    }
    std::copy_n(sorted_.data(), count, keys.data());
  }

  // Into as many buckets of neighbouring ranks as there are keys, nearly, and then each bucket.
  void by_buckets(std::vector<Key>& keys, std::size_t count, std::uint32_t lowest, std::uint32_t highest) {
    const int bits = static_cast<int>(std::bit_width(highest - lowest));
    const unsigned shift = static_cast<unsigned>(std::max(0, bits - static_cast<int>(std::bit_width(count)) + 1));
    const std::size_t buckets = ((highest - lowest) >> shift) + std::size_t{1};
    const auto bucket_of = [&](Key key) { return (rank_of(key) - lowest) >> shift; };
    scatter(keys, count, buckets, bucket_of);
    Key* const all = keys.data();
    for (std::size_t i = 1; i < count; ++i) {  // nearly in order now
      const Key key = all[i];
      std::size_t to = i;
      for (; to > 0 && all[to - 1] > key; --to) all[to] = all[to - 1];
      all[to] = key;
    }
  }

  void by_digits(std::vector<Key>& keys, std::size_t count, std::uint32_t lowest, std::uint32_t highest) {
    const auto bits = static_cast<unsigned>(std::bit_width(highest - lowest));
    const unsigned digits = (bits + kMostDigitBits - 1) / kMostDigitBits;
    if (digits == 0) return;
    const unsigned width = (bits + digits - 1) / digits;
    const std::uint32_t mask = (1U << width) - 1;
    for (unsigned shift = 0; shift < bits; shift += width) {
      scatter(keys, count, std::size_t{mask} + 1, [=](Key key) { return ((rank_of(key) - lowest) >> shift) & mask; });
    }
  }

  template <typename BucketOf>
  void scatter(std::vector<Key>& keys, std::size_t count, std::size_t buckets, const BucketOf& bucket_of) {
    if (ends_.size() < buckets) ends_.resize(buckets);
    std::uint32_t* const ends = ends_.data();
    std::fill_n(ends, buckets, 0U);
    for (std::size_t i = 0; i < count; ++i) ++ends[bucket_of(keys[i])];
    std::uint32_t begin = 0;
    for (std::size_t bucket = 0; bucket < buckets; ++bucket) begin += std::exchange(ends[bucket], begin);
    for (std::size_t i = 0; i < count; ++i) sorted_[ends[bucket_of(keys[i])]++] = keys[i];
    keys.swap(sorted_);
  }

  static constexpr unsigned kMostDigitBits = 9;

  std::vector<std::uint32_t> ends_;
  std::vector<Key> sorted_;
};

}  // namespace espalier
