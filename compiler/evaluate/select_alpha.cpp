#include "evaluate/select_alpha.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <numeric>

#include "evaluate/fold_judge.hpp"
#include "grow/class_weights.hpp"
#include "grow/grow.hpp"
#include "prune/prune.hpp"
#include "prune/weakest_links.hpp"

namespace espalier {
namespace {

std::vector<AlphaStep> make_steps(const Model& model) {
  const Tree& tree = model.trees.front();
  const std::vector<double> risks = node_risks(model, tree);
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

void judge_folds(const Dataset& data, const LearnOptions& options, std::uint64_t seed,
                 const std::vector<double>& alphas, StepLosses& losses, const std::function<void()>& fold_done) {
  const auto folds = static_cast<std::uint32_t>(std::min<std::size_t>(options.prune.folds, data.rows()));
  const std::vector<std::uint32_t> fold_of = stratified_folds(data, folds, seed);
  const std::vector<double> weights = row_weights(data, options.grow);
  for (std::uint32_t fold = 0; fold < folds; ++fold) {
    std::vector<std::size_t> training;
    std::vector<std::size_t> held_out;
    for (std::size_t row = 0; row < data.rows(); ++row) (fold_of[row] == fold ? held_out : training).push_back(row);
    if (training.empty() || held_out.empty()) continue;
    Warnings unsaid;
    const Model model = grow(select_rows(data, training), options.grow, unsaid);
    FoldJudge judge(data, model, alphas);
    for (const std::size_t row : held_out) judge.judge(row, weights[row], losses);
    fold_done();
  }
}

std::size_t choose_step(const std::vector<AlphaStep>& steps, bool one_standard_error) {
  std::size_t best = 0;
  for (std::size_t i = 1; i < steps.size(); ++i) {
    if (steps[i].error <= steps[best].error * (1 + 1e-12)) best = i;
  }
  if (!one_standard_error) return best;
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
  path.steps = make_steps(grown);
  if (path.steps.size() < 2 || data.rows() < 2) return path;
  StepLosses losses(path.steps.size());
  const std::vector<double> alphas = judging_alphas(path.steps);
  const std::uint64_t repeats = repeats_for(data.rows());
  std::size_t done = 0;
  const auto fold_done = [&] {
    if (progress) progress(++done, repeats * options.prune.folds);
  };
  for (std::uint64_t i = 0; i < repeats; ++i) {
    judge_folds(data, options, options.prune.seed + i, alphas, losses, fold_done);
  }
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
  path.chosen = choose_step(path.steps, options.prune.one_standard_error);
  return path;
}

}  // namespace espalier
