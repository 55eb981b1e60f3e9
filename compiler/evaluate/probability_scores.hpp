// How good the probabilities are that a model gives to the labels.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "evaluate/metrics.hpp"

namespace espalier {

// The logarithm of 0 is infinite, and one row of a class that its leaf has never seen would be all that counts: smaller
// probabilities are taken for this one.
inline constexpr double kLeastProbability = 1e-15;

// What one row is charged, given the probability of its class or those of all: what the scores are means of.
double logarithmic_loss(double probability);
double squared_distance(std::span<const double> distribution, std::uint32_t actual);

struct ProbabilityScores {
  double log_loss = 0;       // mean of -ln(probability of the row's class)
  std::size_t excluded = 0;  // rows whose class had the probability 0
  double brier = 0;          // mean of the sum over the labels of (probability - [row's class])^2: 0 to 2
};

// `actual`: the rows' labels; `predicted` has their probabilities; one weight per row.
ProbabilityScores probability_scores(std::span<const std::uint32_t> actual, const Answers& predicted,
                                     std::span<const double> weights);

}  // namespace espalier
