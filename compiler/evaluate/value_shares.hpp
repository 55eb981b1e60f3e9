// Where the values of each column lie, in shares of the rows (by weight, if they have weights). Tests on any column are
// compared in these shares: a threshold matters by the rows that it moves, whatever unit the column is in.
#pragma once

#include <cstdint>
#include <vector>

#include "data/dataset.hpp"

namespace espalier {

class ValueShares {
 public:
  explicit ValueShares(const Dataset& data);

  // Numeric: the share of the rows with a known value of at most `value`.
  double up_to(std::uint32_t feature, double value) const;
  // Categorical and ordinal.
  double of_category(std::uint32_t feature, std::uint32_t category) const {
    return columns_[feature].categories[category];
  }
  std::size_t categories(std::uint32_t feature) const { return columns_[feature].categories.size(); }
  double known(std::uint32_t feature) const { return columns_[feature].known; }
  double missing(std::uint32_t feature) const { return columns_[feature].missing; }
  bool is_numeric(std::uint32_t feature) const { return columns_[feature].numeric; }

 private:
  struct Column {
    bool numeric = true;
    std::vector<double> values;  // numeric: the different ones, ascending
    std::vector<double> up_to;   // per value
    std::vector<double> categories;
    double known = 0;
    double missing = 0;
  };

  static Column numeric_column(const FeatureColumn& feature, const std::vector<double>& shares);
  static Column categorical_column(const FeatureColumn& feature, const std::vector<double>& shares);

  std::vector<Column> columns_;
};

}  // namespace espalier
