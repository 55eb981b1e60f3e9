// Answers beside the right ones: what evaluate reports and writes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "evaluate/metrics.hpp"

namespace espalier::cli {

// For rows of a table: from cross-validation those of the data, with --test those of the test file.
struct MarkedAnswers {
  Task task = Task::classification;
  std::vector<std::string> labels;  // classification
  std::vector<std::size_t> table_rows;
  std::vector<std::uint32_t> folds;   // empty with --test
  std::vector<std::uint32_t> rounds;  // empty where there is one only
  Answers actual;
  Answers predicted;
  Metrics metrics;
};

void report_metrics(const MarkedAnswers& answers, Report& report);

// "row,fold,actual,predicted", a line for each answer; with several rounds "row,round,fold,actual,predicted".
std::string predictions_csv(const MarkedAnswers& answers);

}  // namespace espalier::cli
