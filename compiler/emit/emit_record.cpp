#include "emit/emit_record.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "support/diagnostic.hpp"
#include "support/text.hpp"

namespace espalier {
namespace {

constexpr std::string_view kMark = "// espalier: ";

Field field_from(const nlohmann::json& entry, const Model& model) {
  Field field;
  field.feature = entry.at("feature").get<std::uint32_t>();
  const Feature& feature = model.features.at(field.feature);
  const auto type = entry.at("type").get<std::string>();
  const bool categorical = type == "category";
  if (categorical != (feature.kind == FeatureKind::categorical)) throw std::out_of_range("kind");
  field.type = categorical ? InputType::category : parse_input_type("=" + type).type;
  field.sentinel = entry.at("sentinel").get<bool>();
  return field;
}

}  // namespace

std::string write_emit_record(const EmitRecord& record) {
  nlohmann::ordered_json fields = nlohmann::ordered_json::array();
  for (const Field& field : record.fields) {
    fields.push_back(
        {{"feature", field.feature}, {"type", std::string(to_string(field.type))}, {"sentinel", field.sentinel}});
  }
  const nlohmann::ordered_json line = {
      {"namespace", record.space}, {"model", record.model_sha256}, {"fields", std::move(fields)}};
  return std::string(kMark) + line.dump();
}

std::optional<EmitRecord> read_emit_record(std::string_view header, const Model& model, const std::string& name) {
  const auto begin = header.find(kMark);
  if (begin == std::string_view::npos) return std::nullopt;
  const std::string_view line = header.substr(begin, header.find('\n', begin) - begin);
  try {
    const auto parsed = nlohmann::json::parse(line.substr(kMark.size()));
    EmitRecord record;
    record.space = parsed.at("namespace").get<std::string>();
    record.model_sha256 = parsed.at("model").get<std::string>();
    for (const auto& entry : parsed.at("fields")) record.fields.push_back(field_from(entry, model));
    return record;
  } catch (const std::exception&) {
    throw Diagnostic(ExitCode::bad_input, locate(name, header, begin, line.size()),
                     "this line does not fit the model: the header was emitted from another one or was changed",
                     "emit the header again from this model");
  }
}

}  // namespace espalier
