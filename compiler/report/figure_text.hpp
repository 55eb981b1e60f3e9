// Figures for people and machines: scores (accuracy for classification, root mean squared error for regression), and
// the tables that they stand in.
#pragma once

#include <cstddef>
#include <limits>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "evaluate/mark.hpp"
#include "support/table_words.hpp"

namespace espalier {

// The name in reports and JSON: "accuracy" or "rmse".
inline const char* score_name(Task task) {
  return task == Task::regression ? "rmse" : "accuracy";
}

// The two ways to name a task.
inline const char* task_name(Task task) {
  return task == Task::regression ? "regression" : "classification";
}

inline constexpr std::size_t kWordsShown = 10;

// "'Bonn', 'Jena' and 3 more": the first `shown` of them, each at most 30 characters.
std::string quoted_words(const std::vector<std::string>& words, std::size_t shown);

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

// "precision 0.098, recall 0.801, F1 0.174"
std::string precision_text(const std::optional<double>& precision, const std::optional<double>& recall,
                           const std::optional<double>& f1);
// The harmonic mean of precision and recall; none where both are 0 or one is undefined.
std::optional<double> f1_of(const std::optional<double>& precision, const std::optional<double>& recall);

// As JSON, what is undefined is null.
nlohmann::ordered_json or_null(const std::optional<double>& figure);

// Without weights every row weighs 1, and a weight is a number of rows.
nlohmann::ordered_json weight_json(double weight, bool weighted);

// A table in a report: columns as wide as their widest cell, below the report's first column unless it is indented
// otherwise. The first `names` cells of each line are aligned to the left, the others, figures, to the right. All lines
// have as many cells as the first.
inline constexpr std::size_t kFirstColumn = 10;  // characters
std::string aligned_table(const std::vector<std::vector<std::string>>& lines, std::size_t names = 1,
                          std::size_t indent = kFirstColumn);

// A cell as RFC 4180 wants it: quoted where a reader would need it, which is delimiters, quotes, line ends, blanks at
// the ends, and what would read as missing.
std::string csv_cell(std::string_view text);

}  // namespace espalier
