#include "prune/prune.hpp"

namespace espalier {

std::string_view to_string(PruneMethod method) {
  switch (method) {
    case PruneMethod::none: return "none";
    case PruneMethod::pessimistic: return "pessimistic";
    case PruneMethod::error_based: return "error-based";
    case PruneMethod::cost_complexity: return "cost-complexity";
    case PruneMethod::reduced_error: break;
  }
  return "reduced-error";
}

std::string_view to_string(ConfidenceMethod method) {
  switch (method) {
    case ConfidenceMethod::release8: return "release8";
    case ConfidenceMethod::exact: return "exact";
    case ConfidenceMethod::normal: break;
  }
  return "normal";
}

std::string_view to_string(SelectBy figure) {
  switch (figure) {
    case SelectBy::accuracy: return "accuracy";
    case SelectBy::brier: return "brier";
    case SelectBy::log_loss: return "log-loss";
    case SelectBy::auc: return "auc";
    case SelectBy::cost: break;
  }
  return "cost";
}

std::string_view to_string(RiskMeasure measure) {
  switch (measure) {
    case RiskMeasure::errors: return "errors";
    case RiskMeasure::gini: return "gini";
    case RiskMeasure::entropy: break;
  }
  return "entropy";
}

Pruned prune(const Model& model, const PruneOptions& options, std::optional<WeightedRows> training,
             std::optional<WeightedRows> judged) {
  const Tree& tree = model.trees.front();
  switch (options.method) {
    case PruneMethod::none: break;
    case PruneMethod::pessimistic: return prune_pessimistic(tree);
    case PruneMethod::error_based:
      if (!options.raising || !training) return prune_error_based(model, options);
      return prune_raising(model, training->data, training->weights, options);
    case PruneMethod::cost_complexity: return prune_cost_complexity(model, options.alpha.value_or(0), options.risk);
    case PruneMethod::reduced_error: return prune_reduced_error(model, judged.value().data, judged->weights);
  }
  return {tree, {}};
}

}  // namespace espalier
