#include "evaluate/metrics.hpp"

#include <algorithm>
#include <cmath>

#include "evaluate/statistics.hpp"

namespace espalier {
namespace {

std::optional<double> ratio(double part, double whole) {
  if (whole == 0) return std::nullopt;
  return part / whole;
}

ClassFigures figures_of(const std::vector<std::vector<double>>& confusion, std::size_t label) {
  ClassFigures figures;
  double answered = 0;
  for (std::size_t other = 0; other < confusion.size(); ++other) {
    figures.support += confusion[label][other];
    answered += confusion[other][label];
  }
  const double right = confusion[label][label];
  figures.precision = ratio(right, answered);
  figures.recall = ratio(right, figures.support);
  // 2 P R / (P + R) in counts, which is 0 / 0 only where nothing is said about the class at all.
  figures.f1 = ratio(2 * right, figures.support + answered);
  return figures;
}

void score_labels(const Marking& marking, const std::vector<std::uint32_t>& actual,
                  const std::vector<std::uint32_t>& predicted, const std::vector<double>& weights, Metrics& metrics) {
  metrics.confusion.assign(marking.labels, std::vector<double>(marking.labels, 0));
  std::vector<double> right;
  std::vector<double> costs;
  for (std::size_t row = 0; row < actual.size(); ++row) {
    right.push_back(actual[row] == predicted[row] ? 1 : 0);
    metrics.confusion[actual[row]][predicted[row]] += weights.empty() ? 1 : weights[row];
    if (!marking.costs.empty()) costs.push_back(marking.costs[actual[row]][predicted[row]]);
  }
  for (std::size_t label = 0; label < marking.labels; ++label) {
    metrics.classes.push_back(figures_of(metrics.confusion, label));
  }
  const std::vector<double> scaled = figure_weights(weights, actual.size());
  metrics.correct = static_cast<std::size_t>(std::count(right.begin(), right.end(), 1.0));
  metrics.score = weighted_mean(right, scaled);
  metrics.standard_error = standard_error_of_mean(right, scaled);
  if (!marking.costs.empty()) metrics.mean_cost = weighted_mean(costs, scaled);
}

void score_values(const std::vector<double>& actual, const std::vector<double>& predicted,
                  const std::vector<double>& weights, Metrics& metrics) {
  const std::vector<double> scaled = figure_weights(weights, actual.size());
  const double center = weighted_mean(actual, scaled);
  std::vector<double> squared;
  std::vector<double> absolute;
  std::vector<double> spread;
  for (std::size_t row = 0; row < actual.size(); ++row) {
    const double error = predicted[row] - actual[row];
    squared.push_back(error * error);
    absolute.push_back(std::abs(error));
    spread.push_back((actual[row] - center) * (actual[row] - center));
  }
  const double mean_squared = weighted_mean(squared, scaled);
  metrics.score = std::sqrt(mean_squared);
  if (metrics.score > 0) metrics.standard_error = standard_error_of_mean(squared, scaled) / (2 * metrics.score);
  metrics.mean_absolute_error = weighted_mean(absolute, scaled);
  const double variance = weighted_mean(spread, scaled);
  if (variance > 0) metrics.r_squared = 1 - mean_squared / variance;
}

}  // namespace

std::span<const double> Answers::distribution(std::size_t row) const {
  if (probabilities.empty()) return {};
  const std::size_t count = probabilities.size() / labels.size();
  return std::span(probabilities).subspan(row * count, count);
}

void Answers::add(Task task, const Prediction& prediction) {
  if (task == Task::regression) {
    values.push_back(prediction.value);
    return;
  }
  labels.push_back(prediction.label);
  probabilities.insert(probabilities.end(), prediction.probabilities.begin(), prediction.probabilities.end());
}

void Answers::append(const Answers& others, std::size_t row) {
  if (!others.values.empty()) values.push_back(others.values[row]);
  if (others.labels.empty()) return;
  labels.push_back(others.labels[row]);
  const std::span<const double> distribution = others.distribution(row);
  probabilities.insert(probabilities.end(), distribution.begin(), distribution.end());
}

Marking marking_of(const Model& model) {
  return {model.task, model.labels.size(), model.costs};
}

Metrics score(const Marking& marking, const Answers& actual, const Answers& predicted,
              const std::vector<double>& weights, std::uint32_t rounds) {
  Metrics metrics;
  metrics.rows = actual.rows();
  metrics.rounds = rounds;
  metrics.weighted = !weights.empty();
  if (marking.task == Task::regression) {
    score_values(actual.values, predicted.values, weights, metrics);
  } else {
    score_labels(marking, actual.labels, predicted.labels, weights, metrics);
  }
  metrics.standard_error *= std::sqrt(static_cast<double>(rounds));
  return metrics;
}

}  // namespace espalier
