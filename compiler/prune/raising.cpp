// Subtree raising: the largest branch as a third choice beside the subtree and a leaf.
#include "prune/error_based.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <numeric>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "model/tree_facts.hpp"
#include "prune/prune.hpp"

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

// Error-based pruning with subtree raising (Quinlan 1993, C4.5). From the leaves up, three estimates of a node's true
// errors are compared: as a leaf, as it stands, and with its most used branch in its place; the simplest that is about
// as good as the best wins. For the third, the node's rows are sent through that branch, which is then pruned again for
// them.

namespace {

// A subtree that is being pruned; its children are done one by one. Its rows are with the child that is being done, and
// come back when that is: a deep tree would hold them once for every level otherwise.
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
  double as_largest = 0;  // that child's estimate, for its own rows
};

// What is left of a subtree.
struct Finished {
  double estimate = 0;
  RoutedRows rows;
};

class Pruner {
 public:
  Pruner(const Model& model, const CaseRoutes& routes, const PruneOptions& options)
      : routes_(routes),
        options_(options),
        tree_(only_tree(model)),
        costs_(model.costs),
        given_(tree_.nodes.size()),
        leaves_(leaves_below(tree_)) {
    std::iota(given_.begin(), given_.end(), 0U);
    // The rows are counted anew; what none of them comes to must not keep the figures of others.
    for (Node& node : tree_.nodes) std::fill(node.counts.begin(), node.counts.end(), 0.0);
  }

  Pruned run() {
    std::vector<Frame> stack;
    stack.push_back(frame_of(0, routes_.all()));
    std::optional<Finished> finished;  // the subtree that was done last
    while (!stack.empty()) {
      Frame& frame = stack.back();
      if (finished) take_result(frame, *finished);
      finished.reset();
      if (!frame.entered) enter(frame);
      if (auto child = next_child(frame)) {
        stack.push_back(std::move(*child));
        continue;
      }
      const std::optional<double> estimate = decide(frame);
      if (!estimate) continue;  // a raised branch: it is pruned for all the rows
      finished = Finished{*estimate, std::move(frame.rows)};
      stack.pop_back();
    }
    return report();
  }

 private:
  static Frame frame_of(std::uint32_t node, RoutedRows rows) {
    Frame frame;
    frame.node = node;
    frame.rows = std::move(rows);
    return frame;
  }

  Node& node_of(const Frame& frame) { return tree_.nodes[frame.node]; }

  double estimate(const std::vector<double>& counts, std::uint32_t label) const {
    return estimated_errors(counts, label, options_);
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
    if (node.is_leaf()) return;
    frame.children = routes_.distribute(node, frame.rows);
    keep_divided(node, frame.rows);
  }

  // Keeps the rows that were divided among all children; the others are with one child each.
  void keep_divided(const Node& node, RoutedRows& rows) const {
    RoutedRows kept;
    for (const RoutedRow& routed : rows) {
      if (routes_.divides(node, routed)) kept.push_back(routed);
    }
    rows = std::move(kept);
  }

  // Branches that no row takes have nothing to estimate.
  std::optional<Frame> next_child(Frame& frame) {
    const Node& node = node_of(frame);
    while (frame.next < frame.children.size()) {
      const std::size_t child = frame.next++;
      if (frame.children[child].empty()) continue;
      return frame_of(node.children[child], std::move(frame.children[child]));
    }
    return std::nullopt;
  }

  void take_result(Frame& frame, const Finished& finished) {
    const Node& node = node_of(frame);
    std::copy_if(finished.rows.begin(), finished.rows.end(), std::back_inserter(frame.rows),
                 [&](const RoutedRow& routed) { return !routes_.divides(node, routed); });
    frame.as_subtree += finished.estimate;
    const auto child = static_cast<std::uint32_t>(frame.next - 1);
    const double weight = tree_.nodes[node.children[child]].weight();
    if (frame.largest && weight <= frame.largest_weight) return;
    frame.largest = child;
    frame.largest_weight = weight;
    frame.as_largest = finished.estimate;
  }

  // The node's estimate; nothing if its largest branch took its place and has to be gone through first.
  std::optional<double> decide(Frame& frame) {
    Node& node = node_of(frame);
    if (node.is_leaf()) return frame.as_leaf;
    leaves_[frame.node] = 0;
    for (const std::uint32_t child : node.children) leaves_[frame.node] += leaves_[child];
    const double as_branch = frame.largest ? estimate_raised(frame) : frame.as_leaf;
    if (frame.as_leaf <= frame.as_subtree + kErrorMargin && frame.as_leaf <= as_branch + kErrorMargin) {
      note_cut(frame, false, 1, frame.as_leaf, kLeafGoodEnough);
      make_leaf(node);
      return frame.as_leaf;
    }
    if (frame.largest && as_branch <= frame.as_subtree + kErrorMargin) {
      const std::uint32_t branch = node.children[*frame.largest];
      note_cut(frame, true, leaves_[branch], as_branch, kBranchGoodEnough);
      heirs_[given_[frame.node]] = given_[branch];
      given_[frame.node] = given_[branch];
      node = Node(tree_.nodes[branch]);
      frame.entered = false;
      return std::nullopt;
    }
    return frame.as_subtree;
  }

  void note_cut(const Frame& frame, bool raised, std::size_t leaves_left, double figure, std::string_view reason) {
    Cut cut;
    cut.node = given_[frame.node];
    cut.raised = raised;
    cut.leaves_removed = leaves_[frame.node] - leaves_left;
    cut.leaf_figure = figure;
    cut.subtree_figure = frame.as_subtree;
    cut.reason = reason;
    cuts_.push_back(cut);
    leaves_[frame.node] = leaves_left;
  }

  // What the largest branch as it is would make of all the rows.
  double estimate_raised(Frame& frame) {
    const Node& node = node_of(frame);
    const std::uint32_t branch = node.children[*frame.largest];
    // Sums do not depend on the way the rows came back.
    std::sort(frame.rows.begin(), frame.rows.end(),
              [](const RoutedRow& a, const RoutedRow& b) { return a.row < b.row; });
    if (routes_.divides()) return added_estimate(branch, frame.rows, false);
    // The branch keeps its own rows; only those of the other branches are sent through it.
    RoutedRows others;
    std::copy_if(frame.rows.begin(), frame.rows.end(), std::back_inserter(others),
                 [&](const RoutedRow& routed) { return routes_.branch(node, routed) != *frame.largest; });
    return frame.as_largest + added_estimate(branch, others, true);
  }

  // What these rows add to the estimate of a subtree: on top of the rows that its leaves have, or without them.
  double added_estimate(std::uint32_t root, const RoutedRows& rows, bool on_top) const {
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
        std::vector<double> counts = routes_.class_weights(part.rows);
        if (on_top) {
          for (std::size_t label = 0; label < counts.size(); ++label) counts[label] += node.counts[label];
          sum -= estimate(node.counts, node.label);
        }
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

  // Which cuts still show: their node, or the branch that took its place, is in the tree that is left.
  void mark_standing(std::vector<Cut>& cuts) const {
    std::vector<bool> there(tree_.nodes.size(), false);
    std::vector<std::uint32_t> pending = {0};
    while (!pending.empty()) {
      const std::uint32_t at = pending.back();
      pending.pop_back();
      there[given_[at]] = true;
      const auto& children = tree_.nodes[at].children;
      pending.insert(pending.end(), children.begin(), children.end());
    }
    for (auto cut = cuts.rbegin(); cut != cuts.rend(); ++cut) {  // a branch that was raised again went later
      if (cut->raised) there[cut->node] = there[heirs_.at(cut->node)];
      cut->stands = there[cut->node];
    }
  }

  // Raised branches are copied into their parents' places, so the tree has to be put in order again.
  Pruned report() const {
    Pruned pruned{in_reading_order(tree_), cuts_};
    mark_standing(pruned.cuts);
    std::sort(pruned.cuts.begin(), pruned.cuts.end(), [](const Cut& a, const Cut& b) { return a.node < b.node; });
    return pruned;
  }

  const CaseRoutes& routes_;
  const PruneOptions& options_;
  Tree tree_;
  std::vector<std::vector<double>> costs_;
  std::vector<std::uint32_t> given_;              // per node: the node of the tree given that is in its place
  std::map<std::uint32_t, std::uint32_t> heirs_;  // of the tree given: the branch that was raised into a node's place
  std::vector<std::size_t> leaves_;               // per node: below it, as far as its subtree is done
  std::vector<Cut> cuts_;                         // in the order in which they were made
};

}  // namespace

Pruned prune_raising(const Model& model, const Dataset& data, std::span<const double> weights,
                     const PruneOptions& options) {
  const CaseRoutes routes(data, model, weights);
  return Pruner(model, routes, options).run();
}

}  // namespace espalier
