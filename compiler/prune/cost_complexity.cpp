#include "prune/cost_complexity.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

#include "model/tree_facts.hpp"
#include "prune/bottom_up.hpp"
#include "prune/prune.hpp"
#include "support/diagnostic.hpp"

namespace espalier {
namespace {

constexpr double kEqualAlphas = 1e-12;
// A test, and the price of a leaf up to which it is worth its leaves.
struct Link {
  double alpha;        // the price
  double saved;        // risk that it saves, counting the weaker links below it as closed
  std::size_t leaves;  // that it adds
};
bool weaker(const Link& a, const Link& b) {
  return a.alpha < b.alpha;
}
using Links = std::vector<Link>;  // a heap, the strongest first

// Each link moves to a larger heap O(log n) times.
void join(Links& links, Links& more) {
  if (links.size() < more.size()) std::swap(links, more);
  for (const Link& link : more) {
    links.push_back(link);
    std::push_heap(links.begin(), links.end(), weaker);
  }
  more = {};
}

// The link of a node. At first everything below it counts as closed. Links below that stand a higher price than it does
// are opened, the strongest first, until there are none. They close together with it, so they leave the heap.
Link find_link(double risk_as_leaf, double risk, std::size_t leaves, Links& below) {
  for (;;) {
    const double saved = same_alpha(risk_as_leaf, risk) ? 0 : risk_as_leaf - risk;
    const std::size_t added = leaves - 1;
    const double alpha = added == 0 ? 0 : std::max(0.0, saved / static_cast<double>(added));
    if (below.empty() || below.front().alpha <= alpha) return {alpha, saved, added};
    risk -= below.front().saved;
    leaves += below.front().leaves;
    std::pop_heap(below.begin(), below.end(), weaker);
    below.pop_back();
  }
}

// Weight times impurity: W - (sum of w^2) / W for Gini, the sum of w log2(W / w) for entropy.
double gini_risk(const Node& node) {
  const double weight = node.weight();
  if (weight <= 0) return 0;
  double squares = 0;
  for (const double count : node.counts) squares += count * count;
  return std::max(0.0, weight - squares / weight);
}

double entropy_risk(const Node& node) {
  const double weight = node.weight();
  double sum = 0;
  for (const double count : node.counts) {
    if (count > 0) sum += count * std::log2(weight / count);
  }
  return sum;
}

double risk_of(const Model& model, const Node& node, RiskMeasure measure) {
  if (model.task == Task::regression) return leaf_risk(model, node);
  switch (measure) {
    case RiskMeasure::errors: return leaf_risk(model, node);
    case RiskMeasure::gini: return gini_risk(node);
    case RiskMeasure::entropy: break;
  }
  return entropy_risk(node);
}

}  // namespace

std::vector<double> node_risks(const Model& model, const Tree& tree, RiskMeasure measure) {
  const Node& root = tree.nodes.front();
  const double whole = model.task == Task::regression ? root.deviation : root.weight();
  std::vector<double> risks;
  risks.reserve(tree.nodes.size());
  for (const Node& node : tree.nodes) risks.push_back(whole > 0 ? risk_of(model, node, measure) / whole : 0);
  return risks;
}

std::vector<double> critical_alphas(const Tree& tree, const std::vector<double>& risks) {
  std::vector<double> critical(tree.nodes.size(), -std::numeric_limits<double>::infinity());
  std::vector<Links> links(tree.nodes.size());
  for (std::size_t at = tree.nodes.size(); at-- > 0;) {  // children before parents
    const Node& node = tree.nodes[at];
    if (node.is_leaf()) continue;
    double risk = 0;
    for (const std::uint32_t child : node.children) {
      risk += risks[child];
      join(links[at], links[child]);
    }
    const Link link = find_link(risks[at], risk, node.children.size(), links[at]);
    links[at].push_back(link);
    std::push_heap(links[at].begin(), links[at].end(), weaker);
    critical[at] = link.alpha;
  }
  for (std::size_t at = 0; at < tree.nodes.size(); ++at) {
    for (const std::uint32_t child : tree.nodes[at].children) critical[child] = std::min(critical[child], critical[at]);
  }
  return critical;
}

bool same_alpha(double a, double b) {
  return std::abs(a - b) <= kEqualAlphas * std::max({std::abs(a), std::abs(b), kEqualAlphas});
}

std::vector<double> alpha_path(const std::vector<double>& critical) {
  std::vector<double> path = {0};
  std::vector<double> sorted = critical;
  std::sort(sorted.begin(), sorted.end());
  for (const double alpha : sorted) {
    if (alpha > 0 && !same_alpha(alpha, path.back())) path.push_back(alpha);
  }
  return path;
}

double alpha_for_leaves(const Model& model, std::size_t leaves, RiskMeasure measure) {
  const Tree& tree = only_tree(model);
  const std::vector<double> path = alpha_path(critical_alphas(tree, node_risks(model, tree, measure)));
  const auto step = std::partition_point(path.begin(), path.end(), [&](double alpha) {
    return leaf_count(prune_cost_complexity(model, alpha, measure).tree) > leaves;
  });
  return step == path.end() ? path.back() : *step;
}

std::size_t first_step(const std::vector<double>& alphas, double critical) {
  const auto keeps = [&](double alpha) { return alpha < critical && !same_alpha(alpha, critical); };
  return static_cast<std::size_t>(std::partition_point(alphas.begin(), alphas.end(), keeps) - alphas.begin());
}

// Cost-complexity pruning at a given alpha (Breiman et al. 1984): the smallest subtree that minimises
//   R(T) + alpha * leaves, R by node_risks() of prune/cost_complexity.hpp.
// Deciding each node bottom-up, with ties to the leaf, gives that subtree.

Pruned prune_cost_complexity(const Model& model, double alpha, RiskMeasure risk_measure) {
  if (!(alpha >= 0) || std::isinf(alpha)) {
    throw Diagnostic(ExitCode::usage, "the complexity parameter alpha must be a number from 0 on",
                     "it is the share of the training rows that a leaf has to get right to stay, such as --alpha 0.01");
  }
  const Tree& tree = only_tree(model);
  const std::vector<double> risks = node_risks(model, tree, risk_measure);
  return prune_bottom_up(tree, risks, [alpha](const Node&, double risk, const SubtreeFacts& subtree) {
    const double leaf = risk + alpha;
    const double kept = subtree.risk + alpha * static_cast<double>(subtree.leaves);
    const double limit = same_alpha(leaf, kept) ? std::max(leaf, kept) : kept;
    return Verdict{leaf <= limit, leaf, limit, "its leaves save no more than alpha each"};
  });
}

}  // namespace espalier
