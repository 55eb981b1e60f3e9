#include "model/decision_threshold.hpp"

#include <cstddef>

#include "model/interpret.hpp"
#include "model/tree_facts.hpp"

namespace espalier {

std::uint32_t decided_label(const DecisionThreshold& threshold, double probability) {
  return probability >= threshold.probability ? threshold.label : 1 - threshold.label;
}

std::vector<std::uint32_t> decided_labels(const Model& model, const Tree& tree) {
  const DecisionThreshold& threshold = *model.decision_threshold;
  std::vector<std::uint32_t> labels;
  labels.reserve(tree.nodes.size());
  for (const std::vector<double>& distribution : class_distributions(model, tree)) {
    labels.push_back(decided_label(threshold, distribution[threshold.label]));
  }
  return labels;
}

void set_decision_threshold(const DecisionThreshold& threshold, Model& model) {
  model.decision_threshold = threshold;
  for (Tree& tree : model.trees) {
    const std::vector<std::uint32_t> labels = decided_labels(model, tree);
    for (std::size_t at = 0; at < labels.size(); ++at) tree.nodes[at].label = labels[at];
  }
}

Model without_decision_threshold(Model model) {
  if (!model.decision_threshold) return model;
  model.decision_threshold.reset();
  for (Tree& tree : model.trees) {
    std::vector<bool> weighted(tree.nodes.size(), false);     // the node has weight, or one above it
    for (std::size_t at = 0; at < tree.nodes.size(); ++at) {  // parents come before children
      Node& node = tree.nodes[at];
      if (node.weight() > 0) {
        weighted[at] = true;
        node.label = best_label(node.counts, model.costs);
      }
      for (const std::uint32_t child : node.children) {
        weighted[child] = weighted[at];
        if (weighted[at]) tree.nodes[child].label = node.label;  // until it is known to have weight
      }
    }
  }
  return model;
}

}  // namespace espalier
