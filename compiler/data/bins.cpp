#include "data/bins.hpp"

#include <algorithm>
#include <optional>

#include "data/value_buckets.hpp"

namespace espalier {
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
