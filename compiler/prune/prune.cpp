#include "prune/prune.hpp"

#include <utility>

#include "model/decision_threshold.hpp"

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

namespace {

// As if the threshold had been chosen afterwards, which is how training does it: it decides how leaves answer, not how
// many there are.
Pruned prune_before_threshold(const Model& model, const PruneOptions& options, std::optional<WeightedRows> training,
                              std::optional<WeightedRows> judged) {
  Model judging = without_decision_threshold(model);
  Pruned pruned = prune(judging, options, training, judged);
  only_tree(judging) = std::move(pruned.tree);
  set_decision_threshold(*model.decision_threshold, judging);
  pruned.tree = std::move(only_tree(judging));
  return pruned;
}

}  // namespace

Pruned prune(const Model& model, const PruneOptions& options, std::optional<WeightedRows> training,
             std::optional<WeightedRows> judged) {
  if (model.decision_threshold) return prune_before_threshold(model, options, training, judged);
  const Tree& tree = only_tree(model);
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
