// Reduced-error pruning (Quinlan 1987): a tree is judged by rows that it was not grown from. From the leaves up, a
// subtree becomes a leaf unless it gets less of these rows wrong. Subtrees that none of them comes to have nothing to
// show for themselves, and become leaves too.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "model/blend.hpp"
#include "model/interpret.hpp"
#include "prune/bottom_up.hpp"
#include "prune/prune.hpp"

namespace espalier {
namespace {

// Losses that differ by less are equal but for the order in which parts of rows were added up.
constexpr double kEqualLosses = 1e-9;

class RowJudge {
 public:
  explicit RowJudge(const Model& model)
      : model_(model), tree_(only_tree(model)), shares_(tree_.nodes.size()), losses_(tree_.nodes.size(), 0.0) {
    if (model.missing != MissingPolicy::fractional) return;
    for (std::size_t at = 0; at < tree_.nodes.size(); ++at) {
      if (!tree_.nodes[at].is_leaf()) shares_[at] = branch_shares(tree_, tree_.nodes[at]);
    }
  }

  // Sends the row down the tree, and adds what each node on its way would lose by it as a leaf.
  void judge(Row row, std::uint32_t actual, double target, double weight) {
    pending_.assign(1, {0, weight});
    while (!pending_.empty()) {
      const auto [at, part] = pending_.back();
      pending_.pop_back();
      const Node& node = tree_.nodes[at];
      losses_[at] += part * loss(node, actual, target);
      if (!node.is_leaf()) send(at, row, part);
    }
  }

  const std::vector<double>& losses() const { return losses_; }

 private:
  struct Part {
    std::uint32_t node;
    double weight;
  };

  double loss(const Node& node, std::uint32_t actual, double target) const {
    if (model_.task == Task::regression) return (target - node.value) * (target - node.value);
    if (node.label == actual) return 0;
    return model_.costs.empty() ? 1 : model_.costs[actual][node.label];
  }

  // As in prediction: where the value is unknown under `fractional`, each child gets its share of the training weight.
  void send(std::uint32_t at, Row row, double weight) {
    const Node& node = tree_.nodes[at];
    if (model_.missing != MissingPolicy::fractional || branch_if_known(model_, node, row)) {
      pending_.push_back({node.children[branch_taken(model_, node, row)], weight});
      return;
    }
    for (std::size_t branch = 0; branch < node.children.size(); ++branch) {
      const std::uint32_t share = shares_[at][branch];
      if (share > 0) pending_.push_back({node.children[branch], weight * (static_cast<double>(share) / kWholeWeight)});
    }
  }

  const Model& model_;
  const Tree& tree_;
  std::vector<std::vector<std::uint32_t>> shares_;  // fractional, per node: of its branches
  std::vector<double> losses_;                      // per node: of the rows that come to it, as a leaf
  std::vector<Part> pending_;
};

std::vector<double> losses_as_leaves(const Model& model, const Dataset& judged, std::span<const double> weights) {
  RowJudge judge(model);
  std::vector<double> row(judged.features.size());
  for (std::size_t i = 0; i < judged.rows(); ++i) {
    for (std::size_t feature = 0; feature < row.size(); ++feature) row[feature] = judged.features[feature].values[i];
    const bool regression = model.task == Task::regression;
    judge.judge(row, regression ? 0 : judged.classes[i], regression ? judged.targets[i] : 0, weights[i]);
  }
  return judge.losses();
}

}  // namespace

Pruned prune_reduced_error(const Model& model, const Dataset& judged, std::span<const double> weights) {
  const std::vector<double> losses = losses_as_leaves(model, judged, weights);
  return prune_bottom_up(only_tree(model), losses, [](const Node&, double loss, const SubtreeFacts& subtree) {
    const bool tie = std::abs(loss - subtree.risk) <= kEqualLosses * std::max(loss, subtree.risk);
    return Verdict{loss <= subtree.risk || tie, loss, subtree.risk, "no better than a leaf on the pruning rows"};
  });
}

}  // namespace espalier
