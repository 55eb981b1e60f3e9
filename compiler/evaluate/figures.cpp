#include "evaluate/figures.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <vector>

#include "evaluate/ranking.hpp"
#include "evaluate/statistics.hpp"

namespace espalier {
namespace {

std::optional<double> mean_of_known(const std::vector<ClassFigures>& classes,
                                    std::optional<double> ClassFigures::*figure) {
  double sum = 0;
  std::size_t known = 0;
  for (const ClassFigures& figures : classes) {
    if (!(figures.*figure)) continue;
    sum += *(figures.*figure);
    ++known;
  }
  if (known == 0) return std::nullopt;
  return sum / static_cast<double>(known);
}

// Shares of the whole weight.
struct Shares {
  std::vector<double> actual;
  std::vector<double> answered;
  double wrong = 0;
};

Shares shares_of(const Metrics& metrics) {
  const std::size_t labels = metrics.confusion.size();
  double total = 0;
  for (const ClassFigures& figures : metrics.classes) total += figures.support;
  Shares shares{std::vector<double>(labels, 0.0), std::vector<double>(labels, 0.0), 0};
  if (total <= 0) return shares;
  for (std::size_t actual = 0; actual < labels; ++actual) {
    for (std::size_t answered = 0; answered < labels; ++answered) {
      const double share = metrics.confusion[actual][answered] / total;
      shares.actual[actual] += share;
      shares.answered[answered] += share;
      if (actual != answered) shares.wrong += share;
    }
  }
  return shares;
}

// The share of pairs, one drawn from each list, that are of different classes: 1 - sum of products, summed so that
// nothing is cancelled.
double different(const std::vector<double>& one, const std::vector<double>& other) {
  double sum = 0;
  for (std::size_t i = 0; i < one.size(); ++i) {
    for (std::size_t j = 0; j < other.size(); ++j) {
      if (i != j) sum += one[i] * other[j];
    }
  }
  return sum;
}

}  // namespace

Agreement agreement(const Metrics& metrics) {
  const Shares shares = shares_of(metrics);
  Agreement result;
  result.balanced_accuracy = mean_of_known(metrics.classes, &ClassFigures::recall);
  result.macro_f1 = mean_of_known(metrics.classes, &ClassFigures::f1);
  const double by_chance = different(shares.actual, shares.answered);  // wrong, of answers drawn at random
  if (by_chance > 0) result.kappa = 1 - shares.wrong / by_chance;
  const double scale = std::sqrt(different(shares.actual, shares.actual) * different(shares.answered, shares.answered));
  if (scale > 0) result.matthews = std::clamp((by_chance - shares.wrong) / scale, -1.0, 1.0);
  return result;
}

double logarithmic_loss(double probability) {
  return 0 - std::log(std::clamp(probability, kLeastProbability, 1.0));  // 0, not -0, for a 1
}

double squared_distance(std::span<const double> distribution, std::uint32_t actual) {
  double sum = 0;
  for (std::size_t label = 0; label < distribution.size(); ++label) {
    const double off = distribution[label] - (label == actual ? 1 : 0);
    sum += off * off;
  }
  return sum;
}

ProbabilityScores probability_scores(std::span<const std::uint32_t> actual, const Answers& predicted,
                                     std::span<const double> weights) {
  ProbabilityScores scores;
  std::vector<double> losses;
  std::vector<double> distances;
  for (std::size_t row = 0; row < actual.size(); ++row) {
    const std::span<const double> distribution = predicted.distribution(row);
    const double probability = distribution[actual[row]];
    if (probability == 0) ++scores.excluded;
    losses.push_back(logarithmic_loss(probability));
    distances.push_back(squared_distance(distribution, actual[row]));
  }
  scores.log_loss = weighted_mean(losses, weights);
  scores.brier = weighted_mean(distances, weights);
  return scores;
}

namespace {

std::vector<CalibrationBin> empty_bins() {
  std::vector<CalibrationBin> bins(kCalibrationBins);
  for (std::size_t i = 0; i < bins.size(); ++i) {
    // Quotients of whole numbers, as the shares of small leaves are: 3 of 5 are in the bin that ends at 0.6.
    bins[i].from = static_cast<double>(i) / static_cast<double>(bins.size());
    bins[i].to = static_cast<double>(i + 1) / static_cast<double>(bins.size());
  }
  return bins;
}

CalibrationBin& bin_of(std::vector<CalibrationBin>& bins, double confidence) {
  return *std::lower_bound(bins.begin(), bins.end() - 1, confidence,
                           [](const CalibrationBin& bin, double sought) { return bin.to < sought; });
}

// `label_of` says for a row which label is looked at.
template <typename LabelOf>
Calibration calibration_of(std::span<const std::uint32_t> actual, const Answers& predicted,
                           std::span<const double> weights, LabelOf label_of) {
  Calibration result;
  result.bins = empty_bins();
  double total = 0;
  for (std::size_t row = 0; row < actual.size(); ++row) {
    const std::uint32_t label = label_of(row);
    const double confidence = predicted.distribution(row)[label];
    CalibrationBin& bin = bin_of(result.bins, confidence);
    ++bin.rows;
    bin.weight += weights[row];
    bin.effective_rows += weights[row] * weights[row];
    bin.confidence = bin.confidence.value_or(0) + weights[row] * confidence;
    bin.accuracy = bin.accuracy.value_or(0) + (actual[row] == label ? weights[row] : 0);
    total += weights[row];
  }
  for (CalibrationBin& bin : result.bins) {
    if (bin.weight <= 0) continue;
    bin.effective_rows = bin.weight * bin.weight / bin.effective_rows;
    *bin.confidence /= bin.weight;
    *bin.accuracy /= bin.weight;
    result.expected_error += bin.weight / total * std::abs(*bin.accuracy - *bin.confidence);
  }
  return result;
}

}  // namespace

Calibration calibration(std::span<const std::uint32_t> actual, const Answers& predicted,
                        std::span<const double> weights) {
  return calibration_of(actual, predicted, weights, [&](std::size_t row) { return predicted.labels[row]; });
}

Calibration class_calibration(std::uint32_t label, std::span<const std::uint32_t> actual, const Answers& predicted,
                              std::span<const double> weights) {
  return calibration_of(actual, predicted, weights, [label](std::size_t) { return label; });
}

namespace {

constexpr double kSameWeight = 1e-12;  // of the total

// Values in ascending order, each with the weight up to it.
struct RankedValue {
  double value;
  double weight;
};

std::vector<RankedValue> ascending(std::span<const double> values, std::span<const double> weights) {
  std::vector<RankedValue> steps;
  for (std::size_t i = 0; i < values.size(); ++i) steps.push_back({values[i], weights[i]});
  std::stable_sort(steps.begin(), steps.end(),
                   [](const RankedValue& a, const RankedValue& b) { return a.value < b.value; });
  for (std::size_t i = 1; i < steps.size(); ++i) steps[i].weight += steps[i - 1].weight;
  return steps;
}

double quantile(const std::vector<RankedValue>& steps, double share) {
  const double total = steps.back().weight;
  const double sought = share * total;
  const auto first = std::partition_point(steps.begin(), steps.end() - 1, [&](const RankedValue& step) {
    return step.weight < sought - kSameWeight * total;
  });
  const bool at_end = first->weight <= sought + kSameWeight * total;
  if (!at_end || first + 1 == steps.end()) return first->value;
  return first->value / 2 + (first + 1)->value / 2;
}

std::vector<Quantile> quantiles(std::span<const double> values, std::span<const double> weights,
                                std::initializer_list<double> shares) {
  return weighted_quantiles(values, weights, {shares.begin(), shares.size()});
}

}  // namespace

std::vector<Quantile> weighted_quantiles(std::span<const double> values, std::span<const double> weights,
                                         std::span<const double> shares) {
  const std::vector<RankedValue> steps = ascending(values, weights);
  std::vector<Quantile> found;
  for (const double share : shares) found.push_back({share, quantile(steps, share)});
  return found;
}

double weighted_quantile(std::span<const double> values, std::span<const double> weights, double share) {
  return quantile(ascending(values, weights), share);
}

ErrorFigures error_figures(std::span<const double> actual, std::span<const double> predicted,
                           std::span<const double> weights) {
  ErrorFigures figures;
  if (actual.empty()) return figures;
  std::vector<double> errors;
  std::vector<double> sizes;
  for (std::size_t row = 0; row < actual.size(); ++row) {
    errors.push_back(predicted[row] - actual[row]);
    sizes.push_back(std::abs(errors.back()));
  }
  figures.mean = weighted_mean(errors, weights);
  figures.quantiles = quantiles(errors, weights, {0.05, 0.25, 0.5, 0.75, 0.95});
  figures.absolute_quantiles = quantiles(sizes, weights, {0.5, 0.9, 0.95, 1});
  return figures;
}

Figures figures_of(const Marking& marking, const AnsweredRows& answered, double level) {
  const Answers& actual = answered.actual;
  const Answers& predicted = answered.predicted;
  const std::vector<double> weights = figure_weights(answered.weights, actual.rows());
  Figures figures;
  figures.metrics = score(marking, answered, answered.rounds);
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
