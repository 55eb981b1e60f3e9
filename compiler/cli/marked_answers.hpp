// Answers beside the right ones: what evaluate reports on and writes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "data/dataset.hpp"
#include "evaluate/figures.hpp"
#include "evaluate/mark.hpp"
#include "model/model.hpp"

namespace espalier::cli {

// The decision thresholds that gave the answers.
struct ThresholdRange {
  std::uint32_t label = 0;
  double least = 0;
  double most = 0;
};

// For rows of a table: from cross-validation those of the data, with --test those of the test file.
struct MarkedAnswers {
  Marking marking;
  std::vector<std::string> labels;  // classification
  std::vector<std::size_t> table_rows;
  std::vector<std::uint32_t> folds;   // empty with --test
  std::vector<std::uint32_t> rounds;  // empty where there is one only
  AnsweredRows answered;
  std::vector<double> split_scores;  // of each tree's answers; empty with --test
  std::vector<double> round_scores;
  Baseline baseline{};        // of the rows that were learned from
  double baseline_score = 0;  // of answering that always
  std::optional<ThresholdRange> threshold{};
  std::string target;
  std::string method;  // how the answers came about: "10-fold cross-validation, seed 1 of cart"

  Task task() const { return marking.task; }
};

// The model's answers for the rows of a test file, bound to it (evaluate/bind_dataset.hpp).
MarkedAnswers answer_test_rows(const Model& model, const Dataset& test);

// "row,fold,actual,predicted", a line for each answer; with several rounds "row,round,fold,actual,predicted". With
// `probabilities` a column "probability LABEL" for each label follows.
std::string predictions_csv(const MarkedAnswers& answers, bool probabilities);

}  // namespace espalier::cli
