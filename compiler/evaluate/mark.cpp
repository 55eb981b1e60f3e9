#include "evaluate/mark.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <span>
#include <vector>

#include "evaluate/statistics.hpp"
#include "evaluate/tree_walk.hpp"
#include "model/interpret.hpp"
#include "support/mapped_file.hpp"

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

namespace {

// Rows after which the pages of mapped columns are given back.
constexpr std::size_t kRowsKept = std::size_t{1} << 16U;

// Leaves answer by themselves; only rows that are divided need the interpreter.
class Answerer {
 public:
  Answerer(const Model& model, const Dataset& data, bool with_probabilities)
      : model_(model), data_(data), with_probabilities_(with_probabilities), walk_(model, only_tree(model), data) {
    if (model.missing == MissingPolicy::fractional) interpreter_.emplace(model);
    for (const Node& node : only_tree(model).nodes) {
      if (model.task == Task::regression) {
        values_.push_back(node.value);
      } else {
        labels_.push_back(node.label);
      }
    }
    if (with_probabilities && model.task == Task::classification) {
      distributions_ = class_distributions(model, only_tree(model));
    }
  }

  Answers all() {
    Answers answers;
    const std::size_t rows = data_.rows();
    if (model_.task == Task::regression) {
      answers.values.reserve(rows);
    } else {
      answers.labels.reserve(rows);
      if (with_probabilities_) answers.probabilities.reserve(rows * model_.labels.size());
    }
    std::array<std::uint32_t, 1024> leaves;
    for (std::size_t first = 0; first < rows; first += leaves.size()) {
      const auto block = std::span(leaves).first(std::min(leaves.size(), rows - first));
      walk_.find_leaves(first, block);
      for (std::size_t i = 0; i < block.size(); ++i) add(first + i, block[i], answers);
      if (first % kRowsKept == 0 && !data_.features.empty()) drop_pages_of(data_.features.front().values);
    }
    return answers;
  }

 private:
  void add(std::size_t row, std::uint32_t leaf, Answers& answers) {
    if (leaf == TreeWalk::kDivided) {
      Prediction prediction = interpreter_->predict(fill_row(data_, row, row_));
      if (!with_probabilities_) prediction.probabilities.clear();
      answers.add(model_.task, prediction);
      return;
    }
    if (model_.task == Task::regression) {
      answers.values.push_back(values_[leaf]);
      return;
    }
    answers.labels.push_back(labels_[leaf]);
    if (!with_probabilities_) return;
    const std::vector<double>& shares = distributions_[leaf];
    answers.probabilities.insert(answers.probabilities.end(), shares.begin(), shares.end());
  }

  const Model& model_;
  const Dataset& data_;
  bool with_probabilities_;
  TreeWalk walk_;
  std::optional<Interpreter> interpreter_;  // MissingPolicy::fractional
  std::vector<std::uint32_t> labels_;       // per node: classification
  std::vector<double> values_;              // per node: regression
  std::vector<std::vector<double>> distributions_;
  std::vector<double> row_;
};

// The leaves of all trees, and what they add up to.
class SeveralAnswerer {
 public:
  SeveralAnswerer(const Model& model, const Dataset& data) : model_(model), data_(data), interpreter_(model) {
    for (const Tree& tree : model.trees) {
      if (tree.nodes.size() > 1) {
        walks_.emplace_back(std::in_place, model, tree, data);
      } else {
        walks_.emplace_back(std::nullopt);
      }
    }
  }

  Answers all(bool with_probabilities) {
    constexpr std::size_t kBlock = 256;
    Answers answers;
    const std::size_t rows = data_.rows();
    const std::size_t trees = walks_.size();
    std::vector<std::uint32_t> by_tree(kBlock * trees, 0);
    std::vector<std::uint32_t> leaves(trees);
    for (std::size_t first = 0; first < rows; first += kBlock) {
      const std::size_t size = std::min(kBlock, rows - first);
      for (std::size_t tree = 0; tree < trees; ++tree) {
        if (walks_[tree]) walks_[tree]->find_leaves(first, std::span(by_tree).subspan(tree * kBlock, size));
      }
      for (std::size_t i = 0; i < size; ++i) {
        for (std::size_t tree = 0; tree < trees; ++tree) leaves[tree] = by_tree[tree * kBlock + i];
        Prediction prediction = interpreter_.answer_of_leaves(leaves);
        if (!with_probabilities) prediction.probabilities.clear();
        answers.add(model_.task, prediction);
      }
      if (first % kRowsKept == 0 && !data_.features.empty()) drop_pages_of(data_.features.front().values);
    }
    return answers;
  }

 private:
  const Model& model_;
  const Dataset& data_;
  Interpreter interpreter_;
  std::vector<std::optional<TreeWalk>> walks_;  // none: of a tree that is one leaf
};

Answers answers_of(const Model& model, const Dataset& data, bool with_probabilities) {
  if (model.combination != Combination::single) return SeveralAnswerer(model, data).all(with_probabilities);
  return Answerer(model, data, with_probabilities).all();
}

}  // namespace

Answers right_answers(const Dataset& data) {
  return {data.classes, data.targets};
}

Answers answer_rows(const Model& model, const Dataset& data) {
  return answers_of(model, data, true);
}

AnswerPairs answer_pairs(const Model& model, const Dataset& data) {
  return {right_answers(data), answer_rows(model, data), data.weights};
}

// Without probabilities: rows times labels of them would be held for nothing.
Metrics mark(const Model& model, const Dataset& data) {
  return score(marking_of(model), right_answers(data), answers_of(model, data, false), data.weights);
}

Baseline baseline_of(const Dataset& data) {
  const std::vector<double> weights = figure_weights(data.weights, data.rows());
  Baseline baseline;
  if (data.task == Task::regression) {
    baseline.value = weighted_mean(data.targets, weights);
    return baseline;
  }
  std::vector<double> of_class(data.labels.size(), 0.0);
  for (std::size_t row = 0; row < data.rows(); ++row) of_class[data.classes[row]] += weights[row];
  baseline.label = static_cast<std::uint32_t>(std::max_element(of_class.begin(), of_class.end()) - of_class.begin());
  baseline.name = data.labels[baseline.label];
  return baseline;
}

double baseline_score(const Baseline& baseline, Task task, const Answers& actual, const std::vector<double>& weights) {
  std::vector<double> marks;
  if (task == Task::regression) {
    for (const double target : actual.values) {
      marks.push_back((target - baseline.value) * (target - baseline.value));
    }
  } else {
    for (const std::uint32_t label : actual.labels) marks.push_back(label == baseline.label ? 1 : 0);
  }
  const double mean = weighted_mean(marks, figure_weights(weights, marks.size()));
  return task == Task::regression ? std::sqrt(std::max(0.0, mean)) : mean;
}

double baseline_score(const Dataset& data) {
  return baseline_score(baseline_of(data), data.task, right_answers(data), data.weights);
}

}  // namespace espalier
