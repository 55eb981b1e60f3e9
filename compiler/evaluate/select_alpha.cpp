#include "evaluate/select_alpha.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <limits>
#include <numeric>

#include "evaluate/fold_judge.hpp"
#include "grow/class_weights.hpp"
#include "grow/grow.hpp"
#include "prune/prune.hpp"
#include "prune/weakest_links.hpp"
#include "support/parallel.hpp"

namespace espalier {
namespace {

std::vector<AlphaStep> make_steps(const Model& model, RiskMeasure measure) {
  const Tree& tree = model.trees.front();
  const std::vector<double> risks = node_risks(model, tree, measure);
  const std::vector<double> critical = critical_alphas(tree, risks);
  const std::vector<double> path = alpha_path(critical);
  const auto first_step = [&](double alpha) {
    return static_cast<std::size_t>(
        std::partition_point(path.begin(), path.end(),
                             [&](double step) { return step < alpha && !same_alpha(step, alpha); }) -
        path.begin());
  };
  // Every node is a leaf from the step of its own critical alpha on up to its parent's: what each step has more than
  // the one before.
  std::vector<std::int64_t> leaves(path.size() + 1, 0);
  std::vector<double> risk(path.size() + 1, 0.0);
  std::vector<std::size_t> end(tree.nodes.size(), path.size());
  for (std::size_t at = 0; at < tree.nodes.size(); ++at) {
    const std::size_t first = first_step(critical[at]);
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

// Where each step's tree is judged.
std::vector<double> judging_alphas(const std::vector<AlphaStep>& steps) {
  std::vector<double> alphas;
  for (std::size_t i = 0; i + 1 < steps.size(); ++i) alphas.push_back(std::sqrt(steps[i].alpha * steps[i + 1].alpha));
  alphas.push_back(std::numeric_limits<double>::infinity());
  return alphas;
}

// Few rows are dealt to folds again and again, until so many answers have been judged: the best of a handful of trees
// is a matter of luck with the folds otherwise.
std::uint64_t repeats_for(std::size_t rows) {
  constexpr std::size_t kEnoughAnswers = 2000;
  constexpr std::size_t kMostRepeats = 10;
  return std::clamp<std::size_t>((kEnoughAnswers + rows - 1) / rows, 1, kMostRepeats);
}

// A part of the rows that a tree grown from all others is judged on.
struct Job {
  std::vector<std::size_t> training;
  std::vector<std::size_t> held_out;
};

std::vector<Job> make_jobs(const Dataset& data, const PruneOptions& options, std::uint64_t repeats) {
  std::vector<Job> jobs;
  const auto folds = static_cast<std::uint32_t>(std::min<std::size_t>(options.folds, data.rows()));
  for (std::uint64_t repeat = 0; repeat < repeats; ++repeat) {
    std::vector<Job> round(folds);
    const std::vector<std::uint32_t> fold_of = stratified_folds(data, folds, options.seed + repeat);
    for (std::size_t row = 0; row < data.rows(); ++row) {
      for (std::uint32_t fold = 0; fold < folds; ++fold) {
        (fold_of[row] == fold ? round[fold].held_out : round[fold].training).push_back(row);
      }
    }
    std::move(round.begin(), round.end(), std::back_inserter(jobs));
  }
  return jobs;
}

StepLosses judge_held_out(const Dataset& data, const LearnOptions& options, const std::vector<double>& weights,
                          const std::vector<double>& alphas, const Job& job) {
  StepLosses losses(alphas.size());
  if (job.training.empty() || job.held_out.empty()) return losses;
  Warnings unsaid;  // the whole data's warnings are the user's
  const Model model = grow(select_rows(data, job.training), options.grow, unsaid);
  FoldJudge judge(data, model, options.prune.risk, alphas);
  for (const std::size_t row : job.held_out) judge.judge(row, weights[row], losses);
  return losses;
}

std::size_t least_error(const std::vector<AlphaStep>& steps) {
  std::size_t best = 0;
  for (std::size_t i = 1; i < steps.size(); ++i) {
    if (steps[i].error <= steps[best].error * (1 + 1e-12)) best = i;
  }
  return best;
}

std::size_t one_error_above(const std::vector<AlphaStep>& steps, std::size_t best) {
  const double limit = steps[best].error + steps[best].standard_error;
  for (std::size_t i = best; i < steps.size(); ++i) {
    if (steps[i].error <= limit) best = i;
  }
  return best;
}

}  // namespace

AlphaPath select_alpha(const Dataset& data, const Model& grown, const LearnOptions& options,
                       const ProgressReport& progress) {
  AlphaPath path;
  path.steps = make_steps(grown, options.prune.risk);
  if (path.steps.size() < 2 || data.rows() < 2) return path;
  const std::vector<double> alphas = judging_alphas(path.steps);
  const std::vector<double> weights = row_weights(data, options.grow);
  const std::uint64_t repeats = repeats_for(data.rows());
  const std::vector<Job> jobs = make_jobs(data, options.prune, repeats);
  std::vector<StepLosses> job_losses(jobs.size(), StepLosses(0));
  in_parallel(
      jobs.size(), options.threads,
      [&](std::size_t i) { job_losses[i] = judge_held_out(data, options, weights, alphas, jobs[i]); }, progress);
  StepLosses losses(path.steps.size());
  for (const StepLosses& part : job_losses) losses.add(part);
  const auto rows = static_cast<double>(data.rows() * repeats);
  const std::vector<double> sums = losses.sums();
  const std::vector<double> squares = losses.squares();
  for (std::size_t i = 0; i < path.steps.size(); ++i) {
    AlphaStep& step = path.steps[i];
    step.error = sums[i] / losses.weight();
    const double mean = sums[i] / rows;
    const double spread = std::max(0.0, squares[i] - rows * mean * mean);
    // Judging a row again says nothing new about how rows differ: the error is that of one round.
    step.standard_error = std::sqrt(spread * static_cast<double>(repeats)) / losses.weight();
  }
  path.least_error = least_error(path.steps);
  path.one_error_above = one_error_above(path.steps, path.least_error);
  path.chosen = options.prune.one_standard_error ? path.one_error_above : path.least_error;
  return path;
}

}  // namespace espalier
