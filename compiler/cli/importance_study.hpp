// How much each column matters to the trees of an evaluation (docs/importance.md).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "data/dataset.hpp"
#include "evaluate/importance.hpp"
#include "learn/learn.hpp"
#include "learn/validation.hpp"
#include "report/importance_report.hpp"
#include "support/diagnostic.hpp"

namespace espalier::cli {

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
  RiskMeasure measure_;
  Permutations permutations_;
  std::vector<std::string> columns_;
  std::size_t splits_ = 0;
  double test_per_training_row_ = 0;
  bool single_rows_ = false;  // no split tests more than one row
  std::optional<Importance> importance_;
};

}  // namespace espalier::cli
