// What evaluate says about the trees that answered: those of cross-validation, how large and how good each one is, or
// the one of a test file.
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "evaluate/statistics.hpp"
#include "learn/validation.hpp"
#include "report/training_report.hpp"
#include "report/tree_report.hpp"

namespace espalier {

// "round", "fold", "rows", the score, "leaves" and "depth" of a tree.
nlohmann::ordered_json split_json(Task task, const SplitResult& split);

// The decision thresholds of the splits' trees.
struct SplitThresholdFacts {
  std::string label;
  std::string goal;
  bool given = false;
  Spread spread;  // of the probabilities
};

// None if they have none.
std::optional<SplitThresholdFacts> split_threshold_facts(const Validation& validation,
                                                         const std::vector<std::string>& labels,
                                                         const LearnOptions& options);

std::string to_text(const SplitThresholdFacts& facts);
nlohmann::ordered_json to_json(const SplitThresholdFacts& facts);  // what stands under "threshold"

// "0.061", or "0.041 to 0.072" where trees have different ones.
std::string range_text(double least, double most);

struct CrossValidationFacts {
  Task task = Task::classification;
  std::string method;          // of the plan: "10-fold cross-validation, seed 1"
  std::string method_in_full;  // with the learner, and whose folds they are
  std::optional<bool> nested;  // none: nothing is chosen by folds
  std::string note;            // about folds that are shared
  std::vector<SplitResult> splits;
  Spread leaves;
  Spread depth;
  double mean_leaves = 0;
  std::optional<SplitThresholdFacts> threshold;
};

// The methods and the note are left to the caller.
CrossValidationFacts cross_validation_facts(const Validation& validation, const std::vector<std::string>& labels,
                                            const LearnOptions& options);

// `verbose`: also a line for each tree.
std::string to_text(const CrossValidationFacts& facts, bool verbose);
nlohmann::ordered_json to_json(const CrossValidationFacts& facts);

struct TestFileFacts {
  std::string data_path;
  std::string test_path;
  std::size_t test_rows = 0;
  TreeSize tree;
  std::optional<ThresholdFacts> threshold;
};

std::string to_text(const TestFileFacts& facts);
nlohmann::ordered_json to_json(const TestFileFacts& facts);

// "trained on a.csv, tested on 50 rows of b.csv"
std::string test_file_method(const std::string& data_path, const std::string& test_path, std::size_t test_rows);

}  // namespace espalier
