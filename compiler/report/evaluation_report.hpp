// What evaluate says about answers: the score and what stands beside it, as text, JSON and picture.
#pragma once

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

// An SVG document of the answers that the facts are about: of the classes the most frequent ones, of two the rarer.
// There must be answers.
std::string evaluation_svg(const EvaluationFacts& facts, const AnsweredRows& answered);

}  // namespace espalier
