#include "evaluate/path_judge.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "data/column_orders.hpp"
#include "grow/class_weights.hpp"
#include "grow/grow.hpp"
#include "support/parallel.hpp"

namespace espalier {
namespace {

// From the mean of squares to its root, as evaluate/metrics.hpp does.
MeanLoss root_of(const MeanLoss& squares) {
  const double root = std::sqrt(std::max(0.0, squares.mean));
  return {root, root > 0 ? squares.standard_error / (2 * root) : 0};
}

// Splits are in order of their rounds.
std::size_t first_round(const SplitPlan& plan) {
  return static_cast<std::size_t>(
      std::count_if(plan.splits.begin(), plan.splits.end(), [](const Split& split) { return split.round == 0; }));
}

}  // namespace

std::string_view to_string(ErrorFigure figure) {
  switch (figure) {
    case ErrorFigure::wrong_answers: return "wrong answers";
    case ErrorFigure::weighted_answers: return "wrong answers by class weight";
    case ErrorFigure::cost: return "cost";
    case ErrorFigure::squared_error: break;
  }
  return "squared error";
}

void PathLosses::add(const PathLosses& other) {
  error.add(other.error);
  mistakes.add(other.mistakes);
}

PathJudge::PathJudge(const Dataset& data, const LearnOptions& options)
    : data_(data), options_(options), weights_(row_weights(data, options.grow)), own_weights_(data.weights) {
  if (own_weights_.empty()) own_weights_.assign(data.rows(), 1.0);
  if (data.task == Task::regression) {
    figure_ = ErrorFigure::squared_error;
  } else if (!options.grow.costs.costs.empty()) {
    figure_ = ErrorFigure::cost;
  } else if (weights_ != own_weights_) {
    figure_ = ErrorFigure::weighted_answers;
  }
}

PathLosses PathJudge::judge(const Model& model, const std::vector<double>& alphas, const std::vector<std::size_t>& rows,
                            bool with_scores) const {
  PathLosses losses(alphas.size());
  FoldJudge judge(data_, model, options_.prune.risk, alphas);
  judge.judge(rows, weights_, losses.error);
  if (!with_scores || !scores_differ()) return losses;
  FoldJudge count(data_, model, options_.prune.risk, alphas, Charge::mistakes);
  count.judge(rows, own_weights_, losses.mistakes);
  return losses;
}

PathLosses PathJudge::judge_splits(const SplitPlan& plan, const std::vector<double>& alphas, bool with_scores,
                                   const ProgressReport& progress, std::vector<Model>* kept) const {
  if (progress) progress(0, plan.splits.size());
  const OrderedParts training(data_, options_.threads);
  std::vector<PathLosses> parts(plan.splits.size(), PathLosses(0));
  const std::size_t within = std::max<std::size_t>(1, options_.threads / plan.splits.size());
  if (kept != nullptr) kept->resize(first_round(plan));
  const auto judge_split = [&](std::size_t i) {
    const Split& split = plan.splits[i];
    Warnings unsaid;  // the whole data's warnings are the user's
    Model model = grow(training.select(split.training), options_.grow, unsaid, within);
    parts[i] = judge(model, alphas, split.test, with_scores);
    if (kept != nullptr && i < kept->size()) (*kept)[i] = std::move(model);
  };
  in_parallel(plan.splits.size(), options_.threads, judge_split, progress);
  PathLosses losses(alphas.size());
  for (const PathLosses& part : parts) losses.add(part);
  return losses;
}

std::vector<MeanLoss> PathJudge::scores(const PathLosses& losses, std::uint32_t rounds) const {
  std::vector<MeanLoss> scores = (scores_differ() ? losses.mistakes : losses.error).means(rounds);
  for (MeanLoss& score : scores) {
    score = data_.task == Task::regression ? root_of(score) : MeanLoss{1 - score.mean, score.standard_error};
  }
  return scores;
}

}  // namespace espalier
