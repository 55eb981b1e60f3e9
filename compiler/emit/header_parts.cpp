#include "emit/header_parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "emit/escape.hpp"
#include "emit/render.hpp"
#include "model/interpret.hpp"
#include "support/number_text.hpp"

namespace espalier {
namespace {

using nlohmann::json;

}  // namespace

CodeStyle style_of(const Lowered& lowered) {
  return lowered.form == BodyForm::single_exit ? CodeStyle::misra : CodeStyle::plain;
}

json sentinel_context(const std::vector<Field>& fields, const CodeNames& names) {
  std::map<InputType::Storage, json> sentinels;
  for (const Field& field : fields) {
    if (!field.sentinel) continue;
    sentinels[field.type] = {{"name", names.missing + std::string(storage_name(field.type))},
                             {"type", number_type(field.type)},
                             {"value", code_literal(names.style, field.type, missing_sentinel(field.type))}};
  }
  json list = json::array();
  for (auto& [type, entry] : sentinels) list.push_back(std::move(entry));
  return list;
}

std::string numeric_comment(const Feature& feature) {
  std::string range = fmt::format(", {} to {} in training", shortest(feature.minimum), shortest(feature.maximum));
  if (!feature.date) return range;
  return fmt::format(", {} since 1970-01-01{} ({} to {})", to_string(feature.date->unit), range,
                     date_text(feature.minimum, feature.date->unit), date_text(feature.maximum, feature.date->unit));
}

std::string field_comment(const Feature& feature, const Field& field, const CodeNames& names) {
  std::string text = comment_text(feature.name);
  if (field.type.is_scaled()) text += fmt::format(" in steps of {}", to_string(field.type.scale()));
  if (feature.kind == FeatureKind::numeric) {
    text += numeric_comment(feature);
  }
  if (field.sentinel) text += fmt::format("; {}{} if missing", names.missing, storage_name(field.type));
  if (!field.note.empty()) text += "; " + field.note;
  return text;
}

std::string runtime_text(RuntimeForm form, const std::vector<std::string>& files) {
  std::string text;
  for (const std::string& file : files) {
    text +=
        form == RuntimeForm::included
            ? fmt::format("#include <espalier/{}>\n", file)
            : (text.empty() ? "" : "\n") + std::string(embedded_text(fmt::format("runtime/include/espalier/{}", file)));
  }
  return text;
}

json needs_double(const Lowered& lowered) {
  json needs = json::array();
  const auto is_double = [](const Field& field) { return field.type == InputType::float64; };
  if (std::any_of(lowered.fields.begin(), lowered.fields.end(), is_double)) {
    needs.push_back({{"does", "compares"}, {"option", "--input-type COLUMN=float"}});
  }
  if (lowered.regression() && lowered.value_type.type == ValueType::float64) {
    needs.push_back({{"does", "answers"}, {"option", "--output-type float"}});
  }
  return needs;
}

std::string header_guard(std::string_view space, std::string_view extension, std::string_view model_sha256) {
  std::string guard = fmt::format("ESPALIER_{}{}{}", space, space.ends_with('_') ? "" : "_", extension);
  std::transform(guard.begin(), guard.end(), guard.begin(),
                 [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; });
  if (!model_sha256.empty()) guard += fmt::format("_{}", model_sha256.substr(0, 12));
  return guard;
}

}  // namespace espalier
