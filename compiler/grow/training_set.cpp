#include "grow/training_set.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <string>

#include "support/text.hpp"

namespace espalier {
namespace {

std::size_t missing_cells(const FeatureColumn& column) {
  return static_cast<std::size_t>(
      std::count_if(column.values.begin(), column.values.end(), [](double value) { return std::isnan(value); }));
}

// A column without any value is harmless: it can never be tested.
void refuse_missing(const Dataset& data) {
  const FeatureColumn* first = nullptr;
  std::size_t first_cells = 0;
  std::size_t cells = 0;
  std::size_t columns = 0;
  for (const FeatureColumn& column : data.features) {
    const std::size_t missing = missing_cells(column);
    if (missing == 0 || missing == column.values.size()) continue;
    if (first == nullptr) {
      first = &column;
      first_cells = missing;
    }
    cells += missing;
    ++columns;
  }
  if (first == nullptr) return;
  std::string message = "column " + in_quotes(first->name) + " has " + counted(first_cells, "missing value");
  if (columns > 1) {
    message += " (in all: " + counted(cells, "missing value") + " in " + counted(columns, "column") + ")";
  }
  message += ", and missing values are refused";
  const char* const hint =
      "use --missing majority to send them the way of most rows, or --ignore COL; fractional and surrogate treatment "
      "are "
      "not available in this version";
  if (data.first_missing) throw Diagnostic(ExitCode::bad_input, *data.first_missing, message, hint);
  throw Diagnostic(ExitCode::bad_input, message, hint);
}

void refuse_numeric(const Dataset& data) {
  const auto numeric = [](const FeatureColumn& column) { return column.kind == ColumnKind::numeric; };
  const auto first = std::find_if(data.features.begin(), data.features.end(), numeric);
  if (first == data.features.end()) return;
  const auto columns = static_cast<std::size_t>(std::count_if(data.features.begin(), data.features.end(), numeric));
  std::string message = "ID3 tests categories, but column " + in_quotes(first->name) + " is numeric";
  if (columns > 1) message += " (as are " + grouped(columns - 1) + " more)";
  throw Diagnostic(ExitCode::bad_input, message + "; discretisation is not available in this version",
                   "use --categorical COL to take each number as a category, --ignore COL to leave the column out, or "
                   "--algorithm c45");
}

std::vector<double> different_values(const FeatureColumn& column) {
  std::vector<double> values;
  std::copy_if(column.values.begin(), column.values.end(), std::back_inserter(values),
               [](double value) { return !std::isnan(value); });
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return values;
}

Feature describe_feature(const FeatureColumn& column) {
  Feature feature;
  feature.name = column.name;
  if (column.kind != ColumnKind::numeric) {
    feature.kind = FeatureKind::categorical;
    feature.ordered = column.kind == ColumnKind::ordinal;
    feature.categories = column.categories;
    return feature;
  }
  feature.kind = FeatureKind::numeric;
  feature.integer = column.integer;
  std::optional<double> lowest;
  std::optional<double> highest;
  for (const double value : column.values) {
    if (std::isnan(value)) continue;
    lowest = lowest ? std::min(*lowest, value) : value;
    highest = highest ? std::max(*highest, value) : value;
  }
  feature.minimum = lowest.value_or(0) + 0.0;  // -0 and +0 are one value: which came first must not show
  feature.maximum = highest.value_or(0) + 0.0;
  return feature;
}

}  // namespace

TrainingSet make_training_set(const Dataset& data, const GrowOptions& options) {
  if (data.rows() == 0) throw Diagnostic(ExitCode::bad_input, "there are no rows to learn from");
  if (options.algorithm == Algorithm::id3) refuse_numeric(data);
  if (options.missing == MissingPolicy::refuse) refuse_missing(data);

  TrainingSet training{data, std::vector<double>(data.rows(), 1.0), 0, {}};
  training.total_weight = std::accumulate(training.weights.begin(), training.weights.end(), 0.0);
  training.observed.resize(data.features.size());
  if (options.threshold == ThresholdPlace::observed) {
    for (std::size_t feature = 0; feature < data.features.size(); ++feature) {
      const FeatureColumn& column = data.features[feature];
      if (column.kind == ColumnKind::numeric) training.observed[feature] = different_values(column);
    }
  }
  return training;
}

std::vector<double> count_classes(const TrainingSet& training, std::span<const std::uint32_t> rows) {
  std::vector<double> counts(training.data.labels.size(), 0.0);
  for (const std::uint32_t row : rows) counts[training.data.classes[row]] += training.weights[row];
  return counts;
}

std::vector<Feature> describe_features(const Dataset& data) {
  std::vector<Feature> features;
  features.reserve(data.features.size());
  for (const FeatureColumn& column : data.features) features.push_back(describe_feature(column));
  return features;
}

}  // namespace espalier
