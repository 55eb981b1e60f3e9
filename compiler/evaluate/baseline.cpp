#include "evaluate/baseline.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "evaluate/mark.hpp"
#include "evaluate/row_mean.hpp"

namespace espalier {

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
