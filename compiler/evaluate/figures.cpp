#include "evaluate/figures.hpp"

#include "evaluate/ranking.hpp"
#include "evaluate/row_mean.hpp"

namespace espalier {

Figures figures_of(const Marking& marking, const AnsweredRows& answered, double level) {
  const Answers& actual = answered.actual;
  const Answers& predicted = answered.predicted;
  const std::vector<double> weights = figure_weights(answered.weights, actual.rows());
  Figures figures;
  figures.metrics = score(marking, actual, predicted, answered.weights, answered.rounds);
  figures.effective_rows = effective_rows(weights) / answered.rounds;
  figures.level = level;
  const Metrics& metrics = figures.metrics;
  if (marking.task == Task::regression) {
    figures.interval = rmse_interval(metrics.score, metrics.standard_error, level);
    figures.errors = error_figures(actual.values, predicted.values, weights);
    return figures;
  }
  figures.interval = wilson_interval(metrics.score, figures.effective_rows, level);
  figures.agreement = agreement(metrics);
  figures.probability = probability_scores(actual.labels, predicted, weights);
  figures.areas = areas_under_curve(marking.labels, actual.labels, predicted, weights, answered.splits);
  figures.mean_area = mean_area(figures.areas);
  figures.calibration = calibration(actual.labels, predicted, metrics.weighted ? answered.weights : weights);
  return figures;
}

}  // namespace espalier
