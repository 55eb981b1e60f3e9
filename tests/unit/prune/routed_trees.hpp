// Trees with the figures that rows give them, for the pruning that sends the rows through again.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "data/dataset.hpp"
#include "model/interpret.hpp"
#include "model/model.hpp"
#include "model/tree_facts.hpp"

namespace espalier::testing {

inline Node threshold_test(std::uint32_t feature, double threshold, std::vector<std::uint32_t> children) {
  Node node;
  node.test = TestKind::less_equal;
  node.feature = feature;
  node.threshold = threshold;
  node.children = std::move(children);
  return node;
}

inline Node multiway_test(std::uint32_t feature, std::vector<std::uint32_t> children) {
  Node node;
  node.test = TestKind::multiway;
  node.feature = feature;
  node.children = std::move(children);
  return node;
}

// Rows that are alike: numeric values 0 and 1 mostly.
struct Alike {
  std::size_t rows;
  std::vector<double> values;
  std::uint32_t label;
};

// Columns x0, x1, ...; classes a, b, ...
inline Dataset rows_of(const std::vector<Alike>& kinds, std::size_t labels = 2) {
  Dataset data;
  data.target = "y";
  for (std::size_t label = 0; label < labels; ++label) data.labels.emplace_back(1, static_cast<char>('a' + label));
  data.features.resize(kinds.front().values.size());
  for (std::size_t feature = 0; feature < data.features.size(); ++feature) {
    data.features[feature].name = "x" + std::to_string(feature);
    for (const Alike& kind : kinds) {
      data.features[feature].values.insert(data.features[feature].values.end(), kind.rows, kind.values[feature]);
    }
  }
  for (const Alike& kind : kinds) data.classes.insert(data.classes.end(), kind.rows, kind.label);
  return data;
}

inline std::vector<double> ones(const Dataset& data) {
  return std::vector<double>(data.rows(), 1.0);
}

inline std::vector<double> values_of(const Dataset& data, std::size_t row) {
  std::vector<double> values;
  for (const FeatureColumn& column : data.features) values.push_back(column.values[row]);
  return values;
}

// Per node and row: the part of the row's weight that comes to the node.
inline std::vector<std::vector<double>> arrivals(const Model& model, const Dataset& data,
                                                 const std::vector<double>& weights) {
  const std::vector<Node>& nodes = model.trees[0].nodes;
  std::vector<std::vector<double>> arrived(nodes.size(), std::vector<double>(data.rows(), 0.0));
  arrived[0] = weights;
  for (std::size_t at = 0; at < nodes.size(); ++at) {
    const Node& node = nodes[at];
    if (node.is_leaf()) continue;
    std::vector<double> known(node.children.size(), 0.0);
    for (std::size_t row = 0; row < data.rows(); ++row) {
      const auto branch = branch_if_known(model, node, values_of(data, row));
      if (branch) known[*branch] += arrived[at][row];
    }
    const double all = std::accumulate(known.begin(), known.end(), 0.0);
    const bool shares = model.missing == MissingPolicy::fractional && all > 0;
    for (std::size_t row = 0; row < data.rows(); ++row) {
      const std::vector<double> values = values_of(data, row);
      const bool parted = shares && !branch_if_known(model, node, values);
      for (std::size_t i = 0; i < known.size(); ++i) {
        const double part = parted ? known[i] / all : static_cast<double>(branch_taken(model, node, values) == i);
        arrived[node.children[i]][row] += arrived[at][row] * part;
      }
    }
  }
  return arrived;
}

inline std::vector<double> class_sums(const Dataset& data, const std::vector<double>& arrived) {
  std::vector<double> counts(data.labels.size(), 0.0);
  for (std::size_t row = 0; row < data.rows(); ++row) counts[data.classes[row]] += arrived[row];
  return counts;
}

// A model of the tree for the data: columns described, counts by sending the rows through, labels by majority (empty
// branches: their parent's).
inline Model routed_model(const Dataset& data, Tree tree, MissingPolicy missing, const std::vector<double>& weights) {
  Model model;
  model.target = data.target;
  model.labels = data.labels;
  model.missing = missing;
  for (const FeatureColumn& column : data.features) {
    Feature feature;
    feature.name = column.name;
    feature.kind = column.kind == ColumnKind::numeric ? FeatureKind::numeric : FeatureKind::categorical;
    feature.categories = column.categories;
    if (feature.kind == FeatureKind::numeric) {
      std::vector<double> known;
      std::copy_if(column.values.begin(), column.values.end(), std::back_inserter(known),
                   [](double value) { return !std::isnan(value); });
      if (!known.empty()) feature.minimum = *std::min_element(known.begin(), known.end());
      if (!known.empty()) feature.maximum = *std::max_element(known.begin(), known.end());
    }
    model.features.push_back(feature);
  }
  model.trees.push_back(std::move(tree));
  const auto arrived = arrivals(model, data, weights);
  std::vector<Node>& nodes = model.trees[0].nodes;
  for (std::size_t at = 0; at < nodes.size(); ++at) {
    nodes[at].counts = class_sums(data, arrived[at]);
    if (nodes[at].weight() > 0) nodes[at].label = majority_label(nodes[at].counts);
    for (const std::uint32_t child : nodes[at].children) nodes[child].label = nodes[at].label;
  }
  return model;
}

inline Model routed_model(const Dataset& data, Tree tree, MissingPolicy missing = MissingPolicy::refuse) {
  return routed_model(data, std::move(tree), missing, ones(data));
}

}  // namespace espalier::testing
