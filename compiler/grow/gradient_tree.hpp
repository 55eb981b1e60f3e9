// Trees for boosting (Friedman 2001, by Newton's method as in Chen and Guestrin 2016): each leaf says by how much the
// scores of its rows should change, given the slope and the bend (first and second derivative) of the loss of each row.
//
// note [whole gradients]: slopes and bends become whole numbers, multiples of one power of two for each, and rows are
// counted beside them. Their sums are exact: they depend neither on the order of the rows nor on the number of threads,
// and the sums of a child are those of its parent less its sibling's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "grow/coded_rows.hpp"
#include "grow/options.hpp"
#include "grow/training_set.hpp"
#include "model/model.hpp"

namespace espalier {

// The slopes of some rows, and their bends with the number of rows behind (WholeUnits::count_bits).
struct GradientSums {
  std::int64_t slope = 0;
  std::int64_t bend_and_count = 0;

  GradientSums& operator+=(const GradientSums& other) {
    slope += other.slope;
    bend_and_count += other.bend_and_count;
    return *this;
  }
  GradientSums& operator-=(const GradientSums& other) {
    slope -= other.slope;
    bend_and_count -= other.bend_and_count;
    return *this;
  }
  friend GradientSums operator-(GradientSums a, const GradientSums& b) { return a -= b; }
  friend GradientSums operator+(GradientSums a, const GradientSums& b) { return a += b; }
};

// What the whole numbers stand for: powers of two.
struct WholeUnits {
  double slope_unit = 1;
  double slopes_per_one = 1;  // 1 / slope_unit
  double bend_unit = 1;
  double bends_per_one = 1;
  unsigned count_bits = 1;

  // For so many rows, none of which has larger ones (bends are never below nought).
  static WholeUnits of(std::size_t rows, double largest_slope, double largest_bend);
  GradientSums row(double slope, double bend) const;
  double slope_of(const GradientSums& sums) const { return static_cast<double>(sums.slope) * slope_unit; }
  double bend_of(const GradientSums& sums) const {
    return static_cast<double>(sums.bend_and_count >> count_bits) * bend_unit;
  }
  std::int64_t count_of(const GradientSums& sums) const {
    return sums.bend_and_count & ((std::int64_t{1} << count_bits) - 1);
  }
};

// Some rows of a node: those of rows[begin, end).
struct RowRange {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::size_t size() const { return end - begin; }
};

struct LeafRows {
  std::uint32_t node = 0;
  RowRange learned;
  RowRange others;
};

struct GradientTree {
  Tree tree;                          // leaves have the whole step as their value, inner nodes only `total`
  std::vector<std::uint32_t> rows;    // that it was learned from, in the order of the leaves;
  std::vector<std::uint32_t> others;  // and those that were only sent down
  std::vector<LeafRows> leaves;
};

// Rows by number, ascending.
struct GradientRows {
  std::vector<std::uint32_t> learned;
  std::vector<std::uint32_t> others;
};

class GradientGrower {
 public:
  // Keeps references. `directions` of the score, per feature; none: any.
  GradientGrower(const TrainingSet& training, const CodedRows& coded, const GrowOptions& options, double l2,
                 double least_bend, std::vector<Direction> directions, std::size_t threads);

  // By the slopes and bends of all rows. Random choices are those of the key. The same for any number of threads;
  // several threads may grow trees at once.
  GradientTree grow(std::span<const double> slopes, std::span<const double> bends, GradientRows rows,
                    std::uint64_t key) const;

 private:
  const TrainingSet& training_;
  const CodedRows& coded_;
  const GrowOptions& options_;
  double l2_;
  double least_bend_;
  std::vector<Direction> directions_;
  std::size_t threads_;
};

}  // namespace espalier
