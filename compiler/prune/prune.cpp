#include "prune/prune.hpp"

#include "support/number_text.hpp"

namespace espalier {

std::string_view to_string(PruneMethod method) {
  switch (method) {
    case PruneMethod::none: return "none";
    case PruneMethod::pessimistic: return "pessimistic";
    case PruneMethod::error_based: return "error-based";
    case PruneMethod::cost_complexity: break;
  }
  return "cost-complexity";
}

std::string_view to_string(ConfidenceMethod method) {
  switch (method) {
    case ConfidenceMethod::release8: return "release8";
    case ConfidenceMethod::exact: return "exact";
    case ConfidenceMethod::normal: break;
  }
  return "normal";
}

Pruned prune(const Tree& tree, const PruneOptions& options) {
  switch (options.method) {
    case PruneMethod::none:
    case PruneMethod::error_based: break;
    case PruneMethod::pessimistic: return prune_pessimistic(tree);
    case PruneMethod::cost_complexity: return prune_cost_complexity(tree, options.alpha.value_or(0));
  }
  return {tree, {}};
}

std::vector<std::pair<std::string, std::string>> describe(const PruneOptions& options) {
  std::vector<std::pair<std::string, std::string>> described{{"prune", std::string(to_string(options.method))}};
  if (options.method == PruneMethod::error_based) {
    described.emplace_back("confidence", shortest(options.confidence));
    described.emplace_back("confidence-method", std::string(to_string(options.confidence_method)));
    if (!options.raising) described.emplace_back("raising", "no");
  }
  if (options.method == PruneMethod::cost_complexity && options.alpha) {
    described.emplace_back("alpha", shortest(*options.alpha));
  }
  return described;
}

}  // namespace espalier
