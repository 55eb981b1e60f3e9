// What boosted models are fitted to: the loss of an answer, and how it changes with the scores.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace espalier {

enum class Loss {
  squared,   // half of the squared difference from the target
  logistic,  // -log of the probability of the row's class, of two classes: 1 / (1 + e^-score) of the second one
  softmax,   // the same of several: e^score of each, divided by their sum
};

// Of all rows: the answer that is wanted, by class or number, and what the row weighs.
struct LossRows {
  Loss loss = Loss::squared;
  std::size_t outputs = 1;                 // scores per row
  std::span<const std::uint32_t> classes;  // logistic, softmax
  std::span<const double> targets;         // squared
  std::span<const double> weights;
};

// The scores of the model that gives all of these rows the same answer, and the best one. A class of which there are
// none among them counts as half of a row of average weight, and all others get as much more.
std::vector<double> base_scores(const LossRows& rows, std::span<const std::uint32_t> among);

// First and second derivatives of the loss of each row by its scores: outputs one after the other, each of all rows.
// `scores` lie alike. Of softmax the second ones are doubled: that is at least the bend along any direction.
struct Derivatives {
  std::vector<double> slopes;
  std::vector<double> bends;
};
void derive(const LossRows& rows, std::span<const double> scores, std::size_t threads, Derivatives& derivatives);

// Weighted mean over some rows.
double mean_loss(const LossRows& rows, std::span<const double> scores, std::span<const std::uint32_t> among);

}  // namespace espalier
