#include "data/bins.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <iterator>
#include <limits>
#include <optional>

#include "data/column_orders.hpp"

namespace espalier {
namespace {

constexpr unsigned kFewestBits = 4;
constexpr unsigned kMostBits = 14;  // counts that fit a processor's own memory
constexpr std::size_t kSample = 512;

struct ValueRange {
  double lowest = std::numeric_limits<double>::infinity();
  double highest = -std::numeric_limits<double>::infinity();
  std::size_t known = 0;

  // NaN is neither below nor above anything.
  void add(double value) {
    lowest = value < lowest ? value : lowest;
    highest = value > highest ? value : highest;
    known += value == value ? 1U : 0U;
  }
};

// In four lanes: within one, every comparison waits for the one before.
ValueRange range_of(std::span<const double> values) {
  constexpr std::size_t kLanes = 4;
  std::array<ValueRange, kLanes> lanes;
  std::size_t i = 0;
  for (; i + kLanes <= values.size(); i += kLanes) {
    for (std::size_t lane = 0; lane < kLanes; ++lane) lanes[lane].add(values[i + lane]);
  }
  for (; i < values.size(); ++i) lanes[0].add(values[i]);
  for (std::size_t lane = 1; lane < kLanes; ++lane) {
    lanes[0].lowest = std::min(lanes[0].lowest, lanes[lane].lowest);
    lanes[0].highest = std::max(lanes[0].highest, lanes[lane].highest);
    lanes[0].known += lanes[lane].known;
  }
  return lanes[0];
}

// How unevenly the buckets are filled by a sample: of any two values, how many share one.
std::size_t crowding(const BucketMap& map, std::span<const double> values) {
  std::vector<std::uint16_t> buckets;
  const std::size_t step = std::max<std::size_t>(1, values.size() / kSample);
  for (std::size_t i = 0; i < values.size(); i += step) {
    if (!std::isnan(values[i])) buckets.push_back(map.of(values[i]));
  }
  std::sort(buckets.begin(), buckets.end());
  std::size_t pairs = 0;
  for (std::size_t begin = 0, i = 0; i < buckets.size(); ++i) {
    if (buckets[i] != buckets[begin]) begin = i;
    pairs += i - begin;
  }
  return pairs;
}

// Speed alone depends on the choice.
BucketMap best_map(std::span<const double> values, double lowest, double highest, unsigned bits) {
  const BucketMap even = BucketMap::evenly_spaced(lowest, highest, bits);
  const BucketMap magnitudes = BucketMap::by_magnitude(lowest, highest, bits);
  return even.usable() && crowding(even, values) <= crowding(magnitudes, values) ? even : magnitudes;
}

}  // namespace

BucketMap BucketMap::evenly_spaced(double lowest, double highest, unsigned bits) {
  BucketMap map;
  const double buckets = std::ldexp(1.0, static_cast<int>(bits));
  const double scale = buckets / (highest - lowest);
  map.lowest_ = lowest;
  map.scale_ = std::isfinite(scale) && std::isfinite(lowest) ? scale : 0;  // 0: not usable
  map.last_ = buckets - 1;
  return map;
}

BucketMap BucketMap::by_magnitude(double lowest, double highest, unsigned bits) {
  BucketMap map;
  map.by_bits_ = true;
  map.lowest_key_ = order_key(lowest);
  map.left_ = static_cast<unsigned>(std::countl_zero(order_key(highest) - map.lowest_key_));
  map.right_ = 64U - bits;
  return map;
}

std::uint16_t BucketMap::by_bits(double value) const {
  return static_cast<std::uint16_t>(((order_key(value) - lowest_key_) << left_) >> right_);
}

void BucketMap::of_all(std::span<const double> values, std::uint16_t* buckets) const {
  if (by_bits_) {
    for (std::size_t i = 0; i < values.size(); ++i) buckets[i] = by_bits(values[i]);
  } else {
    for (std::size_t i = 0; i < values.size(); ++i) buckets[i] = by_place(values[i]);
  }
}

ValueBuckets::ValueBuckets(std::span<const double> values) : values_(values) {
  const ValueRange range = range_of(values);
  if (range.known > 0) {
    lowest_ = range.lowest;
    highest_ = range.highest;
  }
  const auto bits = static_cast<unsigned>(std::bit_width(values.size()));
  const unsigned used = one_value() ? 0 : std::clamp(bits, kFewestBits, kMostBits);
  counts_.assign(std::size_t{1} << used, 0);
  of_rows_.resize(values.size());
  if (one_value()) {
    for (std::size_t row = 0; row < values.size(); ++row) of_rows_[row] = std::isnan(values[row]) ? missing() : 0;
  } else {
    map_ = best_map(values, lowest_, highest_, used);
    map_.of_all(values, of_rows_.data());
    if (range.known < values.size()) {
      for (std::size_t row = 0; row < values.size(); ++row) {
        if (std::isnan(values[row])) of_rows_[row] = missing();
      }
    }
  }
  counts_.push_back(0);  // of missing values
  for (const std::uint16_t bucket : of_rows_) ++counts_[bucket];
  known_ = values.size() - counts_.back();
  counts_.pop_back();
}

void ValueBuckets::sort(const std::vector<std::uint8_t>& wanted) {
  ends_.assign(counts_.size() + 1, 0);
  std::uint32_t total = 0;
  for (std::size_t bucket = 0; bucket < counts_.size(); ++bucket) {
    ends_[bucket] = total;
    if (wanted[bucket] != 0) total += counts_[bucket];
  }
  ends_.back() = total;
  sorted_.resize(total);
  if (total == 0) return;
  std::vector<std::uint8_t> known_wanted(wanted);
  known_wanted.push_back(0);  // missing values are not
  // Few rows are wanted, and a branch on that would be mispredicted: every row is written, and overwritten unless it is
  // wanted.
  std::vector<std::uint32_t> rows(total + 1);
  std::size_t found = 0;
  for (std::size_t row = 0; row < of_rows_.size(); ++row) {
    rows[found] = static_cast<std::uint32_t>(row);
    found += known_wanted[of_rows_[row]];
  }
  for (std::size_t i = 0; i < found; ++i) {
    sorted_[ends_[of_rows_[rows[i]]]++] = values_[rows[i]] + 0.0;  // +0 for -0
  }
  for (std::size_t bucket = 0; bucket < counts_.size(); ++bucket) {
    if (wanted[bucket] == 0) continue;
    const auto end = sorted_.begin() + ends_[bucket];
    std::sort(end - counts_[bucket], end);
  }
}

std::span<const double> ValueBuckets::sorted(std::size_t bucket) const {
  const std::size_t begin = bucket == 0 ? 0 : ends_[bucket - 1];
  return std::span(sorted_).subspan(begin, ends_[bucket] - begin);
}

std::optional<std::vector<double>> ValueBuckets::few_values(std::size_t most) {
  const auto used = counts_.size() - static_cast<std::size_t>(std::count(counts_.begin(), counts_.end(), 0U));
  if (used > most) return std::nullopt;
  std::vector<double> first(counts_.size());
  std::vector<std::uint8_t> seen(counts_.size(), 0);
  std::vector<std::uint8_t> mixed(counts_.size(), 0);
  for (std::size_t row = 0; row < of_rows_.size(); ++row) {
    const std::uint16_t bucket = of_rows_[row];
    if (bucket == missing()) continue;
    if (seen[bucket] == 0) first[bucket] = values_[row] + 0.0;  // +0 for -0
    seen[bucket] = 1;
    if (values_[row] != first[bucket]) mixed[bucket] = 1;
  }
  sort(mixed);
  std::vector<double> found;
  for (std::size_t bucket = 0; bucket < counts_.size(); ++bucket) {
    if (seen[bucket] == 0) continue;
    if (mixed[bucket] == 0) {
      found.push_back(first[bucket]);
    } else {
      const std::span<const double> values = sorted(bucket);
      std::unique_copy(values.begin(), values.end(), std::back_inserter(found));
    }
    if (found.size() > most) return std::nullopt;
  }
  return found;
}

namespace {

// A value that many rows have.
struct Frequent {
  double value = 0;
  std::size_t before = 0;  // rows with lower values, without those of other frequent ones
  std::size_t rows = 0;
};

// Values that hold `share` rows or more; they are in buckets that do.
std::vector<Frequent> frequent_values(ValueBuckets& buckets, std::size_t share) {
  std::vector<std::uint8_t> wanted(buckets.buckets());
  bool any = false;
  for (std::size_t bucket = 0; bucket < wanted.size(); ++bucket) {
    wanted[bucket] = buckets.count(bucket) >= share ? 1 : 0;
    any = any || wanted[bucket] != 0;
  }
  std::vector<Frequent> found;
  if (!any) return found;
  buckets.sort(wanted);
  std::size_t before = 0;
  for (std::size_t bucket = 0; bucket < wanted.size(); ++bucket) {
    const std::span<const double> values = buckets.sorted(bucket);
    std::size_t frequent_here = 0;
    for (std::size_t begin = 0; begin < values.size();) {
      const auto last =
          std::upper_bound(values.begin() + static_cast<std::ptrdiff_t>(begin), values.end(), values[begin]);
      const auto end = static_cast<std::size_t>(last - values.begin());
      if (end - begin >= share) {
        found.push_back({values[begin], before + begin - frequent_here, end - begin});
        frequent_here += end - begin;
      }
      begin = end;
    }
    before += buckets.count(bucket) - frequent_here;
  }
  return found;
}

// Ranks from 0 among all rows of the edges that divide the rows of no frequent value into `bins` parts.
std::vector<std::size_t> even_ranks(std::size_t rows, std::size_t bins, const std::vector<Frequent>& frequent) {
  std::vector<std::size_t> ranks;
  std::size_t passed = 0;  // rows of frequent values below
  auto next = frequent.begin();
  for (std::size_t part = 1; part < bins; ++part) {
    const std::size_t rank = (part * rows + bins - 1) / bins;
    if (rank == 0) continue;
    for (; next != frequent.end() && next->before < rank; ++next) passed += next->rows;
    ranks.push_back(passed + rank - 1);
  }
  return ranks;
}

// The values of these ranks, which ascend.
std::vector<double> values_at(ValueBuckets& buckets, const std::vector<std::size_t>& ranks) {
  std::vector<std::uint8_t> wanted(buckets.buckets(), 0);
  const auto visit = [&](const auto& at) {
    std::size_t before = 0;
    auto rank = ranks.begin();
    for (std::size_t bucket = 0; bucket < wanted.size(); ++bucket) {
      for (; rank != ranks.end() && *rank < before + buckets.count(bucket); ++rank) at(bucket, *rank - before);
      before += buckets.count(bucket);
    }
  };
  visit([&](std::size_t bucket, std::size_t) { wanted[bucket] = 1; });
  buckets.sort(wanted);
  std::vector<double> values;
  visit([&](std::size_t bucket, std::size_t place) { values.push_back(buckets.sorted(bucket)[place]); });
  return values;
}

// The highest values of all bins but the last.
std::vector<double> edges_of(ValueBuckets& buckets, std::size_t most) {
  std::vector<double> edges;
  if (auto values = buckets.few_values(most)) {
    edges = std::move(*values);
  } else {
    const std::vector<Frequent> frequent = frequent_values(buckets, (buckets.known() + most - 1) / most);
    std::size_t rows = buckets.known();
    for (const Frequent& value : frequent) rows -= value.rows;
    edges = values_at(buckets, even_ranks(rows, most - frequent.size(), frequent));
    for (const Frequent& value : frequent) edges.push_back(value.value);
    std::sort(edges.begin(), edges.end());
    edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  }
  if (!edges.empty() && edges.back() == buckets.highest()) edges.pop_back();
  return edges;
}

// Most buckets lie within a bin. In others, and in those behind an edge, values are looked at: for their bin, and for
// the lowest of a bin.
struct BucketCodes {
  std::vector<std::uint8_t> first;  // the bin of its lowest values
  std::vector<std::uint8_t> looked_at;
};

BucketCodes bucket_codes(const ValueBuckets& buckets, const std::vector<double>& edges) {
  BucketCodes codes{std::vector<std::uint8_t>(buckets.buckets() + 1), std::vector<std::uint8_t>(buckets.buckets() + 1)};
  std::size_t edge = 0;
  bool behind_edge = true;  // the lowest bin has a lowest value too
  for (std::size_t bucket = 0; bucket < buckets.buckets(); ++bucket) {
    codes.first[bucket] = static_cast<std::uint8_t>(edge);
    if (buckets.count(bucket) == 0) continue;
    codes.looked_at[bucket] = behind_edge ? 1 : 0;
    behind_edge = false;
    for (; edge < edges.size() && buckets.bucket_of(edges[edge]) == bucket; ++edge) {
      codes.looked_at[bucket] = 1;
      behind_edge = true;
    }
  }
  codes.first[buckets.missing()] = kNoBin;
  return codes;
}

}  // namespace

BinnedColumn bin_values(std::span<const double> values, std::size_t most, std::pmr::memory_resource* codes_in) {
  ValueBuckets buckets(values);
  BinnedColumn column{std::pmr::vector<std::uint8_t>(codes_in), {}, {}, 0};
  column.codes.resize(values.size());
  column.known = buckets.known();
  if (buckets.known() == 0) {
    std::fill(column.codes.begin(), column.codes.end(), kNoBin);
    return column;
  }
  const std::vector<double> edges = edges_of(buckets, most);
  column.highest = edges;
  column.highest.push_back(buckets.highest() + 0.0);  // +0 for -0
  column.lowest = column.highest;
  const BucketCodes codes = bucket_codes(buckets, edges);
  const std::span<const std::uint16_t> of_rows = buckets.of_rows();
  for (std::size_t row = 0; row < values.size(); ++row) {
    std::uint8_t code = codes.first[of_rows[row]];
    if (codes.looked_at[of_rows[row]] != 0) {
      const double value = values[row] + 0.0;
      while (value > column.highest[code]) ++code;
      if (value < column.lowest[code]) column.lowest[code] = value;
    }
    column.codes[row] = code;
  }
  return column;
}

}  // namespace espalier
