// A model's answers for the rows of a dataset, and how right they are.
#pragma once

#include "data/dataset.hpp"
#include "evaluate/metrics.hpp"
#include "model/model.hpp"

namespace espalier {

// The dataset's own targets.
Answers right_answers(const Dataset& data);

// The interpreter's answers, row by row, with their probabilities. The model must have the dataset's columns and
// labels, in the same order.
Answers answer_rows(const Model& model, const Dataset& data);

// Both compared, by the dataset's weights if it has any.
Metrics mark(const Model& model, const Dataset& data);

}  // namespace espalier
