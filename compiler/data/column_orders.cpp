#include "data/column_orders.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>
#include <utility>

#include "support/mapped_file.hpp"
#include "support/parallel.hpp"

namespace espalier {
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

ValueOrder order_by_item(const FeatureColumn& column, const ValueOrder& targets) {
  if (targets.entries.empty()) return order_values(column.values);
  std::vector<double> values;
  values.reserve(column.values.size());
  for (const std::uint32_t entry : targets.entries) values.push_back(column.values[entry & ~kNewValue]);
  return order_values(values);
}

// Per row of the ordered dataset: its number among `rows` of the data.
std::vector<std::uint32_t> numbers_of(const Dataset& data, std::span<const std::uint32_t> rows) {
  std::vector<std::uint32_t> numbers(data.ordered.orders->features.front().entries.size(), kLeftOut);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    numbers[data.ordered.rows.empty() ? rows[i] : data.ordered.rows[rows[i]]] = static_cast<std::uint32_t>(i);
  }
  return numbers;
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
  std::vector<std::uint32_t> numbers = numbers_of(data, rows);
  const std::vector<std::uint32_t>& targets = picked.orders_->targets.entries;
  if (targets.empty()) {
    picked.numbers_ = std::move(numbers);
  } else {
    picked.numbers_.reserve(targets.size());
    for (const std::uint32_t entry : targets) picked.numbers_.push_back(numbers[entry & ~kNewValue]);
  }
  if (!is_ascending(picked.numbers_)) return std::nullopt;
  return picked;
}

ValueOrder PickedOrders::feature(std::size_t feature) const {
  return pick(orders_->features[feature], numbers_, count_);
}

}  // namespace espalier
