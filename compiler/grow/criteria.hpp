// The criteria as formulas on class weights (docs/learner.md): pure functions, logarithms to base 2.
#pragma once

#include <span>

#include "grow/options.hpp"

namespace espalier {

// Impurity of a class distribution; 0 for a pure one and for an empty one.
double entropy(std::span<const double> counts);                        // - sum p log2 p, bits
double gini(std::span<const double> counts);                           // 1 - sum p^2
double error_rate(std::span<const double> counts);                     // 1 - max p
double impurity(Criterion criterion, std::span<const double> counts);  // gain ratio is made of entropy

// Entropy of the branch a row takes, in bits: what gain ratio divides by. Rows whose value is unknown count as one
// branch more.
double split_info(std::span<const double> branch_weights, double unknown_weight);

// note [equal gains]: the tie rules need gains that are equal on paper to be equal as doubles, whatever the order of
// the rows and however the counts were arrived at.
//   - weight * log2(weight) is rounded to a multiple of 2^-28. Sums of such multiples are exact (up to about 1.6
//     million rows), hence independent of their order, and a sum that is updated row by row equals one computed afresh.
//   - gain * weight is rounded to a multiple of 2^-20. Gains that differ by less than a millionth of a row are equal,
//     and less than half of that is no gain. Weights are meant to be of the order of 1 per row. Of a regression the
//     grid is 2^-32 of the node's own deviation, because its unit is the user's.
double weight_log_weight(double weight);  // 0 for weight <= 0

}  // namespace espalier
