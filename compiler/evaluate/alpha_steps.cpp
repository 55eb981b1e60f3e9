#include "evaluate/alpha_steps.hpp"

#include <cstdint>
#include <numeric>

#include "prune/weakest_links.hpp"

namespace espalier {

// Every node is a leaf from the step of its own critical alpha on up to its parent's: what each step has more than the
// one before.
std::vector<AlphaStep> alpha_steps(const Model& model, RiskMeasure measure) {
  const Tree& tree = only_tree(model);
  const std::vector<double> risks = node_risks(model, tree, measure);
  const std::vector<double> critical = critical_alphas(tree, risks);
  const std::vector<double> path = alpha_path(critical);
  std::vector<std::int64_t> leaves(path.size() + 1, 0);
  std::vector<double> risk(path.size() + 1, 0.0);
  std::vector<std::size_t> end(tree.nodes.size(), path.size());
  for (std::size_t at = 0; at < tree.nodes.size(); ++at) {
    const std::size_t first = first_step(path, critical[at]);
    for (const std::uint32_t child : tree.nodes[at].children) end[child] = first;
    if (first >= end[at]) continue;
    ++leaves[first];
    --leaves[end[at]];
    risk[first] += risks[at];
    risk[end[at]] -= risks[at];
  }
  std::partial_sum(leaves.begin(), leaves.end(), leaves.begin());
  std::partial_sum(risk.begin(), risk.end(), risk.begin());
  std::vector<AlphaStep> steps(path.size());
  for (std::size_t i = 0; i < path.size(); ++i) {
    steps[i].alpha = path[i];
    steps[i].leaves = static_cast<std::size_t>(leaves[i]);
    steps[i].risk = risk[i];
  }
  return steps;
}

}  // namespace espalier
