#include "emit/about.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "emit/escape.hpp"
#include "model/tree_facts.hpp"
#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier {
namespace {

using nlohmann::json;

std::string list_of(const std::vector<std::string>& texts) {
  std::vector<std::string> shown;
  for (const std::string& text : texts) shown.push_back(comment_text(text, 30));
  return enumerate(shown, 8);
}

// Options hold words and numbers and are shown as they are; anything else in a forged model stands in quotes, so that
// it cannot end the comment's line.
std::string option_text(const std::string& name, const std::string& value) {
  constexpr std::string_view kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-+.,:=";
  const std::string text = fmt::format("{}={}", name, value);
  return text.size() <= 100 && text.find_first_not_of(kPlain) == std::string::npos ? text : comment_text(text);
}

void wrap_options(const Provenance& provenance, json& lines) {
  std::string line = " ";
  for (const auto& [name, value] : provenance.options) {
    const std::string item = " " + option_text(name, value);
    if (line.size() + item.size() > 110) {
      lines.push_back(line);
      line = " ";
    }
    line += item;
  }
  if (line.size() > 1) lines.push_back(line);
}

std::string missing_line(const Model& model, const std::vector<Field>& fields) {
  if (std::none_of(fields.begin(), fields.end(), can_be_missing)) return "The input types have no missing value.";
  const std::string value = "missing value (NaN, the sentinel, or unknown)";
  switch (model.missing) {
    case MissingPolicy::refuse: break;
    case MissingPolicy::majority: return fmt::format("A {} takes the branch that most training rows took.", value);
    case MissingPolicy::learned:
      return fmt::format("A {} takes the branch that served the training rows better.", value);
    case MissingPolicy::own_category:
      return fmt::format("A {} is a value of its own, with a branch that training chose.", value);
    case MissingPolicy::surrogate:
      return fmt::format(
          "For a {} other columns decide, in the order that the tests give; at last the branch is fixed.", value);
    case MissingPolicy::fractional:
      return fmt::format(
          "A {} takes every branch, each by its share of the training rows, and the answers are blended.", value);
  }
  return "Training saw no missing values; NaN and unknown fail every test.";
}

std::string score_text(const Model& model, double score) {
  return model.task == Task::regression ? shortest(static_cast<float>(score)) : percent(score);
}

}  // namespace

json about_lines(const Model& model, const std::vector<Field>& fields, std::size_t max_tests, const AboutWords& words) {
  const Tree& tree = model.trees.front();
  const Provenance& provenance = model.provenance;
  json lines = json::array();
  const std::string tool = provenance.tool.empty() ? "" : " from a model of " + comment_text(provenance.tool, 40);
  lines.push_back(
      fmt::format("A decision tree as {}, made by Espalier{}. Do not edit: change the model and emit it again.",
                  words.language, tool));
  lines.push_back("");
  const bool regression = model.task == Task::regression;
  lines.push_back(fmt::format("Predicts {} ({}) from {} of {}.", comment_text(model.target),
                              regression ? "a number" : list_of(model.labels), fields.size(),
                              counted(model.features.size(), "column")));
  lines.push_back(fmt::format("Tree: {}, {}, at most {} for an answer.", counted(tree.nodes.size(), "node"),
                              counted(leaf_count(tree), "rule"), counted(max_tests, "test")));
  if (provenance.rows > 0) {
    lines.push_back(fmt::format("Trained on {}; SHA-256 of the data {}.", counted(provenance.rows, "row"),
                                comment_text(provenance.data_sha256, 64)));
    wrap_options(provenance, lines);
  }
  const std::string_view score_name = regression ? "Root mean squared error" : "Accuracy";
  if (provenance.training_score) {
    lines.push_back(
        fmt::format("{} on the training rows: {}.", score_name, score_text(model, *provenance.training_score)));
  }
  if (provenance.evaluation) {
    lines.push_back(fmt::format("{} by {}: {}.", score_name, comment_text(provenance.evaluation->method, 80),
                                score_text(model, provenance.evaluation->score)));
  }
  lines.push_back(missing_line(model, fields));
  lines.push_back("");
  lines.push_back("    " + words.declaration);
  for (const std::string& field : words.fields) {
    lines.push_back(fmt::format("    row.{} = ...;", field));
    if (lines.size() > 24) break;
  }
  lines.push_back("    " + words.call);
  lines.push_back("");
  lines.push_back(words.needs);
  for (json& line : lines) line = line == "" ? std::string("//") : "// " + line.get<std::string>();
  return lines;
}

}  // namespace espalier
