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

}  // namespace

Answers right_answers(const Dataset& data) {
  return {data.classes, data.targets};
}

Answers answer_rows(const Model& model, const Dataset& data) {
  return Answerer(model, data, true).all();
}

// Without probabilities: rows times labels of them would be held for nothing.
Metrics mark(const Model& model, const Dataset& data) {
  return score(marking_of(model), right_answers(data), Answerer(model, data, false).all(), data.weights);
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
