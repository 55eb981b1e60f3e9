#include "learn/prune_model.hpp"

#include <cmath>
#include <string>
#include <utility>

#include "evaluate/mark.hpp"
#include "evaluate/recorded_options.hpp"
#include "model/model_json.hpp"
#include "model/tree_facts.hpp"
#include "version.hpp"

namespace espalier {
namespace {

// Sums over the leaves that are the same as sums over the training rows, each answered by its leaf.
std::optional<double> score_by_figures(const Model& model) {
  const bool row_by_row = model.missing != MissingPolicy::fractional && !recorded(model, "class-weight") &&
                          !recorded(model, "priors") && !recorded(model, "validate") && !recorded(model, "prune-share");
  if (!model.provenance.training_score || !row_by_row) return std::nullopt;
  const bool regression = model.task == Task::regression;
  if (regression && recorded_criterion(model) != Criterion::variance) return std::nullopt;
  double weight = 0;
  double wrong = 0;
  for (const Node& node : only_tree(model).nodes) {
    if (!node.is_leaf()) continue;
    weight += node.weight();
    wrong += regression ? node.deviation : leaf_errors(node);
  }
  if (weight <= 0) return std::nullopt;
  return regression ? std::sqrt(wrong / weight) : (weight - wrong) / weight;
}

PrunedModel finished(const Model& before, PruneOptions options, Pruned pruned) {
  PrunedModel result{before, std::move(options), std::move(pruned.cuts), std::nullopt};
  only_tree(result.model) = std::move(pruned.tree);
  Provenance& provenance = result.model.provenance;
  provenance.tool = std::string("espalier ") + kVersion;
  provenance.evaluation.reset();
  provenance.training_score = score_by_figures(result.model);
  record(result.options, provenance);
  return result;
}

PrunedModel checked(PrunedModel result) {
  validate(result.model, "the pruned model");
  return result;
}

}  // namespace

bool is_training_data(const Model& model, const Dataset& data) {
  return data.data_sha256 == model.provenance.data_sha256;
}

bool had_rows_held_out(const Model& model) {
  const std::string before = recorded(model, "pruned-before").value_or("");
  return recorded(model, "validate") || recorded(model, "prune-share") ||
         before.find("prune-share") != std::string::npos;
}

PrunedModel prune_by_figures(const Model& before, PruneOptions options) {
  options.raising = false;
  Pruned pruned = prune(before, options);
  return checked(finished(before, std::move(options), std::move(pruned)));
}

PrunedModel prune_with_training_rows(const Model& before, PruneOptions options, const WeightedRows& training) {
  const bool own = is_training_data(before, training.data);
  if (!own) options.data_sha256 = training.data.data_sha256;
  Pruned pruned = prune(before, options, training);
  PrunedModel result = finished(before, std::move(options), std::move(pruned));
  result.rows = training.data.rows();
  std::optional<double>& score = result.model.provenance.training_score;
  score.reset();
  if (own) score = mark(result.model, training.data).score;
  return checked(std::move(result));
}

PrunedModel prune_with_judges(const Model& before, PruneOptions options, const WeightedRows& judging) {
  options.set_sha256 = judging.data.data_sha256;
  Pruned pruned = prune(before, options, std::nullopt, judging);
  PrunedModel result = finished(before, std::move(options), std::move(pruned));
  result.rows = judging.data.rows();
  return checked(std::move(result));
}

}  // namespace espalier
