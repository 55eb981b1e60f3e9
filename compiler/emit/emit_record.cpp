#include "emit/emit_record.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "emit/names.hpp"
#include "support/diagnostic.hpp"
#include "support/text.hpp"

namespace espalier {
namespace {

constexpr std::string_view kMark = "// espalier: ";
constexpr std::string_view kNamespaceLetters = "abcdefghijklmnopqrstuvwxyz0123456789_";

Field field_from(const nlohmann::json& entry, const Model& model) {
  Field field;
  const auto index = entry.at("feature").get<std::uint64_t>();  // of any size: it must not wrap around
  const Feature& feature = model.features.at(index);
  field.feature = static_cast<std::uint32_t>(index);
  const auto type = entry.at("type").get<std::string>();
  const bool categorical = type == "category";
  if (categorical != (feature.kind == FeatureKind::categorical)) throw std::out_of_range("kind");
  field.type = categorical ? InputType::category : parse_input_type("=" + type).type;
  field.sentinel = entry.at("sentinel").get<bool>();
  if (field.sentinel != (is_integer(field.type) && model.missing != MissingPolicy::refuse)) {
    throw std::out_of_range("sentinel");
  }
  return field;
}

// Where the record's line begins: a name that is quoted in an earlier comment may hold the mark, too.
std::size_t line_with_mark(std::string_view header) {
  std::size_t at = header.find(kMark);
  while (at != std::string_view::npos && at > 0 && header[at - 1] != '\n') at = header.find(kMark, at + 1);
  return at;
}

// What every emitted header keeps, and the passes rely on: a valid namespace; fields in the order of the features, each
// once, and one for every feature that a tree tests.
void require_sound(const EmitRecord& record, const Model& model) {
  const bool identifier = !record.space.empty() && record.space.front() >= 'a' && record.space.front() <= 'z' &&
                          record.space.find_first_not_of(kNamespaceLetters) == std::string::npos;
  if (!identifier || is_reserved(record.space)) throw std::out_of_range("namespace");
  std::vector<bool> has_field(model.features.size(), false);
  for (std::size_t i = 0; i < record.fields.size(); ++i) {
    if (i > 0 && record.fields[i].feature <= record.fields[i - 1].feature) throw std::out_of_range("order");
    has_field[record.fields[i].feature] = true;
  }
  for (const Tree& tree : model.trees) {
    for (const Node& node : tree.nodes) {
      if (!node.is_leaf() && !has_field[node.feature]) throw std::out_of_range("feature without a field");
      for (const Surrogate& surrogate : node.surrogates) {
        if (!has_field[surrogate.feature]) throw std::out_of_range("surrogate without a field");
      }
    }
  }
}

}  // namespace

std::string write_emit_record(const EmitRecord& record, Task task) {
  nlohmann::ordered_json fields = nlohmann::ordered_json::array();
  for (const Field& field : record.fields) {
    fields.push_back(
        {{"feature", field.feature}, {"type", std::string(to_string(field.type))}, {"sentinel", field.sentinel}});
  }
  nlohmann::ordered_json line = {{"language", std::string(to_string(record.language))},
                                 {"namespace", record.space},
                                 {"model", record.model_sha256}};
  if (record.language == Language::cpp_sources) line["parts"] = record.parts;
  if (task == Task::regression) line["output"] = std::string(to_string(record.value_type));
  line["fields"] = std::move(fields);
  return std::string(kMark) + line.dump();
}

std::optional<EmitRecord> read_emit_record(std::string_view header, const Model& model, const std::string& name) {
  const auto begin = line_with_mark(header);
  if (begin == std::string_view::npos) return std::nullopt;
  const std::string_view line = header.substr(begin, header.find('\n', begin) - begin);
  try {
    const auto parsed = nlohmann::json::parse(line.substr(kMark.size()));
    EmitRecord record;
    record.language = parse_language(parsed.at("language").get<std::string>());
    record.space = parsed.at("namespace").get<std::string>();
    record.model_sha256 = parsed.at("model").get<std::string>();
    if (record.language == Language::cpp_sources) {
      record.parts = parsed.at("parts").get<std::size_t>();
      if (record.parts == 0 || record.parts > kMostParts) throw std::out_of_range("parts");
    }
    if (model.task == Task::regression) {
      const auto type = parse_value_type(parsed.at("output").get<std::string>());
      if (!type) throw std::out_of_range("output");
      record.value_type = *type;
    }
    for (const auto& entry : parsed.at("fields")) record.fields.push_back(field_from(entry, model));
    require_sound(record, model);
    return record;
  } catch (const std::exception&) {
    throw Diagnostic(ExitCode::bad_input, locate(name, header, begin, line.size()),
                     "this line does not fit the model: the header was emitted from another one or was changed",
                     "emit the header again from this model");
  }
}

}  // namespace espalier
