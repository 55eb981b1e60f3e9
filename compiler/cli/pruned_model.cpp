#include "cli/pruned_model.hpp"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "cli/recorded_weighing.hpp"
#include "evaluate/bind_dataset.hpp"
#include "evaluate/mark.hpp"
#include "evaluate/recorded_options.hpp"
#include "grow/class_weights.hpp"
#include "model/decision_threshold.hpp"
#include "model/model_json.hpp"
#include "model/tree_facts.hpp"
#include "prune/prune.hpp"
#include "support/text.hpp"
#include "version.hpp"

namespace espalier::cli {
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

bool had_rows_held_out(const Model& model) {
  const std::string before = recorded(model, "pruned-before").value_or("");
  return recorded(model, "validate") || recorded(model, "prune-share") ||
         before.find("prune-share") != std::string::npos;
}

// Pruned with the rows of the training data.
class TrainingRows {
 public:
  TrainingRows(const Model& model, const std::string& path, const DataOptions& reading, Warnings& warnings) {
    Source source = reading.read(path, warnings);
    std::vector<std::string> tokens = reading.missing_tokens(source);
    const BindableTable file{std::move(source.table), std::move(tokens), recorded(model, "weight").value_or("")};
    data_ = bind_dataset(file, model, warnings);
    weights_ = row_weights(data_, recorded_weighing(model));
    is_models_own_ = data_.data_sha256 == model.provenance.data_sha256;
    if (is_models_own_ && had_rows_held_out(model)) {
      warnings.push_back(
          {"some of these rows were held out when the model was trained: the figures in the tree become "
           "those of all rows",
           "", std::nullopt, ""});
    }
    if (is_models_own_) return;
    warnings.push_back(
        {fmt::format("{} is not the file that the model was trained with: the figures in the tree become "
                     "those of its rows",
                     printable(path, 400)),
         "the model's record has the SHA-256 of the training data", std::nullopt, ""});
  }

  const Dataset& data() const { return data_; }
  WeightedRows rows() const { return {data_, weights_}; }
  bool is_models_own() const { return is_models_own_; }

 private:
  Dataset data_;
  std::vector<double> weights_;
  bool is_models_own_ = false;
};

void finish(const Model& before, Pruned pruned, PrunedModel& result) {
  result.model = before;
  only_tree(result.model) = std::move(pruned.tree);
  result.cuts = std::move(pruned.cuts);
  Provenance& provenance = result.model.provenance;
  provenance.tool = std::string("espalier ") + kVersion;
  provenance.evaluation.reset();
  provenance.training_score = score_by_figures(result.model);
  record(result.options, provenance);
}

void prune_with_training_rows(const Model& before, const TrainingRows& training, PrunedModel& result) {
  if (!training.is_models_own()) result.options.data_sha256 = training.data().data_sha256;
  result.rows = training.data().rows();
  finish(before, prune(before, result.options, training.rows()), result);
  std::optional<double>& score = result.model.provenance.training_score;
  score.reset();
  if (training.is_models_own()) score = mark(result.model, training.data()).score;
}

void prune_with_judges(const Model& before, const BindableTable& file, Warnings& warnings, PrunedModel& result) {
  warn_of_own_judges(file.table.sha256, before.provenance.data_sha256, warnings);
  const Dataset judging = bind_dataset(file, before, warnings);
  const std::vector<double> weights = row_weights(judging, recorded_weighing(before));
  result.options.set_sha256 = judging.data_sha256;
  result.rows = judging.rows();
  finish(before, prune(before, result.options, std::nullopt, WeightedRows{judging, weights}), result);
}

}  // namespace

PrunedModel prune_model(const Model& before, const PruningOptions& pruning, const std::string& data_path,
                        const DataOptions& reading, Warnings& warnings) {
  PrunedModel result;
  result.options = pruning.prune(without_decision_threshold(before));
  if (result.options.method == PruneMethod::reduced_error) {
    const std::string weight = recorded(before, "weight").value_or("");
    prune_with_judges(before, *pruning.read_prune_set(reading, weight, warnings), warnings, result);
  } else if (!data_path.empty()) {
    prune_with_training_rows(before, TrainingRows(before, data_path, reading, warnings), result);
  } else {
    result.options.raising = false;
    finish(before, prune(before, result.options), result);
  }
  validate(result.model, "the pruned model");
  return result;
}

}  // namespace espalier::cli
