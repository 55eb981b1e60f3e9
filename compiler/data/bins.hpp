// Numeric columns in few bins: neighbouring values that the search does not tell apart.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <optional>
#include <span>
#include <vector>

namespace espalier {

// The values of a column in thousands of buckets, in their order: ranks are found among the values of a few buckets,
// and nothing else is sorted.

// Numbers of buckets that never decrease with the value. Evenly spaced numbers spread best over evenly spaced buckets,
// numbers of all magnitudes over buckets of their bits.
class BucketMap {
 public:
  BucketMap() = default;
  // Values are between the two, which differ; 2^bits buckets.
  static BucketMap evenly_spaced(double lowest, double highest, unsigned bits);
  static BucketMap by_magnitude(double lowest, double highest, unsigned bits);

  bool usable() const { return by_bits_ || scale_ > 0; }
  std::uint16_t of(double value) const { return by_bits_ ? by_bits(value) : by_place(value); }
  // For whole columns; of NaN it is any.
  void of_all(std::span<const double> values, std::uint16_t* buckets) const;

 private:
  std::uint16_t by_place(double value) const {
    const double place = (value - lowest_) * scale_;
    return static_cast<std::uint16_t>(static_cast<std::int32_t>(place < last_ ? place : last_));
  }
  std::uint16_t by_bits(double value) const;

  bool by_bits_ = false;
  double lowest_ = 0;
  double scale_ = 0;
  double last_ = 0;  // bucket
  std::uint64_t lowest_key_ = 0;
  unsigned left_ = 0;
  unsigned right_ = 0;
};

class ValueBuckets {
 public:
  explicit ValueBuckets(std::span<const double> values);

  std::size_t known() const { return known_; }  // values
  double lowest() const { return lowest_; }
  double highest() const { return highest_; }
  std::size_t buckets() const { return counts_.size(); }
  std::size_t count(std::size_t bucket) const { return counts_[bucket]; }
  std::size_t bucket_of(double value) const { return one_value() ? 0 : map_.of(value); }
  std::uint16_t missing() const { return static_cast<std::uint16_t>(counts_.size()); }
  std::span<const std::uint16_t> of_rows() const { return of_rows_; }  // or missing()

  // Sorts the values of these buckets, for sorted().
  void sort(const std::vector<std::uint8_t>& wanted);
  std::span<const double> sorted(std::size_t bucket) const;  // empty: it was not asked for, or is

  // The different values, ascending, if there are at most so many.
  std::optional<std::vector<double>> few_values(std::size_t most);

 private:
  bool one_value() const { return lowest_ == highest_; }

  std::span<const double> values_;
  std::size_t known_ = 0;
  double lowest_ = 0;
  double highest_ = 0;
  BucketMap map_;
  std::vector<std::uint16_t> of_rows_;
  std::vector<std::uint32_t> counts_;
  std::vector<double> sorted_;
  std::vector<std::uint32_t> ends_;  // per bucket: of its part of sorted_
};

// The bins.

inline constexpr std::size_t kFewestBins = 2;
inline constexpr std::size_t kMostBins = 255;
inline constexpr std::uint8_t kNoBin = 255;  // the code of rows without a value

struct BinnedColumn {
  std::pmr::vector<std::uint8_t> codes;  // per row: its bin, in ascending order of the values; or kNoBin
  std::vector<double> lowest;            // per bin: of the values in it
  std::vector<double> highest;
  std::size_t known = 0;  // rows with a value
};

// At most `most` bins. If there are no more different values than that, each has a bin of its own. Otherwise a value
// that holds at least 1 / most of the rows ends a bin, and the bins that are left divide the other rows evenly: an edge
// is the k-th of them, k = rows / bins, 2 rows / bins, ... rounded up. Equal values are in one bin. The order of the
// rows does not matter. NaN: no value. -0 and +0 are one value. The codes are kept where `codes_in` says.
BinnedColumn bin_values(std::span<const double> values, std::size_t most,
                        std::pmr::memory_resource* codes_in = std::pmr::get_default_resource());

}  // namespace espalier
