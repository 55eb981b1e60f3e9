#include "audit/driver.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "audit/raw_rows.hpp"
#include "emit/c_context.hpp"
#include "emit/c_names.hpp"
#include "emit/code_text.hpp"
#include "emit/cpp_context.hpp"
#include "emit/cpp_rows.hpp"
#include "emit/escape.hpp"
#include "emit/names.hpp"
#include "emit/render.hpp"
#include "emit/text_context.hpp"
#include "lower/blend_program.hpp"
#include "model/words.hpp"

namespace espalier {
namespace {

using nlohmann::json;

// A text that is none of the column's values.
std::string no_value_of(const Feature& feature) {
  const auto words = category_of_words(feature);
  std::string text = "no such value";
  while (words.contains(text)) text += '!';
  return text;
}

// A field of the second row as an element for row_from_array(): missing as NaN where the element can be one.
std::string to_element(const Field& field, const std::string& id, bool real_elements) {
  const std::string value = "pair[1]." + id;
  if (field.type == InputType::category) {
    return fmt::format("static_cast<Subject::Element>(static_cast<uint32_t>({}))", value);
  }
  if (!field.sentinel || !real_elements) return fmt::format("static_cast<Subject::Element>({})", value);
  return fmt::format("static_cast<Subject::Element>({0} == Subject::{1} ? __builtin_nan(\"\") : {0})", value,
                     sentinel_name(field));
}

// What the drivers of all languages need beside the context of the header.
void add_driver_context(const Model& model, const EmitRecord& record, std::string_view header, json& context) {
  context["header"] = string_literal(header);
  context["value_type"] = std::string(to_string(record.value_type));
  context["blends"] = can_blend(model, record.fields);
  std::size_t enums = 0;
  for (std::size_t i = 0; i < record.fields.size(); ++i) {
    context["fields"][i]["raw_type"] = raw_type(model, record.fields[i]);
    if (record.fields[i].type != InputType::category) continue;
    const Feature& feature = model.features[record.fields[i].feature];
    context["enums"][enums++]["no_value"] = string_literal(no_value_of(feature));
  }
}

std::string emit_cpp_driver(const Model& model, const EmitRecord& record, std::string_view header) {
  const Names names = make_names(model, record.fields, record.space);
  json context = base_context(model, record.fields, names);
  add_driver_context(model, record, header, context);
  add_row_context(model, record.fields, names, context);
  add_text_context(model, record.fields, record.model_sha256, context);
  const bool real_elements = context["element"] == "float" || context["element"] == "double";
  for (std::size_t i = 0; i < record.fields.size(); ++i) {
    const bool category = record.fields[i].type == InputType::category;
    json& field = context["fields"][i];
    field["to_element"] = to_element(record.fields[i], names.fields[i], real_elements);
    field["assignment"] = category ? "static_cast<Subject::" + names.enums[i].type + ">(value)"
                          : record.fields[i].type == InputType::boolean ? std::string("value != 0")
                                                                        : std::string("value");
  }
  return render_template("templates/cpp/driver.cpp.inja", context);
}

std::string emit_c_driver(const Model& model, const EmitRecord& record, std::string_view header) {
  json context = c_base_context(model, record.fields, make_c_names(model, record.fields, record.space));
  add_driver_context(model, record, header, context);
  add_text_context(model, record.fields, record.model_sha256, context);
  return render_template("templates/c/driver.c.inja", context);
}

}  // namespace

std::string emit_driver(const Model& model, const EmitRecord& record, std::string_view header) {
  return record.language == Language::c ? emit_c_driver(model, record, header) : emit_cpp_driver(model, record, header);
}

}  // namespace espalier
