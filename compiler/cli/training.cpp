#include "cli/training.hpp"

#include <fmt/format.h>

#include <optional>

#include "cli/score_text.hpp"
#include "cli/surrogates.hpp"
#include "cli/training_data.hpp"
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

std::string size_text(std::size_t nodes, std::size_t leaves, std::size_t levels) {
  return fmt::format("{}, {}, depth {}", counted(nodes, "node"), counted(leaves, "leaf"), levels);
}

// The price of a leaf in effect, given or chosen by cross-validation: the model's record has it.
std::optional<double> alpha_in_effect(const Provenance& provenance) {
  for (const auto& [name, value] : provenance.options) {
    if (name == "alpha") return parse_number(value);
  }
  return std::nullopt;
}

void report_tree(const Learned& learned, const LearnOptions& options, const CommonOptions& common, Report& report) {
  const Tree& tree = learned.model.trees.front();
  const std::size_t leaves = leaf_count(tree);
  report.text += fmt::format("tree      grown with {}: {}\n", to_string(options.grow.algorithm),
                             size_text(learned.nodes_grown, learned.leaves_grown, learned.depth_grown));
  const std::optional<double> alpha = alpha_in_effect(learned.model.provenance);
  report.text += fmt::format("          pruned with {}{}: {}\n", to_string(options.prune.method),
                             alpha ? fmt::format(", alpha {}", figure_text(*alpha)) : "",
                             size_text(tree.nodes.size(), leaves, depth(tree)));
  nlohmann::ordered_json cuts = nlohmann::ordered_json::array();
  for (const Cut& cut : learned.cuts) {
    cuts.push_back({{"node", cut.node},
                    {"leaves_removed", cut.leaves_removed},
                    {cut.raised ? "branch" : "leaf", cut.leaf_figure},
                    {"subtree", cut.subtree_figure}});
    if (!common.verbose) continue;
    report.text += fmt::format("          node {}: {} removed; {} {} against subtree {}\n", cut.node,
                               counted(cut.leaves_removed, "leaf"), cut.raised ? "largest branch" : "leaf",
                               fixed(cut.leaf_figure, 4), fixed(cut.subtree_figure, 4));
  }
  report.json["grown"] = {
      {"nodes", learned.nodes_grown}, {"leaves", learned.leaves_grown}, {"depth", learned.depth_grown}};
  report.json["pruned"] = {
      {"nodes", tree.nodes.size()}, {"leaves", leaves}, {"depth", depth(tree)}, {"cuts", std::move(cuts)}};
  if (alpha) report.json["pruned"]["alpha"] = *alpha;
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

Evaluation cross_validated(const Dataset& data, const LearnOptions& options, std::uint32_t folds, std::uint64_t seed,
                           const CommonOptions& common, Report& report) {
  Progress progress("cross-validation: fold", !common.quiet);
  const SplitPlan plan = k_fold_splits(data, folds, 1, seed);
  const Metrics metrics = cross_validate(data, plan, options, [&](std::size_t done, std::size_t total) {
                            progress.show(done, total);
                          }).metrics;
  const std::string& method = plan.method;
  report.text +=
      fmt::format("          {} by {}\n", score_text(data.task, metrics.score, metrics.standard_error), method);
  report.json["cross_validation"] = {
      {"method", method}, {score_name(data.task), metrics.score}, {"standard_error", metrics.standard_error}};
  return {method, metrics.score};
}

}  // namespace

Training train_model(const std::string& data_path, const DataOptions& data, const TargetOption& target,
                     const LearnerOptions& learner, const FoldOptions& folds, const RunOptions& run,
                     const CommonOptions& common, Report& report) {
  const Dataset dataset = read_training_data(data_path, data, target, report).dataset;
  const LearnOptions options = learner.learn(dataset, run.seed(), run.threads());
  report_task(dataset, options, report);
  Progress pruning("choosing how much to prune: tree", !common.quiet);
  Learned learned = learn(dataset, options, report.warnings,
                          [&pruning](std::size_t done, std::size_t total) { pruning.show(done, total); });
  report_tree(learned, options, common, report);
  report_training_score(learned.model, report);
  if (const std::uint32_t k = usable_folds(dataset, folds.folds(), report); k > 0) {
    learned.model.provenance.evaluation = cross_validated(dataset, options, k, run.seed(), common, report);
  }
  validate(learned.model, "the trained model");
  std::string text = write_model(learned.model);
  return {std::move(learned.model), std::move(text)};
}

}  // namespace espalier::cli
