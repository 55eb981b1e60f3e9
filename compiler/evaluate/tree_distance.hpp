// How differently two trees describe the same rows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "data/dataset.hpp"
#include "model/model.hpp"
#include "support/parallel.hpp"

namespace espalier {

// Where the values of each column lie, in shares of the rows (by weight, if they have weights). Tests on any column are
// compared in these shares: a threshold matters by the rows that it moves, whatever unit the column is in.
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

// What the leaves of a tree say about the rows that reach them: per column the values that the tests on the way leave.

// Of one column that was tested on the way.
struct ColumnRegion {
  std::uint32_t feature = 0;
  double low = 0;  // numeric: values whose ValueShares::up_to is above `low` and at most `high`
  double high = 0;
  std::shared_ptr<const std::vector<bool>> categories;  // categorical: which are left
  bool missing = true;                                  // whether missing values are left
  double ruled_out = 0;                                 // share of the rows whose value is not left
};

struct LeafRegion {
  std::vector<ColumnRegion> columns;  // ascending; columns not tested are not restricted
  double ruled_out = 0;               // sum over the columns
};

// Per row the region of its leaf. A row that reaches several leaves (MissingPolicy::fractional) has the region of the
// one where most of it arrives. Tests say nothing about missing values that surrogates or fractions send either way;
// otherwise missing values are left only where they go.
struct TreeRegions {
  std::vector<LeafRegion> regions;    // of the leaves that rows reach
  std::vector<std::uint32_t> of_row;  // per row of `rows`: index into regions
};
TreeRegions tree_regions(const Model& model, const Dataset& data, const std::vector<std::size_t>& rows,
                         const ValueShares& shares);

//
// A leaf rules values out: `petal_width <= 0.8` rules out the values above 0.8, and as much of the data as has them.
// For one row, the distance of two trees is the share of what either rules out that is not ruled out by both, added up
// over the columns and measured in shares of the rows:
//
//     d = m(A xor B) / m(A or B)      A, B: what the row's leaf in each tree rules out; 0 if neither rules anything out
//
// and the distance of the trees is its mean over the rows. It sees which columns are tested on a row's way and where
// they are cut, not in which order. It is 0 if and only if the two trees describe every row by the same conditions (up
// to thresholds between which no row lies), 1 if they share nothing for any row, symmetric, and keeps the triangle
// inequality: m is a measure, and m(A xor B) / m(A or B) is the Jaccard (Steinhaus) metric of a measure.

double region_distance(const LeafRegion& a, const LeafRegion& b, const ValueShares& shares);

// Both of the same rows; each counts by its weight, or all alike if there are none.
double tree_distance(const TreeRegions& a, const TreeRegions& b, const std::vector<double>& weights,
                     const ValueShares& shares);

// [a][b] for all pairs. `progress` counts trees.
std::vector<std::vector<double>> tree_distances(const std::vector<TreeRegions>& trees,
                                                const std::vector<double>& weights, const ValueShares& shares,
                                                std::size_t threads, const ProgressReport& progress = {});

}  // namespace espalier
