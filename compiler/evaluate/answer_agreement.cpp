#include "evaluate/answer_agreement.hpp"

#include <algorithm>
#include <cmath>

#include "evaluate/row_mean.hpp"
#include "evaluate/spread.hpp"

namespace espalier {
namespace {

double pairs(std::size_t count) {
  return static_cast<double>(count) * (static_cast<double>(count) - 1) / 2;
}

void compare_labels(const Dataset& data, const std::vector<Answers>& answers, const std::vector<double>& weights,
                    AnswerAgreement& agreement) {
  std::vector<double> same;
  std::vector<double> majority;
  std::vector<std::size_t> trees(data.labels.size());
  for (std::size_t row = 0; row < data.rows(); ++row) {
    std::fill(trees.begin(), trees.end(), 0);
    for (const Answers& tree : answers) ++trees[tree.labels[row]];
    double alike = 0;
    for (const std::size_t count : trees) alike += pairs(count);
    const auto most = std::max_element(trees.begin(), trees.end());
    agreement.rows[row].label = static_cast<std::uint32_t>(most - trees.begin());
    agreement.rows[row].trees = *most;
    same.push_back(alike / pairs(answers.size()));
    majority.push_back(static_cast<double>(*most) / static_cast<double>(answers.size()));
    if (3 * *most < 2 * answers.size()) agreement.rows_in_doubt.push_back(row);
  }
  agreement.same_answer = weighted_mean(same, weights);
  agreement.mean_majority = weighted_mean(majority, weights);
}

double variance(const std::vector<double>& values, const std::vector<double>& weights) {
  const double center = weighted_mean(values, weights);
  std::vector<double> squares;
  squares.reserve(values.size());
  for (const double value : values) squares.push_back((value - center) * (value - center));
  return weighted_mean(squares, weights);
}

void compare_values(const Dataset& data, const std::vector<Answers>& answers, const std::vector<double>& weights,
                    AnswerAgreement& agreement) {
  std::vector<double> deviations;
  std::vector<double> variances;
  std::vector<double> of_row(answers.size());
  for (std::size_t row = 0; row < data.rows(); ++row) {
    for (std::size_t tree = 0; tree < answers.size(); ++tree) of_row[tree] = answers[tree].values[row];
    const Spread spread = spread_of(of_row);
    agreement.rows[row].mean = spread.mean;
    agreement.rows[row].deviation = spread.deviation.value_or(0);
    deviations.push_back(agreement.rows[row].deviation);
    variances.push_back(deviations.back() * deviations.back());
  }
  agreement.mean_deviation = weighted_mean(deviations, weights);
  // The mean of (a - b)^2 over all pairs is twice the variance.
  const double of_trees = weighted_mean(variances, weights);
  const double of_targets = variance(data.targets, weights);
  agreement.difference = std::sqrt(2 * of_trees);
  agreement.target_deviation = std::sqrt(of_targets);
  agreement.share_of_variance = of_targets > 0 ? of_trees / of_targets : 0;
}

}  // namespace

AnswerAgreement answer_agreement(const Dataset& data, const std::vector<Answers>& answers) {
  AnswerAgreement agreement;
  agreement.trees = answers.size();
  agreement.rows.resize(data.rows());
  const std::vector<double> weights = figure_weights(data.weights, data.rows());
  if (data.task == Task::regression) {
    compare_values(data, answers, weights, agreement);
  } else {
    compare_labels(data, answers, weights, agreement);
  }
  return agreement;
}

}  // namespace espalier
