#include "cli/importance_study.hpp"

#include <algorithm>
#include <utility>

namespace espalier::cli {

ImportanceStudy::ImportanceStudy(const Dataset& data, const LearnOptions& options, const Permutations& permutations)
    : task_(data.task), measure_(impurity_of(options.grow.criterion)), permutations_(permutations) {
  for (const FeatureColumn& column : data.features) columns_.push_back(column.name);
}

SplitVisitor ImportanceStudy::over(const SplitPlan& plan) {
  splits_ = plan.splits.size();
  test_per_training_row_ = mean_test_per_training_row(plan);
  single_rows_ =
      std::all_of(plan.splits.begin(), plan.splits.end(), [](const Split& split) { return split.test.size() == 1; });
  importance_.emplace(columns_.size(), splits_, measure_, permutations_);
  return [this](std::size_t split, const Model& model, const Dataset& test) {
    importance_->visit(split, model, test_rows_of(test));
  };
}

void ImportanceStudy::over_test_file(const Model& model, const Dataset& test) {
  splits_ = 1;
  single_rows_ = test.rows() == 1;
  importance_.emplace(columns_.size(), splits_, measure_, permutations_);
  importance_->visit(0, model, test_rows_of(test));
}

ImportanceFacts ImportanceStudy::facts(Warnings& warnings) const {
  if (single_rows_) {
    warnings.push_back({"each tree is tested on one row, among which a column cannot be shuffled",
                        "use larger folds: permutation importance is 0 for every column",
                        {},
                        {}});
  }
  return {task_,    permutations_.times,
          splits_,  impurity_name(task_, measure_),
          columns_, importance_->ranked(test_per_training_row_)};
}

}  // namespace espalier::cli
