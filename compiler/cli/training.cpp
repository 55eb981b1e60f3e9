#include "cli/training.hpp"

#include <fmt/format.h>

#include "cli/report.hpp"
#include "cli/training_data.hpp"
#include "data/column_orders.hpp"
#include "evaluate/mark.hpp"
#include "evaluate/splits.hpp"
#include "learn/select_threshold.hpp"
#include "learn/validation.hpp"
#include "model/model_json.hpp"
#include "report/data_report.hpp"
#include "report/training_report.hpp"
#include "support/text.hpp"

namespace espalier::cli {
namespace {

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

EstimateFacts cross_validated(const Dataset& data, const Model& model, const LearnOptions& options,
                              const SplitPlan& plan, Job& job) {
  job.begin(Job::estimating);
  EstimateFacts facts;
  facts.evaluation = evaluation_of(plan.method, cross_validate(data, plan, options, job.report(Job::estimating)),
                                   model.decision_threshold);
  if (chooses_by_folds(options)) facts.nested = true;
  return facts;
}

EstimateFacts estimated_out_of_bag(const Learned& learned) {
  EstimateFacts facts;
  facts.evaluation = evaluation_of(*learned.out_of_bag, learned.model);
  facts.out_of_bag = true;
  return facts;
}

// By the trees that chose alpha, or the threshold.
EstimateFacts estimated_by_folds(const Dataset& data, const Model& model, const LearnOptions& options,
                                 FoldTrees& trees) {
  const std::string method = fmt::format("{}, {}", trees.plan.method, shared_folds(options));
  EstimateFacts facts;
  facts.evaluation = evaluation_of(method, answer_by_folds(data, trees, options), model.decision_threshold);
  facts.nested = false;
  facts.note = shared_note(options);
  return facts;
}

}  // namespace

Training train_model(const std::string& data_path, const DataOptions& data, const TargetOption& target,
                     const LearnerOptions& learner, const FoldOptions& folds, const EstimateOptions& estimate,
                     const RunOptions& run, const CommonOptions& common, Job& job, Report& report, bool keep_data) {
  TrainingData read = read_training_data(data_path, data, target, report);
  if (!keep_data) read.source = {};
  Dataset& dataset = read.dataset;
  LearnOptions options = learner.learn(dataset, run.seed(), run.threads(), data, report.warnings);
  data.respect_memory_limit(dataset.rows(), dataset.features.size(), options.grow.bins > 0, report);
  report.add(TaskFacts{dataset, options.grow.missing, options.grow.monotone});
  // Trees that leave rows out are judged by these, unless folds were asked for.
  const bool several = options.ensemble.kind != EnsembleKind::none;
  const bool by_rows_left_out = several && leaves_rows_out(options.ensemble) && !folds.given();
  options.ensemble.out_of_bag = by_rows_left_out;
  const std::uint32_t k = by_rows_left_out ? 0 : usable_folds(dataset, folds.folds(), report);
  const std::uint32_t rounds = folds.repeats(dataset.rows());
  const std::optional<std::uint32_t> plain = folds.repeats_given() && rounds > 1 ? std::nullopt : std::optional(k);
  const bool shared =
      k > 0 && estimate.shares(options, dataset.rows(), plain,
                               "--repeats deals the rows to other folds than those that choose alpha", report);
  job.plan(options, dataset.rows(), k, rounds, shared);
  job.begin(Job::growing);
  if (k > 0 || several || chooses_by_folds(options))
    keep_orders(dataset, options.threads);  // sorted once for all trees
  FoldTrees trees;
  Learned learned = learn(dataset, options, report.warnings, {job.report(Job::growing), job.report(Job::choosing)},
                          shared ? &trees : nullptr);
  const Baseline baseline = baseline_of(dataset);
  TrainingFacts facts = training_facts(learned, options, baseline, common.json || common.verbose);
  if (!trees.empty()) {
    facts.estimate = estimated_by_folds(dataset, learned.model, options, trees);
  } else if (k > 0) {
    const SplitPlan plan = k_fold_splits(dataset, k, rounds, run.seed());
    facts.estimate = cross_validated(dataset, learned.model, options, plan, job);
  } else if (by_rows_left_out && !learned.out_of_bag->rows.empty()) {
    facts.estimate = estimated_out_of_bag(learned);
  }
  if (facts.estimate) {
    learned.model.provenance.evaluation = facts.estimate->evaluation;
    const auto& threshold = learned.model.decision_threshold;
    if (threshold) facts.estimate->threshold_label = learned.model.labels[threshold->label];
  }
  report.add(facts, common.verbose);
  warn_of_baseline(dataset.rows(), baseline, learned, options, report.warnings);
  job.begin(Job::writing);
  validate(learned.model, "the trained model");
  std::string text = write_model(learned.model);
  Training training{std::move(learned.model), std::move(text), std::nullopt};
  if (keep_data) training.data = std::move(read);
  return training;
}

}  // namespace espalier::cli
