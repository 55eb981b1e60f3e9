// Which C++ type each input has: exact for every value of the type, and fine enough for the training values.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "lower/input_type.hpp"
#include "support/diagnostic.hpp"
#include "support/number_text.hpp"
#include "support/suggest.hpp"
#include "support/text.hpp"

namespace espalier {
namespace {

struct TypeName {
  std::string_view name;
  InputType type;
};
constexpr std::array<TypeName, 8> kTypeNames = {{{"int8", InputType::int8},
                                                 {"int16", InputType::int16},
                                                 {"int32", InputType::int32},
                                                 {"uint8", InputType::uint8},
                                                 {"uint16", InputType::uint16},
                                                 {"uint32", InputType::uint32},
                                                 {"float", InputType::float32},
                                                 {"double", InputType::float64}}};

// A test whose neighbouring training values the type would send the same way.
struct Inseparable {
  double threshold;
  std::optional<Gap> gap;  // none: the model does not say which values it has to separate
};

bool separates_as_float(double threshold, const Gap& gap) {
  const double lowered = floor_to(InputType::float32, threshold);
  return static_cast<double>(static_cast<float>(gap.below)) <= lowered &&
         static_cast<double>(static_cast<float>(gap.above)) > lowered;
}

// Casting a double beyond float's range is undefined; such values are not float material in any case.
bool in_float_range(const Gap& gap) {
  const double limit = std::numeric_limits<float>::max();
  return std::abs(gap.below) <= limit && std::abs(gap.above) <= limit;
}

// Calls `visit(threshold, gap)` for everything that a number of the feature is compared with at a node.
template <typename Visit>
void for_each_threshold(const Model& model, const Node& node, std::uint32_t feature, const Visit& visit) {
  if (node.feature == feature && node.test == TestKind::less_equal) visit(node.threshold, node.gap);
  if (node.feature == feature && node.test == TestKind::multiway) {
    for (const CutPoint& cut : model.features[feature].cuts) visit(cut.threshold, cut.gap);
  }
  for (const Surrogate& surrogate : node.surrogates) {
    if (surrogate.feature == feature && surrogate.test == TestKind::less_equal)
      visit(surrogate.threshold, surrogate.gap);
  }
}

std::optional<Inseparable> first_inseparable_as_float(const Model& model, std::uint32_t feature) {
  std::optional<Inseparable> found;
  const auto check = [&](double threshold, const std::optional<Gap>& gap) {
    if (found) return;
    if (!gap || !in_float_range(*gap) || !separates_as_float(threshold, *gap)) found = Inseparable{threshold, gap};
  };
  for (const Tree& tree : model.trees) {
    for (const Node& node : tree.nodes) {
      for_each_threshold(model, node, feature, check);
      if (found) return found;
    }
  }
  return std::nullopt;
}

std::string reason(const Inseparable& test) {
  if (!test.gap)
    return fmt::format("the model does not tell the values next to threshold {}", shortest(test.threshold));
  return fmt::format("float cannot tell {} from {} at threshold {}", shortest(test.gap->below),
                     shortest(test.gap->above), shortest(test.threshold));
}

void refuse_if_too_narrow(const Model& model, std::uint32_t index, InputType type) {
  const Feature& feature = model.features[index];
  if (is_integer(type)) {
    bool fits = feature.minimum >= lowest(type) && feature.maximum <= highest(type);
    if (model.missing != MissingPolicy::refuse) {  // the sentinel is no value
      const double sentinel = missing_sentinel(type);
      fits = fits && feature.minimum != sentinel && feature.maximum != sentinel;
    }
    if (feature.integer && fits) return;
    throw Diagnostic(ExitCode::usage,
                     fmt::format("--input-type: {} cannot hold the training values of column {} ({} to {}{})",
                                 to_string(type), in_quotes(feature.name), shortest(feature.minimum),
                                 shortest(feature.maximum), feature.integer ? "" : ", not whole numbers"),
                     "choose a wider type, float or double");
  }
  if (type == InputType::float32) {
    if (const auto test = first_inseparable_as_float(model, index); test && test->gap) {
      throw Diagnostic(
          ExitCode::usage,
          fmt::format("--input-type: float is too coarse for column {}: {}", in_quotes(feature.name), reason(*test)),
          "use double");
    }
  }
}

Field automatic(const Model& model, std::uint32_t index) {
  const Feature& feature = model.features[index];
  if (feature.kind == FeatureKind::categorical) return {index, InputType::category, false, ""};
  const bool in_int32 = feature.minimum > lowest(InputType::int32) && feature.maximum <= highest(InputType::int32);
  if (feature.integer && in_int32) return {index, InputType::int32, false, ""};
  if (const auto test = first_inseparable_as_float(model, index)) {
    return {index, InputType::float64, false, "double: " + reason(*test)};
  }
  return {index, InputType::float32, false, ""};
}

std::uint32_t feature_named(const Model& model, const std::string& name) {
  std::vector<std::string> names;
  for (std::uint32_t i = 0; i < model.features.size(); ++i) {
    if (model.features[i].name == name) return i;
    names.push_back(model.features[i].name);
  }
  throw Diagnostic(ExitCode::usage, fmt::format("--input-type: the model has no column {}", in_quotes(name)),
                   did_you_mean(name, names));
}

}  // namespace

std::string_view to_string(InputType type) {
  const auto* entry =
      std::find_if(kTypeNames.begin(), kTypeNames.end(), [&](const TypeName& name) { return name.type == type; });
  return entry == kTypeNames.end() ? "category" : entry->name;
}

InputTypeOverride parse_input_type(std::string_view argument) {
  const auto equals = argument.rfind('=');
  const std::string_view type = equals == std::string_view::npos ? "" : trim(argument.substr(equals + 1));
  for (const TypeName& entry : kTypeNames) {
    if (type == entry.name) return {std::string(argument.substr(0, equals)), entry.type};
  }
  throw Diagnostic(ExitCode::usage, fmt::format("--input-type {}: expected COLUMN=TYPE", in_quotes(argument)),
                   "types: int8, int16, int32, uint8, uint16, uint32, float, double");
}

std::vector<Field> choose_fields(const Model& model, FieldSelection selection,
                                 const std::vector<InputTypeOverride>& overrides) {
  std::vector<bool> used(model.features.size(), selection == FieldSelection::all);
  for (const Tree& tree : model.trees) {
    for (const Node& node : tree.nodes) {
      if (!node.is_leaf()) used[node.feature] = true;
      for (const Surrogate& surrogate : node.surrogates) used[surrogate.feature] = true;
    }
  }
  std::vector<std::optional<InputType>> chosen(model.features.size());
  for (const InputTypeOverride& override_ : overrides) {
    const std::uint32_t index = feature_named(model, override_.column);
    if (model.features[index].kind == FeatureKind::categorical) {
      throw Diagnostic(ExitCode::usage,
                       fmt::format("--input-type: column {} is categorical", in_quotes(override_.column)),
                       "categorical columns have an enumeration as their type");
    }
    refuse_if_too_narrow(model, index, override_.type);
    chosen[index] = override_.type;
  }

  std::vector<Field> fields;
  for (std::uint32_t i = 0; i < model.features.size(); ++i) {
    if (!used[i]) continue;
    Field field = chosen[i] ? Field{i, *chosen[i], false, ""} : automatic(model, i);
    field.sentinel = is_integer(field.type) && model.missing != MissingPolicy::refuse;
    fields.push_back(std::move(field));
  }
  return fields;
}

}  // namespace espalier
