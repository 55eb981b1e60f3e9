// The rows of a column in order of their values, and the columns of a dataset in such orders.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "data/dataset.hpp"

namespace espalier {

// Numbers whose order can be read off their bits, for sorting and dividing without comparing.

// Unsigned numbers that compare as the values do; -0 and +0 are one value. Not for NaN.
inline std::uint64_t order_key(double value) {
  const auto bits = std::bit_cast<std::uint64_t>(value + 0.0);  // +0 for -0
  return (bits >> 63U) != 0 ? ~bits : bits | (std::uint64_t{1} << 63U);
}
inline std::uint32_t order_key(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value + 0.0F);
  return (bits >> 31U) != 0 ? ~bits : bits | (std::uint32_t{1} << 31U);
}

// The rows of a column in order of their values, sorted once: whoever needs fewer rows of it leaves the others out.

// Of an entry: its value differs from that of the entry before. The other bits are the row.
inline constexpr std::uint32_t kNewValue = 0x8000'0000U;

// The most rows whose numbers leave room for the mark.
inline constexpr std::size_t kMostOrderedRows = 0x7fff'ffffU;

struct ValueOrder {
  std::vector<std::uint32_t> entries;  // ascending by value, equal ones by row; rows without a value last, unmarked
  std::size_t known = 0;               // rows with a value: so many entries come first
  std::size_t distinct = 0;            // values: so many entries are marked, the first among them
};

// NaN: no value. -0 and +0 are one value.
ValueOrder order_values(std::span<const double> values);

// The columns of a dataset in order of their values, sorted once for all the trees that are grown from parts of its
// rows: folds, resamples. A part leaves out what it does not have, which keeps the order.

// Entries are items: the rows of a classification, and those of a regression by number in `targets`.
struct ColumnOrders {
  std::vector<ValueOrder> features;  // equal values in order of the items
  ValueOrder targets;                // regression: rows by target, equal ones by row. Row targets.entries[i] is item i
};

// Several columns at a time on several threads.
std::shared_ptr<const ColumnOrders> order_columns(const Dataset& data, std::size_t threads);

// Gives the dataset orders of its own, for trees grown from it and from its parts; nothing if it has them, or cannot.
void keep_orders(Dataset& data, std::size_t threads);

// The same whole for rows `rows` of a part of it. None unless the rows are ascending, each once.
OrderedWhole select_rows(const OrderedWhole& ordered, const std::vector<std::size_t>& rows);

// Parts of a dataset's rows that share its orders: those that it has, or else orders made for the parts.
class OrderedParts {
 public:
  OrderedParts(const Dataset& data, std::size_t threads);  // keeps a reference

  const Dataset& whole() const { return data_; }
  Dataset select(const std::vector<std::size_t>& rows) const;  // as select_rows()

 private:
  const Dataset& data_;
  std::shared_ptr<const ColumnOrders> made_;
};

// The rows of a regression by target, equal ones by row: as order_values(data.targets).
ValueOrder order_targets(const Dataset& data);

// The different values of a column, ascending.
std::vector<double> different_values(const Dataset& data, std::size_t feature);

// What orders say about some rows of a dataset.
class PickedOrders {
 public:
  // `rows` of `data` get the numbers 0, 1, ...; a row that comes several times does so in a row. None if the data has
  // no orders, or theirs is another order of rows.
  static std::optional<PickedOrders> of(const Dataset& data, const std::vector<std::uint32_t>& rows);

  // As order_values() of the rows' values.
  ValueOrder feature(std::size_t feature) const;

 private:
  std::shared_ptr<const ColumnOrders> orders_;
  std::vector<std::uint32_t> numbers_;  // per item; if some come several times, the first, whether it comes or not
  bool several_ = false;
  std::size_t count_ = 0;
};

}  // namespace espalier
