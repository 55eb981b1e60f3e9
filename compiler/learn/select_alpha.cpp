#include "learn/select_alpha.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>

#include "evaluate/splits.hpp"
#include "learn/path_judge.hpp"
#include "learn/select_threshold.hpp"
#include "prune/cost_complexity.hpp"

namespace espalier {

// Every node is a leaf from the step of its own critical alpha on up to its parent's: what each step has more than the
// one before.
std::vector<AlphaStep> alpha_steps(const Model& model, RiskMeasure measure) {
  const Tree& tree = only_tree(model);
  const std::vector<double> risks = node_risks(model, tree, measure);
  const std::vector<double> critical = critical_alphas(tree, risks);
  const std::vector<double> path = alpha_path(critical);
  std::vector<std::int64_t> leaves(path.size() + 1, 0);
  std::vector<double> risk(path.size() + 1, 0.0);
  std::vector<std::size_t> end(tree.nodes.size(), path.size());
  for (std::size_t at = 0; at < tree.nodes.size(); ++at) {
    const std::size_t first = first_step(path, critical[at]);
    for (const std::uint32_t child : tree.nodes[at].children) end[child] = first;
    if (first >= end[at]) continue;
    ++leaves[first];
    --leaves[end[at]];
    risk[first] += risks[at];
    risk[end[at]] -= risks[at];
  }
  std::partial_sum(leaves.begin(), leaves.end(), leaves.begin());
  std::partial_sum(risk.begin(), risk.end(), risk.begin());
  std::vector<AlphaStep> steps(path.size());
  for (std::size_t i = 0; i < path.size(); ++i) {
    steps[i].alpha = path[i];
    steps[i].leaves = static_cast<std::size_t>(leaves[i]);
    steps[i].risk = risk[i];
  }
  return steps;
}

namespace {

std::vector<double> own_alphas(const std::vector<AlphaStep>& steps) {
  std::vector<double> alphas;
  alphas.reserve(steps.size());
  for (const AlphaStep& step : steps) alphas.push_back(step.alpha);
  return alphas;
}

// With fewer answers, luck with the folds decides which of a handful of trees looks best.
constexpr std::size_t kEnoughAnswers = 2000;

std::size_t least_error(const std::vector<AlphaStep>& steps) {
  std::size_t best = 0;
  for (std::size_t i = 1; i < steps.size(); ++i) {
    if (steps[i].error <= steps[best].error * (1 + 1e-12)) best = i;
  }
  return best;
}

// The smallest tree whose error is within so many standard errors of the least.
std::size_t smallest_within(const AlphaPath& path, double margin) {
  std::size_t smallest = path.least_error;
  for (std::size_t i = path.least_error; i < path.steps.size(); ++i) {
    if (path.steps[i].error <= path.limit(margin)) smallest = i;
  }
  return smallest;
}

void take_errors(const std::vector<MeanLoss>& errors, std::vector<AlphaStep>& steps) {
  for (std::size_t i = 0; i < steps.size(); ++i) {
    steps[i].error = errors[i].mean;
    steps[i].standard_error = errors[i].standard_error;
  }
}

void take_scores(const std::vector<MeanLoss>& scores, std::vector<StepScores>& steps) {
  for (std::size_t i = 0; i < steps.size(); ++i) {
    steps[i].score = scores[i].mean;
    steps[i].standard_error = scores[i].standard_error;
  }
}

std::vector<StepScores> score_training(const Dataset& data, const Model& grown, const PathJudge& judge,
                                       const std::vector<AlphaStep>& steps) {
  std::vector<std::size_t> rows(data.rows());
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  const PathLosses losses = judge.judge(grown, own_alphas(steps), rows, true);
  const std::vector<MeanLoss> errors = judge.errors(losses);
  const std::vector<MeanLoss> scores = judge.scores(losses);
  std::vector<StepScores> found(steps.size());
  for (std::size_t i = 0; i < steps.size(); ++i) {
    found[i].training_error = errors[i].mean;
    found[i].training_score = scores[i].mean;
  }
  return found;
}

AlphaPath judge_alphas(const Dataset& data, const Model& grown, const LearnOptions& options, bool with_scores,
                       const ProgressReport& progress, FoldTrees* kept) {
  AlphaPath path;
  path.steps = alpha_steps(grown, options.prune.risk);
  const PathJudge judge(data, options);
  path.figure = judge.figure();
  if (with_scores) path.scores = score_training(data, grown, judge, path.steps);
  if (data.rows() < 2 || (path.steps.size() < 2 && !with_scores)) return path;

  const SplitPlan plan = choosing_folds(data, options.prune);
  const std::vector<double> alphas = judging_alphas(path.steps);
  if (kept != nullptr) {
    kept->models.resize(chooses_threshold(options) ? plan.splits.size() : splits_of_first_round(plan));
  }
  const PathLosses losses =
      judge.judge_splits(plan, alphas, with_scores, progress, kept == nullptr ? nullptr : &kept->models);
  choose_step(judge.errors(losses, plan.rounds), options.prune.margin, path);
  if (with_scores) take_scores(judge.scores(losses, plan.rounds), path.scores);
  path.method = plan.method;
  if (kept == nullptr) return path;
  kept->plan = plan;
  kept->alpha = alphas[path.chosen];
  if (!chooses_threshold(options)) keep_first_deal(options.prune, *kept);
  return path;
}

}  // namespace

SplitPlan choosing_folds(const Dataset& data, const PruneOptions& options) {
  const auto folds = static_cast<std::uint32_t>(std::min<std::size_t>(options.folds, data.rows()));
  return k_fold_splits(data, folds, rounds_for(data.rows(), kEnoughAnswers), options.seed);
}

void keep_first_deal(const PruneOptions& options, FoldTrees& trees) {
  SplitPlan& plan = trees.plan;
  plan.splits.resize(splits_of_first_round(plan));
  plan.rounds = 1;
  plan.method = k_fold_method(static_cast<std::uint32_t>(plan.splits.size()), 1, options.seed);
  if (trees.models.size() > plan.splits.size()) trees.models.resize(plan.splits.size());
}

std::vector<double> judging_alphas(const std::vector<AlphaStep>& steps) {
  std::vector<double> alphas;
  for (std::size_t i = 0; i + 1 < steps.size(); ++i) alphas.push_back(std::sqrt(steps[i].alpha * steps[i + 1].alpha));
  alphas.push_back(std::numeric_limits<double>::infinity());
  return alphas;
}

void choose_step(const std::vector<MeanLoss>& errors, double margin, AlphaPath& path) {
  take_errors(errors, path.steps);
  path.least_error = least_error(path.steps);
  path.one_error_above = smallest_within(path, 1);
  path.chosen = smallest_within(path, margin);
}

double fits_to_choose_alpha(std::size_t rows, const PruneOptions& options) {
  if (rows < 2) return 0;
  const auto folds = static_cast<double>(std::min<std::size_t>(options.folds, rows));
  return (folds - 1) * rounds_for(rows, kEnoughAnswers);
}

AlphaPath select_alpha(const Dataset& data, const Model& grown, const LearnOptions& options,
                       const ProgressReport& progress, FoldTrees* kept) {
  return judge_alphas(data, grown, options, false, progress, kept);
}

AlphaPath score_alphas(const Dataset& data, const Model& grown, const LearnOptions& options,
                       const ProgressReport& progress) {
  return judge_alphas(data, grown, options, true, progress, nullptr);
}

}  // namespace espalier
