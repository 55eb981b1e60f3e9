#include "learn/validation.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "data/column_orders.hpp"
#include "evaluate/figures.hpp"
#include "evaluate/mark.hpp"
#include "evaluate/ranking.hpp"
#include "evaluate/statistics.hpp"
#include "model/tree_facts.hpp"
#include "support/diagnostic.hpp"

namespace espalier {
namespace {

// What one split contributes. All splits' models mark alike: labels and costs are the whole data's.
struct SplitRun {
  SplitResult result;
  Answers predicted;
  Marking marking;
};

// Asks the split's model about the rows that it is tested on.
SplitRun ask(const Model& model, const Dataset& test, const Split& split) {
  SplitRun run;
  run.marking = marking_of(model);
  run.predicted = answer_rows(model, test);
  const Metrics metrics = score(run.marking, right_answers(test), run.predicted, test.weights);
  run.result = {split.round, split.fold, metrics.rows, metrics.score, leaf_count(model), depth(model)};
  if (model.decision_threshold) run.result.threshold = model.decision_threshold->probability;
  return run;
}

SplitRun run_split(const OrderedParts& data, const SplitPlan& plan, std::size_t index, const LearnOptions& options,
                   const SplitVisitor& visit, const ProgressReport& progress) {
  const Split& split = plan.splits[index];
  Warnings unsaid;  // the whole data's warnings are the user's; those of its parts would only repeat them
  const Model model = learn(data.select(split.training), options, unsaid, {.pruning = progress}).model;
  const Dataset test = select_rows(data.whole(), split.test);
  if (visit) visit(index, model, test);
  return ask(model, test, split);
}

// Where the answers of all splits are, in the order of round and row.
struct Place {
  std::size_t split = 0;
  std::size_t position = 0;  // among the split's test rows
};

std::vector<Place> ordered_places(const SplitPlan& plan) {
  std::vector<Place> places;
  for (std::size_t split = 0; split < plan.splits.size(); ++split) {
    for (std::size_t i = 0; i < plan.splits[split].test.size(); ++i) places.push_back({split, i});
  }
  std::stable_sort(places.begin(), places.end(), [&](const Place& a, const Place& b) {
    const Split& left = plan.splits[a.split];
    const Split& right = plan.splits[b.split];
    return std::pair(left.round, left.test[a.position]) < std::pair(right.round, right.test[b.position]);
  });
  return places;
}

void check_plan(const Dataset& data, const SplitPlan& plan) {
  for (const Split& split : plan.splits) {
    if (split.training.empty() || split.test.empty()) {
      throw Diagnostic(ExitCode::bad_input, "a split without rows to learn from, or without rows to test");
    }
    if (std::max(split.training.back(), split.test.back()) >= data.rows()) {
      throw Diagnostic(ExitCode::bad_input, "the fold numbers are for more rows than the data has");
    }
  }
}

// Fills in the answers for the rows of the dataset, by round and row.
void collect_answers(const Dataset& data, const SplitPlan& plan, const std::vector<SplitRun>& runs,
                     Validation& validation) {
  const Answers right = right_answers(data);
  for (const Place& place : ordered_places(plan)) {
    const Split& split = plan.splits[place.split];
    const std::size_t row = split.test[place.position];
    validation.rows.push_back({row, split.round, split.fold, place.split});
    validation.actual.append(right, row);
    validation.predicted.append(runs[place.split].predicted, place.position);
    if (!data.weights.empty()) validation.weights.push_back(data.weights[row]);
  }
}

std::vector<double> scores_by_round(const Validation& validation) {
  if (validation.metrics.rounds == 1) return {validation.metrics.score};
  std::vector<double> scores;
  for (std::size_t i = 0; i < validation.rows.size();) {
    AnswerPairs answers;
    const std::uint32_t round = validation.rows[i].round;
    for (; i < validation.rows.size() && validation.rows[i].round == round; ++i) {
      answers.actual.append(validation.actual, i);
      answers.predicted.append(validation.predicted, i);
      if (!validation.weights.empty()) answers.weights.push_back(validation.weights[i]);
    }
    scores.push_back(score(validation.marking, answers).score);
  }
  return scores;
}

Validation validation_of(const Dataset& data, const SplitPlan& plan, const std::vector<SplitRun>& runs) {
  Validation validation;
  for (const SplitRun& run : runs) validation.splits.push_back(run.result);
  collect_answers(data, plan, runs, validation);
  validation.marking = runs.front().marking;
  validation.metrics = score(validation.marking, validation, plan.rounds);
  validation.round_scores = scores_by_round(validation);
  return validation;
}

}  // namespace

double Validation::mean_leaves() const {
  const double leaves = std::accumulate(splits.begin(), splits.end(), 0.0, [](double sum, const SplitResult& split) {
    return sum + static_cast<double>(split.leaves);
  });
  return leaves / static_cast<double>(splits.size());
}

Evaluation evaluation_of(std::string method, const Validation& validation,
                         const std::optional<DecisionThreshold>& threshold) {
  const Metrics& metrics = validation.metrics;
  Evaluation evaluation{std::move(method), metrics.score, metrics.standard_error};
  if (validation.marking.task == Task::regression || validation.marking.labels != 2) return evaluation;
  evaluation.balanced_accuracy = agreement(metrics).balanced_accuracy;
  std::vector<std::size_t> splits;
  for (const AnsweredRow& row : validation.rows) splits.push_back(row.split);
  evaluation.auc = mean_area(areas_under_curve(2, validation.actual.labels, validation.predicted,
                                               figure_weights(validation.weights, validation.rows.size()), splits));
  if (threshold) {
    evaluation.precision = metrics.classes[threshold->label].precision;
    evaluation.recall = metrics.classes[threshold->label].recall;
  }
  return evaluation;
}

Evaluation evaluation_of(const OutOfBag& out_of_bag, const Model& model) {
  const AnswerPairs& answers = out_of_bag.answers;
  const Metrics metrics = score(marking_of(model), answers);
  Evaluation evaluation{"out of bag: each row by the trees that were grown without it", metrics.score,
                        metrics.standard_error};
  if (model.task == Task::regression || model.labels.size() != 2) return evaluation;
  evaluation.balanced_accuracy = agreement(metrics).balanced_accuracy;
  const std::vector<std::size_t> together(answers.actual.rows(), 0);
  evaluation.auc = mean_area(areas_under_curve(2, answers.actual.labels, answers.predicted,
                                               figure_weights(answers.weights, answers.actual.rows()), together));
  return evaluation;
}

Validation cross_validate(const Dataset& data, const SplitPlan& plan, const LearnOptions& options,
                          const ProgressReport& progress, const SplitVisitor& visit) {
  check_plan(data, plan);
  LearnOptions within = options;
  within.threads = std::max<std::size_t>(1, options.threads / plan.splits.size());
  const OrderedParts parts(data, options.threads);
  std::vector<SplitRun> runs(plan.splits.size());
  // A single split shows how far its learning has come, several how many of them are done.
  const bool single = runs.size() == 1;
  in_parallel(
      runs.size(), options.threads,
      [&](std::size_t i) { runs[i] = run_split(parts, plan, i, within, visit, single ? progress : ProgressReport()); },
      single ? ProgressReport() : progress);
  return validation_of(data, plan, runs);
}

void prune_where_judged(const LearnOptions& options, FoldTrees& trees) {
  if (!trees.alpha) return;
  const double alpha = std::min(*trees.alpha, std::numeric_limits<double>::max());  // infinite: a single leaf
  in_parallel(trees.models.size(), options.threads, [&](std::size_t i) {
    Model& model = trees.models[i];
    only_tree(model) = prune_cost_complexity(model, alpha, options.prune.risk).tree;
  });
  trees.alpha.reset();
}

Validation answer_by_folds(const Dataset& data, FoldTrees& trees, const LearnOptions& options,
                           const SplitVisitor& visit) {
  prune_where_judged(options, trees);
  const std::vector<Split>& splits = trees.plan.splits;
  std::vector<SplitRun> runs(splits.size());
  in_parallel(runs.size(), options.threads, [&](std::size_t i) {
    const Dataset test = select_rows(data, splits[i].test);
    if (visit) visit(i, trees.models[i], test);
    runs[i] = ask(trees.models[i], test, splits[i]);
  });
  return validation_of(data, trees.plan, runs);
}

}  // namespace espalier
