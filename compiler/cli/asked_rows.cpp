#include "cli/asked_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

#include "cli/option_values.hpp"
#include "data/weighing.hpp"
#include "evaluate/bind.hpp"
#include "evaluate/bind_dataset.hpp"
#include "support/text.hpp"

namespace espalier::cli {
namespace {

// A model with the columns of the space that asks for what any of the models asks for. Nothing but binding looks at it.
Model frame_of(const Space& space, std::span<const Model* const> models) {
  Model frame;
  frame.features = space.columns;
  frame.missing = models.front()->missing;
  Tree& tree = frame.trees.emplace_back();
  for (const Model* model : models) {
    const std::vector<bool> tested = tested_features(*model);
    for (std::size_t feature = 0; feature < tested.size(); ++feature) {
      if (!tested[feature]) continue;
      const auto column = std::ranges::find(space.columns, model->features[feature].name, &Feature::name);
      Node& node = tree.nodes.emplace_back();
      node.test = TestKind::present;
      node.feature = static_cast<std::uint32_t>(column - space.columns.begin());
    }
  }
  return frame;
}

std::string csv_line(const std::vector<std::string>& cells) {
  std::string line;
  for (const std::string& cell : cells) {
    std::string quoted = cell;
    for (std::size_t at = 0; (at = quoted.find('"', at)) != std::string::npos; at += 2) quoted.insert(at, 1, '"');
    line += fmt::format("{}\"{}\"", line.empty() ? "" : ",", quoted);
  }
  return line + "\n";
}

}  // namespace

bool are_complete(std::span<const Model* const> models) {
  return std::ranges::all_of(models, [](const Model* model) { return model->missing == MissingPolicy::refuse; });
}

SpaceRows rows_of_table(const Space& space, std::span<const Model* const> models, const BindableTable& file,
                        Warnings& warnings) {
  const Model frame = frame_of(space, models);
  const BoundColumns bound = bind_columns(file.table, file.missing_tokens, frame, BoundFeatures::all, warnings);
  SpaceRows rows;
  for (const Numbers& column : bound.columns) rows.columns.emplace_back(column.begin(), column.end());
  rows.weights = file.table.weights;
  if (!file.weight.empty()) {
    Schema tokens;
    tokens.missing_tokens = file.missing_tokens;
    rows.weights = read_weights(file.table, tokens, find_weight(file.table, file.weight, file.table.columns()));
  }
  return rows;
}

SpaceRows read_rows(const Space& space, std::span<const Model* const> models, const std::string& path,
                    const std::string& weight, const DataOptions& data, Warnings& warnings) {
  return rows_of_table(space, models, data.read_to_bind(path, weight, warnings), warnings);
}

std::vector<double> read_typed_row(const Space& space, const Model& model, const std::string& text,
                                   const DataOptions& data, Warnings& warnings) {
  const std::string trimmed(trim(text));
  const bool json = trimmed.starts_with("{");
  const std::string example =
      "a JSON object with its keys in double quotes, --row '{\"age\": 31}', or the values of all "
      "columns of the model as a line of CSV";
  const std::size_t second = trimmed.find_first_not_of(" \t", 1);
  if (json && (second == trimmed.npos || (trimmed[second] != '"' && trimmed[second] != '}'))) {
    usage(fmt::format("--row {}: expected a key in double quotes", in_quotes(trimmed, 60)),
          example + "; single quotes around it keep the shell from taking them");
  }
  std::vector<std::string> names;
  for (const Feature& feature : model.features) names.push_back(feature.name);
  if (!json && std::ranges::count(text, ',') == 0 && names.size() > 1) {
    usage(fmt::format("--row {}: expected {}", in_quotes(trimmed, 60), counted(names.size(), "value")), example);
  }
  const Source source = json ? data.parse("--row.jsonl", text + "\n", warnings)
                             : data.parse("--row.csv", csv_line(names) + text + "\n", warnings);
  if (source.table.rows() != 1) usage("--row has one row", example);
  for (const std::string& name : source.table.column_names) {
    if (name == model.target || std::ranges::find(names, name) != names.end()) continue;
    usage(fmt::format("--row: the model has no column {}", in_quotes(name)), did_you_mean(name, names));
  }
  // What is not there is missing, whoever asks for it. What is there has to be right: a number where numbers are, and
  // a word that the model knows, or else the answer is about another row.
  Model frame;
  frame.features = space.columns;
  frame.missing = model.missing;
  Tree& asked = frame.trees.emplace_back();
  for (std::uint32_t i = 0; i < space.columns.size(); ++i) {
    if (std::ranges::find(source.table.column_names, space.columns[i].name) == source.table.column_names.end())
      continue;
    Node& node = asked.nodes.emplace_back();
    node.test = TestKind::present;  // of any kind of column
    node.feature = i;
    node.children = {0, 0};
  }
  const BoundColumns bound =
      bind_columns(source.table, data.missing_tokens(source), frame, BoundFeatures::all, warnings);
  std::vector<double> row;
  for (const Numbers& column : bound.columns) row.push_back(column.front());
  return row;
}

void count_rules(RulesFacts& facts, const std::string& path, const BindableTable& file, Warnings& warnings) {
  const std::array<const Model*, 1> models = {&facts.model};
  const SpaceRows rows = rows_of_table(facts.space, models, file, warnings);
  std::vector<double> actual(rows.count(), std::numeric_limits<double>::quiet_NaN());
  if (const auto targets = known_targets(file.table, file.missing_tokens, facts.model)) {
    for (const KnownTarget& target : targets->rows) {
      if (target.label) actual[target.row] = *target.label;
      if (target.value) actual[target.row] = *target.value;
    }
  }
  count_rows(facts, rows, actual);
  facts.data = path;
}

}  // namespace espalier::cli
