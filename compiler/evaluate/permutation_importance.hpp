// What a tree's answers lose when the values of a column are shuffled among the rows: the column then says nothing
// about its row, and all else is as it was.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "data/dataset.hpp"
#include "evaluate/metrics.hpp"
#include "model/model.hpp"

namespace espalier {

// Rows with their right answers, as the interpreter takes them.
struct TestRows {
  std::vector<std::vector<double>> rows;  // see model/interpret.hpp, Row
  Answers actual;
  std::vector<double> weights;  // per row, or none
};
TestRows test_rows_of(const Dataset& data);

struct Permutations {
  std::uint32_t times = 5;  // each column, each time in another order
  std::uint64_t seed = 1;
};

// Per feature, the mean over the permutations of the loss of accuracy (for regression, of what the root mean squared
// error gains), by weight where rows have weights. Missing values are shuffled along with the others. Exactly 0 for
// features that are not asked. Each order is drawn for itself, by the seed, `split`, the feature and its number, so
// that it does not depend on what else is computed, and when.
std::vector<double> permutation_losses(const Model& model, TestRows test, const Permutations& permutations,
                                       std::size_t split);

}  // namespace espalier
