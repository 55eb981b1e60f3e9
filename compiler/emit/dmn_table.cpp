#include "emit/dmn_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <string_view>

#include "emit/about.hpp"
#include "emit/emit_record.hpp"
#include "emit/escape.hpp"
#include "emit/names.hpp"
#include "emit/render.hpp"
#include "emit/rule_conditions.hpp"
#include "emit/rule_text.hpp"
#include "lower/blend_program.hpp"
#include "model/interpret.hpp"
#include "model/tree_facts.hpp"
#include "support/diagnostic.hpp"
#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier {
namespace {

using nlohmann::json;

// Words of FEEL's grammar, and those that begin a name of its own functions.
constexpr auto kFeelWords = std::to_array<std::string_view>(
    {"and",    "between", "context", "date",     "day",  "days", "duration", "else",   "every",     "external",
     "false",  "for",     "from",    "function", "if",   "in",   "instance", "list",   "month",     "months",
     "no",     "not",     "null",    "number",   "of",   "or",   "range",    "return", "satisfies", "some",
     "string", "then",    "time",    "true",     "week", "year", "years"});

bool is_letter_of_names(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

// Whether a reader of FEEL can take it for nothing but a name.
bool is_feel_name(const std::string& name) {
  if (name.empty() || name.size() > 60 || !is_letter_of_names(name.front())) return false;
  if (std::find(kFeelWords.begin(), kFeelWords.end(), name) != kFeelWords.end()) return false;
  return std::all_of(name.begin(), name.end(), [](char c) { return is_letter_of_names(c) || (c >= '0' && c <= '9'); });
}

// The cells.

std::string words_cell(const Feature& feature, const std::vector<bool>& wanted) {
  std::string text;
  for (std::size_t c = 0; c < wanted.size(); ++c) {
    if (wanted[c]) text += (text.empty() ? "" : ", ") + feel_string(feature.categories[c]);
  }
  return text;
}

// FEEL's null equals no word, and neither does a word that is not listed: where they belong to the rule, the cell names
// the words that do not.
std::string category_cell(const Feature& feature, const RuleCondition& condition) {
  std::vector<bool> held(feature.categories.size(), condition.op == RuleOp::not_in || condition.op == RuleOp::known);
  for (const std::uint32_t c : condition.categories) held[c] = condition.op == RuleOp::in;
  if (!condition.when_missing) return words_cell(feature, held);
  held.flip();
  return fmt::format("not({})", words_cell(feature, held));
}

// A comparison with null is not true. The signs are those of XML.
std::string number_cell(const RuleCondition& condition) {
  std::string known;
  switch (condition.op) {
    case RuleOp::less_equal: known = "&lt;= " + plain_decimal(condition.upto); break;
    case RuleOp::greater: known = "&gt; " + plain_decimal(condition.above); break;
    case RuleOp::within:
      known = fmt::format("({}..{}]", plain_decimal(condition.above), plain_decimal(condition.upto));
      break;
    case RuleOp::missing: return "null";
    default: return "not(null)";
  }
  return condition.when_missing ? "null, " + known : known;
}

json cells_of(const Model& model, const std::vector<Field>& fields, const std::vector<RuleCondition>& conditions) {
  json cells = json::array();
  for (const Field& field : fields) {
    const auto condition = std::find_if(conditions.begin(), conditions.end(),
                                        [&](const RuleCondition& each) { return each.feature == field.feature; });
    if (condition == conditions.end()) {
      cells.push_back("-");
      continue;
    }
    const Feature& feature = model.features[field.feature];
    cells.push_back(feature.kind == FeatureKind::categorical ? category_cell(feature, *condition)
                                                             : number_cell(*condition));
  }
  return cells;
}

// The table.

void refuse_policy(const Model& model, const std::vector<Field>& fields) {
  refuse_list(model, "the first rule that applies answers, and the rows of this decision table exclude each other",
              "emit --language rules, which has the order, or cpp, c, rust or sql");
  if (can_blend(model, fields)) {
    throw Diagnostic(ExitCode::usage,
                     "a decision table cannot blend: this model sends a missing value down every branch (--missing "
                     "fractional)",
                     "train with --missing learned or majority, or emit --language rules, which has the shares");
  }
  const Tree& tree = only_tree(model);
  const bool surrogates =
      std::any_of(tree.nodes.begin(), tree.nodes.end(), [](const Node& node) { return !node.surrogates.empty(); });
  if (!surrogates) return;
  throw Diagnostic(
      ExitCode::usage,
      "a cell of a decision table looks at one column, and this model asks others where a value is missing "
      "(--missing surrogate)",
      "train with --missing learned or majority, or emit --language pmml, which has surrogates");
}

json annotations_of(const Model& model, const Node& leaf, std::uint32_t rule) {
  const double weight = leaf.weight();
  json texts = json::array({std::to_string(rule), weight_text(weight)});
  if (model.task == Task::classification) texts.push_back(weight > 0 ? percent(leaf.counts[leaf.label] / weight) : "-");
  return texts;
}

json rows_of(const Model& model, const std::vector<Field>& fields) {
  const Tree& tree = only_tree(model);
  const std::vector<std::uint32_t> numbers = rule_numbers(tree);
  std::map<std::uint32_t, const Node*> leaves;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (numbers[i] > 0) leaves[numbers[i]] = &tree.nodes[i];
  }
  std::map<std::uint32_t, json> in_order;  // a chain of tests ends with the branch of missing values
  for_each_rule(model, tree, fields, std::nullopt,
                [&](std::uint32_t rule, const std::vector<RuleCondition>& conditions) {
                  const bool never = std::any_of(conditions.begin(), conditions.end(),
                                                 [](const RuleCondition& each) { return each.op == RuleOp::never; });
                  if (never) return;
                  const Node& leaf = *leaves.at(rule);
                  in_order[rule] = {{"number", rule},
                                    {"cells", cells_of(model, fields, conditions)},
                                    {"answer", model.task == Task::regression ? plain_decimal(leaf.value)
                                                                              : feel_string(model.labels[leaf.label])},
                                    {"annotations", annotations_of(model, leaf, rule)}};
                });
  json rows = json::array();
  for (auto& [rule, row] : in_order) rows.push_back(std::move(row));
  return rows;
}

json inputs_of(const Model& model, const std::vector<Field>& fields, const FeelNames& names) {
  json inputs = json::array();
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const Feature& feature = model.features[fields[i].feature];
    const std::string unit =
        feature.date ? fmt::format(" ({} since 1970-01-01)", to_string(feature.date->unit)) : std::string();
    inputs.push_back({{"number", i + 1},
                      {"name", names.fields[i]},
                      {"label", xml_text(feature.name) + unit},
                      {"type", feature.kind == FeatureKind::categorical ? "string" : "number"}});
  }
  return inputs;
}

}  // namespace

FeelNames feel_names(const Model& model, const std::vector<Field>& fields) {
  std::vector<std::string> taken(kFeelWords.begin(), kFeelWords.end());
  for (const Field& field : fields) {
    if (is_feel_name(model.features[field.feature].name)) taken.push_back(model.features[field.feature].name);
  }
  Scope scope("column", std::move(taken));
  FeelNames names;
  for (const Field& field : fields) {
    const std::string& name = model.features[field.feature].name;
    names.fields.push_back(is_feel_name(name) ? name : scope.name(name, field.feature));
  }
  const bool plain = is_feel_name(model.target) &&
                     std::find(names.fields.begin(), names.fields.end(), model.target) == names.fields.end();
  names.target = plain ? model.target : scope.name(model.target.empty() ? "answer" : model.target, fields.size());
  return names;
}

std::string emit_dmn(const Model& model, const Lowered& lowered, const EmitOptions& options) {
  const std::vector<Field>& fields = lowered.fields;
  refuse_policy(model, fields);
  const FeelNames names = feel_names(model, fields);
  const bool classes = model.task == Task::classification;
  json context;
  context["about"] = json::array();
  for (const std::string& line : about_model(model, fields, "a decision table of DMN", depth(only_tree(model)),
                                             "null, or a word that training did not see")) {
    context["about"].push_back(xml_comment(line));
  }
  context["record"] = write_emit_record(emit_record(model, lowered, options), model.task);
  context["namespace"] = "urn:espalier:" + (options.model_sha256.empty() ? "model" : options.model_sha256);
  context["target"] = names.target;
  context["label"] = xml_text(model.target);
  context["type"] = classes ? "string" : "number";
  context["inputs"] = inputs_of(model, fields, names);
  context["annotations"] = json::array({"Rule", "Support"});
  if (classes) context["annotations"].push_back("Purity");
  context["rows"] = rows_of(model, fields);
  return render_template("templates/dmn/table.dmn.inja", context);
}

}  // namespace espalier
