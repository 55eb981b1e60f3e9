#include "audit/read_pmml.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "emit/pmml_model.hpp"
#include "support/number_text.hpp"
#include "support/text.hpp"
#include "support/xml_document.hpp"

namespace espalier {
namespace {

using Truth = PmmlFile::Truth;
using Predicate = PmmlFile::Predicate;
using PmmlOp = PmmlFile::Op;

class PmmlReader {
 public:
  PmmlReader(const XmlDocument& document, const Model& model) : document_(document), model_(model) {}

  std::vector<PmmlFile::Field> fields(const XmlElement& schema, const XmlElement& dictionary) const {
    std::vector<PmmlFile::Field> fields(model_.features.size());
    for (const XmlElement* entry : children_of(document_, schema, "MiningField")) {
      if (entry->find("usageType").value_or("active") != "active") continue;
      PmmlFile::Field& field = fields[feature_of(*entry, "name")];
      field.active = true;
      const std::string_view treatment = entry->find("invalidValueTreatment").value_or("returnInvalid");
      require(treatment == "asMissing" || treatment == "returnInvalid", *entry, "expected another treatment");
      field.invalid_is_missing = treatment == "asMissing";
    }
    for (const XmlElement* entry : children_of(document_, dictionary, "DataField")) {
      if (attribute_of(document_, *entry, "name") == model_.target) continue;
      const std::uint32_t feature = feature_of(*entry, "name");
      const bool words = model_.features[feature].kind == FeatureKind::categorical;
      require(attribute_of(document_, *entry, "dataType") == (words ? "string" : "double"), *entry, "another type");
      fields[feature].valid.assign(model_.features[feature].categories.size(), false);
      for (const XmlElement* value : children_of(document_, *entry, "Value")) {
        require(words, *value, "the column is numeric");
        fields[feature].valid[word_of(*value, model_.features[feature], attribute_of(document_, *value, "value"))] =
            true;
      }
    }
    return fields;
  }

  PmmlFile::Segment tree(const XmlElement& element) const {
    require(element.name == "TreeModel", element, "expected a tree");
    require(element.find("missingValueStrategy").value_or("none") == "none", element, "another missingValueStrategy");
    require(element.find("noTrueChildStrategy").value_or("returnNullPrediction") == "returnNullPrediction", element,
            "another noTrueChildStrategy");
    PmmlFile::Segment segment;
    std::vector<const XmlElement*> pending = {&child_of(document_, element, "Node")};
    for (std::size_t at = 0; at < pending.size(); ++at) {  // in order of levels: any tree has places for its children
      PmmlFile::Node node = this->node(*pending[at]);
      for (const XmlElement* child : children_of(document_, *pending[at], "Node")) {
        node.children.push_back(static_cast<std::uint32_t>(pending.size()));
        pending.push_back(child);
      }
      segment.nodes.push_back(std::move(node));
    }
    return segment;
  }

  std::vector<PmmlFile::Segment> segments(const XmlElement& segmentation) const {
    std::vector<PmmlFile::Segment> segments;
    for (const XmlElement* element : children_of(document_, segmentation, "Segment")) {
      child_of(document_, *element, "True");
      PmmlFile::Segment segment = tree(child_of(document_, *element, "TreeModel"));
      segment.is_tree = attribute_of(document_, *element, "id").starts_with(kTreeSegment);
      if (const auto weight = element->find("weight")) segment.weight = number(*element, *weight);
      segments.push_back(std::move(segment));
    }
    return segments;
  }

  void require(bool kept, const XmlElement& element, const std::string& message) const {
    if (!kept) refuse(document_, element, message);
  }

 private:
  template <typename Texts>
  std::uint32_t place(const XmlElement& element, const Texts& texts, std::string_view text,
                      std::string_view noun) const {
    const auto found = std::find(texts.begin(), texts.end(), text);
    require(found != texts.end(), element, fmt::format("the model has no such {}", noun));
    return static_cast<std::uint32_t>(found - texts.begin());
  }

  std::uint32_t feature_of(const XmlElement& element, std::string_view attribute) const {
    const std::string_view name = attribute_of(document_, element, attribute);
    const auto found = std::find_if(model_.features.begin(), model_.features.end(),
                                    [&](const Feature& feature) { return feature.name == name; });
    require(found != model_.features.end(), element, "the model has no such column");
    return static_cast<std::uint32_t>(found - model_.features.begin());
  }

  std::uint32_t word_of(const XmlElement& element, const Feature& feature, std::string_view text) const {
    return place(element, feature.categories, text, "word");
  }

  double number(const XmlElement& element, std::string_view text) const {
    const auto value = parse_number(text);
    require(value.has_value(), element, "expected a number");
    return *value;
  }

  PmmlFile::Node node(const XmlElement& element) const {
    PmmlFile::Node node;
    std::size_t predicates = 0;
    for (const std::uint32_t child : element.children) {
      const XmlElement& part = document_.elements[child];
      if (part.name == "Node" || part.name == "ScoreDistribution") continue;
      node.predicate = predicate(part);
      ++predicates;
    }
    require(predicates == 1, element, "expected one predicate");
    const auto score = element.find("score");
    if (!score) return node;
    if (const auto id = element.find("id")) {
      const char* const end = id->data() + id->size();
      const auto [stop, error] = std::from_chars(id->data(), end, node.rule);
      require(error == std::errc() && stop == end, element, "expected the number of a rule");
    }
    if (model_.task == Task::regression) {
      node.value = number(element, *score);
      return node;
    }
    node.label = place(element, model_.labels, *score, "label");
    for (const XmlElement* share : children_of(document_, element, "ScoreDistribution")) {
      const std::size_t label = node.probabilities.size();
      require(label < model_.labels.size() && attribute_of(document_, *share, "value") == model_.labels[label], *share,
              "expected the labels in their order");
      number(*share, attribute_of(document_, *share, "recordCount"));
      node.probabilities.push_back(static_cast<float>(number(*share, attribute_of(document_, *share, "probability"))));
    }
    return node;
  }

  // Compounds nest in compounds, twice at most.
  Predicate predicate(const XmlElement& element, int level = 0) const {
    Predicate read;
    if (element.name == "True" || element.name == "False") {
      read.holds = element.name == "True";
    } else if (element.name == "SimplePredicate") {
      simple(element, read);
    } else if (element.name == "SimpleSetPredicate") {
      set(element, read);
    } else if (element.name == "CompoundPredicate") {
      constexpr int kDeepest = 4;
      require(level < kDeepest, element, "predicates nest deeper than those of Espalier");
      const std::string_view op = attribute_of(document_, element, "booleanOperator");
      require(op == "and" || op == "or" || op == "surrogate", element, "an operator that Espalier does not use");
      read.op = op == "and" ? PmmlOp::all : op == "or" ? PmmlOp::any : PmmlOp::surrogate;
      for (const std::uint32_t part : element.children) {
        read.parts.push_back(predicate(document_.elements[part], level + 1));
      }
      require(read.parts.size() >= 2, element, "expected two parts or more");
    } else {
      refuse(document_, element, "expected a predicate");
    }
    return read;
  }

  void simple(const XmlElement& element, Predicate& read) const {
    read.feature = feature_of(element, "field");
    const Feature& feature = model_.features[read.feature];
    const std::string_view op = attribute_of(document_, element, "operator");
    if (op == "isMissing" || op == "isNotMissing") {
      read.op = op == "isMissing" ? PmmlOp::missing : PmmlOp::known;
      return;
    }
    const std::string_view value = attribute_of(document_, element, "value");
    if (op == "lessOrEqual" || op == "greaterThan") {
      require(feature.kind == FeatureKind::numeric, element, "the column is categorical");
      read.op = op == "lessOrEqual" ? PmmlOp::at_most : PmmlOp::above;
      read.number = number(element, value);
      return;
    }
    require(op == "equal" || op == "notEqual", element, "an operator that Espalier does not use");
    require(feature.kind == FeatureKind::categorical, element, "the column is numeric");
    read.op = op == "equal" ? PmmlOp::in : PmmlOp::not_in;
    read.words.assign(feature.categories.size(), false);
    read.words[word_of(element, feature, value)] = true;
  }

  void set(const XmlElement& element, Predicate& read) const {
    read.feature = feature_of(element, "field");
    const Feature& feature = model_.features[read.feature];
    const std::string_view op = attribute_of(document_, element, "booleanOperator");
    require(op == "isIn" || op == "isNotIn", element, "an operator that Espalier does not use");
    read.op = op == "isIn" ? PmmlOp::in : PmmlOp::not_in;
    const XmlElement& array = child_of(document_, element, "Array");
    read.words.assign(feature.categories.size(), false);
    std::size_t count = 0;
    std::string_view rest = array.text;
    while (!rest.empty()) {
      if (count > 0) {
        require(rest.starts_with(' '), array, "expected a blank between texts");
        rest.remove_prefix(1);
      }
      const std::size_t end = rest.find('"', 1);
      require(rest.starts_with('"') && end != std::string_view::npos, array, "expected texts in quotes");
      read.words[word_of(array, feature, rest.substr(1, end - 1))] = true;
      rest.remove_prefix(end + 1);
      ++count;
    }
    require(attribute_of(document_, array, "n") == std::to_string(count), array, "n is not the number of texts");
  }

  const XmlDocument& document_;
  const Model& model_;
};

bool contains_category(const std::vector<bool>& words, double value) {
  return value >= 0 && value < static_cast<double>(words.size()) && words[static_cast<std::size_t>(value)];
}

Truth as_truth(bool holds) {
  return holds ? Truth::yes : Truth::no;
}

std::uint32_t first_of_largest(const std::vector<double>& numbers) {
  return static_cast<std::uint32_t>(std::max_element(numbers.begin(), numbers.end()) - numbers.begin());
}

}  // namespace

PmmlFile::PmmlFile(std::string_view text, const std::string& name, const Model& model)
    : regression_(model.task == Task::regression), labels_(model.labels.size()) {
  const XmlDocument document = parse_xml(text, name);
  const PmmlReader reader(document, model);
  const XmlElement& root = document.elements.front();
  reader.require(root.name == "PMML" && root.find("version") == "4.4", root, "expected PMML 4.4");
  const bool several = model.combination != Combination::single;
  const XmlElement& subject = child_of(document, root, several ? "MiningModel" : "TreeModel");
  reader.require(attribute_of(document, subject, "functionName") == (regression_ ? "regression" : "classification"),
                 subject, "the model's function is another");
  fields_ = reader.fields(child_of(document, subject, "MiningSchema"), child_of(document, root, "DataDictionary"));
  if (several) {
    const XmlElement& segmentation = child_of(document, subject, "Segmentation");
    method_ = attribute_of(document, segmentation, "multipleModelMethod");
    segments_ = reader.segments(segmentation);
  } else {
    segments_ = {reader.tree(subject)};
  }
}

bool PmmlFile::is_invalid(std::uint32_t feature, Row row) const {
  const Field& field = fields_[feature];
  return !field.valid.empty() && !std::isnan(row[feature]) && !contains_category(field.valid, row[feature]);
}

bool PmmlFile::is_missing(std::uint32_t feature, Row row) const {
  const Field& field = fields_[feature];
  return !field.active || std::isnan(row[feature]) || (field.invalid_is_missing && is_invalid(feature, row));
}

Truth PmmlFile::truth(const Predicate& predicate, Row row) const {
  switch (predicate.op) {
    case Op::constant: return as_truth(predicate.holds);
    case Op::missing: return as_truth(is_missing(predicate.feature, row));
    case Op::known: return as_truth(!is_missing(predicate.feature, row));
    case Op::surrogate:
      for (const Predicate& part : predicate.parts) {
        if (const Truth found = truth(part, row); found != Truth::unknown) return found;
      }
      return Truth::unknown;
    case Op::all:
    case Op::any: {
      const Truth decisive = as_truth(predicate.op == Op::any);
      Truth found = as_truth(predicate.op == Op::all);
      for (const Predicate& part : predicate.parts) {
        const Truth each = truth(part, row);
        if (each == decisive) return each;
        if (each == Truth::unknown) found = each;
      }
      return found;
    }
    default: break;
  }
  if (is_missing(predicate.feature, row)) return Truth::unknown;
  const double value = row[predicate.feature];
  switch (predicate.op) {
    case Op::at_most: return as_truth(value <= predicate.number);
    case Op::above: return as_truth(value > predicate.number);
    case Op::in: return as_truth(contains_category(predicate.words, value));
    default: return as_truth(!contains_category(predicate.words, value));
  }
}

const PmmlFile::Node* PmmlFile::leaf(const Segment& segment, Row row) const {
  const Node* at = &segment.nodes.front();
  if (truth(at->predicate, row) != Truth::yes) return nullptr;
  while (!at->children.empty()) {
    const auto child = std::find_if(at->children.begin(), at->children.end(), [&](std::uint32_t place) {
      return truth(segment.nodes[place].predicate, row) == Truth::yes;
    });
    if (child == at->children.end()) return nullptr;
    at = &segment.nodes[*child];
  }
  return at;
}

std::optional<GivenAnswer> PmmlFile::combined(Row row) const {
  GivenAnswer answer;
  std::vector<double> votes(labels_, 0.0);
  double sum = 0;
  double weights = 0;
  for (const Segment& segment : segments_) {
    const Node* found = leaf(segment, row);
    if (found == nullptr) return std::nullopt;
    if (segment.is_tree) answer.rules.push_back(found->rule);
    sum += found->value;
    weights += segment.weight;
    if (!regression_) votes[found->label] += segment.weight;
  }
  if (!regression_) {
    answer.label = first_of_largest(votes);
    if (std::count(votes.begin(), votes.end(), votes[answer.label]) > 1) return std::nullopt;  // PMML leaves it open
    if (method_ == "weightedMajorityVote") return answer;
    for (const double share : votes) answer.probabilities.push_back(static_cast<float>(share / weights));
    return answer;
  }
  answer.value = method_ == "average" ? sum / static_cast<double>(segments_.size()) : sum;
  return answer;
}

std::optional<GivenAnswer> PmmlFile::answer(Row row) const {
  for (std::uint32_t feature = 0; feature < fields_.size(); ++feature) {
    if (fields_[feature].active && !fields_[feature].invalid_is_missing && is_invalid(feature, row))
      return std::nullopt;
  }
  if (!method_.empty()) return combined(row);
  const Node* found = leaf(segments_.front(), row);
  if (found == nullptr) return std::nullopt;
  GivenAnswer answer;
  answer.label = found->label;
  answer.value = found->value;
  answer.rule = found->rule;
  answer.probabilities = found->probabilities;
  return answer;
}

}  // namespace espalier
