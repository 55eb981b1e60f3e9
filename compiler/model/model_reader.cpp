// From JSON text to a model that keeps every rule. Keys and types are checked here, what the values must be in
// validate.
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "model/model_json.hpp"
#include "model/model_keys.hpp"
#include "model/validate.hpp"
#include "support/json_document.hpp"
#include "support/text.hpp"

namespace espalier {

namespace {

// Before anything else: a file of another kind or of a later version is better told so than shown its unknown keys.
std::uint64_t read_header(const JsonDocument& document, const Fields& fields) {
  const auto format = fields.find("format");
  if (!format) refuse(document, 0, "not an Espalier model: missing key 'format'");
  if (read_string(document, *format) != keys::kFormat) {
    refuse(document, *format, "not an Espalier model: expected " + in_quotes(keys::kFormat));
  }
  const std::size_t version = fields.at("version");
  const std::uint64_t number = read_whole(document, version);
  if (number < 1 || number > kModelFormatVersion) {
    refuse(document, version,
           "model format version " + std::to_string(number) + " is not known; this tool reads versions 1 to " +
               std::to_string(kModelFormatVersion),
           number > kModelFormatVersion ? "use the version of Espalier that wrote the model, or a later one" : "");
  }
  return number;
}

// What earlier versions than `since` do not have.
void refuse_later(const JsonDocument& document, std::uint64_t version, std::size_t entry, const std::string& what,
                  std::uint64_t since = 2) {
  if (version >= since) return;
  refuse(document, entry, fmt::format("{} came with version {} of the format", what, since),
         fmt::format("set \"version\" to {}", since));
}

Gap read_pair(const JsonDocument& document, std::size_t entry) {
  const std::vector<double> numbers = read_array(document, entry, read_number);
  if (numbers.size() != 2) refuse(document, entry, "expected 2 numbers, found " + std::to_string(numbers.size()));
  return {numbers[0], numbers[1]};
}

std::optional<Gap> read_gap(const JsonDocument& document, const Fields& fields) {
  if (const auto gap = fields.find("gap")) return read_pair(document, *gap);
  return std::nullopt;
}

CutPoint read_cut(const JsonDocument& document, std::size_t entry) {
  const Fields fields(document, entry);
  fields.allow_only(keys::kCut);
  return {read_number(document, fields.at("threshold")), read_gap(document, fields)};
}

DateForm read_date(const JsonDocument& document, std::size_t entry) {
  const Fields fields(document, entry);
  fields.allow_only(keys::kDate);
  const auto form = parse_pattern(read_string(document, fields.at("form")));
  if (!form) refuse(document, fields.at("form"), "this is not a form of dates, as yyyy-mm-dd is");
  DateForm date = *form;
  date.unit = read_choice<DateUnit>(document, fields.at("unit"));
  return date;
}

MergedWords read_merged(const JsonDocument& document, std::size_t entry) {
  const Fields fields(document, entry);
  fields.allow_only(keys::kMerged);
  return {read_index(document, fields.at("category")), read_array(document, fields.at("words"), read_string)};
}

Feature read_feature(const JsonDocument& document, std::size_t entry, std::uint64_t version) {
  const Fields fields(document, entry);
  Feature feature;
  feature.kind = read_choice<FeatureKind>(document, fields.at("kind"));
  const bool numeric = feature.kind == FeatureKind::numeric;
  fields.allow_only(numeric ? NameList(keys::kNumeric) : NameList(keys::kCategorical));
  feature.name = read_string(document, fields.at("name"));
  if (numeric) {
    feature.integer = read_boolean(document, fields.at("integer"));
    const auto [minimum, maximum] = read_pair(document, fields.at("range"));
    feature.minimum = minimum;
    feature.maximum = maximum;
    if (const auto precision = fields.find("precision")) {
      refuse_later(document, version, *precision, "'precision'");
      feature.precision = read_choice<Precision>(document, *precision);
    }
    if (const auto date = fields.find("date")) feature.date = read_date(document, *date);
    if (const auto cuts = fields.find("cuts")) feature.cuts = read_array(document, *cuts, read_cut);
  } else {
    feature.ordered = read_boolean(document, fields.at("ordered"));
    feature.categories = read_array(document, fields.at("categories"), read_string);
    if (const auto merged = fields.find("merged")) feature.merged = read_array(document, *merged, read_merged);
  }
  return feature;
}

std::uint32_t read_group(const JsonDocument& document, std::size_t entry) {
  if (document.entries[entry].kind == JsonKind::null) return kNoGroup;
  // The largest number stands for null, so that an index is smaller.
  return static_cast<std::uint32_t>(read_whole(document, entry, kNoGroup - 1));
}

Surrogate read_surrogate(const JsonDocument& document, std::size_t entry) {
  const Fields fields(document, entry);
  Surrogate surrogate;
  const bool numeric = read_choice(document, fields.at("test"), keys::kSurrogateTests) == 0;
  fields.allow_only(numeric ? NameList(keys::kNumericSurrogate) : NameList(keys::kCategoricalSurrogate));
  surrogate.feature = read_index(document, fields.at("feature"));
  if (numeric) {
    surrogate.threshold = read_number(document, fields.at("threshold"));
    surrogate.gap = read_gap(document, fields);
  } else {
    surrogate.test = TestKind::member;
    surrogate.categories = read_array(document, fields.at("categories"), read_index);
  }
  surrogate.reversed = read_boolean(document, fields.at("reversed"));
  surrogate.agreement = read_number(document, fields.at("agreement"));
  return surrogate;
}

RulePart read_part(const JsonDocument& document, std::size_t entry) {
  const Fields fields(document, entry);
  RulePart part;
  part.kind = read_choice<RulePart::Kind>(document, fields.at("test"));
  fields.allow_only(keys::kPartKeys[static_cast<std::size_t>(part.kind)]);
  part.feature = read_index(document, fields.at("feature"));
  switch (part.kind) {
    case RulePart::Kind::upto:
    case RulePart::Kind::above:
      part.threshold = read_number(document, fields.at("threshold"));
      part.gap = read_gap(document, fields);
      break;
    case RulePart::Kind::in: part.categories = read_array(document, fields.at("categories"), read_index); break;
    case RulePart::Kind::known: return part;
    case RulePart::Kind::missing: part.missing = true; return part;
  }
  part.missing = read_boolean(document, fields.at("missing"));
  return part;
}

void read_test(const JsonDocument& document, const Fields& fields, Node& node) {
  if (node.test == TestKind::all_of) {
    node.parts = read_array(document, fields.at("parts"), read_part);
    if (node.parts.empty()) refuse(document, fields.at("parts"), "at least one part is needed");
    node.feature = node.parts.front().feature;
    node.children = read_array(document, fields.at("children"), read_index);
    node.missing_child = 1;
    return;
  }
  node.feature = read_index(document, fields.at("feature"));
  node.children = read_array(document, fields.at("children"), read_index);
  node.missing_child = read_index(document, fields.at("missing_child"));
  if (node.test == TestKind::less_equal) {
    node.threshold = read_number(document, fields.at("threshold"));
    node.gap = read_gap(document, fields);
  }
  if (node.test == TestKind::member) node.categories = read_array(document, fields.at("categories"), read_index);
  if (node.test == TestKind::grouped) node.groups = read_array(document, fields.at("groups"), read_group);
  if (const auto surrogates = fields.find("surrogates")) {
    node.surrogates = read_array(document, *surrogates, read_surrogate);
  }
}

// Reads the nodes of a tree; which keys they have depends on the task, and on whether there are several trees.
class NodeReader {
 public:
  NodeReader(Task task, Combination combination, std::uint64_t version)
      : task_(task),
        version_(version),
        single_(combination == Combination::single),
        answer_(leaf_answer(task, combination)) {
    for (std::size_t test = 0; test < keys_.size(); ++test) {
      keys_[test].assign(keys::kTestKeys[test].begin(), keys::kTestKeys[test].end());
      if (single_) {
        const auto answer = keys::kAnswerKeys[static_cast<std::size_t>(task)];
        keys_[test].insert(keys_[test].end(), answer.begin(), answer.end());
        continue;
      }
      if (static_cast<TestKind>(test) == TestKind::leaf) {
        keys_[test].push_back(to_string(answer_));
      }
      keys_[test].push_back(keys::kWeight);
    }
  }

  Node operator()(const JsonDocument& document, std::size_t entry) const {
    const Fields fields(document, entry);
    Node node;
    const std::size_t test = read_choice(document, fields.at("test"), kNames<TestKind>);
    node.test = static_cast<TestKind>(test);
    if (node.test == TestKind::all_of) refuse_later(document, version_, fields.at("test"), "decision lists", 3);
    fields.allow_only(keys_[test]);
    if (!single_) {
      if (node.is_leaf()) read_leaf_answer(document, fields, node);
      if (const auto weight = fields.find(keys::kWeight)) node.total = read_number(document, *weight);
    } else if (task_ == Task::classification) {
      node.label = read_index(document, fields.at("label"));
      node.counts = read_array(document, fields.at("counts"), read_number);
    } else {
      node.value = read_number(document, fields.at("value"));
      node.total = read_number(document, fields.at("weight"));
      node.deviation = read_number(document, fields.at("deviation"));
    }
    if (!node.is_leaf()) read_test(document, fields, node);
    return node;
  }

 private:
  void read_leaf_answer(const JsonDocument& document, const Fields& fields, Node& leaf) const {
    const std::size_t entry = fields.at(to_string(answer_));
    switch (answer_) {
      case LeafAnswer::label: leaf.label = read_index(document, entry); break;
      case LeafAnswer::shares: leaf.shares = read_array(document, entry, read_number); break;
      case LeafAnswer::value: leaf.value = read_number(document, entry); break;
    }
  }

  Task task_;
  std::uint64_t version_;
  bool single_;
  LeafAnswer answer_;
  std::array<std::vector<std::string_view>, kNames<TestKind>.size()> keys_;
};

// Reads nodes while the text is parsed: what a million of them look like as JSON takes several times the room of the
// tree. That works where the task and the combination, which say what keys a node has, stand before the trees, as
// Espalier writes it; nodes of other files stay in the document and are read from there.
class NodeTaker {
 public:
  bool operator()(const JsonDocument& document, std::size_t array, std::size_t depth, std::size_t object) {
    constexpr std::size_t kDepthOfNodes = 4;  // the document, its trees, a tree, its nodes
    if (depth != kDepthOfNodes || text_of(document, array - 1) != "nodes") return false;
    if (taken_.empty() || taken_.back().array != array) taken_.push_back({array, {}, reader_for(document)});
    if (!taken_.back().read) return false;
    taken_.back().nodes.push_back((*taken_.back().read)(document, object));
    return true;
  }

  // The nodes that were read while parsing, and are no longer in the document.
  std::vector<Node> take(std::size_t array) {
    for (Taken& taken : taken_) {
      if (taken.array == array) return std::move(taken.nodes);
    }
    return {};
  }

 private:
  struct Taken {
    std::size_t array;
    std::vector<Node> nodes;
    std::optional<NodeReader> read;  // none: what keys nodes have is not known yet
  };

  static std::optional<NodeReader> reader_for(const JsonDocument& document) {
    std::optional<Task> task;
    std::optional<Combination> combination;
    std::optional<std::uint64_t> version;
    for (std::size_t key = 1; key != 0 && key < document.entries.size(); key = document.entries[key + 1].next) {
      if (text_of(document, key) == "task") {
        task = read_choice<Task>(document, key + 1);
      } else if (text_of(document, key) == "combination") {
        combination = read_choice<Combination>(document, key + 1);
      } else if (text_of(document, key) == "version") {
        version = read_whole(document, key + 1);
      }
    }
    if (!task || !combination || !version) return std::nullopt;
    return NodeReader(*task, *combination, *version);
  }

  std::vector<Taken> taken_;
};

std::vector<Tree> read_trees(const JsonDocument& document, std::size_t entry, const Model& model, std::uint64_t version,
                             NodeTaker& taker) {
  const NodeReader read_node(model.task, model.combination, version);
  return read_array(document, entry, [&](const JsonDocument&, std::size_t tree) {
    const Fields fields(document, tree);
    fields.allow_only(keys::kTree);
    Tree read;
    if (model.sums.base.size() > 1) {
      read.output = read_index(document, fields.at("output"));
    } else if (const auto output = fields.find("output")) {
      refuse(document, *output, "only trees of a model with several outputs have one");
    }
    const std::size_t nodes = fields.at("nodes");
    read.nodes = read_array(document, nodes, read_node);
    if (read.nodes.empty()) read.nodes = taker.take(nodes);
    return read;
  });
}

int read_exponent(const JsonDocument& document, std::size_t entry) {
  const double number = read_number(document, entry);
  if (number != std::trunc(number) || std::abs(number) > kLargestExponent) {
    refuse(document, entry, "expected a whole number from -999 to 999");
  }
  return static_cast<int>(number);
}

Sums read_sums(const JsonDocument& document, std::size_t entry, const Model& model) {
  const Fields fields(document, entry);
  fields.allow_only(keys::kSums);
  const auto refuse_key = [&](const char* key, const char* why) {
    if (const auto found = fields.find(key)) refuse(document, *found, why);
  };
  Sums sums;
  sums.arithmetic = read_choice<Arithmetic>(document, fields.at("arithmetic"));
  if (leaf_answer(model) == LeafAnswer::value && sums.arithmetic == Arithmetic::whole) {
    sums.exponent = read_exponent(document, fields.at("exponent"));
  } else {
    refuse_key("exponent", "only values that are added as whole numbers have one");
  }
  if (model.combination == Combination::sum) {
    sums.base = read_array(document, fields.at("base"), read_number);
    sums.link = read_choice<ScoreLink>(document, fields.at("link"));
  } else {
    refuse_key("base", "only combination 'sum' has one");
    refuse_key("link", "only combination 'sum' has one");
  }
  return sums;
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

Evaluation read_evaluation(const JsonDocument& document, std::size_t entry, Task task) {
  const Fields fields(document, entry);
  fields.allow_only(keys::evaluation(task));
  Evaluation evaluation{read_string(document, fields.at("method")),
                        read_number(document, fields.at(keys::score(task)))};
  const auto known = [&](std::string_view key) {
    const auto found = fields.find(key);
    return found ? std::optional(read_number(document, *found)) : std::nullopt;
  };
  evaluation.standard_error = known("standard_error");
  evaluation.balanced_accuracy = known("balanced_accuracy");
  evaluation.auc = known("auc");
  evaluation.precision = known("precision");
  evaluation.recall = known("recall");
  return evaluation;
}

Provenance read_provenance(const JsonDocument& document, std::size_t entry, Task task) {
  const Fields fields(document, entry);
  fields.allow_only(keys::provenance(task));
  Provenance provenance;
  provenance.tool = read_string(document, fields.at("tool"));
  provenance.data_sha256 = read_string(document, fields.at("data_sha256"));
  provenance.rows = read_whole(document, fields.at("rows"));
  provenance.options = read_options(document, fields.at("options"));
  if (const auto baseline = fields.find("baseline")) provenance.baseline = read_number(document, *baseline);
  if (const auto score = fields.find(keys::training_score(task))) {
    provenance.training_score = read_number(document, *score);
  }
  if (const auto evaluation = fields.find("evaluation")) {
    provenance.evaluation = read_evaluation(document, *evaluation, task);
  }
  return provenance;
}

void read_classes(const JsonDocument& document, const Fields& fields, Model& model) {
  model.labels = read_array(document, fields.at("labels"), read_string);
  const auto costs = fields.find("costs");
  if (!costs) return;
  model.costs = read_array(
      document, *costs, [](const JsonDocument& from, std::size_t row) { return read_array(from, row, read_number); });
  if (model.costs.empty()) refuse(document, *costs, "expected one row per label, found none");
}

Smoothing read_smoothing(const JsonDocument& document, std::size_t entry) {
  const Fields fields(document, entry);
  fields.allow_only(keys::kSmoothing);
  Smoothing smoothing;
  smoothing.kind = read_choice<SmoothingKind>(document, fields.at("kind"));
  if (smoothing.kind == SmoothingKind::m_estimate) {
    smoothing.m = read_number(document, fields.at("m"));
  } else if (const auto m = fields.find("m")) {
    refuse(document, *m, "only smoothing of the kind 'm-estimate' has an m");
  }
  return smoothing;
}

DecisionThreshold read_decision_threshold(const JsonDocument& document, std::size_t entry) {
  const Fields fields(document, entry);
  fields.allow_only(keys::kDecisionThreshold);
  return {read_index(document, fields.at("label")), read_number(document, fields.at("probability"))};
}

void refuse_classes(const JsonDocument& document, const Fields& fields) {
  for (const char* key : {"labels", "costs", "smoothing", "decision_threshold"}) {
    if (const auto entry = fields.find(key)) refuse(document, *entry, "a regression model has no classes");
  }
}

Model read_document(const JsonDocument& document, NodeTaker& taker) {
  const Fields fields(document, 0);
  const std::uint64_t version = read_header(document, fields);
  fields.allow_only(keys::kModel);
  Model model;
  model.task = read_choice<Task>(document, fields.at("task"));
  model.target = read_string(document, fields.at("target"));
  if (model.task == Task::classification) {
    read_classes(document, fields, model);
  } else {
    refuse_classes(document, fields);
  }
  model.features = read_array(document, fields.at("features"), [&](const JsonDocument& from, std::size_t entry) {
    return read_feature(from, entry, version);
  });
  model.missing = read_choice<MissingPolicy>(document, fields.at("missing"));
  if (const auto smoothing = fields.find("smoothing")) model.smoothing = read_smoothing(document, *smoothing);
  if (const auto threshold = fields.find("decision_threshold")) {
    model.decision_threshold = read_decision_threshold(document, *threshold);
  }
  model.combination = read_choice<Combination>(document, fields.at("combination"));
  if (model.combination != Combination::single) {
    refuse_later(document, version, fields.at("combination"), "models of several trees");
  }
  if (has_sums(model.combination)) {
    model.sums = read_sums(document, fields.at("sums"), model);
  } else if (const auto sums = fields.find("sums")) {
    refuse(document, *sums, "only combinations 'mean' and 'sum' have them");
  }
  model.trees = read_trees(document, fields.at("trees"), model, version, taker);
  model.provenance = read_provenance(document, fields.at("provenance"), model.task);
  return model;
}

// Nothing is dropped, so that whatever is wrong can be pointed at.
Model read_and_locate_faults(std::string_view text, const std::string& name) {
  const JsonDocument document = parse_json(text, name);
  NodeTaker none;
  Model model = read_document(document, none);
  try {
    check_model(model);
  } catch (const ModelFault& fault) {
    throw Diagnostic(ExitCode::bad_input, location_of(document, entry_at(document, fault.path())), fault.message());
  }
  return model;
}

}  // namespace

Model read_model(std::string_view text, const std::string& name) {
  try {
    NodeTaker taker;
    const JsonDocument document = parse_json(text, name, std::ref(taker));
    Model model = read_document(document, taker);
    check_model(model);
    return model;
  } catch (const Diagnostic&) {
    return read_and_locate_faults(text, name);
  } catch (const ModelFault&) {
    return read_and_locate_faults(text, name);
  }
}

}  // namespace espalier
