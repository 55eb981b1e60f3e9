#include "model/tree_facts.hpp"

#include <algorithm>

namespace espalier {

namespace {

double expected_cost(const std::vector<double>& counts, const std::vector<std::vector<double>>& costs,
                     std::size_t answer) {
  double cost = 0;
  for (std::size_t actual = 0; actual < counts.size(); ++actual) cost += counts[actual] * costs[actual][answer];
  return cost;
}

}  // namespace

std::size_t leaf_count(const Tree& tree) {
  return static_cast<std::size_t>(
      std::count_if(tree.nodes.begin(), tree.nodes.end(), [](const Node& node) { return node.is_leaf(); }));
}

std::size_t depth(const Tree& tree) {
  std::vector<std::size_t> depths(tree.nodes.size(), 0);
  std::size_t deepest = 0;
  for (std::size_t at = 0; at < tree.nodes.size(); ++at) {  // parents come before children
    deepest = std::max(deepest, depths[at]);
    for (const std::uint32_t child : tree.nodes[at].children) depths[child] = depths[at] + 1;
  }
  return deepest;
}

Tree compact(const Tree& tree) {
  const std::size_t size = tree.nodes.size();
  std::vector<bool> reached(size, false);
  std::vector<std::uint32_t> new_index(size, 0);
  Tree kept;
  if (size > 0) reached[0] = true;
  for (std::size_t at = 0; at < size; ++at) {  // parents come before children
    if (!reached[at]) continue;
    for (const std::uint32_t child : tree.nodes[at].children) reached[child] = true;
    new_index[at] = static_cast<std::uint32_t>(kept.nodes.size());
    kept.nodes.push_back(tree.nodes[at]);
  }
  for (Node& node : kept.nodes) {
    for (std::uint32_t& child : node.children) child = new_index[child];
  }
  return kept;
}

double leaf_errors(const Node& node) {
  // Summed rather than subtracted: fractional weights would leave a rounding residue, even a negative one.
  double errors = 0;
  for (std::size_t label = 0; label < node.counts.size(); ++label) {
    if (label != node.label) errors += node.counts[label];
  }
  return errors;
}

double leaf_risk(const Model& model, const Node& node) {
  if (model.task == Task::regression) return node.deviation;
  return model.costs.empty() ? leaf_errors(node) : expected_cost(node.counts, model.costs, node.label);
}

std::uint32_t majority_label(const std::vector<double>& counts) {
  return static_cast<std::uint32_t>(std::max_element(counts.begin(), counts.end()) - counts.begin());
}

std::uint32_t best_label(const std::vector<double>& counts, const std::vector<std::vector<double>>& costs) {
  if (costs.empty()) return majority_label(counts);
  std::uint32_t best = 0;
  double least = expected_cost(counts, costs, 0);
  for (std::uint32_t answer = 1; answer < counts.size(); ++answer) {
    const double cost = expected_cost(counts, costs, answer);
    if (cost < least) {
      least = cost;
      best = answer;
    }
  }
  return best;
}

Tree in_reading_order(Tree tree) {
  std::vector<std::uint32_t> order;
  std::vector<std::uint32_t> new_index(tree.nodes.size(), 0);
  std::vector<std::uint32_t> pending = {0};
  while (!pending.empty()) {
    const std::uint32_t at = pending.back();
    pending.pop_back();
    new_index[at] = static_cast<std::uint32_t>(order.size());
    order.push_back(at);
    const auto& children = tree.nodes[at].children;
    pending.insert(pending.end(), children.rbegin(), children.rend());
  }
  Tree ordered;
  ordered.nodes.reserve(order.size());
  for (const std::uint32_t at : order) {
    ordered.nodes.push_back(std::move(tree.nodes[at]));
    for (std::uint32_t& child : ordered.nodes.back().children) child = new_index[child];
  }
  return ordered;
}

std::vector<std::size_t> leaves_below(const Tree& tree) {
  std::vector<std::size_t> leaves(tree.nodes.size(), 1);
  for (std::size_t i = tree.nodes.size(); i-- > 0;) {
    const Node& node = tree.nodes[i];
    if (node.is_leaf()) continue;
    leaves[i] = 0;
    for (const std::uint32_t child : node.children) leaves[i] += leaves[child];
  }
  return leaves;
}

void make_leaf(Node& node) {
  Node leaf;
  leaf.counts = std::move(node.counts);
  leaf.label = node.label;
  leaf.total = node.total;
  leaf.value = node.value;
  leaf.deviation = node.deviation;
  node = std::move(leaf);
}

}  // namespace espalier
