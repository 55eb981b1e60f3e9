#include "emit/pmml_model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <vector>

#include "emit/about.hpp"
#include "emit/emit_record.hpp"
#include "emit/escape.hpp"
#include "emit/pmml_predicate.hpp"
#include "emit/render.hpp"
#include "emit/sql_query.hpp"
#include "model/interpret.hpp"
#include "model/tree_facts.hpp"
#include "support/diagnostic.hpp"
#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier {
namespace {

using nlohmann::json;

constexpr std::string_view kOtherOutputs = "emit another language; C++, C and rules have it";

// Names that cannot be said.

void refuse_character(std::string_view what, const std::string& text) {
  const auto found = first_not_xml(text);
  if (!found) return;
  throw Diagnostic(ExitCode::usage,
                   fmt::format("PMML is XML, which has no character U+{:04X}: {} {}", static_cast<unsigned>(*found),
                               what, in_quotes(text, 60)),
                   "rename it in the data, or emit another language");
}

void refuse_names(const Model& model, const std::vector<Field>& fields) {
  refuse_character("the target", model.target);
  for (const std::string& label : model.labels) refuse_character("the class", label);
  for (const Field& field : fields) {
    const Feature& feature = model.features[field.feature];
    refuse_character("the column", feature.name);
    if (feature.name == model.target) {
      throw Diagnostic(ExitCode::usage,
                       fmt::format("PMML has one name for each field, and {} is both the target and a column",
                                   in_quotes(model.target, 60)),
                       "rename one of them in the data");
    }
    for (const std::string& category : feature.categories) refuse_character("the word", category);
  }
}

// What PMML cannot say exactly.

void refuse_blend(const Model& model) {
  const bool has_tests = std::any_of(model.trees.begin(), model.trees.end(),
                                     [](const Tree& tree) { return !tree.nodes.front().is_leaf(); });
  if (model.missing != MissingPolicy::fractional || !has_tests) return;
  throw Diagnostic(
      ExitCode::usage,
      "PMML cannot blend as this model does: it sends a missing value down every branch (--missing "
      "fractional), and PMML's weightedConfidence rounds otherwise",
      "train with --missing surrogate, learned or majority, or emit --language rules, which has the shares");
}

void refuse_sums(const Model& model) {
  if (!has_sums(model.combination)) return;
  if (leaf_answer(model) == LeafAnswer::shares) {
    throw Diagnostic(ExitCode::usage,
                     "PMML does not say which class wins where two averages are equal, and this model does: its trees "
                     "average shares of the classes",
                     std::string(kOtherOutputs));
  }
  if (model.sums.arithmetic != Arithmetic::whole) {
    throw Diagnostic(
        ExitCode::usage,
        fmt::format("PMML does not say how sums are rounded, and those of this model depend on it: they are "
                    "added in {}",
                    to_string(model.sums.arithmetic)),
        std::string(kOtherOutputs));
  }
  if (model.combination == Combination::sum && model.sums.link != ScoreLink::identity) {
    throw Diagnostic(
        ExitCode::usage,
        fmt::format("PMML would answer by e^x, which every reader rounds as it likes: the model has the link "
                    "{}",
                    to_string(model.sums.link)),
        std::string(kOtherOutputs));
  }
}

std::size_t deepest(const Model& model) {
  std::size_t most = 0;
  for (const Tree& tree : model.trees) most = std::max(most, depth(tree));
  return most;
}

void refuse_depth(std::size_t levels) {
  if (levels <= kDeepestPmmlTree) return;
  throw Diagnostic(ExitCode::usage,
                   fmt::format("the tree is {} deep: its nodes nest in PMML, and readers of XML refuse more than 256 "
                               "levels",
                               counted(levels, "level")),
                   fmt::format("train with --max-depth {}, or emit another language", kDeepestPmmlTree));
}

// The nodes.

class NodeWriter {
 public:
  NodeWriter(const Model& model, const Tree& tree, std::size_t indent)
      : model_(model), tree_(tree), indent_(indent), rules_(rule_numbers(tree)) {
    if (model.task == Task::classification && model.combination == Combination::single) {
      distributions_ = class_distributions(model, tree);
    }
  }

  // Every line ends with a line feed. Children are written in their order, without recursion.
  std::string write() {
    std::vector<Work> work = {{0, 0, false}};
    open(0, {"<True/>"}, 0);
    work.back().closes = true;
    push_children(0, 0, work);
    while (!work.empty()) {
      const Work next = work.back();
      work.pop_back();
      if (next.closes) {
        line(next.level, "</Node>");
        continue;
      }
      const Node& parent = tree_.nodes[next.parent];
      open(next.node, branch_predicate(model_, parent, next.branch), next.level);
      work.push_back({next.node, next.level, true});
      push_children(next.node, next.level, work);
    }
    return std::move(text_);
  }

 private:
  struct Work {
    std::uint32_t node;
    std::size_t level;
    bool closes;
    std::uint32_t parent = 0;
    std::uint32_t branch = 0;
  };

  void push_children(std::uint32_t at, std::size_t level, std::vector<Work>& work) const {
    const Node& node = tree_.nodes[at];
    for (auto branch = static_cast<std::uint32_t>(node.children.size()); branch-- > 0;) {
      work.push_back({node.children[branch], level + 1, false, at, branch});
    }
  }

  void line(std::size_t level, std::string_view words) {
    text_.append(indent_ + 2 * level, ' ');
    text_ += words;
    text_ += '\n';
  }

  void open(std::uint32_t at, const XmlLines& predicate, std::size_t level) {
    const Node& node = tree_.nodes[at];
    std::string attributes =
        node.is_leaf() ? fmt::format(R"(id="{}" score="{}")", rules_[at], score(node)) : fmt::format(R"(id="n{}")", at);
    if (node.weight() > 0) attributes += fmt::format(R"( recordCount="{}")", shortest(node.weight()));
    line(level, fmt::format("<Node {}>", attributes));
    for (const std::string& each : predicate) line(level + 1, each);
    if (!node.is_leaf() || distributions_.empty()) return;
    for (std::size_t label = 0; label < model_.labels.size(); ++label) {
      line(level + 1, fmt::format(R"(<ScoreDistribution value="{}" recordCount="{}" probability="{}"/>)",
                                  xml_value(model_.labels[label]), shortest(node.counts[label]),
                                  shortest(distributions_[at][label])));
    }
  }

  std::string score(const Node& leaf) const {
    return leaf_answer(model_) == LeafAnswer::label ? xml_value(model_.labels[leaf.label]) : shortest(leaf.value);
  }

  const Model& model_;
  const Tree& tree_;
  std::size_t indent_;
  std::vector<std::uint32_t> rules_;
  std::vector<std::vector<double>> distributions_;  // single trees
  std::string text_;
};

std::string constant_node(const std::string& score, std::size_t indent) {
  const std::string blanks(indent, ' ');
  return fmt::format("{0}<Node score=\"{1}\">\n{0}  <True/>\n{0}</Node>\n", blanks, score);
}

// The fields.

std::string date_note(const Feature& feature) {
  if (!feature.date) return {};
  return xml_value(fmt::format("{} ({} since 1970-01-01)", feature.name, to_string(feature.date->unit)));
}

json data_field(const Feature& feature) {
  json values = json::array();
  for (const std::string& category : feature.categories) values.push_back(xml_value(category));
  const bool categorical = feature.kind == FeatureKind::categorical;
  return {{"name", xml_value(feature.name)},
          {"note", date_note(feature)},
          {"optype", !categorical      ? "continuous"
                     : feature.ordered ? "ordinal"
                                       : "categorical"},
          {"type", categorical ? "string" : "double"},
          {"values", std::move(values)}};
}

json target_field(const Model& model) {
  const bool classes = model.task == Task::classification;
  json values = json::array();
  for (const std::string& label : model.labels) values.push_back(xml_value(label));
  return {{"name", xml_value(model.target)},
          {"note", ""},
          {"optype", classes ? "categorical" : "continuous"},
          {"type", classes ? "string" : "double"},
          {"values", std::move(values)}};
}

// Words that are not listed are missing to the model; there is no number that is not one.
json mining_fields(const Model& model, const std::vector<std::uint32_t>& features) {
  json list = json::array();
  for (const std::uint32_t feature : features) {
    const bool words = model.features[feature].kind == FeatureKind::categorical;
    list.push_back({{"name", xml_value(model.features[feature].name)}, {"words", words}});
  }
  return list;
}

std::vector<std::uint32_t> features_of(const Tree& tree) {
  std::set<std::uint32_t> asked;
  for (const Node& node : tree.nodes) {
    if (!node.is_leaf()) asked.insert(node.feature);
    for (const Surrogate& surrogate : node.surrogates) asked.insert(surrogate.feature);
  }
  return {asked.begin(), asked.end()};
}

// The outputs: the answer; of a single tree also the rule; and what probabilities PMML computes as the model does.
json outputs(const Model& model, bool probabilities) {
  const bool classes = model.task == Task::classification;
  const SqlColumns columns = sql_columns(model, probabilities);
  json list = json::array();
  list.push_back({{"name", xml_value(columns.answer)},
                  {"optype", classes ? "categorical" : "continuous"},
                  {"type", classes ? "string" : "double"},
                  {"feature", "predictedValue"},
                  {"value", ""}});
  if (model.combination == Combination::single) {
    list.push_back({{"name", xml_value(columns.rule)},
                    {"optype", "categorical"},
                    {"type", "string"},
                    {"feature", "entityId"},
                    {"value", ""}});
  }
  for (std::size_t i = 0; i < columns.probabilities.size(); ++i) {
    list.push_back({{"name", xml_value(columns.probabilities[i])},
                    {"optype", "continuous"},
                    {"type", "double"},
                    {"feature", "probability"},
                    {"value", xml_value(model.labels[i])}});
  }
  return list;
}

// Several trees.

// PMML leaves open which class wins a tie; ties of two classes need an even number of votes.
bool can_tie(const Model& model) {
  return model.labels.size() > 2 || (model.labels.size() == 2 && model.trees.size() % 2 == 0);
}

std::string_view combination_method(const Model& model) {
  switch (model.combination) {
    case Combination::single: break;
    case Combination::vote: return can_tie(model) ? "weightedMajorityVote" : "majorityVote";
    case Combination::mean: return "average";
    case Combination::sum: return "sum";
  }
  return "";
}

// Where votes can tie, a tree's vote weighs as much as there are classes, and each class but the last one has a vote of
// its own that weighs less than that, the first one's most: of equal votes the first class wins, and no other order
// changes.
json segments(const Model& model) {
  constexpr std::size_t kIndent = 10;
  const bool weighted = model.combination == Combination::vote && can_tie(model);
  const auto segment = [&](std::string id, std::size_t weight, json fields, std::string nodes) {
    return json{{"id", std::move(id)},
                {"weight", weighted ? std::to_string(weight) : ""},
                {"fields", std::move(fields)},
                {"nodes", std::move(nodes)}};
  };
  const std::size_t labels = model.labels.size();
  json list = json::array();
  for (std::size_t i = 0; i < model.trees.size(); ++i) {
    const Tree& tree = model.trees[i];
    list.push_back(segment(fmt::format("{}{}", kTreeSegment, i + 1), labels, mining_fields(model, features_of(tree)),
                           NodeWriter(model, tree, kIndent).write()));
  }
  for (std::size_t label = 0; weighted && label + 1 < labels; ++label) {
    list.push_back(segment(fmt::format("tie {}", label + 1), labels - 1 - label, json::array(),
                           constant_node(xml_value(model.labels[label]), kIndent)));
  }
  if (model.combination == Combination::sum) {
    list.push_back(segment("base", 0, json::array(), constant_node(shortest(model.sums.base.front()), kIndent)));
  }
  return list;
}

}  // namespace

std::string emit_pmml(const Model& model, const Lowered& lowered, const EmitOptions& options) {
  refuse_list(model, "its rules are asked in their order, and PMML's trees are not",
              "emit --language rules, which has the order, or cpp, c, rust or sql");
  refuse_blend(model);
  refuse_sums(model);
  const std::size_t levels = deepest(model);
  refuse_depth(levels);
  refuse_names(model, lowered.fields);

  const bool several = model.combination != Combination::single;
  const bool classes = model.task == Task::classification;
  json context;
  context["about"] = json::array();
  for (const std::string& line :
       about_model(model, lowered.fields, "PMML", levels, "no value, or a word that training did not see")) {
    context["about"].push_back(xml_comment(line));
  }
  context["record"] = write_emit_record(emit_record(model, lowered, options), model.task);
  std::vector<std::uint32_t> features;
  context["fields"] = json::array();
  for (const Field& field : lowered.fields) {
    features.push_back(field.feature);
    context["fields"].push_back(data_field(model.features[field.feature]));
  }
  context["fields"].push_back(target_field(model));
  context["function"] = classes ? "classification" : "regression";
  context["target"] = xml_value(model.target);
  context["mining_fields"] = mining_fields(model, features);
  context["outputs"] = outputs(model, classes && (!several || !can_tie(model)));
  context["several"] = several;
  if (several) {
    context["method"] = combination_method(model);
    context["segments"] = segments(model);
  } else {
    constexpr std::size_t kIndent = 4;
    context["nodes"] = NodeWriter(model, only_tree(model), kIndent).write();
  }
  return render_template("templates/pmml/model.pmml.inja", context);
}

}  // namespace espalier
