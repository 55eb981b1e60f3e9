// Error-based pruning (Quinlan 1993, C4.5). From the leaves up, three estimates of a node's true errors are compared:
// as a leaf, as it stands, and with its most used branch in its place; the simplest that is about as good as the best
// wins. For the third, the node's rows are sent through that branch, which is then pruned again for them.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "model/tree_facts.hpp"
#include "prune/case_routes.hpp"
#include "prune/error_limit.hpp"
#include "prune/prune.hpp"

namespace espalier {
namespace {

constexpr double kMargin = 0.1;  // a simpler tree may be this many errors worse

// A subtree that is being pruned; its children are done one by one.
struct Frame {
  std::uint32_t node = 0;
  RoutedRows rows;
  bool entered = false;
  std::vector<RoutedRows> children;
  std::size_t next = 0;  // child
  double as_leaf = 0;    // estimates
  double as_subtree = 0;
  std::optional<std::uint32_t> largest;  // position of the child that the most weight took
  double largest_weight = 0;
};

class Pruner {
 public:
  Pruner(const Model& model, const CaseRoutes& routes, const PruneOptions& options)
      : routes_(routes),
        options_(options),
        tree_(model.trees.front()),
        costs_(model.costs),
        cuts_(tree_.nodes.size()) {}

  Pruned run() {
    const std::vector<std::size_t> leaves_before = leaves_below(tree_);
    std::vector<Frame> stack;
    stack.push_back({0, routes_.all(), false, {}, 0, 0, 0, std::nullopt, 0});
    double finished = 0;  // the estimate of the subtree that was done last
    bool returning = false;
    while (!stack.empty()) {
      Frame& frame = stack.back();
      if (returning) take_result(frame, finished);
      returning = false;
      if (!frame.entered) enter(frame);
      if (auto child = next_child(frame)) {
        stack.push_back(std::move(*child));
        continue;
      }
      const std::optional<double> estimate = decide(frame);
      if (!estimate) continue;  // a raised branch: it is pruned for all the rows
      finished = *estimate;
      returning = true;
      stack.pop_back();
    }
    return report(leaves_before);
  }

 private:
  Node& node_of(const Frame& frame) { return tree_.nodes[frame.node]; }

  double estimate(const std::vector<double>& counts, std::uint32_t label) const {
    double weight = 0;
    double errors = 0;
    for (std::size_t other = 0; other < counts.size(); ++other) {
      weight += counts[other];
      if (other != label) errors += counts[other];
    }
    return errors + added_errors(weight, errors, options_.confidence, options_.confidence_method);
  }

  // The label changes only for a better one.
  std::uint32_t label_for(const std::vector<double>& counts, std::uint32_t label) const {
    const std::uint32_t best = best_label(counts, costs_);
    if (!costs_.empty()) return best;
    return counts[best] > counts[label] ? best : label;
  }

  void enter(Frame& frame) {
    Node& node = node_of(frame);
    node.counts = routes_.class_weights(frame.rows);
    node.label = label_for(node.counts, node.label);
    frame.entered = true;
    frame.next = 0;
    frame.as_subtree = 0;
    frame.largest.reset();
    frame.largest_weight = 0;
    frame.as_leaf = estimate(node.counts, node.label);
    frame.children = node.is_leaf() ? std::vector<RoutedRows>{} : routes_.distribute(node, frame.rows);
  }

  // Branches that no row takes have nothing to estimate.
  std::optional<Frame> next_child(Frame& frame) {
    const Node& node = node_of(frame);
    while (frame.next < frame.children.size()) {
      const std::size_t child = frame.next++;
      if (frame.children[child].empty()) continue;
      return Frame{node.children[child], std::move(frame.children[child]), false, {}, 0, 0, 0, std::nullopt, 0};
    }
    return std::nullopt;
  }

  void take_result(Frame& frame, double estimate) {
    frame.as_subtree += estimate;
    const auto child = static_cast<std::uint32_t>(frame.next - 1);
    const double weight = tree_.nodes[node_of(frame).children[child]].weight();
    if (frame.largest && weight <= frame.largest_weight) return;
    frame.largest = child;
    frame.largest_weight = weight;
  }

  // The node's estimate; nothing if its largest branch took its place and has to be gone through first.
  std::optional<double> decide(Frame& frame) {
    Node& node = node_of(frame);
    if (node.is_leaf()) return frame.as_leaf;
    const bool may_raise = options_.raising && frame.largest;
    const double as_branch = may_raise ? estimate_subtree(node.children[*frame.largest], frame.rows) : 0;
    if (frame.as_leaf <= frame.as_subtree + kMargin && (!may_raise || frame.as_leaf <= as_branch + kMargin)) {
      cuts_[frame.node] = Cut{frame.node, 0, frame.as_leaf, frame.as_subtree, false};
      make_leaf(node);
      return frame.as_leaf;
    }
    if (may_raise && as_branch <= frame.as_subtree + kMargin) {
      cuts_[frame.node] = Cut{frame.node, 0, as_branch, frame.as_subtree, true};
      node = Node(tree_.nodes[node.children[*frame.largest]]);
      frame.entered = false;
      return std::nullopt;
    }
    return frame.as_subtree;
  }

  // What the subtree as it is would make of these rows.
  double estimate_subtree(std::uint32_t root, const RoutedRows& rows) const {
    struct Part {
      std::uint32_t node;
      RoutedRows rows;
    };
    double sum = 0;
    std::vector<Part> parts;
    parts.push_back({root, rows});
    while (!parts.empty()) {
      const Part part = std::move(parts.back());
      parts.pop_back();
      const Node& node = tree_.nodes[part.node];
      if (node.is_leaf()) {
        const std::vector<double> counts = routes_.class_weights(part.rows);
        sum += estimate(counts, label_for(counts, node.label));
        continue;
      }
      std::vector<RoutedRows> children = routes_.distribute(node, part.rows);
      for (std::size_t child = 0; child < children.size(); ++child) {
        if (!children[child].empty()) parts.push_back({node.children[child], std::move(children[child])});
      }
    }
    return sum;
  }

  // Raised branches are copied into their parents' places, so the tree has to be put in order again.
  Pruned report(const std::vector<std::size_t>& leaves_before) const {
    Pruned pruned;
    const std::vector<std::size_t> leaves_after = leaves_below(tree_);
    std::vector<std::uint32_t> pending = {0};
    while (!pending.empty()) {
      const std::uint32_t at = pending.back();
      pending.pop_back();
      const Node& node = tree_.nodes[at];
      pending.insert(pending.end(), node.children.rbegin(), node.children.rend());
      if (!cuts_[at]) continue;
      pruned.cuts.push_back(*cuts_[at]);
      pruned.cuts.back().leaves_removed = leaves_before[at] - leaves_after[at];
    }
    pruned.tree = in_reading_order(tree_);
    return pruned;
  }

  const CaseRoutes& routes_;
  const PruneOptions& options_;
  Tree tree_;
  std::vector<std::vector<double>> costs_;
  std::vector<std::optional<Cut>> cuts_;  // per node: why it is not what it was
};

}  // namespace

Pruned prune_error_based(const Model& model, const Dataset& data, std::span<const double> weights,
                         const PruneOptions& options) {
  const CaseRoutes routes(data, model, weights);
  return Pruner(model, routes, options).run();
}

}  // namespace espalier
