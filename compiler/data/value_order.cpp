#include "data/value_order.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

#include "support/order_key.hpp"

namespace espalier {
namespace {

constexpr unsigned kDigitBits = 11;
constexpr unsigned kDigits = 3;
constexpr std::size_t kDigitValues = std::size_t{1} << kDigitBits;

using Histograms = std::array<std::array<std::uint32_t, kDigitValues>, kDigits>;

std::size_t digit_of(std::uint64_t item, unsigned digit) {
  return (item >> (32U + kDigitBits * digit)) & (kDigitValues - 1);
}

// Items are 32 bits of a key above a row. Stable, least digit first; digits that all items share cost nothing.
void radix_sort(std::vector<std::uint64_t>& items, Histograms& counts) {
  std::vector<std::uint64_t> other(items.size());
  for (unsigned digit = 0; digit < kDigits; ++digit) {
    std::uint32_t begin = 0;
    bool shared = false;
    for (std::uint32_t& count : counts[digit]) {
      shared = shared || count == items.size();
      begin += std::exchange(count, begin);
    }
    if (shared) continue;
    for (const std::uint64_t item : items) other[counts[digit][digit_of(item, digit)]++] = item;
    items.swap(other);
  }
}

// 32 bits that compare as the values do, as far as they tell them apart: the leading bits in which the keys differ at
// all, or, where those would go into the exponents, the nearest float.
struct LeadingBits {
  std::uint64_t lowest = std::numeric_limits<std::uint64_t>::max();
  unsigned shift = 0;
  bool as_float = false;
  bool whole = false;  // values that agree in these bits are equal

  std::uint32_t of(double value) const {
    if (as_float) return order_key(static_cast<float>(value));
    return static_cast<std::uint32_t>(((order_key(value) - lowest) << shift) >> 32U);
  }
};

LeadingBits leading_bits(std::span<const double> values) {
  constexpr unsigned kBitsMoreInFloat = 3;
  LeadingBits leading;
  std::uint64_t highest = 0;
  std::uint64_t used = 0;  // bits that some key has
  for (const double value : values) {
    if (std::isnan(value)) continue;
    const std::uint64_t key = order_key(value);
    leading.lowest = std::min(leading.lowest, key);
    highest = std::max(highest, key);
    used |= key;
  }
  if (highest <= leading.lowest) {
    leading.whole = true;
    return leading;
  }
  leading.shift = static_cast<unsigned>(std::countl_zero(highest - leading.lowest));
  leading.whole = leading.shift + static_cast<unsigned>(std::countr_zero(used)) >= 32;
  leading.as_float = !leading.whole && leading.shift < kBitsMoreInFloat;
  return leading;
}

// Runs that agree in their leading bits, by the whole value.
void sort_runs(std::vector<std::uint64_t>& items, std::span<const double> values) {
  const auto row = [](std::uint64_t item) { return static_cast<std::uint32_t>(item); };
  const auto before = [&](std::uint64_t a, std::uint64_t b) {
    const double x = values[row(a)];
    const double y = values[row(b)];
    return x != y ? x < y : row(a) < row(b);
  };
  for (std::size_t begin = 0; begin < items.size();) {
    std::size_t end = begin + 1;
    while (end < items.size() && (items[end] >> 32U) == (items[begin] >> 32U)) ++end;
    const auto first = items.begin() + static_cast<std::ptrdiff_t>(begin);
    const auto last = items.begin() + static_cast<std::ptrdiff_t>(end);
    if (!std::is_sorted(first, last, before)) std::sort(first, last, before);
    begin = end;
  }
}

// Whole numbers that lie close together, as counts are kept for all of them.
struct WholeRange {
  std::int64_t lowest = 0;
  std::size_t size = 0;  // 0: they are not
};

WholeRange whole_range(std::span<const double> values) {
  constexpr double kLargest = 0x1p50;
  double lowest = kLargest;
  double highest = -kLargest;
  for (const double value : values) {
    if (std::isnan(value)) continue;
    if (!(std::abs(value) < kLargest) || value != std::trunc(value)) return {};
    lowest = std::min(lowest, value);
    highest = std::max(highest, value);
  }
  const double size = highest - lowest + 1;
  if (size < 1 || size > 256 + static_cast<double>(values.size())) return {};
  return {static_cast<std::int64_t>(lowest), static_cast<std::size_t>(size)};
}

ValueOrder order_whole_numbers(std::span<const double> values, const WholeRange& range) {
  std::vector<std::uint32_t> places(range.size + 1, 0);  // one more: rows without a value
  const auto bucket_of = [&](double value) {
    return std::isnan(value) ? range.size : static_cast<std::size_t>(static_cast<std::int64_t>(value) - range.lowest);
  };
  for (const double value : values) ++places[bucket_of(value)];
  ValueOrder order;
  order.entries.resize(values.size());
  std::vector<std::uint32_t> firsts;
  std::uint32_t begin = 0;
  for (std::size_t bucket = 0; bucket <= range.size; ++bucket) {
    const std::uint32_t count = std::exchange(places[bucket], begin);
    if (count > 0 && bucket < range.size) firsts.push_back(begin);
    begin += count;
  }
  order.known = places[range.size];
  order.distinct = firsts.size();
  for (std::uint32_t row = 0; row < values.size(); ++row) order.entries[places[bucket_of(values[row])]++] = row;
  for (const std::uint32_t first : firsts) order.entries[first] |= kNewValue;
  return order;
}

}  // namespace

ValueOrder order_values(std::span<const double> values) {
  const WholeRange range = whole_range(values);
  if (range.size > 0) return order_whole_numbers(values, range);
  const LeadingBits leading = leading_bits(values);
  std::vector<std::uint64_t> items;
  items.reserve(values.size());
  std::vector<std::uint32_t> missing;
  Histograms counts{};
  for (std::uint32_t row = 0; row < values.size(); ++row) {
    if (std::isnan(values[row])) {
      missing.push_back(row);
      continue;
    }
    const std::uint64_t item = (std::uint64_t{leading.of(values[row])} << 32U) | row;
    items.push_back(item);
    for (unsigned digit = 0; digit < kDigits; ++digit) ++counts[digit][digit_of(item, digit)];
  }
  radix_sort(items, counts);
  if (!leading.whole) sort_runs(items, values);

  ValueOrder order;
  order.known = items.size();
  order.entries.reserve(values.size());
  const auto differ = [&](std::uint64_t a, std::uint64_t b) {
    if ((a >> 32U) != (b >> 32U)) return true;
    return !leading.whole && values[static_cast<std::uint32_t>(a)] != values[static_cast<std::uint32_t>(b)];
  };
  for (std::size_t i = 0; i < items.size(); ++i) {
    const auto row = static_cast<std::uint32_t>(items[i]);
    const bool first_of_value = i == 0 || differ(items[i - 1], items[i]);
    order.distinct += first_of_value ? 1U : 0U;
    order.entries.push_back(first_of_value ? row | kNewValue : row);
  }
  order.entries.insert(order.entries.end(), missing.begin(), missing.end());
  return order;
}

}  // namespace espalier
