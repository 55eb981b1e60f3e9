#include "cli/training.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/cuts.hpp"
#include "cli/json_figures.hpp"
#include "cli/score_text.hpp"
#include "cli/surrogates.hpp"
#include "cli/training_data.hpp"
#include "data/column_orders.hpp"
#include "evaluate/agreement.hpp"
#include "evaluate/baseline.hpp"
#include "evaluate/ranking.hpp"
#include "evaluate/recorded_options.hpp"
#include "evaluate/row_mean.hpp"
#include "evaluate/splits.hpp"
#include "evaluate/validation.hpp"
#include "model/model_json.hpp"
#include "model/tree_facts.hpp"
#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier::cli {
namespace {

constexpr std::size_t kTreeLinesShown = 200;

// What the tree was judged by: rows held out, or those of a file.
std::string judges_text(const Learned& learned, const LearnOptions& options) {
  if (options.prune.method != PruneMethod::reduced_error) return "";
  return fmt::format(" on {}{}", counted(learned.rows_judging, "row"), options.prune_set ? " of a file" : " held out");
}

void report_tree(const Learned& learned, const LearnOptions& options, const CommonOptions& common, Report& report) {
  const Tree& tree = learned.model.trees.front();
  report.text += fmt::format("tree      grown with {}: {}\n", to_string(options.grow.algorithm),
                             size_text(learned.before_pruning()));
  const auto alpha = recorded(learned.model, "alpha");  // given, or chosen by cross-validation
  report.text += fmt::format("          pruned with {}{}{}: {}\n", to_string(options.prune.method),
                             alpha ? fmt::format(", alpha {}", alpha_text(parse_number(*alpha).value_or(0))) : "",
                             judges_text(learned, options), size_text(tree));
  const bool pruned = options.prune.method != PruneMethod::none;
  if (common.verbose && pruned) report.text += cuts_text(learned.model, learned.grown, learned.cuts);
  report.json["grown"] = size_json(learned.before_pruning());
  report.json["pruned"] = size_json(tree);
  // As many as leaves: not for a report that nobody asked for.
  if (common.json) report.json["pruned"]["cuts"] = cuts_json(learned.model, learned.grown, learned.cuts);
  if (alpha) report.json["pruned"]["alpha"] = parse_number(*alpha).value_or(0);
  if (options.prune.method == PruneMethod::reduced_error) report.json["pruned"]["judging_rows"] = learned.rows_judging;
  if (!common.verbose) return;
  report.text += outline_text(learned.model, tree, kTreeLinesShown);
  report.text += surrogates_text(learned.model, tree, kTreeLinesShown);
}

// Fewer rows than folds: as many folds as there are rows; fewer than two rows: nothing to validate with.
std::uint32_t usable_folds(const Dataset& data, std::uint32_t wanted, Report& report) {
  if (wanted == 0 || data.rows() >= wanted) return wanted;
  const auto rows = static_cast<std::uint32_t>(data.rows());
  const std::uint32_t folds = rows < 2 ? 0 : rows;
  report.warnings.push_back({fmt::format("{} cannot be divided into {} folds: {}", counted(rows, "row"), wanted,
                                         folds == 0 ? "no cross-validation" : fmt::format("{} are used", folds)),
                             "", std::nullopt, ""});
  return folds;
}

// The most frequent class, for those who name the baseline.
std::string baseline_label(const Dataset& data) {
  return data.task == Task::regression ? "" : data.labels[baseline_of(data).label];
}

void report_training_score(const Dataset& data, const Model& model, Report& report) {
  const Provenance& provenance = model.provenance;
  const double score = provenance.training_score.value_or(0);
  report.text += fmt::format("{:<9} {} on the training rows", score_name(model.task), score_text(model.task, score));
  if (provenance.baseline) {
    report.text += fmt::format(" ({})", baseline_text(model.task, baseline_label(data), *provenance.baseline));
    report.json["baseline"] = *provenance.baseline;
  }
  report.text += "\n";
  report.json[fmt::format("training_{}", score_name(model.task))] = score;
}

// Two classes have figures that do not depend on how frequent they are.
Evaluation evaluation_of(std::string method, const Validation& validation) {
  const Metrics& metrics = validation.metrics;
  Evaluation evaluation{std::move(method), metrics.score, metrics.standard_error};
  if (validation.marking.task == Task::regression || validation.marking.labels != 2) return evaluation;
  evaluation.balanced_accuracy = agreement(metrics).balanced_accuracy;
  std::vector<std::size_t> splits;
  for (const AnsweredRow& row : validation.rows) splits.push_back(row.split);
  evaluation.auc = mean_area(areas_under_curve(2, validation.actual.labels, validation.predicted,
                                               figure_weights(validation.weights, validation.rows.size()), splits));
  return evaluation;
}

nlohmann::ordered_json& report_estimate(const Dataset& data, const Model& model, const Evaluation& evaluation,
                                        Report& report) {
  const std::optional<double>& baseline = model.provenance.baseline;
  report.text +=
      fmt::format("          {} by {}", score_text(data.task, evaluation.score, evaluation.standard_error.value_or(0)),
                  evaluation.method);
  if (baseline) report.text += fmt::format(" ({})", baseline_text(data.task, baseline_label(data), *baseline));
  report.text += "\n";
  nlohmann::ordered_json& json = report.json["cross_validation"];
  json = {{"method", evaluation.method},
          {score_name(data.task), evaluation.score},
          {"standard_error", or_null(evaluation.standard_error)}};
  if (baseline) json["baseline"] = *baseline;
  if (!evaluation.balanced_accuracy && !evaluation.auc) return json;
  const auto text = [](const std::optional<double>& figure) { return figure ? share_text(*figure) : "undefined"; };
  report.text += fmt::format("          balanced accuracy {}, AUC {}\n",
                             evaluation.balanced_accuracy ? percent(*evaluation.balanced_accuracy) : "undefined",
                             text(evaluation.auc));
  json["balanced_accuracy"] = or_null(evaluation.balanced_accuracy);
  json["auc"] = or_null(evaluation.auc);
  return json;
}

bool weighs_classes(const GrowOptions& options) {
  return options.balanced_classes || !options.class_weights.empty() || !options.priors.empty();
}

// What helps a tree that says no more than its baseline does.
std::string help_against_baseline(const Dataset& data, const LearnOptions& options) {
  std::vector<std::string> ways;
  if (data.task == Task::classification && !options.prune.select_by && chooses_alpha(options.prune)) {
    // Probabilities need rows: about a four-hundredth of them.
    const std::size_t rows = std::clamp<std::size_t>(data.rows() / 400, 5, 50);
    ways.push_back(fmt::format("--select-by auc --min-leaf {} for probabilities that tell rows apart", rows));
  }
  if (data.task == Task::classification && !weighs_classes(options.grow)) {
    ways.emplace_back("--class-weight balanced for answers that find the rare classes");
  }
  if (options.prune.method != PruneMethod::none) ways.emplace_back("--prune none for the whole tree");
  ways.emplace_back("'espalier path' for every tree in between");
  return "try " + enumerate(ways, ways.size());
}

// A score that anybody would reach without a tree is said to be one.
void warn_of_baseline(const Dataset& data, const Learned& learned, const LearnOptions& options, Report& report) {
  const Model& model = learned.model;
  const Provenance& provenance = model.provenance;
  const bool one_leaf = model.trees.front().nodes.size() == 1;
  if (learned.before_pruning().nodes.size() == 1) return;  // who grew it has said so
  const bool one_answer = data.task == Task::classification ? provenance.baseline == 1.0 : provenance.baseline == 0.0;
  if (one_answer || !provenance.baseline || data.rows() < 2) return;
  const std::string always = data.task == Task::regression ? "the mean" : in_quotes(baseline_label(data), 40);
  std::string message;
  if (one_leaf) {
    message = data.task == Task::regression
                  ? "the tree is one leaf: it answers the same for every row"
                  : fmt::format("the tree is one leaf: it answers {} for every row",
                                in_quotes(model.labels[model.trees.front().nodes.front().label], 40));
  } else if (provenance.evaluation) {
    const double better = data.task == Task::regression ? *provenance.baseline - provenance.evaluation->score
                                                        : provenance.evaluation->score - *provenance.baseline;
    const bool probabilities = options.prune.select_by && judges_probabilities(*options.prune.select_by);
    const bool weighed = weighs_classes(options.grow) || !options.grow.costs.empty();
    // Whoever asks for probabilities, or for the rare class, does not ask for this score.
    if (better >= provenance.evaluation->standard_error.value_or(0) || probabilities || weighed) return;
    message = fmt::format("the tree does not beat always answering {} by a standard error", always);
  } else {
    return;
  }
  report.warnings.push_back({message, help_against_baseline(data, options), std::nullopt, ""});
}

Evaluation cross_validated(const Dataset& data, const Model& model, const LearnOptions& options, const SplitPlan& plan,
                           Job& job, Report& report) {
  job.begin(Job::estimating);
  Evaluation evaluation = evaluation_of(plan.method, cross_validate(data, plan, options, job.report(Job::estimating)));
  nlohmann::ordered_json& json = report_estimate(data, model, evaluation, report);
  if (chooses_alpha(options.prune)) json["nested"] = true;
  return evaluation;
}

// By the trees that chose alpha.
Evaluation estimated_by_folds(const Dataset& data, const Model& model, const LearnOptions& options, FoldTrees trees,
                              Report& report) {
  const std::string method = fmt::format("{}, {}", trees.plan.method, kSharedFolds);
  Evaluation evaluation = evaluation_of(method, answer_by_folds(data, std::move(trees), options));
  nlohmann::ordered_json& json = report_estimate(data, model, evaluation, report);
  report.text += fmt::format("          ({})\n", kSharedNote);
  json["nested"] = false;
  json["note"] = kSharedNote;
  return evaluation;
}

}  // namespace

Training train_model(const std::string& data_path, const DataOptions& data, const TargetOption& target,
                     const LearnerOptions& learner, const FoldOptions& folds, const EstimateOptions& estimate,
                     const RunOptions& run, const CommonOptions& common, Job& job, Report& report, bool keep_data) {
  TrainingData read = read_training_data(data_path, data, target, report);
  if (!keep_data) read.source = {};
  Dataset& dataset = read.dataset;
  const LearnOptions options = learner.learn(dataset, run.seed(), run.threads(), data, report.warnings);
  data.respect_memory_limit(dataset.rows(), dataset.features.size(), options.grow.bins > 0, report);
  report_task(dataset, options, report);
  const std::uint32_t k = usable_folds(dataset, folds.folds(), report);
  const std::uint32_t rounds = folds.repeats(dataset.rows());
  const std::optional<std::uint32_t> plain = folds.repeats_given() && rounds > 1 ? std::nullopt : std::optional(k);
  const bool shared =
      k > 0 && estimate.shares(options, dataset.rows(), plain,
                               "--repeats deals the rows to other folds than those that choose alpha", report);
  job.plan(options, dataset.rows(), k, rounds, shared);
  job.begin(Job::growing);
  if (k > 0 || chooses_alpha(options.prune)) keep_orders(dataset, options.threads);  // sorted once for all trees
  FoldTrees trees;
  Learned learned = learn(dataset, options, report.warnings, {job.report(Job::growing), job.report(Job::choosing)},
                          shared ? &trees : nullptr);
  report_tree(learned, options, common, report);
  report_training_score(dataset, learned.model, report);
  std::optional<Evaluation>& evaluation = learned.model.provenance.evaluation;
  if (!trees.empty()) {
    evaluation = estimated_by_folds(dataset, learned.model, options, std::move(trees), report);
  } else if (k > 0) {
    const SplitPlan plan = k_fold_splits(dataset, k, rounds, run.seed());
    evaluation = cross_validated(dataset, learned.model, options, plan, job, report);
  }
  warn_of_baseline(dataset, learned, options, report);
  job.begin(Job::writing);
  validate(learned.model, "the trained model");
  std::string text = write_model(learned.model);
  Training training{std::move(learned.model), std::move(text), std::nullopt};
  if (keep_data) training.data = std::move(read);
  return training;
}

}  // namespace espalier::cli
