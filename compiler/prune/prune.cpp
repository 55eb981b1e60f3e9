#include "prune/prune.hpp"

#include "support/number_text.hpp"

namespace espalier {

std::string_view to_string(PruneMethod method) {
  switch (method) {
    case PruneMethod::none: return "none";
    case PruneMethod::pessimistic: return "pessimistic";
    case PruneMethod::cost_complexity: break;
  }
  return "cost-complexity";
}

Pruned prune(const Tree& tree, const PruneOptions& options) {
  switch (options.method) {
    case PruneMethod::none: break;
    case PruneMethod::pessimistic: return prune_pessimistic(tree);
    case PruneMethod::cost_complexity: return prune_cost_complexity(tree, options.alpha);
  }
  return {tree, {}};
}

std::vector<std::pair<std::string, std::string>> describe(const PruneOptions& options) {
  std::vector<std::pair<std::string, std::string>> described{{"prune", std::string(to_string(options.method))}};
  if (options.method == PruneMethod::cost_complexity) described.emplace_back("alpha", shortest(options.alpha));
  return described;
}

}  // namespace espalier
