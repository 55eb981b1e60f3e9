#include "emit/emit_record.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "emit/language.hpp"
#include "emit/names.hpp"
#include "support/diagnostic.hpp"
#include "support/text.hpp"
#include "version.hpp"

namespace espalier {
namespace {

constexpr std::string_view kNamespaceLetters = "abcdefghijklmnopqrstuvwxyz0123456789_";

Field field_from(const nlohmann::json& entry, const Model& model) {
  Field field;
  const auto index = entry.at("feature").get<std::uint64_t>();  // of any size: it must not wrap around
  const Feature& feature = model.features.at(index);
  field.feature = static_cast<std::uint32_t>(index);
  const auto type = entry.at("type").get<std::string>();
  const bool categorical = type == "category";
  if (categorical != (feature.kind == FeatureKind::categorical)) throw std::out_of_range("kind");
  field.type = categorical ? InputType(InputType::category) : parse_type_name(type).value();
  field.sentinel = entry.at("sentinel").get<bool>();
  if (field.sentinel != needs_sentinel(field.type, model.missing)) throw std::out_of_range("sentinel");
  return field;
}

// The record's line and its mark: a name that is quoted in an earlier comment may hold the mark, too, but no line.
struct MarkedLine {
  std::size_t begin = std::string_view::npos;
  std::string_view mark;
  std::string_view end;
};

MarkedLine line_with_mark(std::string_view text) {
  MarkedLine first;
  for (const LanguageRow& row : language_rows()) {
    const std::string_view mark = row.record_mark;
    std::size_t at = text.find(mark);
    while (at != std::string_view::npos && at > 0 && text[at - 1] != '\n') at = text.find(mark, at + 1);
    if (at < first.begin) first = {at, mark, row.record_end};
  }
  return first;
}

bool has_namespace(Language language) {
  return row_of(language).vocabulary == Vocabulary::code;
}

// What every emitted header keeps, and the passes rely on: a valid namespace; fields in the order of the features, each
// once, and one for every feature that a tree tests.
void require_sound(const EmitRecord& record, const Model& model) {
  const bool identifier = !record.space.empty() && record.space.front() >= 'a' && record.space.front() <= 'z' &&
                          record.space.find_first_not_of(kNamespaceLetters) == std::string::npos;
  if (has_namespace(record.language) && (!identifier || is_reserved(record.space)))
    throw std::out_of_range("namespace");
  std::vector<bool> has_field(model.features.size(), false);
  for (std::size_t i = 0; i < record.fields.size(); ++i) {
    if (i > 0 && record.fields[i].feature <= record.fields[i - 1].feature) throw std::out_of_range("order");
    has_field[record.fields[i].feature] = true;
  }
  for (const Tree& tree : model.trees) {
    for (const Node& node : tree.nodes) {
      for_each_tested(node, [&](std::uint32_t feature) {
        if (!has_field[feature]) throw std::out_of_range("feature without a field");
      });
      for (const Surrogate& surrogate : node.surrogates) {
        if (!has_field[surrogate.feature]) throw std::out_of_range("surrogate without a field");
      }
    }
  }
}

}  // namespace

namespace {

// What was asked for beside what the other keys say, as the command line calls it: only what is not the default.
nlohmann::ordered_json options_json(const EmitRecord& record) {
  nlohmann::ordered_json options = nlohmann::ordered_json::object();
  if (record.goal != Goal::readable) options["optimize"] = goal_names()[static_cast<std::size_t>(record.goal)];
  if (record.form != BodyForm::early_return) options["style"] = to_string(record.form);
  if (record.shape) options["shape"] = to_string(*record.shape);
  if (record.early_exit) options["early-exit"] = true;
  if (record.runtime != RuntimeForm::inlined) options["runtime"] = to_string(record.runtime);
  if (record.selection != FieldSelection::used) options["fields"] = to_string(record.selection);
  if (record.loss != TypeLoss::refused) options["allow-loss"] = true;
  if (record.value_type_asked) options["output-type"] = true;
  if (record.parts_asked > 0) options["parts"] = record.parts_asked;
  return options;
}

template <typename Enum, typename Names>
Enum named(const nlohmann::json& options, const char* key, const Names& names) {
  const auto text = options.value(key, std::string(names[0]));
  const auto found = std::find(std::begin(names), std::end(names), text);
  if (found == std::end(names)) throw std::out_of_range(key);
  return static_cast<Enum>(found - std::begin(names));
}

void read_options(const nlohmann::json& options, EmitRecord& record) {
  record.goal = named<Goal>(options, "optimize", goal_names());
  record.form = named<BodyForm>(options, "style", kNames<BodyForm>);
  if (options.contains("shape")) record.shape = named<Shape>(options, "shape", shape_names());
  record.early_exit = options.value("early-exit", false);
  record.runtime = named<RuntimeForm>(options, "runtime", kNames<RuntimeForm>);
  record.selection = named<FieldSelection>(options, "fields", kNames<FieldSelection>);
  record.loss = options.value("allow-loss", false) ? TypeLoss::allowed : TypeLoss::refused;
  record.value_type_asked = options.value("output-type", false);
  record.parts_asked = options.value("parts", std::size_t{0});
  if (record.parts_asked > kMostParts) throw std::out_of_range("parts");
}

// SQL and rules have the types that they have.
void take_asked(const Lowered& lowered, EmitRecord& record) {
  const LowerOptions& asked = lowered.asked;
  record.goal = asked.goal;
  record.form = asked.form;
  record.selection = asked.fields;
  record.loss = asked.loss;
  const Shape usual = lowered.verdict ? default_forest_shape(asked.goal) : default_shape(asked.goal == Goal::size);
  if (asked.shape && *asked.shape != usual) record.shape = asked.shape;
  record.early_exit = asked.early_exit;
  record.value_type_asked = asked.value_type.has_value();
}

}  // namespace

EmitRecord emit_record(const Model& model, const Lowered& lowered, const EmitOptions& options) {
  EmitRecord record;
  record.language = options.language;
  record.space = options.space;
  record.fields = lowered.fields;
  record.model_sha256 = options.model_sha256;
  record.value_type = lowered.value_type.type;
  record.dialect = options.dialect;
  record.table = options.table;
  record.probabilities = options.probabilities;
  record.parts = options.parts;
  record.share_above = options.share_above;
  record.version = kVersion;
  record.runtime = options.runtime;
  record.parts_asked = options.parts_asked;
  if (!has_namespace(options.language)) return record;
  take_asked(lowered, record);
  for (const InputTypeOverride& wish : lowered.asked.input_types) {
    record.types_asked.resize(record.fields.size());
    for (std::size_t i = 0; i < record.fields.size(); ++i) {
      if (model.features[record.fields[i].feature].name == wish.column) record.types_asked[i] = true;
    }
  }
  return record;
}

std::string write_emit_record(const EmitRecord& record, Task task) {
  nlohmann::ordered_json fields = nlohmann::ordered_json::array();
  for (std::size_t i = 0; i < record.fields.size(); ++i) {
    const Field& field = record.fields[i];
    fields.push_back({{"feature", field.feature}, {"type", to_string(field.type)}, {"sentinel", field.sentinel}});
    if (!record.types_asked.empty() && record.types_asked[i]) fields.back()["asked"] = true;
  }
  nlohmann::ordered_json line = {{"language", std::string(to_string(record.language))}};
  if (!record.version.empty()) line["version"] = record.version;
  if (has_namespace(record.language)) line["namespace"] = record.space;
  if (row_of(record.language).is_sql) {
    line["dialect"] = std::string(to_string(record.dialect));
    line["table"] = record.table;
    if (record.probabilities) line["probabilities"] = true;
  }
  if (row_of(record.language).has_parts) line["parts"] = record.parts;
  if (record.share_above) line["share_above"] = *record.share_above;
  if (nlohmann::ordered_json options = options_json(record); !options.empty()) line["options"] = std::move(options);
  line["model"] = record.model_sha256;
  if (task == Task::regression) line["output"] = std::string(to_string(record.value_type));
  line["fields"] = std::move(fields);
  constexpr bool kAscii = true;
  const LanguageRow& row = row_of(record.language);
  return fmt::format("{}{}{}", row.record_mark, line.dump(-1, ' ', kAscii), row.record_end);
}

std::optional<EmitRecord> read_emit_record(std::string_view header, const Model& model, const std::string& name) {
  const auto [begin, mark, end] = line_with_mark(header);
  if (begin == std::string_view::npos) return std::nullopt;
  std::string_view line = header.substr(begin, header.find('\n', begin) - begin);
  if (line.ends_with(end)) line.remove_suffix(end.size());
  try {
    const auto parsed = nlohmann::json::parse(line.substr(mark.size()));
    EmitRecord record;
    record.language = parse_language(parsed.at("language").get<std::string>());
    if (has_namespace(record.language)) record.space = parsed.at("namespace").get<std::string>();
    if (row_of(record.language).is_sql) {
      record.dialect = parse_dialect(parsed.at("dialect").get<std::string>());
      record.table = parsed.at("table").get<std::string>();
      record.probabilities = parsed.value("probabilities", false);
      if (record.probabilities && model.task == Task::regression) throw std::out_of_range("probabilities");
    }
    if (row_of(record.language).has_parts) {
      record.parts = parsed.at("parts").get<std::size_t>();
      if (record.parts == 0 || record.parts > kMostParts) throw std::out_of_range("parts");
    }
    if (const auto above = parsed.find("share_above"); above != parsed.end()) {
      record.share_above = above->get<std::size_t>();
    }
    record.version = parsed.value("version", std::string());
    read_options(parsed.value("options", nlohmann::json::object()), record);
    record.model_sha256 = parsed.at("model").get<std::string>();
    if (model.task == Task::regression) {
      const auto type = parse_value_type(parsed.at("output").get<std::string>());
      if (!type) throw std::out_of_range("output");
      record.value_type = *type;
    }
    for (const auto& entry : parsed.at("fields")) {
      record.fields.push_back(field_from(entry, model));
      record.types_asked.push_back(entry.value("asked", false));
    }
    if (record.early_exit && !obstacle_to_early_exit(model).empty()) throw std::out_of_range("early-exit");
    require_sound(record, model);
    return record;
  } catch (const std::exception&) {
    throw Diagnostic(ExitCode::bad_input, locate(name, header, begin, line.size()),
                     "this line does not fit the model: the header was emitted from another one or was changed",
                     "emit the header again from this model");
  }
}

}  // namespace espalier
