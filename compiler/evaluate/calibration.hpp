// Whether answers are right as often as they say: the probability of the answered label against the share that is
// right.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "evaluate/metrics.hpp"

namespace espalier {

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

}  // namespace espalier
