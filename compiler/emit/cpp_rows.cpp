#include "emit/cpp_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string_view>

#include "emit/code_text.hpp"
#include "emit/escape.hpp"

namespace espalier {
namespace {

// Whole-number types with their ends; smaller ones first. They are told by their C++ names: what a field means by its
// value is of no interest here.
struct WholeType {
  std::string_view name;
  double lowest;
  double highest;
};
constexpr auto kWholeTypes = std::to_array<WholeType>({{"uint8_t", 0, 255},
                                                       {"int8_t", -128, 127},
                                                       {"uint16_t", 0, 65535},
                                                       {"int16_t", -32768, 32767},
                                                       {"uint32_t", 0, 4294967295.0},
                                                       {"int32_t", -2147483648.0, 2147483647}});
constexpr double kWholeFloats = 16777216;  // up to here every whole number is a float

bool is_real(std::string_view type) {
  return type == "float" || type == "double";
}

WholeType whole_type(std::string_view name) {
  if (name == "bool") return {name, 0, 1};
  for (const WholeType& type : kWholeTypes) {
    if (type.name == name) return type;
  }
  throw std::logic_error(fmt::format("{} is no type of whole numbers", name));
}

// What a field of whole numbers holds: categories are indices, and one more for unknown.
WholeType whole_numbers(const Model& model, const Field& field) {
  if (field.type != InputType::category) return whole_type(number_type(field.type));
  return {"", 0, static_cast<double>(model.features[field.feature].categories.size())};
}

// One element as a field's value.
std::string from_element(const Model& model, const Field& field, const EnumNames& enum_names,
                         const std::string& element, std::size_t index) {
  std::string value = fmt::format("values[{}]", index);
  if (field.type == InputType::category) {
    const std::size_t count = model.features[field.feature].categories.size();
    if (is_real(element)) {
      return fmt::format("static_cast<{}>(::espalier::runtime_1::category_of_real({}, {}U))", enum_names.type, value,
                         count);
    }
    return fmt::format("static_cast<uint32_t>({0}) < {1}U ? static_cast<{2}>({0}) : {2}::{3}", value, count,
                       enum_names.type, enum_names.unknown);
  }
  const std::string_view type = number_type(field.type);
  if (type == element) return value;
  if (type == "bool") return fmt::format("!({} == 0)", value);  // NaN is not 0
  if (is_real(type)) return fmt::format("static_cast<{}>({})", type, value);
  return fmt::format("::espalier::runtime_1::whole_of_{}({}, ::espalier::runtime_1::numbers<{}>({}))",
                     is_real(element) ? "real" : "whole", value, type, field.sentinel);
}

bool is_whole_of_real(const std::string& type, const std::string& element) {
  return is_real(element) && !is_real(type);
}

// What row_from_array() does with values that a field cannot hold.
nlohmann::json doc_lines(const std::vector<Field>& fields, const std::string& element) {
  nlohmann::json lines = nlohmann::json::array();
  const auto is_category = [](const Field& field) { return field.type == InputType::category; };
  const auto is_converted = [&](const Field& field) {
    return !is_category(field) && number_type(field.type) != element;
  };
  const auto is_rounded = [&](const Field& field) {
    return !is_category(field) && is_whole_of_real(std::string(number_type(field.type)), element);
  };
  lines.push_back("A row from field_count values in the order of the fields.");
  if (std::any_of(fields.begin(), fields.end(), is_category)) {
    lines.push_back("A category is given by its index; every other number is unknown.");
  }
  if (std::any_of(fields.begin(), fields.end(), is_rounded)) {
    lines.push_back(
        "Whole numbers are rounded down and end where their type does; NaN is missing, or else the highest.");
  } else if (std::any_of(fields.begin(), fields.end(), is_converted)) {
    lines.push_back("Numbers end where the type of their field does.");
  }
  return lines;
}

}  // namespace

std::string element_type(const Model& model, const std::vector<Field>& fields) {
  bool has_float = false;
  double lowest = 0;
  double highest = 0;
  for (const Field& field : fields) {
    const std::string_view type = number_type(field.type);
    if (type == "double") return "double";
    has_float = has_float || type == "float";
    if (type == "float") continue;
    const WholeType whole = whole_numbers(model, field);
    lowest = std::min(lowest, whole.lowest);
    highest = std::max(highest, whole.highest);
  }
  if (has_float) return lowest >= -kWholeFloats && highest <= kWholeFloats ? "float" : "double";
  const auto smallest = std::find_if(kWholeTypes.begin(), kWholeTypes.end(), [&](const WholeType& type) {
    return type.lowest <= lowest && highest <= type.highest;
  });
  return smallest == kWholeTypes.end() ? "double" : std::string(smallest->name);
}

bool converts_elements(const Model& model, const std::vector<Field>& fields) {
  const std::string element = element_type(model, fields);
  return std::any_of(fields.begin(), fields.end(), [&](const Field& field) {
    if (field.type == InputType::category) return is_real(element);
    const std::string_view type = number_type(field.type);
    return type != element && type != "bool" && !is_real(type);
  });
}

void add_row_context(const Model& model, const std::vector<Field>& fields, const Names& names,
                     nlohmann::json& context) {
  const std::string element = element_type(model, fields);
  context["element"] = element;
  context["row_doc"] = doc_lines(fields, element);
  for (std::size_t i = 0; i < fields.size(); ++i) {
    nlohmann::json& field = context["fields"][i];
    field["name"] = string_literal(model.features[fields[i].feature].name);
    field["from_element"] = from_element(model, fields[i], names.enums[i], element, i);
  }
}

}  // namespace espalier
