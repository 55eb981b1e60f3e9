#include "cli/recorded_weighing.hpp"

#include <fmt/format.h>

#include "cli/option_values.hpp"
#include "evaluate/recorded_options.hpp"
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

}  // namespace espalier::cli
