#include "evaluate/importance.hpp"

#include <algorithm>
#include <utility>

#include "evaluate/bind.hpp"
#include "evaluate/impurity_importance.hpp"

namespace espalier {

Importance::Importance(std::size_t features, std::size_t splits, RiskMeasure measure, const Permutations& permutations)
    : features_(features), measure_(measure), permutations_(permutations), visits_(splits) {}

void Importance::visit(std::size_t split, const Model& model, TestRows test) {
  ImpurityImportance impurity = impurity_importance(model, measure_);
  Visit& visit = visits_[split];
  visit.asked = tested_features(model);
  visit.losses = permutation_losses(model, std::move(test), permutations_, split);
  visit.decreases = std::move(impurity.decreases);
  visit.shares = std::move(impurity.shares);
}

SplitSummary Importance::summary(const std::vector<double> Visit::*figures, std::size_t feature,
                                 double test_per_training_row) const {
  std::vector<double> per_split;
  for (const Visit& visit : visits_) per_split.push_back((visit.*figures)[feature]);
  return summarize(per_split, test_per_training_row);
}

std::vector<FeatureImportance> Importance::ranked(double test_per_training_row) const {
  std::vector<FeatureImportance> ranking;
  for (std::size_t feature = 0; feature < features_; ++feature) {
    FeatureImportance importance;
    importance.feature = feature;
    for (const Visit& visit : visits_) importance.asked_in += visit.asked[feature] ? 1 : 0;
    importance.permutation = summary(&Visit::losses, feature, test_per_training_row);
    importance.impurity = summary(&Visit::decreases, feature, test_per_training_row);
    importance.impurity_share = summary(&Visit::shares, feature, test_per_training_row);
    ranking.push_back(importance);
  }
  std::stable_sort(ranking.begin(), ranking.end(), [](const FeatureImportance& a, const FeatureImportance& b) {
    return a.permutation.mean > b.permutation.mean;
  });
  return ranking;
}

}  // namespace espalier
