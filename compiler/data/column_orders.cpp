#include "data/column_orders.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <utility>

#include "support/mapped_file.hpp"
#include "support/parallel.hpp"

namespace espalier {
namespace {

constexpr unsigned kDigitBits = 11;
constexpr std::size_t kDigitValues = std::size_t{1} << kDigitBits;
constexpr unsigned kSortedDigits = 3;

// Items are a key of 32 bits, of which the lowest `bits` are used, above a row. Stable, least digit first; digits that
// all items share cost little.
void radix_sort(std::vector<std::uint64_t>& items, unsigned bits) {
  const unsigned digits = std::max(1U, (bits + kDigitBits - 1) / kDigitBits);
  const auto digit_of = [](std::uint64_t item, unsigned digit) {
    return (item >> (32U + kDigitBits * digit)) & (kDigitValues - 1);
  };
  std::array<std::array<std::uint32_t, kDigitValues>, kSortedDigits> counts{};
  for (const std::uint64_t item : items) {
    for (unsigned digit = 0; digit < digits; ++digit) ++counts[digit][digit_of(item, digit)];
  }
  std::vector<std::uint64_t> other(items.size());
  for (unsigned digit = 0; digit < digits; ++digit) {
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

// Numbers of few digits behind the point, as files hold them: whole numbers of steps, which say all about their order.
struct Decimals {
  double per_unit = 0;  // steps; 0: the values are not of this kind
  double lowest = 0;    // in steps
  double range = 0;

  std::uint32_t key(double value) const { return static_cast<std::uint32_t>(steps(value, per_unit) - lowest); }

  // For less than 2^51 of them.
  static double steps(double value, double per_unit) {
    constexpr double kRounds = 0x1.8p52;  // numbers of this size have no fraction
    return (value * per_unit + kRounds) - kRounds;
  }
};

// Not inlined: its loops need all registers.
[[gnu::noinline]] Decimals decimals_of(std::span<const double> values) {
  constexpr std::size_t kBlock = 256;
  constexpr double kMostPerUnit = 1e9;
  constexpr double kMostSteps = 0x1p50;
  const auto misses = [](double value, double per_unit) {
    return !std::isnan(value) && Decimals::steps(value, per_unit) / per_unit != value;
  };
  double per_unit = 1;
  double lowest = kMostSteps;
  double highest = -kMostSteps;
  for (std::size_t begin = 0; begin < values.size();) {
    const std::span<const double> block = values.subspan(begin, std::min(kBlock, values.size() - begin));
    std::uint64_t missed = 0;
    for (const double value : block) missed += misses(value, per_unit) ? 1 : 0;
    double low = lowest;
    double high = highest;
    for (const double value : block) {
      const double steps = Decimals::steps(value, per_unit);
      low = steps < low ? steps : low;
      high = steps > high ? steps : high;
    }
    lowest = low;
    highest = high;
    if (missed == 0) {
      begin += block.size();
      continue;
    }
    for (const double value : block) {
      while (misses(value, per_unit)) {
        per_unit *= 10;
        if (per_unit > kMostPerUnit) return {};
      }
    }
    begin = 0;
    lowest = kMostSteps;
    highest = -kMostSteps;
  }
  const double range = highest - lowest;
  if (lowest <= -kMostSteps || highest >= kMostSteps || range < 0 || range >= 0x1p32) return {};
  return {per_unit, lowest, range};
}

ValueOrder order_by_counting(std::span<const double> values, const Decimals& decimals) {
  const std::size_t steps = static_cast<std::size_t>(decimals.range) + 1;
  std::vector<std::uint32_t> places(steps + 1, 0);  // one more: rows without a value
  const auto bucket_of = [&](double value) { return std::isnan(value) ? steps : std::size_t{decimals.key(value)}; };
  for (const double value : values) ++places[bucket_of(value)];
  ValueOrder order;
  order.entries.resize(values.size());
  std::vector<std::uint32_t> firsts;
  std::uint32_t begin = 0;
  for (std::size_t bucket = 0; bucket <= steps; ++bucket) {
    const std::uint32_t count = std::exchange(places[bucket], begin);
    if (count > 0 && bucket < steps) firsts.push_back(begin);
    begin += count;
  }
  order.known = places[steps];
  order.distinct = firsts.size();
  for (std::uint32_t row = 0; row < values.size(); ++row) order.entries[places[bucket_of(values[row])]++] = row;
  for (const std::uint32_t first : firsts) order.entries[first] |= kNewValue;
  return order;
}

// By a key of so many bits. Values that agree in it are equal, if it is `whole`.
template <typename KeyOf>
ValueOrder order_by_key(std::span<const double> values, unsigned bits, bool whole, const KeyOf& key_of) {
  std::vector<std::uint64_t> items(values.size());
  std::vector<std::uint32_t> missing;
  std::size_t known = 0;
  for (std::uint32_t row = 0; row < values.size(); ++row) {
    if (std::isnan(values[row])) {
      missing.push_back(row);
    } else {
      items[known++] = (std::uint64_t{key_of(values[row])} << 32U) | row;
    }
  }
  items.resize(known);
  radix_sort(items, bits);
  if (!whole) sort_runs(items, values);

  ValueOrder order;
  order.known = known;
  order.entries.reserve(values.size());
  order.entries.resize(known);
  const auto differ = [&](std::uint64_t a, std::uint64_t b) {
    if ((a >> 32U) != (b >> 32U)) return true;
    return !whole && values[static_cast<std::uint32_t>(a)] != values[static_cast<std::uint32_t>(b)];
  };
  std::size_t distinct = 0;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const auto row = static_cast<std::uint32_t>(items[i]);
    const bool first_of_value = i == 0 || differ(items[i - 1], items[i]);
    distinct += first_of_value ? 1U : 0U;
    order.entries[i] = first_of_value ? row | kNewValue : row;
  }
  order.distinct = distinct;
  order.entries.insert(order.entries.end(), missing.begin(), missing.end());
  return order;
}

}  // namespace

ValueOrder order_values(std::span<const double> values) {
  constexpr unsigned kKeyBits = 32;
  const Decimals decimals = decimals_of(values);
  if (decimals.per_unit > 0) {
    if (decimals.range < 256 + static_cast<double>(values.size())) return order_by_counting(values, decimals);
    const auto bits = static_cast<unsigned>(std::bit_width(static_cast<std::uint32_t>(decimals.range)));
    return order_by_key(values, bits, true, [&](double value) { return decimals.key(value); });
  }
  const LeadingBits leading = leading_bits(values);
  return order_by_key(values, kKeyBits, leading.whole, [&](double value) { return leading.of(value); });
}

namespace {

constexpr std::uint32_t kLeftOut = std::numeric_limits<std::uint32_t>::max();

// Passes the entries on that have a number; of each value the first that is left gets the mark.
ValueOrder pick(const ValueOrder& order, const std::vector<std::uint32_t>& numbers, std::size_t count) {
  ValueOrder picked;
  picked.entries.resize(count + 1);  // room for the one that is written before it is known to stay
  std::uint32_t* const out = picked.entries.data();
  std::size_t size = 0;
  std::uint32_t due = 0;  // a mark that was not passed on yet
  for (std::size_t i = 0; i < order.known; ++i) {
    const std::uint32_t entry = order.entries[i];
    const std::uint32_t number = numbers[entry & ~kNewValue];
    due |= entry & kNewValue;
    out[size] = number | due;
    const bool stays = number != kLeftOut;
    picked.distinct += stays && due != 0 ? 1U : 0U;
    size += stays ? 1U : 0U;
    due = stays ? 0 : due;
  }
  picked.known = size;
  for (std::size_t i = order.known; i < order.entries.size(); ++i) {
    const std::uint32_t number = numbers[order.entries[i]];
    out[size] = number;
    size += number != kLeftOut ? 1U : 0U;
  }
  picked.entries.resize(count);
  return picked;
}

// The same where an item has the numbers from first[item] up to first[item + 1]: none, one or several.
ValueOrder pick_copies(const ValueOrder& order, const std::vector<std::uint32_t>& first, std::size_t count) {
  ValueOrder picked;
  picked.entries.resize(count);
  std::uint32_t* out = picked.entries.data();
  std::uint32_t due = 0;
  for (std::size_t i = 0; i < order.known; ++i) {
    const std::uint32_t entry = order.entries[i];
    const std::uint32_t item = entry & ~kNewValue;
    due |= entry & kNewValue;
    for (std::uint32_t number = first[item]; number != first[item + 1]; ++number) {
      picked.distinct += due != 0 ? 1U : 0U;
      *out++ = number | due;
      due = 0;
    }
  }
  picked.known = static_cast<std::size_t>(out - picked.entries.data());
  for (std::size_t i = order.known; i < order.entries.size(); ++i) {
    const std::uint32_t item = order.entries[i];
    for (std::uint32_t number = first[item]; number != first[item + 1]; ++number) *out++ = number;
  }
  return picked;
}

ValueOrder order_by_item(const FeatureColumn& column, const ValueOrder& targets) {
  if (targets.entries.empty()) return order_values(column.values);
  std::vector<double> values;
  values.reserve(column.values.size());
  for (const std::uint32_t entry : targets.entries) values.push_back(column.values[entry & ~kNewValue]);
  return order_values(values);
}

std::uint32_t row_in_whole(const Dataset& data, std::uint32_t row) {
  return data.ordered.rows.empty() ? row : data.ordered.rows[row];
}

// Per row of the ordered dataset: its first number among `rows` of the data.
std::vector<std::uint32_t> numbers_of(const Dataset& data, std::span<const std::uint32_t> rows) {
  std::vector<std::uint32_t> numbers(data.ordered.orders->features.front().entries.size(), kLeftOut);
  for (std::size_t i = rows.size(); i-- > 0;) numbers[row_in_whole(data, rows[i])] = static_cast<std::uint32_t>(i);
  return numbers;
}

// Per row of the ordered dataset, how often it is among `rows`.
std::vector<std::uint32_t> copies_of(const Dataset& data, std::span<const std::uint32_t> rows) {
  std::vector<std::uint32_t> copies(data.ordered.orders->features.front().entries.size(), 0);
  for (const std::uint32_t row : rows) ++copies[row_in_whole(data, row)];
  return copies;
}

// What is said of rows, of items.
std::vector<std::uint32_t> by_item(const std::vector<std::uint32_t>& by_row, const ValueOrder& targets) {
  std::vector<std::uint32_t> items;
  items.reserve(by_row.size());
  for (const std::uint32_t entry : targets.entries) items.push_back(by_row[entry & ~kNewValue]);
  return items;
}

std::vector<std::uint32_t> every_row(const Dataset& data) {
  std::vector<std::uint32_t> rows(data.rows());
  std::iota(rows.begin(), rows.end(), 0U);
  return rows;
}

std::vector<std::uint32_t> unmarked(ValueOrder order) {
  for (std::uint32_t& entry : order.entries) entry &= ~kNewValue;
  return std::move(order.entries);
}

bool is_ascending(const std::vector<std::uint32_t>& numbers) {
  std::uint32_t next = 0;
  for (const std::uint32_t number : numbers) {
    if (number == kLeftOut) continue;
    if (number != next) return false;
    ++next;
  }
  return true;
}

// Where columns are kept in files, there is no room in memory for an order of them all.
bool is_orderable(const Dataset& data) {
  return data.rows() <= kMostOrderedRows && !data.features.empty() && !in_mapped_file(data.features.front().values);
}

}  // namespace

std::shared_ptr<const ColumnOrders> order_columns(const Dataset& data, std::size_t threads) {
  auto orders = std::make_shared<ColumnOrders>();
  if (data.task == Task::regression) orders->targets = order_values(data.targets);
  orders->features.resize(data.features.size());
  in_parallel(data.features.size(), threads, [&](std::size_t feature) {
    orders->features[feature] = order_by_item(data.features[feature], orders->targets);
  });
  return orders;
}

void keep_orders(Dataset& data, std::size_t threads) {
  if (!data.ordered.orders && is_orderable(data)) data.ordered = {order_columns(data, threads), {}};
}

OrderedWhole select_rows(const OrderedWhole& ordered, const std::vector<std::size_t>& rows) {
  const bool ascending = std::adjacent_find(rows.begin(), rows.end(), std::greater_equal<>()) == rows.end();
  if (!ordered.orders || !ascending) return {};
  OrderedWhole selected{ordered.orders, {}};
  selected.rows.reserve(rows.size());
  for (const std::size_t row : rows) {
    selected.rows.push_back(ordered.rows.empty() ? static_cast<std::uint32_t>(row) : ordered.rows[row]);
  }
  return selected;
}

OrderedParts::OrderedParts(const Dataset& data, std::size_t threads) : data_(data) {
  if (!data.ordered.orders && is_orderable(data)) made_ = order_columns(data, threads);
}

Dataset OrderedParts::select(const std::vector<std::size_t>& rows) const {
  Dataset part = select_rows(data_, rows);
  if (made_) part.ordered = select_rows(OrderedWhole{made_, {}}, rows);
  return part;
}

ValueOrder order_targets(const Dataset& data) {
  if (!data.ordered.orders) return order_values(data.targets);
  return pick(data.ordered.orders->targets, numbers_of(data, every_row(data)), data.rows());
}

std::vector<double> different_values(const Dataset& data, std::size_t feature) {
  const Numbers& values = data.features[feature].values;
  const std::vector<std::uint32_t> rows =
      data.task == Task::regression ? unmarked(order_targets(data)) : every_row(data);
  const std::optional<PickedOrders> picked = PickedOrders::of(data, rows);
  const ValueOrder order = picked ? picked->feature(feature) : order_values(values);
  std::vector<double> different;
  different.reserve(order.distinct);
  for (std::size_t i = 0; i < order.known; ++i) {
    if ((order.entries[i] & kNewValue) == 0) continue;
    const std::uint32_t number = order.entries[i] & ~kNewValue;
    different.push_back(values[picked ? rows[number] : number]);
  }
  return different;
}

std::optional<PickedOrders> PickedOrders::of(const Dataset& data, const std::vector<std::uint32_t>& rows) {
  if (!data.ordered.orders) return std::nullopt;
  PickedOrders picked;
  picked.orders_ = data.ordered.orders;
  picked.count_ = rows.size();
  const ValueOrder& targets = picked.orders_->targets;
  const auto of_items = [&](std::vector<std::uint32_t> by_row) {
    return targets.entries.empty() ? std::move(by_row) : by_item(by_row, targets);
  };
  const std::vector<std::uint32_t> numbers = of_items(numbers_of(data, rows));
  picked.several_ = std::adjacent_find(rows.begin(), rows.end()) != rows.end();
  if (!picked.several_) {
    if (!is_ascending(numbers)) return std::nullopt;
    picked.numbers_ = numbers;
    return picked;
  }
  const std::vector<std::uint32_t> copies = of_items(copies_of(data, rows));
  std::uint32_t next = 0;
  picked.numbers_.reserve(numbers.size() + 1);
  for (std::size_t item = 0; item < numbers.size(); ++item) {
    if (numbers[item] != kLeftOut && numbers[item] != next) return std::nullopt;
    picked.numbers_.push_back(next);
    next += copies[item];
  }
  picked.numbers_.push_back(next);
  return picked;
}

ValueOrder PickedOrders::feature(std::size_t feature) const {
  const ValueOrder& order = orders_->features[feature];
  return several_ ? pick_copies(order, numbers_, count_) : pick(order, numbers_, count_);
}

}  // namespace espalier
