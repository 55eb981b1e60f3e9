#include "emit/about.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "emit/escape.hpp"
#include "model/tree_facts.hpp"
#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier {
namespace {

constexpr std::size_t kLineWidth = 110;

// Options hold words and numbers and are shown as they are; anything else in a forged model stands in quotes.
std::string option_text(const std::string& name, const std::string& value) {
  constexpr std::string_view kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-+.,:=";
  const std::string text = fmt::format("{}={}", name, value);
  return text.size() <= 100 && text.find_first_not_of(kPlain) == std::string::npos ? text : comment_text(text);
}

void append_options(const Provenance& provenance, std::vector<std::string>& lines) {
  std::string line = " ";
  for (const auto& [name, value] : provenance.options) {
    const std::string item = " " + option_text(name, value);
    if (line.size() + item.size() > kLineWidth) lines.push_back(std::exchange(line, " "));
    line += item;
  }
  if (line.size() > 1) lines.push_back(line);
}

std::string answers_text(const Model& model) {
  if (model.task == Task::regression) return "a number";
  std::vector<std::string> shown;
  for (const std::string& label : model.labels) shown.push_back(comment_text(label, 30));
  return enumerate(shown, 8);
}

void append_scores(const Model& model, std::vector<std::string>& lines) {
  const bool regression = model.task == Task::regression;
  const std::string_view name = regression ? "Root mean squared error" : "Accuracy";
  const auto text = [&](double score) { return regression ? shortest(static_cast<float>(score)) : percent(score); };
  const Provenance& provenance = model.provenance;
  if (provenance.baseline) {
    lines.push_back(fmt::format("{} of always answering {}: {}.", name,
                                regression ? "the mean" : "the most frequent class", text(*provenance.baseline)));
  }
  if (provenance.training_score) {
    lines.push_back(fmt::format("{} on the training rows: {}.", name, text(*provenance.training_score)));
  }
  if (!provenance.evaluation) return;
  const Evaluation& evaluation = *provenance.evaluation;
  std::string line = fmt::format("{} by {}: {}", name, comment_text(evaluation.method, 80), text(evaluation.score));
  if (evaluation.balanced_accuracy) line += fmt::format(", balanced {}", percent(*evaluation.balanced_accuracy));
  if (evaluation.auc) line += fmt::format(", AUC {}", fixed(*evaluation.auc, 3));
  if (model.decision_threshold && evaluation.recall) {
    line += fmt::format("; {}: recall {}", comment_text(model.labels[model.decision_threshold->label], 30),
                        percent(*evaluation.recall));
    if (evaluation.precision) line += fmt::format(", precision {}", percent(*evaluation.precision));
  }
  lines.push_back(line + ".");
}

std::string smoothing_sentence(const Smoothing& smoothing) {
  if (smoothing.kind == SmoothingKind::laplace) {
    return "Probabilities are smoothed: every rule counts one row more of each class.";
  }
  return fmt::format("Probabilities are smoothed: every rule counts {} rows more, of the classes as training had them.",
                     shortest(smoothing.m));
}

std::string threshold_sentence(const Model& model) {
  const DecisionThreshold& threshold = *model.decision_threshold;
  return fmt::format("Answers {} from a probability of {} on, and {} below.",
                     comment_text(model.labels[threshold.label], 30), shortest(threshold.probability),
                     comment_text(model.labels[1 - threshold.label], 30));
}

bool is_decision_list(const Model& model) {
  return model.combination == Combination::single && is_list(only_tree(model));
}

// How the trees make an answer.
std::string_view trees_text(const Model& model) {
  switch (model.combination) {
    case Combination::single: break;
    case Combination::vote: return "Trees, which vote";
    case Combination::mean: return "Trees, whose answers are averaged";
    case Combination::sum: return "Trees, whose answers are added up";
  }
  return "Tree";
}

}  // namespace

std::string missing_sentence(const Model& model, std::string_view missing) {
  if (missing.empty()) return "The input types have no missing value.";
  if (is_decision_list(model)) {
    return fmt::format("A missing value ({}) meets no condition, unless the condition says so.", missing);
  }
  switch (model.missing) {
    case MissingPolicy::refuse: break;
    case MissingPolicy::majority:
      return fmt::format("A missing value ({}) takes the branch that most training rows took.", missing);
    case MissingPolicy::learned:
      return fmt::format("A missing value ({}) takes the branch that served the training rows better.", missing);
    case MissingPolicy::own_category:
      return fmt::format("A missing value ({}) is a value of its own, with a branch that training chose.", missing);
    case MissingPolicy::surrogate:
      return fmt::format(
          "For a missing value ({}) other columns decide, in the order that the tests give; at last the "
          "branch is fixed.",
          missing);
    case MissingPolicy::fractional:
      return fmt::format("A missing value ({}) takes every branch by its share, and the answers are blended.", missing);
  }
  return fmt::format("Training saw no missing values; a missing value ({}) fails every test.", missing);
}

std::vector<std::string> about_model(const Model& model, const std::vector<Field>& fields, std::string_view form,
                                     std::size_t max_tests, std::string_view missing) {
  const bool several = model.combination != Combination::single;
  std::size_t nodes = 0;
  std::size_t rules = 0;
  for (const Tree& tree : model.trees) {
    nodes += tree.nodes.size();
    rules += leaf_count(tree);
  }
  const Provenance& provenance = model.provenance;
  std::vector<std::string> lines;
  const std::string tool = provenance.tool.empty() ? "" : " from a model of " + comment_text(provenance.tool, 40);
  lines.push_back(fmt::format("{} as {}, made by Espalier{}. Do not edit: change the model and emit it again.",
                              several                   ? counted(model.trees.size(), "decision tree")
                              : is_decision_list(model) ? "A decision list"
                                                        : "A decision tree",
                              form, tool));
  lines.emplace_back();
  lines.push_back(fmt::format("Predicts {} ({}) from {} of {}.", comment_text(model.target), answers_text(model),
                              fields.size(), counted(model.features.size(), "column")));
  if (is_decision_list(model)) {
    lines.push_back(fmt::format("List: {}, of which the first that applies answers, at most {} for an answer.",
                                counted(rules, "rule"), counted(max_tests, "test")));
  } else {
    lines.push_back(fmt::format("{}: {}, {}, at most {} for an answer.", trees_text(model), counted(nodes, "node"),
                                counted(rules, "rule"), counted(max_tests, "test")));
  }
  if (provenance.rows > 0) {
    lines.push_back(fmt::format("Trained on {}; SHA-256 of the data {}.", counted(provenance.rows, "row"),
                                comment_text(provenance.data_sha256, 64)));
    append_options(provenance, lines);
  }
  append_scores(model, lines);
  if (model.smoothing.kind != SmoothingKind::none) lines.push_back(smoothing_sentence(model.smoothing));
  if (model.decision_threshold) lines.push_back(threshold_sentence(model));
  lines.push_back(missing_sentence(model, missing));
  return lines;
}

std::vector<std::string> about_header(const Model& model, const std::vector<Field>& fields, std::size_t max_tests,
                                      const AboutWords& words) {
  constexpr std::size_t kMostLines = 24;  // of which the example may make the comment
  const bool can_miss = std::any_of(fields.begin(), fields.end(), can_be_missing);
  std::vector<std::string> lines =
      about_model(model, fields, words.language, max_tests, can_miss ? "NaN, the sentinel, or unknown" : "");
  lines.emplace_back();
  lines.push_back("    " + words.declaration);
  for (const std::string& field : words.fields) {
    lines.push_back("    " + fmt::format(fmt::runtime(words.field), field));
    if (lines.size() > kMostLines) break;
  }
  if (!words.end_of_fields.empty()) lines.push_back(fmt::format("    {}", words.end_of_fields));
  lines.push_back("    " + words.call);
  lines.emplace_back();
  lines.push_back(words.needs);
  for (std::string& line : lines) line.insert(0, line.empty() ? "//" : "// ");
  return lines;
}

}  // namespace espalier
