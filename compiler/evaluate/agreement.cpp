#include "evaluate/agreement.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

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

}  // namespace espalier
