// Random models that go for the edges of every input type, and rows that stand on those edges.
#pragma once

#include <vector>

#include "lower/input_type.hpp"
#include "model/model.hpp"
#include "support/random.hpp"

namespace espalier::e2e {

// Every kind of feature, test and route of missing values; thresholds at the limits of every type, one step beside each
// other, repeated and contradicting each other on a path; member sets of every size; branches without training rows.
Model random_edge_model(RandomEngine& engine);

// For some of the numeric features a type of any kind, whether it loses training values or not.
std::vector<InputTypeOverride> random_input_types(const Model& model, RandomEngine& engine);

// A row of values that the fields can hold: thresholds of the tree and their neighbours, ends of the types, missing.
std::vector<double> random_edge_row(const Model& model, const std::vector<Field>& fields, RandomEngine& engine);

}  // namespace espalier::e2e
