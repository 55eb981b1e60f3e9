#include "evaluate/recorded_options.hpp"

namespace espalier {

std::optional<std::string> recorded(const Model& model, std::string_view option) {
  for (const auto& [name, value] : model.provenance.options) {
    if (name == option) return value;
  }
  return std::nullopt;
}

std::optional<Criterion> recorded_criterion(const Model& model) {
  const auto text = recorded(model, "criterion");
  return text ? parse_name<Criterion>(*text) : std::nullopt;
}

}  // namespace espalier
