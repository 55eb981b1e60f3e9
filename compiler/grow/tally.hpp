// The class weights of a group of rows, with the sum a criterion is made of kept up to date row by row.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "grow/options.hpp"

namespace espalier {

class Tally {
 public:
  Tally(Criterion criterion, std::size_t classes);

  void add(std::uint32_t label, double weight);
  void remove(std::uint32_t label, double weight);  // a row that was added

  double weight() const { return weight_; }
  std::span<const double> counts() const { return counts_; }

  // weight * (1 - impurity) in the criterion's unit, up to a constant times the weight: additive over the branches of a
  // split, so that gain * weight = sum over branches - the whole. See note [equal gains] in grow/criteria.hpp.
  //   entropy: sum c log2 c - n log2 n      Gini: sum c^2 / n      error: max c
  double purity() const;

 private:
  double term(double count) const;
  void change(std::uint32_t label, double count);

  Criterion criterion_;
  std::vector<double> counts_;
  double weight_ = 0;
  double terms_ = 0;  // sum of term(count) over the classes
};

// What a split into branches of these purities gains, times the weight of its rows.
double weighted_gain(double whole_purity, double branches_purity);

}  // namespace espalier
