// What evaluate says about answers: the score and what stands beside it, as text, JSON and picture.
#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "evaluate/figures.hpp"
#include "evaluate/mark.hpp"

namespace espalier {

// The decision thresholds that gave the answers.
struct DecisionRange {
  std::uint32_t label = 0;
  double least = 0;
  double most = 0;
};

struct EvaluationFacts {
  Task task = Task::classification;
  std::string target;
  std::string method;               // how the answers came about: "10-fold cross-validation, seed 1 of cart"
  std::vector<std::string> labels;  // classification
  Figures figures;
  Baseline baseline;                 // of the rows that were learned from
  double baseline_score = 0;         // of answering that always
  std::vector<double> split_scores;  // of each tree's answers; empty: one tree, and a test file
  std::vector<double> round_scores;
  std::optional<DecisionRange> threshold;
};

std::string to_text(const EvaluationFacts& facts);
nlohmann::ordered_json to_json(const EvaluationFacts& facts);

// What is said of classes or numbers beside the score: the keys of the figures themselves, for all rows or for some.
void add_figure_keys(Task task, const std::vector<std::string>& labels, const Figures& figures,
                     nlohmann::ordered_json& json);

// Of two classes the one that is looked for: the one that the decision threshold is for, otherwise the rarer one; of
// equally frequent ones the second.
std::uint32_t sought_of_two(const EvaluationFacts& facts);

// The answers that the facts are about, of rows of a table: from cross-validation those of the data, with --test those
// of the test file.
struct EvaluatedRows {
  AnsweredRows answered;
  std::vector<std::size_t> table_rows;
  std::vector<std::uint32_t> folds;   // empty with --test
  std::vector<std::uint32_t> rounds;  // empty where there is one only
};

// "row,fold,actual,predicted", a line for each answer; with several rounds "row,round,fold,actual,predicted". With
// `probabilities` a column "probability LABEL" for each label follows.
std::string predictions_csv(const EvaluationFacts& facts, const EvaluatedRows& rows, bool probabilities);

// An SVG document of the answers that the facts are about: of the classes the most frequent ones, of two the rarer.
// There must be answers. `groups`: those of the rows, drawn below.
struct GroupFacts;
std::string evaluation_svg(const EvaluationFacts& facts, const AnsweredRows& answered,
                           const GroupFacts* groups = nullptr);

}  // namespace espalier
