#include "emit/cpp_context.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "emit/code_text.hpp"
#include "emit/escape.hpp"
#include "emit/function_body.hpp"
#include "emit/header_parts.hpp"
#include "support/text.hpp"

namespace espalier {
namespace {

using nlohmann::json;

json enumerators(const std::vector<std::string>& ids, const std::vector<std::string>& texts, const CodeSyntax& syntax) {
  json list = json::array();
  for (std::size_t i = 0; i < ids.size(); ++i) {
    list.push_back({{"id", ids[i]},
                    {"literal", syntax.text(texts[i])},
                    {"note", ids[i] == texts[i] ? "" : "  // " + comment_text(texts[i])}});
  }
  return list;
}

// "4,958 words: "aachen", "aalen" and 4,956 more".
std::string words_note(const std::vector<std::string>& words) {
  constexpr std::size_t kShown = 4;
  std::vector<std::string> shown;
  for (std::size_t i = 0; i < std::min(words.size(), kShown); ++i) shown.push_back(comment_text(words[i], 30));
  if (words.size() > kShown) shown.push_back("...");
  return fmt::format("  // {}: {}", counted(words.size(), "word"), fmt::join(shown, ", "));
}

// A category that stands for several words has them in lists, and is read from nothing else.
json categories(const std::vector<std::string>& ids, const Feature& feature, const CodeSyntax& syntax) {
  json list = enumerators(ids, feature.categories, syntax);
  for (std::size_t i = 0; i < list.size(); ++i) {
    list[i]["merged"] = false;
    list[i]["index"] = i;
  }
  for (const MergedWords& merged : feature.merged) {
    json& value = list[merged.category];
    value["merged"] = true;
    value["note"] = words_note(merged.words);
    value["lists"] = json::array();
    for (const WordList& words : word_lists(merged.words)) {
      value["lists"].push_back({{"literal", words.literal}, {"size", words.size}});
    }
    value["words"] = json::array();
    for (const std::string& word : merged.words) value["words"].push_back(syntax.text(word));
  }
  return list;
}

}  // namespace

std::string cpp_type(const Field& field, const EnumNames& enum_names, const CodeSyntax& syntax) {
  return field.type == InputType::category ? enum_names.type : std::string(number_type(field.type, syntax));
}

std::string sentinel_name(const Field& field) {
  return fmt::format("missing_{}", storage_name(field.type));
}

CodeNames cpp_code_names(const Names& names, CodeStyle style, FloatCompare floats) {
  CodeNames code;
  code.style = style;
  code.floats = floats;
  code.missing = "missing_";
  for (const std::string& label : names.labels) code.labels.push_back("Label::" + label);
  for (std::size_t i = 0; i < names.fields.size(); ++i) {
    code.fields.push_back("row." + names.fields[i]);
    CodeNames::Categories categories;
    for (const std::string& value : names.enums[i].values) {
      categories.values.push_back(fmt::format("{}::{}", names.enums[i].type, value));
    }
    categories.unknown = fmt::format("{}::{}", names.enums[i].type, names.enums[i].unknown);
    code.categories.push_back(std::move(categories));
  }
  return code;
}

json base_context(const Model& model, const std::vector<Field>& fields, const Names& names, const CodeSyntax& syntax) {
  json context;
  context["namespace"] = names.space;
  context["target"] = comment_text(model.target);
  context["classification"] = model.task == Task::classification;
  context["answer_type"] = model.task == Task::classification ? "Label" : "Value";
  context["answer_name"] = model.task == Task::classification ? "label" : "value";
  context["label_type"] = unsigned_type(model.labels.size(), syntax);
  context["label_count"] = model.labels.size();
  context["labels"] = enumerators(names.labels, model.labels, syntax);
  context["dates"] = date_context(model, fields);
  context["fields"] = json::array();
  context["enums"] = json::array();
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const Field& field = fields[i];
    const Feature& feature = model.features[field.feature];
    context["fields"].push_back({{"id", names.fields[i]}, {"type", cpp_type(field, names.enums[i], syntax)}});
    if (field.type != InputType::category) continue;
    context["enums"].push_back({{"type", names.enums[i].type},
                                {"underlying", unsigned_type(feature.categories.size(), syntax)},
                                {"field", names.fields[i]},
                                {"column", comment_text(feature.name)},
                                {"unknown", names.enums[i].unknown},
                                {"count", feature.categories.size()},
                                {"merges", !feature.merged.empty()},
                                {"values", categories(names.enums[i].values, feature, syntax)}});
  }
  return context;
}

std::string answer_expression(const CodeNames& names, ValueType type, const Prediction& prediction) {
  if (!names.labels.empty()) return names.labels[prediction.label];
  return value_literal(type, rounded(type, prediction.value), *names.syntax);
}

std::string value_expression(const Field& field, const CodeNames::Categories& categories, double value,
                             const CodeSyntax& syntax) {
  if (field.type == InputType::category) {
    const bool known = value >= 0;
    return known ? categories.values[static_cast<std::size_t>(value)] : categories.unknown;
  }
  if (is_integer(field.type)) {
    return code_literal(field.type, std::isnan(value) ? missing_sentinel(field.type) : value, syntax);
  }
  if (std::isfinite(value))
    return (std::signbit(value) && value == 0 ? "-" : "") +
           code_literal(field.type, std::abs(value) == 0 ? 0.0 : value, syntax);
  const auto& words = std::isnan(value) ? syntax.nan : syntax.infinity;
  return fmt::format("{}{}", std::signbit(value) ? "-" : "", words[field.type == InputType::float32 ? 0 : 1]);
}

std::string row_initializer(const std::vector<Field>& fields, const CodeNames& names, Row row) {
  std::vector<std::string> values;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    values.push_back(value_expression(fields[i], names.categories[i], row[fields[i].feature], *names.syntax));
  }
  return fmt::format(fmt::runtime(names.syntax->row), fmt::join(values, ", "));
}

}  // namespace espalier
