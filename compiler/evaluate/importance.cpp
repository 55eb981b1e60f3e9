#include "evaluate/importance.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "evaluate/bind.hpp"
#include "evaluate/recorded_options.hpp"
#include "evaluate/tree_walk.hpp"
#include "model/interpret.hpp"
#include "prune/cost_complexity.hpp"
#include "support/random.hpp"

namespace espalier {

RiskMeasure impurity_of(Criterion criterion) {
  switch (measured_in(criterion)) {
    case Impurity::entropy: return RiskMeasure::entropy;
    case Impurity::errors: return RiskMeasure::errors;
    case Impurity::gini: return RiskMeasure::gini;
    case Impurity::squares:
    case Impurity::distances: break;  // a regression has no classes: any will do
  }
  return RiskMeasure::gini;
}

RiskMeasure impurity_of(const Model& model) {
  return impurity_of(recorded_criterion(model).value_or(Criterion::gini));
}

// Impurity never rises from a node to its children together; what rounding leaves below 0 is none.
ImpurityImportance impurity_importance(const Model& model, RiskMeasure measure) {
  if (model.combination != Combination::single) return {};
  const Tree& tree = only_tree(model);
  const std::vector<double> risks = node_risks(model, tree, measure);
  ImpurityImportance importance;
  importance.decreases.assign(model.features.size(), 0.0);
  for (std::size_t at = 0; at < tree.nodes.size(); ++at) {
    const Node& node = tree.nodes[at];
    if (node.is_leaf()) continue;
    double decrease = risks[at];
    for (const std::uint32_t child : node.children) decrease -= risks[child];
    // A rule of a list has several columns, which share what it does.
    const double shared_by = node.test == TestKind::all_of ? static_cast<double>(node.parts.size()) : 1;
    for_each_tested(
        node, [&](std::uint32_t feature) { importance.decreases[feature] += std::max(0.0, decrease) / shared_by; });
  }
  const double total = std::accumulate(importance.decreases.begin(), importance.decreases.end(), 0.0);
  for (const double decrease : importance.decreases) importance.shares.push_back(total > 0 ? decrease / total : 0);
  return importance;
}

namespace {

RandomEngine engine_for(std::uint64_t seed, std::size_t split, std::size_t feature, std::uint32_t time) {
  std::seed_seq sequence{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32),
                         static_cast<std::uint32_t>(split), static_cast<std::uint32_t>(feature), time};
  return RandomEngine(sequence);
}

class Examiner {
 public:
  Examiner(const Model& model, TestRows test) : model_(model), test_(std::move(test)), interpreter_(model) {
    unchanged_ = error();
  }

  // What shuffling the column once costs.
  double loss(std::size_t feature, RandomEngine engine) {
    std::vector<double> values;
    for (const std::vector<double>& row : test_.rows) values.push_back(row[feature]);
    std::vector<double> shuffled = values;
    shuffle(shuffled, engine);
    set_column(feature, shuffled);
    const double changed = error();
    set_column(feature, values);
    return changed - unchanged_;
  }

 private:
  void set_column(std::size_t feature, const std::vector<double>& values) {
    for (std::size_t row = 0; row < values.size(); ++row) test_.rows[row][feature] = values[row];
  }

  // The share of wrong answers, or the root mean squared error.
  double error() const {
    double losses = 0;
    double weights = 0;
    for (std::size_t row = 0; row < test_.rows.size(); ++row) {
      const double weight = test_.weights.empty() ? 1 : test_.weights[row];
      losses += weight * loss_of(row);
      weights += weight;
    }
    const double mean = weights > 0 ? losses / weights : 0;
    return model_.task == Task::regression ? std::sqrt(mean) : mean;
  }

  double loss_of(std::size_t row) const {
    const Prediction prediction = interpreter_.predict(test_.rows[row]);
    if (model_.task == Task::classification) return prediction.label == test_.actual.labels[row] ? 0 : 1;
    const double off = prediction.value - test_.actual.values[row];
    return off * off;
  }

  const Model& model_;
  TestRows test_;
  Interpreter interpreter_;
  double unchanged_ = 0;
};

}  // namespace

TestRows test_rows_of(const Dataset& data) {
  TestRows test;
  test.rows.resize(data.rows());
  for (std::size_t row = 0; row < data.rows(); ++row) fill_row(data, row, test.rows[row]);
  test.actual.labels = data.classes;
  test.actual.values = data.targets;
  test.weights = data.weights;
  return test;
}

std::vector<double> permutation_losses(const Model& model, TestRows test, const Permutations& permutations,
                                       std::size_t split) {
  Examiner examiner(model, std::move(test));
  const std::vector<bool> asked = tested_features(model);
  std::vector<double> losses(model.features.size(), 0.0);
  for (std::size_t feature = 0; feature < losses.size(); ++feature) {
    if (!asked[feature]) continue;
    double sum = 0;
    for (std::uint32_t time = 0; time < permutations.times; ++time) {
      sum += examiner.loss(feature, engine_for(permutations.seed, split, feature, time));
    }
    losses[feature] = sum / permutations.times;
  }
  return losses;
}

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
  for (const Visit& visit : visits_) {
    if ((visit.*figures).empty()) return {};
    per_split.push_back((visit.*figures)[feature]);
  }
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
