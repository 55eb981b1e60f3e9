#include "cli/training.hpp"

#include <fmt/format.h>

#include "cli/cuts.hpp"
#include "cli/score_text.hpp"
#include "cli/surrogates.hpp"
#include "cli/training_data.hpp"
#include "data/column_orders.hpp"
#include "evaluate/recorded_options.hpp"
#include "evaluate/splits.hpp"
#include "evaluate/validation.hpp"
#include "model/model_json.hpp"
#include "model/tree_facts.hpp"
#include "support/number_text.hpp"
#include "support/progress.hpp"
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

void report_training_score(const Model& model, Report& report) {
  const double score = model.provenance.training_score.value_or(0);
  report.text += fmt::format("{:<9} {} on the training rows\n", score_name(model.task), score_text(model.task, score));
  report.json[fmt::format("training_{}", score_name(model.task))] = score;
}

nlohmann::ordered_json& report_estimate(Task task, const std::string& method, const Metrics& metrics, Report& report) {
  report.text += fmt::format("          {} by {}\n", score_text(task, metrics.score, metrics.standard_error), method);
  nlohmann::ordered_json& json = report.json["cross_validation"];
  json = {{"method", method}, {score_name(task), metrics.score}, {"standard_error", metrics.standard_error}};
  return json;
}

Evaluation cross_validated(const Dataset& data, const LearnOptions& options, std::uint32_t folds, std::uint64_t seed,
                           Job& job, Report& report) {
  job.begin(Job::estimating);
  const SplitPlan plan = k_fold_splits(data, folds, 1, seed);
  const Metrics metrics = cross_validate(data, plan, options, job.report(Job::estimating)).metrics;
  nlohmann::ordered_json& json = report_estimate(data.task, plan.method, metrics, report);
  if (chooses_alpha(options.prune)) json["nested"] = true;
  return {plan.method, metrics.score};
}

// By the trees that chose alpha.
Evaluation estimated_by_folds(const Dataset& data, const LearnOptions& options, FoldTrees trees, Report& report) {
  const std::string method = fmt::format("{}, {}", trees.plan.method, kSharedFolds);
  const Metrics metrics = answer_by_folds(data, std::move(trees), options).metrics;
  nlohmann::ordered_json& json = report_estimate(data.task, method, metrics, report);
  report.text += fmt::format("          ({})\n", kSharedNote);
  json["nested"] = false;
  json["note"] = kSharedNote;
  return {method, metrics.score};
}

}  // namespace

Learned learn_on_terminal(const Dataset& data, const LearnOptions& options, const CommonOptions& common,
                          Warnings& warnings, FoldTrees* kept) {
  Progress growing("growing: subtree", !common.quiet);
  Progress pruning("choosing how much to prune: tree", !common.quiet);
  return learn(data, options, warnings, {growing.report(), pruning.report()}, kept);
}

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
  const bool shared = k > 0 && estimate.shares(options, dataset.rows(), k, "", report);
  job.plan(options, dataset.rows(), k, shared);
  job.begin(Job::growing);
  if (k > 0 || chooses_alpha(options.prune)) keep_orders(dataset, options.threads);  // sorted once for all trees
  FoldTrees trees;
  Learned learned = learn(dataset, options, report.warnings, {job.report(Job::growing), job.report(Job::choosing)},
                          shared ? &trees : nullptr);
  report_tree(learned, options, common, report);
  report_training_score(learned.model, report);
  std::optional<Evaluation>& evaluation = learned.model.provenance.evaluation;
  if (!trees.empty()) {
    evaluation = estimated_by_folds(dataset, options, std::move(trees), report);
  } else if (k > 0) {
    evaluation = cross_validated(dataset, options, k, run.seed(), job, report);
  }
  job.begin(Job::writing);
  validate(learned.model, "the trained model");
  std::string text = write_model(learned.model);
  Training training{std::move(learned.model), std::move(text), std::nullopt};
  if (keep_data) training.data = std::move(read);
  return training;
}

}  // namespace espalier::cli
