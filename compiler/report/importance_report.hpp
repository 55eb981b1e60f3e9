// How much each column matters, for people and machines (docs/importance.md).
#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "data/dataset.hpp"
#include "evaluate/importance.hpp"
#include "learn/learn.hpp"
#include "learn/validation.hpp"
#include "model/model.hpp"
#include "prune/prune.hpp"
#include "support/diagnostic.hpp"

namespace espalier {

// To the trees of an evaluation.
struct ImportanceFacts {
  Task task = Task::classification;
  std::uint32_t permutations = 0;  // of each column, for each tree
  std::size_t splits = 0;
  std::string impurity;                    // "Gini impurity"; empty where several trees answer together
  std::vector<std::string> columns;        // as in the data
  std::vector<FeatureImportance> ranking;  // the most important first
};

// What a decrease is of: "Gini impurity", "deviation".
std::string impurity_name(Task task, RiskMeasure measure);

// At most 40 columns are in the text.
std::string to_text(const ImportanceFacts& facts);
nlohmann::ordered_json to_json(const ImportanceFacts& facts);

// Gathers these facts while the trees are there.
class ImportanceStudy {
 public:
  ImportanceStudy(const Dataset& data, const LearnOptions& options, const Permutations& permutations);

  // Looks at each split of the cross-validation that it is given to.
  SplitVisitor over(const SplitPlan& plan);
  // The same for a tree and its test file.
  void over_test_file(const Model& model, const Dataset& test);

  // When all splits have been looked at. Warns if there was nothing to shuffle.
  ImportanceFacts facts(Warnings& warnings) const;

 private:
  Task task_;
  bool several_;  // trees that answer together
  RiskMeasure measure_;
  Permutations permutations_;
  std::vector<std::string> columns_;
  std::size_t splits_ = 0;
  double test_per_training_row_ = 0;
  bool single_rows_ = false;  // no split tests more than one row
  std::optional<Importance> importance_;
};

// To one tree: what its tests on each column do for the purity of the leaves.
struct ColumnPurity {
  std::string column;
  double decrease = 0;
  double share = 0;  // of the decrease by all columns
};

struct PurityFacts {
  std::string impurity;
  std::vector<ColumnPurity> columns;  // all of them, the largest share first
};

PurityFacts purity_facts(const Model& model);

// The columns that are tested; empty if none is.
std::string to_text(const PurityFacts& facts);
nlohmann::ordered_json to_json(const PurityFacts& facts);

}  // namespace espalier
