// Out-of-fold predictions: whatever is chosen is chosen on the training folds alone.
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "evaluate/evaluate.hpp"
#include "evaluate/mark.hpp"
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

// Puts the answers for `rows` where these rows are in `all`.
template <typename Answer>
void scatter(const std::vector<Answer>& answers, const std::vector<std::size_t>& rows, std::vector<Answer>& all) {
  for (std::size_t i = 0; i < answers.size(); ++i) all[rows[i]] = answers[i];
}

// What one fold contributes. All folds' models mark alike: labels and costs are the whole data's.
struct FoldRun {
  FoldResult result;
  Marking marking;
};

FoldRun run_fold(const Dataset& data, const FoldRows& rows, const LearnOptions& options, Answers& predicted) {
  Warnings unsaid;  // the whole data's warnings are the user's; those of its parts would only repeat them
  const Model model = learn(select_rows(data, rows.training), options, unsaid).model;
  const Dataset held_out = select_rows(data, rows.held_out);
  const Answers answers = answer_rows(model, held_out);
  const Marking marking = marking_of(model);
  const Metrics metrics = score(marking, right_answers(held_out), answers, held_out.weights);
  scatter(answers.labels, rows.held_out, predicted.labels);
  scatter(answers.values, rows.held_out, predicted.values);
  const Tree& tree = model.trees.front();
  return {{metrics.rows, metrics.score, leaf_count(tree), depth(tree)}, marking};
}

}  // namespace

double CrossValidation::mean_leaves() const {
  double leaves = 0;
  for (const FoldResult& fold : per_fold) leaves += static_cast<double>(fold.leaves);
  return leaves / static_cast<double>(per_fold.size());
}

CrossValidation cross_validate(const Dataset& data, const std::vector<std::uint32_t>& folds,
                               const LearnOptions& options, const ProgressReport& progress) {
  const std::set<std::uint32_t> numbers(folds.begin(), folds.end());
  check_folds(data, folds, numbers);
  CrossValidation validation;
  validation.folds = folds;
  validation.predicted = right_answers(data);  // of the right shape; every row is answered below
  Marking marking;
  for (const std::uint32_t fold : numbers) {
    FoldRun run = run_fold(data, split_rows(folds, fold), options, validation.predicted);
    validation.per_fold.push_back(run.result);
    marking = std::move(run.marking);
    if (progress) progress(validation.per_fold.size(), numbers.size());
  }
  validation.metrics = score(marking, right_answers(data), validation.predicted, data.weights);
  return validation;
}

}  // namespace espalier
