// All that is said about answers whose right ones are known: what `evaluate` reports.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "evaluate/agreement.hpp"
#include "evaluate/calibration.hpp"
#include "evaluate/error_quantiles.hpp"
#include "evaluate/interval.hpp"
#include "evaluate/metrics.hpp"
#include "evaluate/probability_scores.hpp"

namespace espalier {

// A model's answers beside the right ones.
struct AnsweredRows {
  Answers actual;
  Answers predicted;                // classification: with probabilities
  std::vector<double> weights;      // one per answer, or none
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
