// Scores for people and machines: accuracy for classification, root mean squared error for regression.
#pragma once

#include <limits>
#include <optional>
#include <string>

#include "evaluate/mark.hpp"
#include "support/table_words.hpp"

namespace espalier::cli {

// The name in reports and JSON: "accuracy" or "rmse".
inline const char* score_name(Task task) {
  return task == Task::regression ? "rmse" : "accuracy";
}

// A figure in the unit of the data: four digits that count.
std::string figure_text(double value);

// A figure about 1 in size, such as a precision: three decimals.
std::string share_text(double value);
std::string known_text(const std::optional<double>& figure);  // "undefined", if there is none

// The price of a leaf, so that typed in again it prunes at least as much: rounded up, but not to the next step's.
std::string alpha_text(double alpha, double next = std::numeric_limits<double>::infinity());

// "94.7 %" or "3.142"
std::string score_text(Task task, double score);

// The score with its standard error: "94.7 % ± 1.8" or "3.142 ± 0.21".
std::string score_text(Task task, double score, double standard_error);

inline constexpr std::size_t kLabelShown = 40;  // characters

// The one answer for all rows: "'no'", "the mean".
std::string answer_text(Task task, const Baseline& baseline);
// What it scores: "always 'no': 96.0 %", "always the mean: 3.142".
std::string baseline_text(Task task, const Baseline& baseline, double score);

// The two ways to name a task.
inline const char* task_name(Task task) {
  return task == Task::regression ? "regression" : "classification";
}

}  // namespace espalier::cli
