#include "prune/weakest_links.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <queue>

#include "model/tree_facts.hpp"

namespace espalier {
namespace {

constexpr double kTieTolerance = 1e-12;
constexpr std::uint32_t kNone = UINT32_MAX;

struct Link {
  double alpha;
  std::uint32_t node;
  std::uint32_t version;  // links of earlier versions of a subtree are void
};
// The weakest first; of equal ones the one nearest the root, which takes the others with it.
bool stronger(const Link& a, const Link& b) {
  return a.alpha != b.alpha ? a.alpha > b.alpha : a.node > b.node;
}

class Collapse {
 public:
  Collapse(const Tree& tree, const std::vector<double>& risks)
      : tree_(tree),
        risks_(risks),
        parent_(tree.nodes.size(), kNone),
        subtree_risk_(risks),
        leaves_(tree.nodes.size(), 1),
        version_(tree.nodes.size(), 0),
        critical_(tree.nodes.size(), -std::numeric_limits<double>::infinity()) {
    for (std::uint32_t at = static_cast<std::uint32_t>(tree.nodes.size()); at-- > 0;) {
      if (tree.nodes[at].is_leaf()) continue;
      subtree_risk_[at] = 0;
      leaves_[at] = 0;
      for (const std::uint32_t child : tree.nodes[at].children) {
        parent_[child] = at;
        subtree_risk_[at] += subtree_risk_[child];
        leaves_[at] += leaves_[child];
      }
    }
  }

  std::vector<double> run() {
    for (std::uint32_t at = 0; at < tree_.nodes.size(); ++at) push(at);
    double alpha = 0;
    while (!links_.empty()) {
      const Link link = links_.top();
      links_.pop();
      if (link.version != version_[link.node] || is_done(link.node)) continue;
      alpha = std::max(alpha, link.alpha);
      close(link.node, alpha);
    }
    return std::move(critical_);
  }

 private:
  bool is_done(std::uint32_t at) const { return leaves_[at] <= 1; }

  void push(std::uint32_t at) {
    if (is_done(at)) return;
    const double saved = std::max(0.0, risks_[at] - subtree_risk_[at]);
    links_.push({saved / static_cast<double>(leaves_[at] - 1), at, version_[at]});
  }

  // The subtree becomes a leaf, and whatever was left below it with it.
  void close(std::uint32_t root, double alpha) {
    std::vector<std::uint32_t> below = {root};
    while (!below.empty()) {
      const std::uint32_t at = below.back();
      below.pop_back();
      if (tree_.nodes[at].is_leaf() || critical_[at] >= 0) continue;
      critical_[at] = alpha;
      ++version_[at];
      below.insert(below.end(), tree_.nodes[at].children.begin(), tree_.nodes[at].children.end());
    }
    const double risk_change = risks_[root] - subtree_risk_[root];
    const std::size_t fewer = leaves_[root] - 1;
    subtree_risk_[root] = risks_[root];
    leaves_[root] = 1;
    for (std::uint32_t at = parent_[root]; at != kNone; at = parent_[at]) {
      subtree_risk_[at] += risk_change;
      leaves_[at] -= fewer;
      ++version_[at];
      push(at);
    }
  }

  const Tree& tree_;
  const std::vector<double>& risks_;
  std::vector<std::uint32_t> parent_;
  std::vector<double> subtree_risk_;
  std::vector<std::size_t> leaves_;
  std::vector<std::uint32_t> version_;
  std::vector<double> critical_;
  std::priority_queue<Link, std::vector<Link>, decltype(&stronger)> links_{stronger};
};

}  // namespace

std::vector<double> node_risks(const Model& model, const Tree& tree) {
  const Node& root = tree.nodes.front();
  const double whole = model.task == Task::regression ? root.deviation : root.weight();
  std::vector<double> risks;
  risks.reserve(tree.nodes.size());
  for (const Node& node : tree.nodes) risks.push_back(whole > 0 ? leaf_risk(model, node) / whole : 0);
  return risks;
}

std::vector<double> critical_alphas(const Tree& tree, const std::vector<double>& risks) {
  return Collapse(tree, risks).run();
}

bool same_alpha(double a, double b) {
  return std::abs(a - b) <= kTieTolerance * std::max({std::abs(a), std::abs(b), kTieTolerance});
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

}  // namespace espalier
