#include "lower/type_faults.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

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

}  // namespace espalier
