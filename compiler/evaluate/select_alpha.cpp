#include "evaluate/select_alpha.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>

#include "evaluate/dataset_row.hpp"
#include "grow/class_weights.hpp"
#include "grow/grow.hpp"
#include "model/interpret.hpp"
#include "model/tree_facts.hpp"
#include "prune/prune.hpp"
#include "prune/weakest_links.hpp"

namespace espalier {
namespace {

// Sums over the held-out rows, per step.
struct Losses {
  std::vector<double> sum;
  std::vector<double> squares;
  double weight = 0;
};

std::vector<AlphaStep> make_steps(const Model& model) {
  const Tree& tree = model.trees.front();
  const std::vector<double> risks = node_risks(model, tree);
  const std::vector<double> critical = critical_alphas(tree, risks);
  std::vector<AlphaStep> steps;
  for (const double alpha : alpha_path(critical)) {
    AlphaStep step;
    step.alpha = alpha;
    steps.push_back(step);
  }
  // Every node is a leaf of the trees from its own critical alpha on to its parent's.
  std::vector<double> until(tree.nodes.size(), std::numeric_limits<double>::infinity());
  for (std::size_t at = 0; at < tree.nodes.size(); ++at) {
    for (const std::uint32_t child : tree.nodes[at].children) until[child] = critical[at];
    for (AlphaStep& step : steps) {
      const bool cut_here = critical[at] <= step.alpha || same_alpha(critical[at], step.alpha);
      const bool cut_above = until[at] <= step.alpha || same_alpha(until[at], step.alpha);
      if (!cut_here || cut_above) continue;
      ++step.leaves;
      step.risk += risks[at];
    }
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

class FoldJudge {
 public:
  FoldJudge(const Dataset& data, const Model& model, const std::vector<double>& alphas)
      : data_(data),
        model_(model),
        alphas_(alphas),
        critical_(critical_alphas(model.trees.front(), node_risks(model, model.trees.front()))),
        pruned_(alphas.size()) {}

  void judge(std::size_t row, double weight, Losses& losses) {
    fill_row(data_, row, values_);
    losses.weight += weight;
    const bool blends = model_.missing == MissingPolicy::fractional && has_missing();
    std::uint32_t at = 0;
    for (std::size_t i = alphas_.size(); i-- > 0;) {
      const double loss = weight * (blends ? blended_loss(row, i) : loss_of(row, node_at(alphas_[i], at)));
      losses.sum[i] += loss;
      losses.squares[i] += loss * loss;
    }
  }

 private:
  bool has_missing() const {
    return std::any_of(values_.begin(), values_.end(), [](double value) { return std::isnan(value); });
  }

  // From `at`, where a larger alpha ended, on down to where this one does.
  const Node& node_at(double alpha, std::uint32_t& at) const {
    const Tree& tree = model_.trees.front();
    while (critical_[at] > alpha) at = tree.nodes[at].children[branch_taken(model_, tree.nodes[at], values_)];
    return tree.nodes[at];
  }

  double loss_of(std::size_t row, const Node& node) const { return loss(row, node.label, node.value); }

  double loss(std::size_t row, std::uint32_t label, double value) const {
    if (model_.task == Task::regression) return (data_.targets[row] - value) * (data_.targets[row] - value);
    if (label == data_.classes[row]) return 0;
    return model_.costs.empty() ? 1 : model_.costs[data_.classes[row]][label];
  }

  double blended_loss(std::size_t row, std::size_t step) {
    PrunedModel& pruned = pruned_[step];
    if (!pruned.interpreter) {
      pruned.model = model_;
      pruned.model.trees.front() = prune_at(alphas_[step]);
      pruned.interpreter = std::make_unique<Interpreter>(pruned.model);
    }
    const Prediction prediction = pruned.interpreter->predict(values_);
    return loss(row, prediction.label, prediction.value);
  }

  Tree prune_at(double alpha) const {
    Tree tree = model_.trees.front();
    for (std::size_t at = 0; at < tree.nodes.size(); ++at) {
      if (!tree.nodes[at].is_leaf() && critical_[at] <= alpha) make_leaf(tree.nodes[at]);
    }
    return compact(tree);
  }

  struct PrunedModel {
    Model model;
    std::unique_ptr<const Interpreter> interpreter;
  };

  const Dataset& data_;
  const Model& model_;
  const std::vector<double>& alphas_;
  std::vector<double> critical_;
  std::vector<PrunedModel> pruned_;  // made when a row has to be blended
  std::vector<double> values_;
};

// Few rows are dealt to folds again and again, until so many answers have been judged: the best of a handful of trees
// is a matter of luck with the folds otherwise.
std::uint64_t repeats_for(std::size_t rows) {
  constexpr std::size_t kEnoughAnswers = 2000;
  constexpr std::size_t kMostRepeats = 10;
  return std::clamp<std::size_t>((kEnoughAnswers + rows - 1) / rows, 1, kMostRepeats);
}

void judge_folds(const Dataset& data, const LearnOptions& options, std::uint64_t seed,
                 const std::vector<double>& alphas, Losses& losses) {
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

AlphaPath select_alpha(const Dataset& data, const Model& grown, const LearnOptions& options) {
  AlphaPath path;
  path.steps = make_steps(grown);
  if (path.steps.size() < 2 || data.rows() < 2) return path;
  Losses losses{std::vector<double>(path.steps.size(), 0.0), std::vector<double>(path.steps.size(), 0.0), 0};
  const std::vector<double> alphas = judging_alphas(path.steps);
  const std::uint64_t repeats = repeats_for(data.rows());
  for (std::uint64_t i = 0; i < repeats; ++i) judge_folds(data, options, options.prune.seed + i, alphas, losses);
  const auto rows = static_cast<double>(data.rows() * repeats);
  for (std::size_t i = 0; i < path.steps.size(); ++i) {
    AlphaStep& step = path.steps[i];
    step.error = losses.sum[i] / losses.weight;
    const double mean = losses.sum[i] / rows;
    const double spread = std::max(0.0, losses.squares[i] - rows * mean * mean);
    // Judging a row again says nothing new about how rows differ: the error is that of one round.
    step.standard_error = std::sqrt(spread * static_cast<double>(repeats)) / losses.weight;
  }
  path.chosen = choose_step(path.steps, options.prune.one_standard_error);
  return path;
}

}  // namespace espalier
