#include "evaluate/recount.hpp"

#include <cmath>
#include <vector>

#include "evaluate/tree_walk.hpp"
#include "model/tree_facts.hpp"

namespace espalier {
namespace {

struct NodeSums {
  double weight = 0;
  double sum = 0;  // of weight * target
};

void recount_classes(Model& model, const Dataset& data, const std::vector<std::uint32_t>& leaves) {
  Tree& tree = only_tree(model);
  for (Node& node : tree.nodes) node.counts.assign(model.labels.size(), 0);
  for (std::size_t row = 0; row < leaves.size(); ++row) {
    tree.nodes[leaves[row]].counts[data.classes[row]] += data.weights.empty() ? 1 : data.weights[row];
  }
  for (std::size_t at = tree.nodes.size(); at-- > 0;) {
    Node& node = tree.nodes[at];
    for (const std::uint32_t child : node.children) {
      for (std::size_t label = 0; label < node.counts.size(); ++label) {
        node.counts[label] += tree.nodes[child].counts[label];
      }
    }
    if (!node.is_leaf() && node.weight() > 0) node.label = majority_label(node.counts);
  }
}

void recount_numbers(Model& model, const Dataset& data, const std::vector<std::uint32_t>& leaves) {
  Tree& tree = only_tree(model);
  std::vector<NodeSums> sums(tree.nodes.size());
  std::vector<std::uint32_t> parent(tree.nodes.size(), 0);
  for (std::uint32_t at = 0; at < tree.nodes.size(); ++at) {
    for (const std::uint32_t child : tree.nodes[at].children) parent[child] = at;
  }
  for (std::size_t row = 0; row < leaves.size(); ++row) {
    const double weight = data.weights.empty() ? 1 : data.weights[row];
    sums[leaves[row]].weight += weight;
    sums[leaves[row]].sum += weight * data.targets[row];
  }
  for (std::size_t at = tree.nodes.size(); at-- > 0;) {
    Node& node = tree.nodes[at];
    for (const std::uint32_t child : node.children) {
      sums[at].weight += sums[child].weight;
      sums[at].sum += sums[child].sum;
    }
    node.total = sums[at].weight;
    node.deviation = 0;
    if (!node.is_leaf() && node.total > 0) node.value = sums[at].sum / node.total;
  }
  // Each row again, with the answer of every node that it passes.
  for (std::size_t row = 0; row < leaves.size(); ++row) {
    const double weight = data.weights.empty() ? 1 : data.weights[row];
    for (std::uint32_t at = leaves[row];; at = parent[at]) {
      const double distance = data.targets[row] - tree.nodes[at].value;
      tree.nodes[at].deviation += weight * distance * distance;
      if (at == 0) break;
    }
  }
}

}  // namespace

void recount(Model& model, const Dataset& data) {
  std::vector<std::uint32_t> leaves(data.rows());
  TreeWalk(model, only_tree(model), data).find_leaves(0, leaves);
  if (model.task == Task::classification) {
    recount_classes(model, data, leaves);
  } else {
    recount_numbers(model, data, leaves);
  }
}

}  // namespace espalier
