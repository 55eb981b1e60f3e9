#include "grow/ranked_columns.hpp"

#include <algorithm>

#include "data/column_orders.hpp"
#include "support/parallel.hpp"

namespace espalier {
namespace {

// The codes of bins are ranks.
RankedColumn rank_bins(const BinnedColumn& bins) {
  RankedColumn column;
  column.values = bins.lowest;
  column.has_missing = bins.known < bins.codes.size();
  column.ranks.reserve(bins.codes.size());
  for (const std::uint8_t code : bins.codes) column.ranks.push_back(code == kNoBin ? column.missing() : code);
  return column;
}

RankedColumn rank_values(std::span<const double> values) {
  RankedColumn column;
  const ValueOrder order = order_values(values);
  column.has_missing = order.known < values.size();
  column.values.reserve(order.distinct);
  column.ranks.assign(values.size(), static_cast<std::uint32_t>(order.distinct));
  for (std::size_t i = 0; i < order.known; ++i) {
    const std::uint32_t row = order.entries[i] & ~kNewValue;
    if (i == 0 || (order.entries[i] & kNewValue) != 0) column.values.push_back(values[row] + 0.0);  // +0 for -0
    column.ranks[row] = static_cast<std::uint32_t>(column.values.size() - 1);
  }
  return column;
}

}  // namespace

std::vector<RankedColumn> rank_columns(const TrainingSet& training, std::size_t threads) {
  std::vector<RankedColumn> columns(training.precedence.size());
  in_parallel(columns.size(), threads, [&](std::size_t place) {
    const std::uint32_t feature = training.precedence[place];
    columns[place] = training.is_binned(feature) ? rank_bins(training.bins[feature])
                                                 : rank_values(training.data.features[feature].values);
    columns[place].feature = feature;
  });
  std::erase_if(columns, [](const RankedColumn& column) { return column.values.size() + column.has_missing < 2; });
  return columns;
}

}  // namespace espalier
