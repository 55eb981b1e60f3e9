#include "learn/select_threshold.hpp"

#include <cstddef>
#include <utility>
#include <vector>

#include "evaluate/mark.hpp"
#include "evaluate/statistics.hpp"
#include "learn/select_alpha.hpp"
#include "learn/validation.hpp"
#include "model/decision_threshold.hpp"

namespace espalier {
namespace {

ThresholdChoice choose_by(const ThresholdGoal& goal, const Model& model, const Answers& actual,
                          const Answers& predicted, const std::vector<double>& weights) {
  std::vector<double> probabilities;
  probabilities.reserve(predicted.rows());
  for (std::size_t row = 0; row < predicted.rows(); ++row) {
    probabilities.push_back(predicted.distribution(row)[goal.label]);
  }
  const std::vector<double> counted = figure_weights(weights, actual.rows());
  return choose_threshold(goal, {probabilities, actual.labels, counted}, model.costs);
}

// Learns from folds of the rows as from all of them, but for the threshold.
Validation answer_by_own_folds(const Dataset& data, const LearnOptions& options, const ProgressReport& progress,
                               bool keeps, FoldTrees& trees) {
  LearnOptions without = options;
  without.threshold_for.reset();
  const SplitPlan plan = choosing_folds(data, options.prune);
  SplitVisitor keep;
  if (keeps) {
    trees.models.resize(splits_of_first_round(plan));
    keep = [&trees](std::size_t split, const Model& model, const Dataset& /*test*/) {
      if (split < trees.models.size()) trees.models[split] = model;
    };
  }
  trees.plan = plan;
  trees.alpha.reset();
  return cross_validate(data, plan, without, progress, keep);
}

ThresholdChoice choose_out_of_fold(const Dataset& data, const LearnOptions& options, const ProgressReport& progress,
                                   bool keeps, const Model& model, FoldTrees& trees) {
  const Validation validation = trees.empty() ? answer_by_own_folds(data, options, progress, keeps, trees)
                                              : answer_by_folds(data, trees, options);
  ThresholdChoice choice =
      choose_by(*options.threshold_for, model, validation.actual, validation.predicted, validation.weights);
  choice.method = trees.plan.method;
  return choice;
}

}  // namespace

ThresholdChoice select_threshold(const Dataset& data, const LearnOptions& options, const ProgressReport& progress,
                                 bool keeps, Model& model, FoldTrees& trees) {
  const ThresholdGoal& goal = *options.threshold_for;
  ThresholdChoice choice;
  if (goal.aim == ThresholdAim::fixed) {
    choice.probability = goal.figure;
    prune_where_judged(options, trees);
  } else if (only_tree(model).nodes.size() == 1 || data.rows() < 2) {
    choice = choose_by(goal, model, right_answers(data), answer_rows(model, data), data.weights);
    choice.method = "the training rows";
    prune_where_judged(options, trees);
  } else {
    choice = choose_out_of_fold(data, options, progress, keeps, model, trees);
  }
  const DecisionThreshold threshold{goal.label, choice.probability};
  set_decision_threshold(threshold, model);
  for (Model& fold : trees.models) set_decision_threshold(threshold, fold);
  return choice;
}

}  // namespace espalier
