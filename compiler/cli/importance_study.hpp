// How much each column matters to the trees of an evaluation, and the report about it (docs/importance.md).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "data/dataset.hpp"
#include "evaluate/importance.hpp"
#include "learn/learn.hpp"
#include "learn/validation.hpp"

namespace espalier::cli {

class ImportanceStudy {
 public:
  ImportanceStudy(const Dataset& data, const LearnOptions& options, const Permutations& permutations);

  // Looks at each split of the cross-validation that it is given to.
  SplitVisitor over(const SplitPlan& plan);
  // The same for a tree and its test file.
  void over_test_file(const Model& model, const Dataset& test);

  // The columns by importance, at most 40 of them in the text.
  void report(Report& report) const;

 private:
  std::string explanation() const;

  Task task_;
  RiskMeasure measure_;
  Permutations permutations_;
  std::vector<std::string> columns_;
  std::size_t splits_ = 0;
  double test_per_training_row_ = 0;
  bool single_rows_ = false;  // no split tests more than one row
  std::optional<Importance> importance_;
};

// The decrease of impurity in one tree: the columns that it tests, the largest share first.
void report_impurity(const Model& model, Report& report);

}  // namespace espalier::cli
