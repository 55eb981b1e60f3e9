#include "cli/pruned_model.hpp"

#include <fmt/format.h>

#include <utility>

#include "cli/option_values.hpp"
#include "evaluate/bind_dataset.hpp"
#include "evaluate/recorded_options.hpp"
#include "grow/class_weights.hpp"
#include "model/decision_threshold.hpp"
#include "model/model_json.hpp"
#include "support/text.hpp"

namespace espalier::cli {
namespace {

Diagnostic unclear(const std::string& fault) {
  return Diagnostic(ExitCode::bad_input, fmt::format("the model does not say how much its classes count: {}", fault),
                    "train it again with the pruning that you want");
}

std::vector<NamedFigure> recorded_figures(const Model& model, const std::string& option) {
  const auto text = recorded(model, option);
  if (!text) return {};
  try {
    return parse_figures("--" + option, {*text}, model.labels, "class");
  } catch (const Diagnostic& fault) {
    throw unclear(fault.message());
  }
}

void warn_of_rows(const Model& model, const Dataset& data, const std::string& path, Warnings& warnings) {
  if (!is_training_data(model, data)) {
    warnings.push_back(
        {fmt::format("{} is not the file that the model was trained with: the figures in the tree become "
                     "those of its rows",
                     printable(path, 400)),
         "the model's record has the SHA-256 of the training data", std::nullopt, ""});
  } else if (had_rows_held_out(model)) {
    warnings.push_back(
        {"some of these rows were held out when the model was trained: the figures in the tree become "
         "those of all rows",
         "", std::nullopt, ""});
  }
}

}  // namespace

GrowOptions recorded_weighing(const Model& model) {
  GrowOptions options;
  options.balanced_classes = recorded(model, "class-weight") == "balanced";
  if (!options.balanced_classes) options.class_weights = recorded_figures(model, "class-weight");
  options.priors = recorded_figures(model, "priors");
  if (!options.priors.empty() && options.priors.size() != model.labels.size()) {
    throw unclear("its priors are not one for each class");
  }
  return options;
}

PrunedModel prune_model(const Model& before, const PruningOptions& pruning, const std::string& data_path,
                        const DataOptions& reading, Warnings& warnings) {
  refuse_list(before, "there are no branches to prune", "prune the model that it was made of, and simplify that");
  PruneOptions options = pruning.prune(without_decision_threshold(before));
  const std::string weight = recorded(before, "weight").value_or("");
  if (options.method == PruneMethod::reduced_error) {
    const auto file = pruning.read_prune_set(reading, weight, warnings);
    warn_of_own_judges(file->table.sha256, before.provenance.data_sha256, warnings);
    const Dataset judging = bind_dataset(*file, before, warnings);
    const std::vector<double> weights = row_weights(judging, recorded_weighing(before));
    return prune_with_judges(before, std::move(options), {judging, weights});
  }
  if (data_path.empty()) return prune_by_figures(before, std::move(options));
  if (recorded(before, "monotone")) {
    usage(
        "--data is for raising branches, and the tree was trained with --monotone: a branch that moves need not be "
        "monotone where it comes to",
        "leave --data out");
  }
  const Dataset data = bind_dataset(reading.read_to_bind(data_path, weight, warnings), before, warnings);
  const std::vector<double> weights = row_weights(data, recorded_weighing(before));
  warn_of_rows(before, data, data_path, warnings);
  return prune_with_training_rows(before, std::move(options), {data, weights});
}

}  // namespace espalier::cli
