// What each column contributed to an answer: Shapley values, exact, where a column that is left out is averaged by the
// training rows below each test.
//
// For a set S of columns, v(S) is what the tree says on average if the row is followed at tests of columns in S, and
// the training rows everywhere else. Leaf by leaf that is a product over the columns on its way, and the Shapley value
// of a product follows from the coefficients of a polynomial: no subsets are tried out. What is left at the end is
// exactly the answer less v of no columns. (Lundberg et al., "Consistent individualized feature attribution for tree
// ensembles", 2018, where it is called path-dependent.)
#pragma once

#include <cstdint>
#include <vector>

#include "model/interpret.hpp"
#include "model/model.hpp"

namespace espalier {

struct Contributions {
  double base = 0;               // what is said about no row in particular
  double answer = 0;             // about this one: base and all contributions
  std::vector<double> features;  // per feature of the model
};

// Of the probability of label `place`, of a regression's value (`place` is 0 then), and of the score of output `place`
// where trees add scores. What several trees say is added up, or averaged.
Contributions contributions(const Model& model, Row row, std::uint32_t place);

}  // namespace espalier
