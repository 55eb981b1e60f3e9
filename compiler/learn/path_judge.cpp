#include "learn/path_judge.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>

#include "data/column_orders.hpp"
#include "data/weighing.hpp"
#include "evaluate/ranking.hpp"
#include "evaluate/statistics.hpp"
#include "grow/class_weights.hpp"
#include "grow/grow.hpp"
#include "support/parallel.hpp"

namespace espalier {
namespace {

// From the mean of squares to its root, as evaluate/mark.hpp does.
MeanLoss root_of(const MeanLoss& squares) {
  const double root = std::sqrt(std::max(0.0, squares.mean));
  return {root, root > 0 ? squares.standard_error / (2 * root) : 0};
}

// The splits' figures, and how far they are apart: rounds over the same rows say no more about that than one.
std::vector<MeanLoss> means_of_splits(const std::vector<std::vector<double>>& splits, std::size_t steps,
                                      std::uint32_t rounds) {
  std::vector<MeanLoss> means(steps);
  for (std::size_t step = 0; step < steps && !splits.empty(); ++step) {
    std::vector<double> figures;
    figures.reserve(splits.size());
    for (const std::vector<double>& split : splits) figures.push_back(split[step]);
    const Spread spread = spread_of(figures);
    means[step] = {spread.mean, spread.deviation.value_or(0) * std::sqrt(rounds / static_cast<double>(splits.size()))};
  }
  return means;
}

}  // namespace

ErrorFigure figure_of(SelectBy figure) {
  switch (figure) {
    case SelectBy::accuracy: return ErrorFigure::wrong_answers;
    case SelectBy::brier: return ErrorFigure::brier;
    case SelectBy::log_loss: return ErrorFigure::log_loss;
    case SelectBy::auc: return ErrorFigure::missed_area;
    case SelectBy::cost: break;
  }
  return ErrorFigure::cost;
}

Charge charge_of(ErrorFigure figure) {
  switch (figure) {
    case ErrorFigure::wrong_answers: return Charge::mistakes;
    case ErrorFigure::brier: return Charge::brier;
    case ErrorFigure::log_loss: return Charge::log_loss;
    case ErrorFigure::weighted_answers:
    case ErrorFigure::cost:
    case ErrorFigure::squared_error:
    case ErrorFigure::missed_area: break;
  }
  return Charge::costs;
}

void PathLosses::add(const PathLosses& other) {
  error.add(other.error);
  mistakes.add(other.mistakes);
  areas.insert(areas.end(), other.areas.begin(), other.areas.end());
}

PathJudge::PathJudge(const Dataset& data, const LearnOptions& options)
    : data_(data), options_(options), weights_(row_weights(data, options.grow)), own_weights_(data.weights) {
  if (own_weights_.empty()) own_weights_.assign(data.rows(), 1.0);
  if (data.task == Task::regression) {
    figure_ = ErrorFigure::squared_error;
  } else if (options.prune.select_by) {
    figure_ = figure_of(*options.prune.select_by);
  } else if (!options.grow.costs.costs.empty()) {
    figure_ = ErrorFigure::cost;
  } else if (weights_ != own_weights_) {
    figure_ = ErrorFigure::weighted_answers;
  }
}

PathLosses PathJudge::judge(const Model& model, const std::vector<double>& alphas, const std::vector<std::size_t>& rows,
                            bool with_scores) const {
  PathLosses losses(alphas.size());
  FoldJudge judge(data_, model, options_.prune.risk, alphas, charge_of(figure_));
  if (figure_ == ErrorFigure::missed_area) {
    std::vector<double> areas = judge.missed_areas(rows, weights_);
    if (!areas.empty()) losses.areas.push_back(std::move(areas));
  } else {
    judge.judge(rows, figure_ == ErrorFigure::wrong_answers ? own_weights_ : weights_, losses.error);
  }
  if (!with_scores || !scores_differ()) return losses;
  FoldJudge count(data_, model, options_.prune.risk, alphas, Charge::mistakes);
  count.judge(rows, own_weights_, losses.mistakes);
  return losses;
}

PathLosses PathJudge::judge_several(const Model& model, const std::vector<std::size_t>& rows) const {
  const Dataset asked = select_rows(data_, rows);
  const Answers right = right_answers(asked);
  const Answers answered = answer_rows(model, asked);
  const std::vector<double>& all_weights = figure_ == ErrorFigure::wrong_answers ? own_weights_ : weights_;
  std::vector<double> weights;
  weights.reserve(rows.size());
  for (const std::size_t row : rows) weights.push_back(all_weights[row]);
  PathLosses losses(1);
  if (figure_ == ErrorFigure::missed_area) {
    const auto area = mean_area(areas_under_curve(data_.labels.size(), right.labels, answered, weights, {}));
    if (area) losses.areas.push_back({1 - *area});
    return losses;
  }
  const std::vector<std::vector<double>> costs =
      options_.grow.costs.empty() ? std::vector<std::vector<double>>() : costs_for(options_.grow.costs, data_.labels);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const double loss =
        data_.task == Task::regression
            ? (right.values[i] - answered.values[i]) * (right.values[i] - answered.values[i])
            : charge(charge_of(figure_), costs, right.labels[i], answered.labels[i], answered.distribution(i));
    losses.error.add_row(weights[i]);
    losses.error.add(0, 1, weights[i], loss);
  }
  return losses;
}

PathLosses PathJudge::judge_splits(const SplitPlan& plan, const std::vector<double>& alphas, bool with_scores,
                                   const ProgressReport& progress, std::vector<Model>* kept) const {
  if (progress) progress(0, plan.splits.size());
  const OrderedParts training(data_, options_.threads);
  std::vector<PathLosses> parts(plan.splits.size(), PathLosses(0));
  const std::size_t within = std::max<std::size_t>(1, options_.threads / plan.splits.size());
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

std::vector<MeanLoss> PathJudge::errors(const PathLosses& losses, std::uint32_t rounds) const {
  std::vector<MeanLoss> errors = losses.error.means(rounds);
  if (figure_ != ErrorFigure::missed_area) return errors;
  return means_of_splits(losses.areas, errors.size(), rounds);
}

std::vector<MeanLoss> PathJudge::scores(const PathLosses& losses, std::uint32_t rounds) const {
  std::vector<MeanLoss> scores = (scores_differ() ? losses.mistakes : losses.error).means(rounds);
  for (MeanLoss& score : scores) {
    score = data_.task == Task::regression ? root_of(score) : MeanLoss{1 - score.mean, score.standard_error};
  }
  return scores;
}

namespace {

// Hanley and McNeil (1982): the standard error of an area, given the effective numbers of rows of the class and of
// others.
double standard_error_of_area(double area, double of_class, double others) {
  const double both_of_class = area / (2 - area);
  const double both_others = 2 * area * area / (1 + area);
  const double variance =
      area * (1 - area) + (of_class - 1) * (both_of_class - area * area) + (others - 1) * (both_others - area * area);
  return std::sqrt(std::max(0.0, variance) / (of_class * others));
}

MeanLoss missed_area(std::size_t labels, const Answers& actual, const Answers& predicted,
                     const std::vector<double>& weights) {
  const std::vector<std::optional<double>> areas = areas_under_curve(labels, actual.labels, predicted, weights, {});
  double errors = 0;
  std::size_t known = 0;
  for (std::uint32_t label = 0; label < labels; ++label) {
    if (!areas[label]) continue;
    std::vector<double> of_class;
    std::vector<double> others;
    for (std::size_t row = 0; row < actual.labels.size(); ++row) {
      (actual.labels[row] == label ? of_class : others).push_back(weights[row]);
    }
    errors += standard_error_of_area(*areas[label], effective_rows(of_class), effective_rows(others));
    ++known;
  }
  if (known == 0) return {0.5, 0};
  // The areas of the classes are not independent: their errors are averaged as they are.
  return {1 - mean_area(areas).value(), errors / static_cast<double>(known)};
}

}  // namespace

MeanLoss selection_error(SelectBy figure, const Marking& marking, const Answers& actual, const Answers& predicted,
                         const std::vector<double>& weights) {
  const std::vector<double> by_row = figure_weights(weights, actual.rows());
  if (figure == SelectBy::auc) return missed_area(marking.labels, actual, predicted, by_row);
  const Charge by = charge_of(figure_of(figure));
  std::vector<double> losses;
  for (std::size_t row = 0; row < actual.rows(); ++row) {
    losses.push_back(charge(by, marking.costs, actual.labels[row], predicted.labels[row], predicted.distribution(row)));
  }
  return {weighted_mean(losses, by_row), standard_error_of_mean(losses, by_row)};
}

}  // namespace espalier
