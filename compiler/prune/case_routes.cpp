#include "prune/case_routes.hpp"

#include <cstddef>
#include <numeric>
#include <optional>

namespace espalier {

CaseRoutes::CaseRoutes(const Dataset& data, const Model& model, std::span<const double> weights)
    : data_(data), model_(model), weights_(weights), features_(data.features.size()) {
  values_.resize(features_ * weights.size());
  for (std::size_t feature = 0; feature < features_; ++feature) {
    const Numbers& column = data.features[feature].values;
    for (std::size_t index = 0; index < column.size(); ++index) values_[index * features_ + feature] = column[index];
  }
}

RoutedRows CaseRoutes::all() const {
  RoutedRows rows;
  for (std::uint32_t index = 0; index < weights_.size(); ++index) rows.push_back({index, weights_[index]});
  return rows;
}

std::vector<double> CaseRoutes::class_weights(const RoutedRows& rows) const {
  std::vector<double> counts(data_.labels.size(), 0.0);
  for (const RoutedRow& routed : rows) counts[data_.classes[routed.row]] += routed.weight;
  return counts;
}

std::vector<RoutedRows> CaseRoutes::distribute(const Node& node, const RoutedRows& rows) const {
  std::vector<RoutedRows> children(node.children.size());
  if (!divides()) {
    for (const RoutedRow& routed : rows) children[branch(node, routed)].push_back(routed);
    return children;
  }
  std::vector<double> known(node.children.size(), 0.0);
  std::vector<std::optional<std::uint32_t>> branches;
  branches.reserve(rows.size());
  for (const RoutedRow& routed : rows) {
    branches.push_back(branch_if_known(model_, node, row(routed.row)));
    if (branches.back()) known[*branches.back()] += routed.weight;
  }
  const double all_known = std::accumulate(known.begin(), known.end(), 0.0);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (branches[i]) {
      children[*branches[i]].push_back(rows[i]);
    } else if (all_known <= 0) {
      children[node.missing_child].push_back(rows[i]);
    } else {
      for (std::size_t child = 0; child < children.size(); ++child) {
        if (known[child] > 0) children[child].push_back({rows[i].row, rows[i].weight * (known[child] / all_known)});
      }
    }
  }
  return children;
}

}  // namespace espalier
