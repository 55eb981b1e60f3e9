#include "evaluate/impurity_importance.hpp"

#include <algorithm>
#include <numeric>

#include "evaluate/recorded_options.hpp"
#include "prune/weakest_links.hpp"

namespace espalier {

RiskMeasure impurity_of(Criterion criterion) {
  switch (criterion) {
    case Criterion::information_gain:
    case Criterion::gain_ratio: return RiskMeasure::entropy;
    case Criterion::error: return RiskMeasure::errors;
    case Criterion::gini:
    case Criterion::variance:
    case Criterion::absolute_deviation: break;
  }
  return RiskMeasure::gini;
}

RiskMeasure impurity_of(const Model& model) {
  return impurity_of(recorded_criterion(model).value_or(Criterion::gini));
}

// Impurity never rises from a node to its children together; what rounding leaves below 0 is none.
ImpurityImportance impurity_importance(const Model& model, RiskMeasure measure) {
  const Tree& tree = only_tree(model);
  const std::vector<double> risks = node_risks(model, tree, measure);
  ImpurityImportance importance;
  importance.decreases.assign(model.features.size(), 0.0);
  for (std::size_t at = 0; at < tree.nodes.size(); ++at) {
    const Node& node = tree.nodes[at];
    if (node.is_leaf()) continue;
    double decrease = risks[at];
    for (const std::uint32_t child : node.children) decrease -= risks[child];
    importance.decreases[node.feature] += std::max(0.0, decrease);
  }
  const double total = std::accumulate(importance.decreases.begin(), importance.decreases.end(), 0.0);
  for (const double decrease : importance.decreases) importance.shares.push_back(total > 0 ? decrease / total : 0);
  return importance;
}

}  // namespace espalier
