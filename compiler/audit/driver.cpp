#include "audit/driver.hpp"

#include <nlohmann/json.hpp>

#include "audit/raw_rows.hpp"
#include "emit/cpp_context.hpp"
#include "emit/cpp_text.hpp"
#include "emit/escape.hpp"
#include "emit/names.hpp"
#include "emit/render.hpp"

namespace espalier {

std::string emit_driver(const Model& model, const EmitRecord& record, std::string_view header) {
  const Names names = make_names(model, record.fields, record.space);
  nlohmann::json context = base_context(model, record.fields, names);
  context["header"] = string_literal(header);
  for (std::size_t i = 0; i < record.fields.size(); ++i) {
    const bool category = record.fields[i].type == InputType::category;
    nlohmann::json& field = context["fields"][i];
    field["raw_type"] = raw_type(model, record.fields[i]);
    field["assignment"] = category ? "static_cast<subject::" + names.enums[i].type + ">(value)" : std::string("value");
  }
  return render_template("templates/cpp/driver.cpp.inja", context);
}

}  // namespace espalier
