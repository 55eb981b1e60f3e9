#include "grow/search_plan.hpp"

#include <algorithm>
#include <cmath>
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

CutSums sums_for(const TrainingSet& training, Criterion criterion, bool unit_weights) {
  if (!unit_weights || !training.class_factors.empty()) return CutSums::tallies;
  if (training.is_regression()) return criterion == Criterion::variance ? CutSums::variance : CutSums::tallies;
  const std::size_t classes = training.data.labels.size();
  if (classes > kMostLabels) return CutSums::tallies;
  switch (criterion) {
    case Criterion::gini:
      return classes == 2 && training.weights.size() < kMostCasesOfTwoClasses ? CutSums::two_classes : CutSums::gini;
    case Criterion::information_gain:
    case Criterion::gain_ratio: return CutSums::entropy;
    default: return CutSums::tallies;
  }
}

}  // namespace

SearchPlan::SearchPlan(const TrainingSet& set, const GrowOptions& chosen)
    : training(set), options(chosen), rule(make_choice_rule(set, chosen)) {
  level_unit = std::ldexp(1.0, training.level_exponent);
  unit_weights = weigh_one_each(training, options);
  sums = sums_for(training, options.criterion, unit_weights);
  largest_gain_wins = options.criterion != Criterion::gain_ratio && rule.costs.empty() && options.min_gain <= 0 &&
                      options.chi_square <= 0 && !options.charge_cuts;
  if (sums == CutSums::entropy) {
    logs.reserve(training.weights.size() + 1);
    for (std::size_t n = 0; n <= training.weights.size(); ++n)
      logs.push_back(weight_log_weight(static_cast<double>(n)));
  }
}

CaseOrder SearchPlan::case_order() const {
  if (!training.is_regression()) return CaseOrder::any;
  return unit_weights ? CaseOrder::targets : CaseOrder::content;
}

bool SearchPlan::is_split_by_category(std::uint32_t feature) const {
  if (training.data.features[feature].kind == ColumnKind::categorical) return true;
  return training.has_intervals(feature) && options.categorical == CategoricalSplit::multiway;
}

bool SearchPlan::asks_presence(std::uint32_t feature) const {
  return options.missing == MissingPolicy::own_category && !is_split_by_category(feature);
}

}  // namespace espalier
