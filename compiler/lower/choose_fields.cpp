#include "lower/choose_fields.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>

#include "lower/input_type.hpp"
#include "support/diagnostic.hpp"
#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier {
namespace {

struct FiniteRange {
  double lowest;
  double highest;
};

FiniteRange finite_range(const Field& field) {
  if (field.type == InputType::float32) return {-kLargestFloat, kLargestFloat};
  return {lowest_number(field), highest_number(field)};
}

bool separates(const Field& field, double threshold, const Gap& gap) {
  const double lowered = floor_to(field.type, threshold);
  return nearest_number(field, gap.below) <= lowered && nearest_number(field, gap.above) > lowered;
}

class FaultFinder {
 public:
  FaultFinder(const Model& model, const std::vector<Field>& fields)
      : model_(model), field_of_(model.features.size(), nullptr), faults_(model.features.size()) {
    for (const Field& field : fields) {
      if (model.features[field.feature].kind == FeatureKind::numeric) field_of_[field.feature] = &field;
    }
  }

  std::vector<std::optional<TypeFault>> find() {
    for (const Field* field : field_of_) {
      if (field != nullptr) check_range(*field);
    }
    for (const Tree& tree : model_.trees) {
      for (std::uint32_t i = 0; i < tree.nodes.size(); ++i) check_node(tree.nodes[i], i);
    }
    return std::move(faults_);
  }

 private:
  void check_range(const Field& field) {
    const Feature& feature = model_.features[field.feature];
    const FiniteRange range = finite_range(field);
    if (feature.minimum >= range.lowest && feature.maximum <= range.highest) return;
    faults_[field.feature] = {TypeFault::Kind::range, field.feature, 0, {feature.minimum, feature.maximum}, 0, false};
  }

  void check_node(const Node& node, std::uint32_t at) {
    if (node.is_leaf()) return;
    if (node.test == TestKind::less_equal) check(node.feature, node.threshold, node.gap, at, false);
    for (const RulePart& part : node.parts) {
      if (part.kind == RulePart::Kind::upto || part.kind == RulePart::Kind::above) {
        check(part.feature, part.threshold, part.gap, at, false);
      }
    }
    if (node.test == TestKind::multiway) {
      for (const CutPoint& cut : model_.features[node.feature].cuts) {
        check(node.feature, cut.threshold, cut.gap, at, false);
      }
    }
    for (const Surrogate& surrogate : node.surrogates) {
      if (surrogate.test == TestKind::less_equal) {
        check(surrogate.feature, surrogate.threshold, surrogate.gap, at, true);
      }
    }
  }

  void check(std::uint32_t feature, double threshold, const std::optional<Gap>& gap, std::uint32_t at, bool surrogate) {
    const Field* field = field_of_[feature];
    std::optional<TypeFault>& fault = faults_[feature];
    if (field == nullptr || (fault && fault->kind != TypeFault::Kind::unknown)) return;
    const bool floats = model_.features[feature].precision == Precision::float32;
    if (floats && is_floating(field->type)) return;  // it compares floats by itself
    if (!gap) {
      if (!fault) fault = {TypeFault::Kind::unknown, feature, threshold, {0, 0}, at, surrogate};
    } else if (!separates(*field, threshold, *gap)) {
      fault = {TypeFault::Kind::separation, feature, threshold, *gap, at, surrogate};
    }
  }

  const Model& model_;
  std::vector<const Field*> field_of_;  // per feature; none: not a number, or not read
  std::vector<std::optional<TypeFault>> faults_;
};

}  // namespace

std::vector<std::optional<TypeFault>> first_faults(const Model& model, const std::vector<Field>& fields) {
  const auto by_feature = FaultFinder(model, fields).find();
  std::vector<std::optional<TypeFault>> faults;
  faults.reserve(fields.size());
  for (const Field& field : fields) faults.push_back(by_feature[field.feature]);
  return faults;
}

std::string describe(const TypeFault& fault, const InputType& type) {
  switch (fault.kind) {
    case TypeFault::Kind::unknown:
      return fmt::format("the model does not tell the values next to threshold {}", shortest(fault.threshold));
    case TypeFault::Kind::range:
      return fmt::format("{} cannot hold {} to {}", to_string(type), shortest(fault.gap.below),
                         shortest(fault.gap.above));
    case TypeFault::Kind::separation: break;
  }
  return fmt::format("{} cannot tell {} from {} at threshold {}", to_string(type), shortest(fault.gap.below),
                     shortest(fault.gap.above), shortest(fault.threshold));
}

void refuse_type(const Model& model, const Field& field, const TypeFault& fault, const std::string& evidence,
                 const std::string& hint) {
  const std::string column = in_quotes(model.features[field.feature].name);
  const std::string type = to_string(field.type);
  const FiniteRange range = finite_range(field);
  const std::string message =
      fault.kind == TypeFault::Kind::range
          ? fmt::format("{} cannot hold the training values of column {} ({} to {}; it holds {} to {})", type, column,
                        shortest(fault.gap.below), shortest(fault.gap.above), shortest(range.lowest),
                        shortest(range.highest))
          : fmt::format("{} is too coarse for column {}: {}", type, column, describe(fault, field.type));
  throw Diagnostic(ExitCode::usage, "--input-type: " + message + evidence, hint);
}

// Which type each input has: exact for every value of the type, and fine enough for the training values.

namespace {

// The features that a row is asked for, in tests or in surrogates.
std::vector<bool> read_features(const Model& model) {
  std::vector<bool> read(model.features.size(), false);
  for (const Tree& tree : model.trees) {
    for (const Node& node : tree.nodes) {
      for_each_tested(node, [&](std::uint32_t feature) { read[feature] = true; });
      for (const Surrogate& surrogate : node.surrogates) read[surrogate.feature] = true;
    }
  }
  return read;
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

// Per feature what was asked for; of several the last.
std::vector<const InputTypeOverride*> wishes(const Model& model, const std::vector<InputTypeOverride>& overrides) {
  std::vector<const InputTypeOverride*> asked(model.features.size(), nullptr);
  for (const InputTypeOverride& override_ : overrides) {
    const std::uint32_t index = feature_named(model, override_.column);
    if (model.features[index].kind == FeatureKind::categorical) {
      throw Diagnostic(ExitCode::usage,
                       fmt::format("--input-type: column {} is categorical", in_quotes(override_.column)),
                       "categorical columns have an enumeration as their type");
    }
    asked[index] = &override_;
  }
  return asked;
}

Field asked_for(const Model& model, std::uint32_t index, const InputTypeOverride& wish) {
  Field field{index, wish.type, needs_sentinel(wish.type, model.missing), "", "asked for"};
  const bool spelt_otherwise = !wish.spelling.empty() && wish.spelling != to_string(wish.type);
  if (spelt_otherwise) field.reason += fmt::format(" as {}", printable(wish.spelling));
  return field;
}

bool holds_training_values(const Feature& feature, const Field& field) {
  return feature.minimum >= lowest_number(field) && feature.maximum <= highest_number(field);
}

// What a column has without being asked; whether float will do for real numbers is still to be seen.
Field first_choice(const Model& model, std::uint32_t index, bool is_read) {
  const Feature& feature = model.features[index];
  if (feature.kind == FeatureKind::categorical) {
    return {index, InputType::category, false, "", counted(feature.categories.size(), "category")};
  }
  // 32 bits of seconds end in 2038, and a float's are minutes.
  const bool seconds = feature.date && feature.date->unit == DateUnit::seconds;
  if (seconds) return {index, InputType::float64, false, "", "seconds since 1970-01-01"};
  Field whole{index, InputType::int32, needs_sentinel(InputType::int32, model.missing), "", "whole numbers"};
  if (feature.integer && holds_training_values(feature, whole)) return whole;
  return {index, InputType::float32, false, "",
          is_read ? "separates the training values at every test" : "no test reads it"};
}

// Where the model is silent, the user decides.
void accept_or_refuse(const Model& model, const TypeFault& fault, TypeLoss loss, Field& field) {
  if (fault.kind == TypeFault::Kind::unknown) return;
  if (loss == TypeLoss::refused) {
    refuse_type(model, field, fault, "",
                "choose a wider or finer type, or accept the loss with --allow-loss; --data FILE, the training data, "
                "names the rows");
  }
  field.note = "loss allowed: " + describe(fault, field.type);
  field.reason += "; " + field.note;
}

}  // namespace

std::vector<Field> choose_fields(const Model& model, FieldSelection selection,
                                 const std::vector<InputTypeOverride>& overrides, TypeLoss loss) {
  const std::vector<const InputTypeOverride*> asked = wishes(model, overrides);
  const std::vector<bool> read = read_features(model);
  std::vector<Field> fields;
  for (std::uint32_t i = 0; i < model.features.size(); ++i) {
    fields.push_back(asked[i] != nullptr ? asked_for(model, i, *asked[i]) : first_choice(model, i, read[i]));
  }
  const auto faults = first_faults(model, fields);
  for (std::uint32_t i = 0; i < fields.size(); ++i) {
    if (!faults[i] || (!read[i] && selection == FieldSelection::used)) continue;
    if (asked[i] != nullptr) {
      accept_or_refuse(model, *faults[i], loss, fields[i]);
    } else if (fields[i].type == InputType::float32) {
      const std::string reason = describe(*faults[i], fields[i].type);
      fields[i] = {i, InputType::float64, false, "double: " + reason, reason};
    }
  }
  if (selection == FieldSelection::used) {
    std::erase_if(fields, [&](const Field& field) { return !read[field.feature]; });
  }
  return fields;
}

}  // namespace espalier
