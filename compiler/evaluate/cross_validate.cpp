// Out-of-fold predictions: whatever is chosen is chosen on the training folds alone.
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "evaluate/dataset_row.hpp"
#include "evaluate/evaluate.hpp"
#include "model/interpret.hpp"
#include "model/tree_facts.hpp"
#include "support/diagnostic.hpp"
#include "support/text.hpp"

namespace espalier {
namespace {

struct FoldRows {
  std::vector<std::size_t> training;
  std::vector<std::size_t> held_out;
};

FoldRows split_rows(const std::vector<std::uint32_t>& folds, std::uint32_t fold) {
  FoldRows rows;
  for (std::size_t row = 0; row < folds.size(); ++row) {
    (folds[row] == fold ? rows.held_out : rows.training).push_back(row);
  }
  return rows;
}

void check_folds(const Dataset& data, const std::vector<std::uint32_t>& folds, const std::set<std::uint32_t>& numbers) {
  if (folds.size() != data.rows()) {
    throw Diagnostic(ExitCode::bad_input,
                     counted(folds.size(), "fold number") + " for " + counted(data.rows(), "row") + " of data");
  }
  if (numbers.size() < 2) {
    throw Diagnostic(ExitCode::bad_input, "all rows are in one fold: nothing is left to learn from",
                     "cross-validation needs at least 2 different fold numbers");
  }
}

FoldResult run_fold(const Dataset& data, const FoldRows& rows, const LearnOptions& options,
                    std::vector<std::uint32_t>& predicted) {
  Warnings unsaid;  // the whole data's warnings are the user's; those of its parts would only repeat them
  const Model model = learn(select_rows(data, rows.training), options, unsaid).model;
  const Tree& tree = model.trees.front();
  FoldResult result;
  result.rows = rows.held_out.size();
  result.leaves = leaf_count(tree);
  result.depth = depth(tree);
  std::vector<double> values;
  for (const std::size_t row : rows.held_out) {
    predicted[row] = tree.nodes[leaf_reached(model, tree, fill_row(data, row, values))].label;
    if (predicted[row] == data.classes[row]) ++result.correct;
  }
  return result;
}

}  // namespace

CrossValidation cross_validate(const Dataset& data, const std::vector<std::uint32_t>& folds,
                               const LearnOptions& options,
                               const std::function<void(std::size_t, std::size_t)>& progress) {
  const std::set<std::uint32_t> numbers(folds.begin(), folds.end());
  check_folds(data, folds, numbers);
  CrossValidation validation;
  validation.folds = folds;
  validation.predicted.assign(data.rows(), 0);
  for (const std::uint32_t fold : numbers) {
    validation.per_fold.push_back(run_fold(data, split_rows(folds, fold), options, validation.predicted));
    if (progress) progress(validation.per_fold.size(), numbers.size());
  }
  validation.metrics = score(data.classes, validation.predicted, data.labels.size());
  const double accuracy = validation.metrics.accuracy();
  validation.standard_error = std::sqrt(accuracy * (1 - accuracy) / static_cast<double>(data.rows()));
  return validation;
}

}  // namespace espalier
