// What evaluate --compare tells: learners side by side, and what their differences say.
#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "evaluate/mark.hpp"
#include "learn/compare.hpp"

namespace espalier {

struct ComparisonFacts {
  Task task = Task::classification;
  std::vector<std::string> labels;  // classification
  std::string method;               // "10-fold cross-validation, seed 1", "test file"
  std::string method_in_full;       // with the files, or that all learners have the same rows
  Baseline baseline;
  double baseline_score = 0;
  std::string for_all;  // options that were given for every learner: "--max-depth 3"
  std::vector<Learner> learners;
  Comparison comparison;
  std::vector<std::size_t> table_rows;  // per AnsweredRow::row
  bool by_splits = true;                // not on a test file
  std::uint32_t rounds = 1;
};

// The table of learners, and that of their differences; `verbose`: also a line for each split.
std::string to_text(const ComparisonFacts& facts, bool verbose);
nlohmann::ordered_json to_json(const ComparisonFacts& facts);

// "row,fold,actual," and a column of answers for each learner, under its text; with several rounds also the round.
std::string compared_predictions_csv(const ComparisonFacts& facts);

}  // namespace espalier
