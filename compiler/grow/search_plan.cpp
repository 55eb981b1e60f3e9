#include "grow/search_plan.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

#include "grow/criteria.hpp"
#include "support/mapped_file.hpp"

namespace espalier {
namespace {

constexpr std::size_t kMostLabels = std::numeric_limits<std::uint8_t>::max() + std::size_t{1};
constexpr std::size_t kMostCasesOfTwoClasses = std::size_t{1} << 30U;  // products of counts fit 64 bits

bool has_missing(const Dataset& data) {
  return std::any_of(data.features.begin(), data.features.end(), [](const FeatureColumn& column) {
    const bool any =
        std::any_of(column.values.begin(), column.values.end(), [](double value) { return std::isnan(value); });
    drop_pages_of(column.values);
    return any;
  });
}

bool weigh_one_each(const TrainingSet& training, const GrowOptions& options) {
  const auto is_one = [](double weight) { return weight == 1; };
  if (!std::all_of(training.weights.begin(), training.weights.end(), is_one)) return false;
  return options.missing != MissingPolicy::fractional || !has_missing(training.data);
}

Measure measure_for(const TrainingSet& training, Impurity impurity, bool unit_weights) {
  const bool plain = unit_weights && training.class_factors.empty();
  const bool pair = training.data.labels.size() == 2 && training.weights.size() < kMostCasesOfTwoClasses;
  switch (impurity) {
    case Impurity::gini:
      if (pair) return plain ? Measure::two_classes : Measure::weighed_pair;
      return plain ? Measure::gini : Measure::weighed_gini;
    case Impurity::entropy: return plain ? Measure::entropy : Measure::weighed_entropy;
    case Impurity::errors: return Measure::error;
    case Impurity::squares: return plain ? Measure::variance : Measure::weighed_variance;
    case Impurity::distances: return Measure::absolute_deviation;
  }
  std::abort();  // there is no other
}

}  // namespace

SearchPlan::SearchPlan(const TrainingSet& set, const GrowOptions& chosen)
    : training(set), options(chosen), rule(make_choice_rule(set, chosen)) {
  level_unit = std::ldexp(1.0, training.level_exponent);
  unit_weights = weigh_one_each(training, options);
  measure = measure_for(training, measured_in(options.criterion), unit_weights);
  guarded = !training.directions.empty();
  many_classes = training.data.labels.size() > kMostLabels;
  largest_gain_wins = options.criterion != Criterion::gain_ratio && rule.costs.empty() && options.min_gain <= 0 &&
                      options.chi_square <= 0 && !options.charge_cuts;
  if (measure == Measure::entropy) {
    logs.reserve(training.weights.size() + 1);
    for (std::size_t n = 0; n <= training.weights.size(); ++n)
      logs.push_back(weight_log_weight(static_cast<double>(n)));
  }
}

// Gains of classes lie on a grid: what exceeds the point below is at least as good.
double SearchPlan::floor_below(double gained) const {
  return rule.wider_margin_wins ? gained - kGainGrid : gained;
}

CaseOrder SearchPlan::case_order() const {
  if (!training.is_regression()) return CaseOrder::any;
  return unit_weights ? CaseOrder::targets : CaseOrder::content;
}

bool SearchPlan::is_split_by_category(std::uint32_t feature) const {
  if (training.data.features[feature].kind == ColumnKind::categorical) return true;
  return training.has_intervals(feature) && options.categorical == CategoricalSplit::multiway;
}

CategoricalSplit SearchPlan::split_of(std::uint32_t feature) const {
  return split_for(options.categorical, training.telling_rows, training.data.features[feature].categories.size());
}

bool SearchPlan::counts_values() const {
  return !many_classes && measure != Measure::weighed_variance && measure != Measure::absolute_deviation;
}

bool SearchPlan::counts_cases() const {
  return measure == Measure::two_classes || measure == Measure::gini || measure == Measure::entropy;
}

bool SearchPlan::packs() const {
  return !many_classes && (counts_cases() || measure == Measure::variance);
}

bool SearchPlan::missing_takes_part() const {
  return options.missing == MissingPolicy::learned || options.missing == MissingPolicy::own_category;
}

bool SearchPlan::asks_presence(std::uint32_t feature) const {
  return options.missing == MissingPolicy::own_category && !is_split_by_category(feature);
}

}  // namespace espalier
