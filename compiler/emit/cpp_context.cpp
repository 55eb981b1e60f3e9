#include "emit/cpp_context.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "emit/code_text.hpp"
#include "emit/escape.hpp"
#include "emit/function_body.hpp"
#include "model/tree_facts.hpp"
#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier {
namespace {

using nlohmann::json;

json enumerators(const std::vector<std::string>& ids, const std::vector<std::string>& texts) {
  json list = json::array();
  for (std::size_t i = 0; i < ids.size(); ++i) {
    list.push_back({{"id", ids[i]},
                    {"literal", string_literal(texts[i])},
                    {"note", ids[i] == texts[i] ? "" : "  // " + comment_text(texts[i])}});
  }
  return list;
}

std::string list_of(const std::vector<std::string>& texts) {
  std::vector<std::string> shown;
  for (const std::string& text : texts) shown.push_back(comment_text(text, 30));
  return enumerate(shown, 8);
}

// Options hold words and numbers and are shown as they are; anything else in a forged model stands in quotes, so that
// it cannot end the comment's line.
std::string option_text(const std::string& name, const std::string& value) {
  constexpr std::string_view kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-+.,:=";
  const std::string text = fmt::format("{}={}", name, value);
  return text.size() <= 100 && text.find_first_not_of(kPlain) == std::string::npos ? text : comment_text(text);
}

void wrap_options(const Provenance& provenance, json& lines) {
  std::string line = " ";
  for (const auto& [name, value] : provenance.options) {
    const std::string item = " " + option_text(name, value);
    if (line.size() + item.size() > 110) {
      lines.push_back(line);
      line = " ";
    }
    line += item;
  }
  if (line.size() > 1) lines.push_back(line);
}

std::string missing_line(const Model& model, const std::vector<Field>& fields) {
  if (std::none_of(fields.begin(), fields.end(), can_be_missing)) return "The input types have no missing value.";
  const std::string value = "missing value (NaN, the sentinel, or unknown)";
  switch (model.missing) {
    case MissingPolicy::refuse: break;
    case MissingPolicy::majority: return fmt::format("A {} takes the branch that most training rows took.", value);
    case MissingPolicy::learned:
      return fmt::format("A {} takes the branch that served the training rows better.", value);
    case MissingPolicy::own_category:
      return fmt::format("A {} is a value of its own, with a branch that training chose.", value);
    case MissingPolicy::surrogate:
      return fmt::format(
          "For a {} other columns decide, in the order that the tests give; at last the branch is fixed.", value);
    case MissingPolicy::fractional:
      return fmt::format(
          "A {} takes every branch, each by its share of the training rows, and the answers are blended.", value);
  }
  return "Training saw no missing values; NaN and unknown fail every test.";
}

std::string score_text(const Model& model, double score) {
  return model.task == Task::regression ? shortest(static_cast<float>(score)) : percent(score);
}

}  // namespace

std::string cpp_type(const Field& field, const EnumNames& enum_names) {
  return field.type == InputType::category ? enum_names.type : std::string(number_type(field.type));
}

CodeNames cpp_code_names(const Names& names, FloatCompare floats) {
  CodeNames code;
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

json base_context(const Model& model, const std::vector<Field>& fields, const Names& names) {
  json context;
  context["namespace"] = names.space;
  context["target"] = comment_text(model.target);
  context["classification"] = model.task == Task::classification;
  context["answer_type"] = model.task == Task::classification ? "Label" : "Value";
  context["answer_name"] = model.task == Task::classification ? "label" : "value";
  context["label_type"] = unsigned_type(model.labels.size());
  context["label_count"] = model.labels.size();
  context["labels"] = enumerators(names.labels, model.labels);
  context["fields"] = json::array();
  context["enums"] = json::array();
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const Field& field = fields[i];
    const Feature& feature = model.features[field.feature];
    context["fields"].push_back({{"id", names.fields[i]}, {"type", cpp_type(field, names.enums[i])}});
    if (field.type != InputType::category) continue;
    context["enums"].push_back({{"type", names.enums[i].type},
                                {"underlying", unsigned_type(feature.categories.size())},
                                {"field", names.fields[i]},
                                {"column", comment_text(feature.name)},
                                {"unknown", names.enums[i].unknown},
                                {"count", feature.categories.size()},
                                {"values", enumerators(names.enums[i].values, feature.categories)}});
  }
  return context;
}

json about_lines(const Model& model, const std::vector<Field>& fields, const Names& names, std::size_t max_tests) {
  const Tree& tree = model.trees.front();
  const Provenance& provenance = model.provenance;
  json lines = json::array();
  const std::string tool = provenance.tool.empty() ? "" : " from a model of " + comment_text(provenance.tool, 40);
  lines.push_back("A decision tree as C++, made by Espalier" + tool +
                  ". Do not edit: change the model and emit it again.");
  lines.push_back("");
  const bool regression = model.task == Task::regression;
  lines.push_back(fmt::format("Predicts {} ({}) from {} of {}.", comment_text(model.target),
                              regression ? "a number" : list_of(model.labels), fields.size(),
                              counted(model.features.size(), "column")));
  lines.push_back(fmt::format("Tree: {}, {}, at most {} for an answer.", counted(tree.nodes.size(), "node"),
                              counted(leaf_count(tree), "rule"), counted(max_tests, "test")));
  if (provenance.rows > 0) {
    lines.push_back(fmt::format("Trained on {}; SHA-256 of the data {}.", counted(provenance.rows, "row"),
                                comment_text(provenance.data_sha256, 64)));
    wrap_options(provenance, lines);
  }
  const std::string_view score_name = regression ? "Root mean squared error" : "Accuracy";
  if (provenance.training_score) {
    lines.push_back(
        fmt::format("{} on the training rows: {}.", score_name, score_text(model, *provenance.training_score)));
  }
  if (provenance.evaluation) {
    lines.push_back(fmt::format("{} by {}: {}.", score_name, comment_text(provenance.evaluation->method, 80),
                                score_text(model, provenance.evaluation->score)));
  }
  lines.push_back(missing_line(model, fields));
  lines.push_back("");
  lines.push_back(fmt::format("    {}::Input row = {{}};", names.space));
  for (const std::string& field : names.fields) {
    lines.push_back(fmt::format("    row.{} = ...;", field));
    if (lines.size() > 24) break;
  }
  lines.push_back(fmt::format("    {0}::{1} answer = {0}::predict(row);", names.space, regression ? "Value" : "Label"));
  lines.push_back("");
  lines.push_back("Needs C++11 and nothing else: no library, no heap, no static data; constexpr from C++14 on.");
  return lines;
}

std::string answer_expression(const Names& names, ValueType type, const Prediction& prediction) {
  if (!names.labels.empty()) return "Label::" + names.labels[prediction.label];
  return value_literal(type, rounded(type, prediction.value));
}

std::string value_expression(const Field& field, const EnumNames& enum_names, double value) {
  if (field.type == InputType::category) {
    const bool known = value >= 0;
    return enum_names.type + "::" + (known ? enum_names.values[static_cast<std::size_t>(value)] : enum_names.unknown);
  }
  if (is_integer(field.type)) {
    return code_literal(field.type, std::isnan(value) ? missing_sentinel(field.type) : value);
  }
  if (std::isfinite(value))
    return (std::signbit(value) && value == 0 ? "-" : "") +
           code_literal(field.type, std::abs(value) == 0 ? 0.0 : value);
  const std::string suffix = field.type == InputType::float32 ? "f" : "";
  const std::string sign = std::signbit(value) ? "-" : "";
  return sign + (std::isnan(value) ? fmt::format("__builtin_nan{}(\"\")", suffix)
                                   : fmt::format("__builtin_huge_val{}()", suffix));
}

std::string row_initializer(const std::vector<Field>& fields, const Names& names, Row row) {
  std::vector<std::string> values;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    values.push_back(value_expression(fields[i], names.enums[i], row[fields[i].feature]));
  }
  return fmt::format("{{{}}}", fmt::join(values, ", "));
}

}  // namespace espalier
