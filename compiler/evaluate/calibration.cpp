#include "evaluate/calibration.hpp"

#include <algorithm>
#include <cmath>

namespace espalier {
namespace {

std::vector<CalibrationBin> empty_bins() {
  std::vector<CalibrationBin> bins(kCalibrationBins);
  for (std::size_t i = 0; i < bins.size(); ++i) {
    // Quotients of whole numbers, as the shares of small leaves are: 3 of 5 are in the bin that ends at 0.6.
    bins[i].from = static_cast<double>(i) / static_cast<double>(bins.size());
    bins[i].to = static_cast<double>(i + 1) / static_cast<double>(bins.size());
  }
  return bins;
}

CalibrationBin& bin_of(std::vector<CalibrationBin>& bins, double confidence) {
  return *std::lower_bound(bins.begin(), bins.end() - 1, confidence,
                           [](const CalibrationBin& bin, double sought) { return bin.to < sought; });
}

// `label_of` says for a row which label is looked at.
template <typename LabelOf>
Calibration calibration_of(std::span<const std::uint32_t> actual, const Answers& predicted,
                           std::span<const double> weights, LabelOf label_of) {
  Calibration result;
  result.bins = empty_bins();
  double total = 0;
  for (std::size_t row = 0; row < actual.size(); ++row) {
    const std::uint32_t label = label_of(row);
    const double confidence = predicted.distribution(row)[label];
    CalibrationBin& bin = bin_of(result.bins, confidence);
    ++bin.rows;
    bin.weight += weights[row];
    bin.effective_rows += weights[row] * weights[row];
    bin.confidence = bin.confidence.value_or(0) + weights[row] * confidence;
    bin.accuracy = bin.accuracy.value_or(0) + (actual[row] == label ? weights[row] : 0);
    total += weights[row];
  }
  for (CalibrationBin& bin : result.bins) {
    if (bin.weight <= 0) continue;
    bin.effective_rows = bin.weight * bin.weight / bin.effective_rows;
    *bin.confidence /= bin.weight;
    *bin.accuracy /= bin.weight;
    result.expected_error += bin.weight / total * std::abs(*bin.accuracy - *bin.confidence);
  }
  return result;
}

}  // namespace

Calibration calibration(std::span<const std::uint32_t> actual, const Answers& predicted,
                        std::span<const double> weights) {
  return calibration_of(actual, predicted, weights, [&](std::size_t row) { return predicted.labels[row]; });
}

Calibration class_calibration(std::uint32_t label, std::span<const std::uint32_t> actual, const Answers& predicted,
                              std::span<const double> weights) {
  return calibration_of(actual, predicted, weights, [label](std::size_t) { return label; });
}

}  // namespace espalier
