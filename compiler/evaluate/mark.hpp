// A model's answers for the rows of a dataset, and how right they are.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

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

// What somebody would score who gives the same answer for every row: the least that a tree has to beat.

struct Baseline {
  std::uint32_t label = 0;  // classification: the most frequent class; of equal ones the first
  std::string name{};       //   as the data calls it
  double value = 0;         // regression: the mean of the targets
};

// By the rows' own weights.
Baseline baseline_of(const Dataset& data);

// Its accuracy, or root mean squared error, for these right answers; `weights`: one per row, or none.
double baseline_score(const Baseline& baseline, Task task, const Answers& actual,
                      const std::vector<double>& weights = {});

// Both at once: for the rows that the answer is taken from.
double baseline_score(const Dataset& data);

}  // namespace espalier
