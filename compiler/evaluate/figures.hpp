// All figures about answers whose right ones are known.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "evaluate/mark.hpp"
#include "evaluate/statistics.hpp"

namespace espalier {

// How far answers agree with the right ones, beyond the share that is right: figures of the confusion matrix.

// None where the figure is undefined.
struct Agreement {
  std::optional<double> balanced_accuracy;  // mean recall of the classes that have rows; none: no rows
  std::optional<double> macro_f1;           // mean F1 of the classes that are there or answered; none: no rows

  // Cohen's kappa, (p - e) / (1 - e): p is the accuracy, e what it would be if answers were drawn at random as often as
  // each is given. None: all rows are of one class, and all answers name it.
  std::optional<double> kappa;

  // Matthews' correlation of answers and classes, for any number of classes (Gorodkin 2004). None: all rows are of one
  // class, or all answers name one.
  std::optional<double> matthews;
};

Agreement agreement(const Metrics& metrics);

// How good the probabilities are that a model gives to the labels.

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

// Whether answers are right as often as they say: the probability of the answered label against the share that is
// right.

inline constexpr std::size_t kCalibrationBins = 10;

// The answers whose confidence is above `from` and at most `to`; the first bin also has those of 0.
struct CalibrationBin {
  double from = 0;
  double to = 0;
  std::size_t rows = 0;
  double weight = 0;
  double effective_rows = 0;         // (sum w)^2 / sum w^2, if the squares can be held
  std::optional<double> confidence;  // on average; none: no rows
  std::optional<double> accuracy;
};

struct Calibration {
  std::vector<CalibrationBin> bins;  // of the same width
  double expected_error = 0;         // mean over the rows of abs(accuracy - confidence) of their bin
};

// Confidence is the probability of the answered label. One weight per row.
Calibration calibration(std::span<const std::uint32_t> actual, const Answers& predicted,
                        std::span<const double> weights);

// The same of one label, whatever is answered: confidence is its probability, accuracy the share of the rows that are
// of it.
Calibration class_calibration(std::uint32_t label, std::span<const std::uint32_t> actual, const Answers& predicted,
                              std::span<const double> weights);

// How the errors of a regression's answers are distributed.

// The value up to which `share` of the weight lies: with the values in order, the first one at which the weight so far
// exceeds share * total; where it is share * total exactly (to 1e-12), the middle of that value and the next, so that
// the median of two values is their mean. A weight of two is the value twice. `share` is from 0 (least) to 1 (largest);
// there must be values, with weights above 0.
double weighted_quantile(std::span<const double> values, std::span<const double> weights, double share);

struct Quantile {
  double share = 0;
  double value = 0;
};

// For each of the shares, from one sorting.
std::vector<Quantile> weighted_quantiles(std::span<const double> values, std::span<const double> weights,
                                         std::span<const double> shares);

// An error is the answer minus the right one: above 0 if the answer is too large.
struct ErrorFigures {
  double mean = 0;                           // the bias
  std::vector<Quantile> quantiles;           // 5, 25, 50, 75 and 95 %
  std::vector<Quantile> absolute_quantiles;  // of the size of the error: 50, 90, 95 and 100 %
};

// No rows: no quantiles.
ErrorFigures error_figures(std::span<const double> actual, std::span<const double> predicted,
                           std::span<const double> weights);

// All that is said about answers whose right ones are known: what `evaluate` reports.

// The answers of one or several trees.
struct AnsweredRows : AnswerPairs {
  std::vector<std::size_t> splits;  // per answer, which tree gave it; none: all by one
  std::uint32_t rounds = 1;         // over the same rows
};

struct Figures {
  Metrics metrics;
  double effective_rows = 0;  // of one round: fewer than rows where weights differ
  double level = 0;
  Interval interval;  // of the score, at that level

  // classification
  Agreement agreement;
  ProbabilityScores probability;
  std::vector<std::optional<double>> areas;  // per label (evaluate/ranking.hpp)
  std::optional<double> mean_area;
  Calibration calibration;

  // regression
  ErrorFigures errors;
};

Figures figures_of(const Marking& marking, const AnsweredRows& answered, double level);

}  // namespace espalier
