// Several learners side by side: on a test file, and the report about them.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "data/dataset.hpp"
#include "evaluate/bind_dataset.hpp"
#include "learn/compare.hpp"

namespace espalier::cli {

// What is compared, and where the rows are that were answered.
struct LearnerComparison {
  std::vector<Learner> learners;
  Comparison comparison;
  std::vector<std::size_t> table_rows;  // per AnsweredRow::row
  bool by_splits = true;                // not on a test file
  std::uint32_t rounds = 1;
};

// Warns of learners whose options in effect are the same for this data, and of cost matrices that differ, so that there
// are no `costs` by which all learners could be marked.
void warn_of_learners(const std::vector<Learner>& learners, const Costs& costs, Warnings& warnings);

// Each learner learns from all of the data and answers the rows of the test file.
LearnerComparison compare_on_test(const Dataset& data, std::vector<Learner> learners, const BindableTable& test,
                                  const Yardstick& yardstick, const ProgressReport& progress, Warnings& warnings);

// The table of learners, that of their differences, and all of it as JSON; `details`: a line for each split.
void report_comparison(const LearnerComparison& compared, Task task, bool details, Report& report);

// "row,fold,actual," and a column of answers for each learner, under its text; with several rounds also the round.
std::string compared_predictions_csv(const LearnerComparison& compared, const std::vector<std::string>& labels);

}  // namespace espalier::cli
