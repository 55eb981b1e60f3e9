#include "cli/training.hpp"

#include <fmt/format.h>

#include "cli/baseline_warning.hpp"
#include "cli/cuts.hpp"
#include "cli/json_figures.hpp"
#include "cli/score_text.hpp"
#include "cli/surrogates.hpp"
#include "cli/threshold_report.hpp"
#include "cli/training_data.hpp"
#include "data/column_orders.hpp"
#include "evaluate/mark.hpp"
#include "evaluate/recorded_options.hpp"
#include "evaluate/splits.hpp"
#include "learn/select_threshold.hpp"
#include "learn/validation.hpp"
#include "model/model_json.hpp"
#include "model/tree_facts.hpp"
#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier::cli {
namespace {

// What the tree was judged by: rows held out, or those of a file.
std::string judges_text(const Learned& learned, const LearnOptions& options) {
  if (options.prune.method != PruneMethod::reduced_error) return "";
  return fmt::format(" on {}{}", counted(learned.rows_judging, "row"), options.prune_set ? " of a file" : " held out");
}

void report_tree(const Learned& learned, const LearnOptions& options, const CommonOptions& common, Report& report) {
  const Tree& tree = only_tree(learned.model);
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

void report_training_score(const Baseline& baseline, const Model& model, Report& report) {
  const Provenance& provenance = model.provenance;
  const double score = provenance.training_score.value_or(0);
  report.text += fmt::format("{:<9} {} on the training rows", score_name(model.task), score_text(model.task, score));
  if (provenance.baseline) {
    report.text += fmt::format(" ({})", baseline_text(model.task, baseline, *provenance.baseline));
    report.json["baseline"] = *provenance.baseline;
  }
  report.text += "\n";
  report.json[fmt::format("training_{}", score_name(model.task))] = score;
}

nlohmann::ordered_json& report_estimate(const Baseline& baseline, const Model& model, const Evaluation& evaluation,
                                        Report& report) {
  const std::optional<double>& alone = model.provenance.baseline;
  report.text +=
      fmt::format("          {} by {}", score_text(model.task, evaluation.score, evaluation.standard_error.value_or(0)),
                  evaluation.method);
  if (alone) report.text += fmt::format(" ({})", baseline_text(model.task, baseline, *alone));
  report.text += "\n";
  nlohmann::ordered_json& json = report.json["cross_validation"];
  json = {{"method", evaluation.method},
          {score_name(model.task), evaluation.score},
          {"standard_error", or_null(evaluation.standard_error)}};
  if (alone) json["baseline"] = *alone;
  if (!evaluation.balanced_accuracy && !evaluation.auc) return json;
  const auto text = [](const std::optional<double>& figure) { return figure ? share_text(*figure) : "undefined"; };
  report.text += fmt::format("          balanced accuracy {}, AUC {}\n",
                             evaluation.balanced_accuracy ? percent(*evaluation.balanced_accuracy) : "undefined",
                             text(evaluation.auc));
  json["balanced_accuracy"] = or_null(evaluation.balanced_accuracy);
  json["auc"] = or_null(evaluation.auc);
  if (!model.decision_threshold) return json;
  const std::optional<double> f1 = f1_of(evaluation.precision, evaluation.recall);
  report.text +=
      fmt::format("          {}: {}\n", in_quotes(model.labels[model.decision_threshold->label], kLabelShown),
                  precision_text(evaluation.precision, evaluation.recall, f1));
  json["precision"] = or_null(evaluation.precision);
  json["recall"] = or_null(evaluation.recall);
  json["f1"] = or_null(f1);
  return json;
}

Evaluation cross_validated(const Dataset& data, const Baseline& baseline, const Model& model,
                           const LearnOptions& options, const SplitPlan& plan, Job& job, Report& report) {
  job.begin(Job::estimating);
  Evaluation evaluation = evaluation_of(plan.method, cross_validate(data, plan, options, job.report(Job::estimating)),
                                        model.decision_threshold);
  nlohmann::ordered_json& json = report_estimate(baseline, model, evaluation, report);
  if (chooses_by_folds(options)) json["nested"] = true;
  return evaluation;
}

// By the trees that chose alpha, or the threshold.
Evaluation estimated_by_folds(const Dataset& data, const Baseline& baseline, const Model& model,
                              const LearnOptions& options, FoldTrees& trees, Report& report) {
  const std::string method = fmt::format("{}, {}", trees.plan.method, shared_folds(options));
  Evaluation evaluation = evaluation_of(method, answer_by_folds(data, trees, options), model.decision_threshold);
  nlohmann::ordered_json& json = report_estimate(baseline, model, evaluation, report);
  const std::string note = shared_note(options);
  report.text += fmt::format("          ({})\n", note);
  json["nested"] = false;
  json["note"] = note;
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
  if (k > 0 || chooses_by_folds(options)) keep_orders(dataset, options.threads);  // sorted once for all trees
  FoldTrees trees;
  Learned learned = learn(dataset, options, report.warnings, {job.report(Job::growing), job.report(Job::choosing)},
                          shared ? &trees : nullptr);
  report_tree(learned, options, common, report);
  report_threshold(learned, options, report);
  const Baseline baseline = baseline_of(dataset);
  report_training_score(baseline, learned.model, report);
  std::optional<Evaluation>& evaluation = learned.model.provenance.evaluation;
  if (!trees.empty()) {
    evaluation = estimated_by_folds(dataset, baseline, learned.model, options, trees, report);
  } else if (k > 0) {
    const SplitPlan plan = k_fold_splits(dataset, k, rounds, run.seed());
    evaluation = cross_validated(dataset, baseline, learned.model, options, plan, job, report);
  }
  warn_of_baseline(dataset.rows(), baseline, learned, options, report.warnings);
  job.begin(Job::writing);
  validate(learned.model, "the trained model");
  std::string text = write_model(learned.model);
  Training training{std::move(learned.model), std::move(text), std::nullopt};
  if (keep_data) training.data = std::move(read);
  return training;
}

}  // namespace espalier::cli
