#include "evaluate/metrics.hpp"

#include <cmath>

namespace espalier {
namespace {

double ratio(double part, double whole) {
  return whole == 0 ? 0 : part / whole;
}

// A mean over rows of different weight.
class RowMean {
 public:
  explicit RowMean(const std::vector<double>& weights) : weights_(weights) {}

  void add(double value) { values_.push_back(value); }

  double mean() const {
    double sum = 0;
    double total = 0;
    for (std::size_t row = 0; row < values_.size(); ++row) {
      sum += weight(row) * values_[row];
      total += weight(row);
    }
    return ratio(sum, total);
  }

  double standard_error() const {
    const double center = mean();
    double squares = 0;
    double total = 0;
    for (std::size_t row = 0; row < values_.size(); ++row) {
      const double off = weight(row) * (values_[row] - center);
      squares += off * off;
      total += weight(row);
    }
    return ratio(std::sqrt(squares), total);
  }

 private:
  double weight(std::size_t row) const { return weights_.empty() ? 1 : weights_[row]; }

  const std::vector<double>& weights_;
  std::vector<double> values_;
};

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
  RowMean accuracy(weights);
  RowMean cost(weights);
  for (std::size_t row = 0; row < actual.size(); ++row) {
    const bool right = actual[row] == predicted[row];
    if (right) ++metrics.correct;
    metrics.confusion[actual[row]][predicted[row]] += weights.empty() ? 1 : weights[row];
    accuracy.add(right ? 1 : 0);
    if (!marking.costs.empty()) cost.add(marking.costs[actual[row]][predicted[row]]);
  }
  for (std::size_t label = 0; label < marking.labels; ++label) {
    metrics.classes.push_back(figures_of(metrics.confusion, label));
  }
  metrics.score = accuracy.mean();
  metrics.standard_error = accuracy.standard_error();
  if (!marking.costs.empty()) metrics.mean_cost = cost.mean();
}

void score_values(const std::vector<double>& actual, const std::vector<double>& predicted,
                  const std::vector<double>& weights, Metrics& metrics) {
  RowMean target(weights);
  for (const double value : actual) target.add(value);
  const double center = target.mean();
  RowMean squared(weights);
  RowMean absolute(weights);
  RowMean spread(weights);
  for (std::size_t row = 0; row < actual.size(); ++row) {
    const double error = predicted[row] - actual[row];
    squared.add(error * error);
    absolute.add(std::abs(error));
    spread.add((actual[row] - center) * (actual[row] - center));
  }
  metrics.score = std::sqrt(squared.mean());
  metrics.standard_error = ratio(squared.standard_error(), 2 * metrics.score);
  metrics.mean_absolute_error = absolute.mean();
  const double variance = spread.mean();
  if (variance > 0) metrics.r_squared = 1 - squared.mean() / variance;
}

}  // namespace

void Answers::append(const Answers& others, std::size_t row) {
  if (!others.labels.empty()) labels.push_back(others.labels[row]);
  if (!others.values.empty()) values.push_back(others.values[row]);
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
