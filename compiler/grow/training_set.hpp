// What the search looks at: the dataset, a weight per row, and facts about whole columns that single nodes need.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "data/dataset.hpp"
#include "grow/options.hpp"
#include "model/model.hpp"

namespace espalier {

struct TrainingSet {
  const Dataset& data;
  std::vector<double> weights;  // per row; 1 each until row weights can be given
  double total_weight = 0;
  std::vector<std::vector<double>> observed;  // per feature: its different values, ascending; only for
                                              // ThresholdPlace::observed, only numeric features

  double value(std::uint32_t feature, std::uint32_t row) const { return data.features[feature].values[row]; }
};

// The dataset must outlive the result. Throws Diagnostic(bad_input) for what the options cannot handle: no rows,
// missing values under MissingPolicy::refuse, numeric columns under ID3.
TrainingSet make_training_set(const Dataset& data, const GrowOptions& options);

// Class weights of these rows.
std::vector<double> count_classes(const TrainingSet& training, std::span<const std::uint32_t> rows);

// The dataset's columns as the model describes them.
std::vector<Feature> describe_features(const Dataset& data);

}  // namespace espalier
