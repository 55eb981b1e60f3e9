#include "cli/recorded_options.hpp"

#include <fmt/format.h>

#include "cli/option_values.hpp"
#include "support/diagnostic.hpp"

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

}  // namespace

std::optional<std::string> recorded(const Model& model, std::string_view option) {
  for (const auto& [name, value] : model.provenance.options) {
    if (name == option) return value;
  }
  return std::nullopt;
}

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

std::optional<Criterion> recorded_criterion(const Model& model) {
  const auto text = recorded(model, "criterion");
  for (const Criterion criterion : {Criterion::information_gain, Criterion::gain_ratio, Criterion::gini,
                                    Criterion::error, Criterion::variance, Criterion::absolute_deviation}) {
    if (text == to_string(criterion)) return criterion;
  }
  return std::nullopt;
}

}  // namespace espalier::cli
