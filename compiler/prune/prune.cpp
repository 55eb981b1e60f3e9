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

std::string_view to_string(RiskMeasure measure) {
  switch (measure) {
    case RiskMeasure::errors: return "errors";
    case RiskMeasure::gini: return "gini";
    case RiskMeasure::entropy: break;
  }
  return "entropy";
}

Pruned prune(const Model& model, const Dataset& data, std::span<const double> weights, const PruneOptions& options) {
  const Tree& tree = model.trees.front();
  switch (options.method) {
    case PruneMethod::none: break;
    case PruneMethod::pessimistic: return prune_pessimistic(tree);
    case PruneMethod::error_based: return prune_error_based(model, data, weights, options);
    case PruneMethod::cost_complexity: return prune_cost_complexity(model, options.alpha.value_or(0), options.risk);
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
    if (options.risk != RiskMeasure::errors) described.emplace_back("risk", std::string(to_string(options.risk)));
  }
  return described;
}

}  // namespace espalier
