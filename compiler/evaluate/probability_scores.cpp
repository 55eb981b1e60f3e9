#include "evaluate/probability_scores.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "evaluate/row_mean.hpp"

namespace espalier {

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

}  // namespace espalier
