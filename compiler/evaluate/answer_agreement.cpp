#include "evaluate/answer_agreement.hpp"

#include <algorithm>
#include <cmath>

namespace espalier {
namespace {

double weight_of(const Dataset& data, std::size_t row) {
  return data.weights.empty() ? 1 : data.weights[row];
}

// A mean over the rows, each by its weight.
class WeightedMean {
 public:
  void add(double weight, double value) {
    sum_ += weight * value;
    total_ += weight;
  }
  double mean() const { return total_ > 0 ? sum_ / total_ : 0; }

 private:
  double sum_ = 0;
  double total_ = 0;
};

double pairs(std::size_t count) {
  return static_cast<double>(count) * (static_cast<double>(count) - 1) / 2;
}

void compare_labels(const Dataset& data, const std::vector<Answers>& answers, AnswerAgreement& agreement) {
  WeightedMean same;
  WeightedMean majority;
  std::vector<std::size_t> trees(data.labels.size());
  for (std::size_t row = 0; row < data.rows(); ++row) {
    std::fill(trees.begin(), trees.end(), 0);
    for (const Answers& tree : answers) ++trees[tree.labels[row]];
    double alike = 0;
    for (const std::size_t count : trees) alike += pairs(count);
    const auto most = std::max_element(trees.begin(), trees.end());
    RowAgreement& entry = agreement.rows[row];
    entry.label = static_cast<std::uint32_t>(most - trees.begin());
    entry.trees = *most;
    same.add(weight_of(data, row), alike / pairs(answers.size()));
    majority.add(weight_of(data, row), static_cast<double>(*most) / static_cast<double>(answers.size()));
    if (3 * *most < 2 * answers.size()) agreement.rows_in_doubt.push_back(row);
  }
  agreement.same_answer = same.mean();
  agreement.mean_majority = majority.mean();
}

double target_variance(const Dataset& data) {
  WeightedMean center;
  for (std::size_t row = 0; row < data.rows(); ++row) center.add(weight_of(data, row), data.targets[row]);
  WeightedMean squares;
  for (std::size_t row = 0; row < data.rows(); ++row) {
    const double off = data.targets[row] - center.mean();
    squares.add(weight_of(data, row), off * off);
  }
  return squares.mean();
}

void compare_values(const Dataset& data, const std::vector<Answers>& answers, AnswerAgreement& agreement) {
  const auto trees = static_cast<double>(answers.size());
  WeightedMean deviation;
  WeightedMean variance;
  for (std::size_t row = 0; row < data.rows(); ++row) {
    double sum = 0;
    for (const Answers& tree : answers) sum += tree.values[row];
    const double mean = sum / trees;
    double squares = 0;
    for (const Answers& tree : answers) squares += (tree.values[row] - mean) * (tree.values[row] - mean);
    const double of_row = squares / (trees - 1);
    agreement.rows[row].mean = mean;
    agreement.rows[row].deviation = std::sqrt(of_row);
    deviation.add(weight_of(data, row), std::sqrt(of_row));
    variance.add(weight_of(data, row), of_row);
  }
  agreement.mean_deviation = deviation.mean();
  // The mean of (a - b)^2 over all pairs is twice the variance.
  agreement.difference = std::sqrt(2 * variance.mean());
  const double of_targets = target_variance(data);
  agreement.target_deviation = std::sqrt(of_targets);
  agreement.share_of_variance = of_targets > 0 ? variance.mean() / of_targets : 0;
}

}  // namespace

AnswerAgreement answer_agreement(const Dataset& data, const std::vector<Answers>& answers) {
  AnswerAgreement agreement;
  agreement.trees = answers.size();
  agreement.rows.resize(data.rows());
  if (data.task == Task::regression) {
    compare_values(data, answers, agreement);
  } else {
    compare_labels(data, answers, agreement);
  }
  return agreement;
}

}  // namespace espalier
