// From JSON text to a model that keeps every rule. Keys and types are checked here, what the values must be in
// validate.
#include <string>

#include "model/model_fault.hpp"
#include "model/model_json.hpp"
#include "model/model_keys.hpp"
#include "support/json_fields.hpp"
#include "support/text.hpp"

namespace espalier {

namespace {

// Before anything else: a file of another kind or of a later version is better told so than shown its unknown keys.
void check_header(const JsonDocument& document, const Fields& fields) {
  const auto format = fields.find("format");
  if (!format) refuse(document, 0, "not an Espalier model: missing key 'format'");
  if (read_string(document, *format) != keys::kFormat) {
    refuse(document, *format, "not an Espalier model: expected " + in_quotes(keys::kFormat));
  }
  const std::size_t version = fields.at("version");
  const std::uint64_t number = read_whole(document, version);
  if (number != kModelFormatVersion) {
    refuse(document, version,
           "model format version " + std::to_string(number) + " is not known; this tool reads version " +
               std::to_string(kModelFormatVersion),
           number > kModelFormatVersion ? "use the version of Espalier that wrote the model, or a later one" : "");
  }
  const std::size_t task = fields.at("task");
  if (read_string(document, task) == "regression") {
    refuse(document, task, "regression models are not supported by this version of Espalier");
  }
  read_choice(document, task, std::array{keys::kTask});
}

Gap read_pair(const JsonDocument& document, std::size_t entry) {
  const std::vector<double> numbers = read_array(document, entry, read_number);
  if (numbers.size() != 2) refuse(document, entry, "expected 2 numbers, found " + std::to_string(numbers.size()));
  return {numbers[0], numbers[1]};
}

Feature read_feature(const JsonDocument& document, std::size_t entry) {
  const Fields fields(document, entry);
  Feature feature;
  feature.kind = static_cast<FeatureKind>(read_choice(document, fields.at("kind"), keys::kFeatureKinds));
  const bool numeric = feature.kind == FeatureKind::numeric;
  fields.allow_only(numeric ? NameList(keys::kNumeric) : NameList(keys::kCategorical));
  feature.name = read_string(document, fields.at("name"));
  if (numeric) {
    feature.integer = read_boolean(document, fields.at("integer"));
    const auto [minimum, maximum] = read_pair(document, fields.at("range"));
    feature.minimum = minimum;
    feature.maximum = maximum;
  } else {
    feature.ordered = read_boolean(document, fields.at("ordered"));
    feature.categories = read_array(document, fields.at("categories"), read_string);
  }
  return feature;
}

NameList keys_of(TestKind test) {
  switch (test) {
    case TestKind::leaf: return keys::kLeaf;
    case TestKind::less_equal: return keys::kLessEqual;
    case TestKind::member: return keys::kMember;
    case TestKind::multiway: return keys::kMultiway;
    case TestKind::grouped:
    case TestKind::present: break;
  }
  return {};
}

Node read_node(const JsonDocument& document, std::size_t entry) {
  const Fields fields(document, entry);
  Node node;
  node.test = static_cast<TestKind>(read_choice(document, fields.at("test"), keys::kTests));
  fields.allow_only(keys_of(node.test));
  node.label = read_index(document, fields.at("label"));
  node.counts = read_array(document, fields.at("counts"), read_number);
  if (node.is_leaf()) return node;
  node.feature = read_index(document, fields.at("feature"));
  node.children = read_array(document, fields.at("children"), read_index);
  node.missing_child = read_index(document, fields.at("missing_child"));
  if (node.test == TestKind::less_equal) {
    node.threshold = read_number(document, fields.at("threshold"));
    if (const auto gap = fields.find("gap")) node.gap = read_pair(document, *gap);
  }
  if (node.test == TestKind::member) {
    node.categories = read_array(document, fields.at("categories"), read_index);
  }
  return node;
}

Tree read_tree(const JsonDocument& document, std::size_t entry) {
  const Fields fields(document, entry);
  fields.allow_only(keys::kTree);
  return {read_array(document, fields.at("nodes"), read_node)};
}

std::vector<std::pair<std::string, std::string>> read_options(const JsonDocument& document, std::size_t entry) {
  const Fields fields(document, entry);  // any key: they are the names of options
  std::vector<std::pair<std::string, std::string>> options;
  const std::size_t end = document.entries[entry].next;
  for (std::size_t key = entry + 1; key < end; key = document.entries[key + 1].next) {
    options.emplace_back(text_of(document, key), read_string(document, key + 1));
  }
  return options;
}

Evaluation read_evaluation(const JsonDocument& document, std::size_t entry) {
  const Fields fields(document, entry);
  fields.allow_only(keys::kEvaluation);
  return {read_string(document, fields.at("method")), read_number(document, fields.at("accuracy"))};
}

Provenance read_provenance(const JsonDocument& document, std::size_t entry) {
  const Fields fields(document, entry);
  fields.allow_only(keys::kProvenance);
  Provenance provenance;
  provenance.tool = read_string(document, fields.at("tool"));
  provenance.data_sha256 = read_string(document, fields.at("data_sha256"));
  provenance.rows = read_whole(document, fields.at("rows"));
  provenance.options = read_options(document, fields.at("options"));
  if (const auto accuracy = fields.find("training_accuracy")) {
    provenance.training_score = read_number(document, *accuracy);
  }
  if (const auto evaluation = fields.find("evaluation")) provenance.evaluation = read_evaluation(document, *evaluation);
  return provenance;
}

Model read_document(const JsonDocument& document) {
  const Fields fields(document, 0);
  check_header(document, fields);
  fields.allow_only(keys::kModel);
  Model model;
  model.target = read_string(document, fields.at("target"));
  model.labels = read_array(document, fields.at("labels"), read_string);
  model.features = read_array(document, fields.at("features"), read_feature);
  model.missing = static_cast<MissingPolicy>(read_choice(document, fields.at("missing"), keys::kMissing));
  model.combination = static_cast<Combination>(read_choice(document, fields.at("combination"), keys::kCombinations));
  model.trees = read_array(document, fields.at("trees"), read_tree);
  model.provenance = read_provenance(document, fields.at("provenance"));
  return model;
}

}  // namespace

Model read_model(std::string_view text, const std::string& name) {
  const JsonDocument document = parse_json(text, name);
  Model model = read_document(document);
  try {
    check_model(model);
  } catch (const ModelFault& fault) {
    throw Diagnostic(ExitCode::bad_input, location_of(document, entry_at(document, fault.path())), fault.message());
  }
  return model;
}

}  // namespace espalier
