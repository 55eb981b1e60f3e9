#include "audit/contributions.hpp"

#include <algorithm>
#include <functional>

#include "model/blend.hpp"

namespace espalier {
namespace {

// A column on the way to a leaf.
struct Player {
  std::uint32_t feature;
  double followed;  // the part of the row that takes this way if the column counts: 0 or 1, unless it is shared out
  double average;   // the part of the training rows that does
};

// The part of the row that goes to each branch of a node.
std::vector<double> parts_of_row(const Model& model, const Tree& tree, const Node& node, Row row) {
  std::vector<double> parts(node.children.size(), 0);
  const bool shared = model.missing == MissingPolicy::fractional && model.combination == Combination::single;
  if (shared && !branch_if_known(model, node, row)) {
    const std::vector<std::uint32_t> shares = branch_shares(tree, node);
    for (std::size_t i = 0; i < parts.size(); ++i) parts[i] = static_cast<double>(shares[i]) / kWholeWeight;
  } else {
    parts[branch_taken(model, node, row)] = 1;
  }
  return parts;
}

std::vector<double> parts_of_training(const Tree& tree, const Node& node) {
  double all = 0;
  std::vector<double> parts;
  for (const std::uint32_t child : node.children) all += parts.emplace_back(tree.nodes[child].weight());
  for (double& part : parts) part = all > 0 ? part / all : 0;
  if (!(all > 0)) std::ranges::fill(parts, 1 / static_cast<double>(parts.size()));
  return parts;
}

// What the leaf's number adds to each column: with D columns on the way, column i gets
// (followed - average) * sum over k of k! (D - 1 - k)! / D! * (coefficient of t^k in the product of the others'
// average + followed * t).
void add_leaf(const std::vector<Player>& players, double said, Contributions& sums) {
  double reached = said;
  double expected = said;
  for (const Player& player : players) {
    reached *= player.followed;
    expected *= player.average;
  }
  sums.answer += reached;
  sums.base += expected;
  const std::size_t count = players.size();
  std::vector<double> coefficients;
  for (std::size_t i = 0; i < count; ++i) {
    if (players[i].followed == players[i].average) continue;
    coefficients.assign(1, 1);
    for (std::size_t j = 0; j < count; ++j) {
      if (j == i) continue;
      coefficients.push_back(0);
      for (std::size_t k = coefficients.size(); k-- > 0;) {
        coefficients[k] =
            coefficients[k] * players[j].average + (k > 0 ? coefficients[k - 1] * players[j].followed : 0);
      }
    }
    double weight = 1 / static_cast<double>(count);  // k! (D - 1 - k)! / D! for k = 0
    double sum = 0;
    for (std::size_t k = 0; k < count; ++k) {
      sum += weight * coefficients[k];
      if (k + 1 < count) weight *= static_cast<double>(k + 1) / static_cast<double>(count - 1 - k);
    }
    sums.features[players[i].feature] += said * (players[i].followed - players[i].average) * sum;
  }
}

void add_tree(const Model& model, const Tree& tree, Row row, const std::function<double(std::uint32_t)>& said,
              Contributions& sums) {
  struct Place {
    std::uint32_t node;
    std::vector<Player> players;
  };
  std::vector<Place> pending = {{0, {}}};
  while (!pending.empty()) {
    const Place place = std::move(pending.back());
    pending.pop_back();
    const Node& node = tree.nodes[place.node];
    if (node.is_leaf()) {
      add_leaf(place.players, said(place.node), sums);
      continue;
    }
    const std::vector<double> row_parts = parts_of_row(model, tree, node, row);
    const std::vector<double> training_parts = parts_of_training(tree, node);
    for (std::size_t i = 0; i < node.children.size(); ++i) {
      if (row_parts[i] == 0 && training_parts[i] == 0) continue;
      Place child{node.children[i], place.players};
      auto player = std::ranges::find(child.players, node.feature, &Player::feature);
      if (player == child.players.end()) player = child.players.insert(player, {node.feature, 1, 1});
      player->followed *= row_parts[i];
      player->average *= training_parts[i];
      pending.push_back(std::move(child));
    }
  }
}

// A decision list, rule by rule: what a rule's outcome changes about the average is divided equally among its columns.
void add_list(const Model& model, const Tree& tree, Row row, const std::function<double(std::uint32_t)>& said,
              Contributions& sums) {
  std::vector<double> average(tree.nodes.size(), 0);
  for (std::size_t at = tree.nodes.size(); at-- > 0;) {  // children come after their parents
    const Node& node = tree.nodes[at];
    if (node.is_leaf()) {
      average[at] = said(static_cast<std::uint32_t>(at));
      continue;
    }
    const std::vector<double> parts = parts_of_training(tree, node);
    for (std::size_t i = 0; i < parts.size(); ++i) average[at] += parts[i] * average[node.children[i]];
  }
  sums.base = average.front();
  std::uint32_t at = 0;
  while (!tree.nodes[at].is_leaf()) {
    const Node& node = tree.nodes[at];
    const std::uint32_t next = node.children[branch_taken(model, node, row)];
    const double each = (average[next] - average[at]) / static_cast<double>(node.parts.size());
    for (const RulePart& part : node.parts) sums.features[part.feature] += each;
    at = next;
  }
  sums.answer = average[at];
}

}  // namespace

Contributions contributions(const Model& model, Row row, std::uint32_t place) {
  Contributions sums;
  sums.features.assign(model.features.size(), 0);
  if (model.combination == Combination::single) {
    const Tree& tree = only_tree(model);
    const auto distributions =
        model.task == Task::classification ? class_distributions(model, tree) : std::vector<std::vector<double>>();
    const auto said = [&](std::uint32_t leaf) {
      return model.task == Task::classification ? distributions[leaf][place] : tree.nodes[leaf].value;
    };
    is_list(tree) ? add_list(model, tree, row, said, sums) : add_tree(model, tree, row, said, sums);
    return sums;
  }
  const bool averaged = model.combination != Combination::sum;
  const bool units = leaf_answer(model) == LeafAnswer::shares && model.sums.arithmetic == Arithmetic::whole;
  const double whole = averaged ? static_cast<double>(model.trees.size()) * (units ? kWholeShare : 1) : 1;
  for (const Tree& tree : model.trees) {
    const auto said = [&](std::uint32_t at) -> double {
      const Node& leaf = tree.nodes[at];
      switch (leaf_answer(model)) {
        case LeafAnswer::label: return (leaf.label == place ? 1 : 0) / whole;
        case LeafAnswer::shares: return leaf.shares[place] / whole;
        case LeafAnswer::value: break;
      }
      return averaged || tree.output == place ? leaf.value / whole : 0;
    };
    add_tree(model, tree, row, said, sums);
  }
  if (!averaged) {
    sums.base += model.sums.base[place];
    sums.answer += model.sums.base[place];
  }
  return sums;
}

}  // namespace espalier
