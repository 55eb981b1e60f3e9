#include "evaluate/value_shares.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace espalier {
namespace {

std::vector<double> row_shares(const Dataset& data) {
  std::vector<double> shares = data.weights.empty() ? std::vector<double>(data.rows(), 1.0) : data.weights;
  const double total = std::accumulate(shares.begin(), shares.end(), 0.0);
  for (double& share : shares) share /= total;
  return shares;
}

}  // namespace

ValueShares::ValueShares(const Dataset& data) {
  const std::vector<double> shares = row_shares(data);
  for (const FeatureColumn& feature : data.features) {
    columns_.push_back(feature.kind == ColumnKind::numeric ? numeric_column(feature, shares)
                                                           : categorical_column(feature, shares));
  }
}

ValueShares::Column ValueShares::numeric_column(const FeatureColumn& feature, const std::vector<double>& shares) {
  Column column;
  std::vector<std::pair<double, double>> known;  // value, share
  for (std::size_t row = 0; row < shares.size(); ++row) {
    const double value = feature.values[row];
    if (std::isnan(value)) {
      column.missing += shares[row];
    } else {
      known.emplace_back(value, shares[row]);
    }
  }
  std::sort(known.begin(), known.end());
  for (const auto& [value, share] : known) {
    column.known += share;
    if (column.values.empty() || column.values.back() != value) {
      column.values.push_back(value);
      column.up_to.push_back(0);
    }
    column.up_to.back() = column.known;
  }
  return column;
}

ValueShares::Column ValueShares::categorical_column(const FeatureColumn& feature, const std::vector<double>& shares) {
  Column column;
  column.numeric = false;
  column.categories.assign(feature.categories.size(), 0.0);
  for (std::size_t row = 0; row < shares.size(); ++row) {
    const double value = feature.values[row];
    (std::isnan(value) ? column.missing : column.categories[static_cast<std::size_t>(value)]) += shares[row];
  }
  column.known = std::accumulate(column.categories.begin(), column.categories.end(), 0.0);
  return column;
}

double ValueShares::up_to(std::uint32_t feature, double value) const {
  const Column& column = columns_[feature];
  const auto above = std::upper_bound(column.values.begin(), column.values.end(), value);
  return above == column.values.begin() ? 0 : column.up_to[static_cast<std::size_t>(above - column.values.begin()) - 1];
}

}  // namespace espalier
