#include "report/model_report.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <vector>

#include "grow/options.hpp"
#include "model/tree_facts.hpp"
#include "report/figure_text.hpp"
#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier {
namespace {

constexpr std::size_t kLinesPerTree = 60;
constexpr std::size_t kTreesShown = 5;

// As the model file calls it.
std::string combination_name(const Model& model) {
  return std::string(to_string(model.combination));
}

std::string origin_text(const Model& model) {
  const Provenance& provenance = model.provenance;
  const std::string answers = model.task == Task::regression ? "a number" : quoted_words(model.labels, 8);
  std::string text = fmt::format("model     predicts {} ({}) from {}; missing values: {}\n", in_quotes(model.target),
                                 answers, counted(model.features.size(), "column"), to_string(model.missing));
  text += fmt::format("trained   on {} by {}\n", counted(provenance.rows, "row"), printable(provenance.tool));
  for (const auto& [name, value] : provenance.options) {
    text += fmt::format("          {} = {}\n", printable(name), printable(value));
  }
  return text;
}

std::string sizes_text(const Model& model, const TreeSize& size) {
  const std::string head =
      model.combination == Combination::single
          ? "tree      "
          : fmt::format("trees     {}, by {}: ", grouped(model.trees.size()), combination_name(model));
  return head + to_text(size) + "\n";
}

// Categories that stand for several words.
std::string merged_words_text(const Model& model, bool verbose) {
  std::string text;
  for (const Feature& feature : model.features) {
    for (const MergedWords& merged : feature.merged) {
      text += fmt::format("words     {}: {} are read as {}: {}\n", in_quotes(feature.name, 40),
                          grouped(merged.words.size()), in_quotes(feature.categories[merged.category], 40),
                          quoted_words(merged.words, verbose ? merged.words.size() : kWordsShown));
    }
  }
  return text;
}

nlohmann::ordered_json merged_words_json(const Model& model) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const Feature& feature : model.features) {
    for (const MergedWords& merged : feature.merged) {
      list.push_back(
          {{"column", feature.name}, {"category", feature.categories[merged.category]}, {"words", merged.words}});
    }
  }
  return list;
}

std::string threshold_line(const Model& model) {
  if (!model.decision_threshold) return "";
  return fmt::format("threshold {} from a probability of {} on\n",
                     in_quotes(model.labels[model.decision_threshold->label], 30),
                     shortest(model.decision_threshold->probability));
}

std::string scores_text(const Model& model) {
  const Provenance& provenance = model.provenance;
  const std::string baseline =
      provenance.baseline
          ? fmt::format(" (always {}: {})", model.task == Task::regression ? "the mean" : "the most frequent class",
                        score_text(model.task, *provenance.baseline))
          : "";
  std::string text;
  if (provenance.training_score) {
    text += fmt::format("{:<9} {} on the training rows{}\n", score_name(model.task),
                        score_text(model.task, *provenance.training_score), baseline);
  }
  if (!provenance.evaluation) return text;
  const Evaluation& evaluation = *provenance.evaluation;
  text += fmt::format("          {} by {}{}\n", score_text(model.task, evaluation.score), printable(evaluation.method),
                      baseline);
  if (evaluation.balanced_accuracy && evaluation.auc) {
    text += fmt::format("          balanced accuracy {}, AUC {}\n", percent(*evaluation.balanced_accuracy),
                        share_text(*evaluation.auc));
  }
  if (model.decision_threshold && evaluation.recall) {
    const std::optional<double> f1 = f1_of(evaluation.precision, evaluation.recall);
    text += fmt::format("          {}: {}\n", in_quotes(model.labels[model.decision_threshold->label], 30),
                        precision_text(evaluation.precision, evaluation.recall, f1));
  }
  return text;
}

void add_score_keys(const Model& model, nlohmann::ordered_json& json) {
  const Provenance& provenance = model.provenance;
  const char* const name = score_name(model.task);
  if (provenance.baseline) json["baseline"] = *provenance.baseline;
  if (provenance.training_score) json[fmt::format("training_{}", name)] = *provenance.training_score;
  if (!provenance.evaluation) return;
  const Evaluation& evaluation = *provenance.evaluation;
  json[name] = evaluation.score;
  if (evaluation.standard_error) json["standard_error"] = *evaluation.standard_error;
  if (evaluation.balanced_accuracy && evaluation.auc) {
    json["balanced_accuracy"] = *evaluation.balanced_accuracy;
    json["auc"] = *evaluation.auc;
  }
  if (model.decision_threshold && evaluation.recall) {
    json["recall"] = *evaluation.recall;
    if (evaluation.precision) json["precision"] = *evaluation.precision;
  }
}

std::string tree_text(const Model& model, std::size_t index, bool verbose) {
  const Tree& tree = model.trees[index];
  std::string text = "\n";
  if (model.combination != Combination::single) {
    text += fmt::format("tree {}{}\n", index + 1,
                        model.sums.base.size() > 1 ? " for " + in_quotes(model.labels[tree.output], 30) : "");
  }
  text += outline_text(model, tree, verbose ? tree.nodes.size() : kLinesPerTree);
  return verbose ? text + surrogates_text(model, tree, tree.nodes.size()) : text;
}

std::string trees_text(const Model& model, bool verbose) {
  std::string text;
  for (std::size_t i = 0; i < model.trees.size(); ++i) {
    if (!verbose && i == kTreesShown) {
      return text + fmt::format("\n... {}\n", counted(model.trees.size() - i, "more tree"));
    }
    text += tree_text(model, i, verbose);
  }
  return text;
}

}  // namespace

ModelFacts model_facts(const Model& model) {
  ModelFacts facts{model, tree_size(model), std::nullopt};
  if (model.combination == Combination::single) facts.purity = purity_facts(model);
  return facts;
}

std::string to_text(const ModelFacts& facts, bool verbose) {
  const Model& model = facts.model;
  std::string text = origin_text(model) + sizes_text(model, facts.size) + merged_words_text(model, verbose) +
                     threshold_line(model) + scores_text(model);
  if (facts.purity) text += to_text(*facts.purity);
  return text + trees_text(model, verbose);
}

nlohmann::ordered_json to_json(const ModelFacts& facts) {
  const Model& model = facts.model;
  nlohmann::ordered_json json;
  nlohmann::ordered_json words = merged_words_json(model);
  if (!words.empty()) json["merged_words"] = std::move(words);
  json["kind"] = "model";
  json["task"] = task_name(model.task);
  json["target"] = model.target;
  if (model.task == Task::classification) json["labels"] = model.labels;
  json["missing"] = to_string(model.missing);
  json["features"] = model.features.size();
  if (model.combination != Combination::single) {
    json["combination"] = combination_name(model);
    json["trees"] = model.trees.size();
  }
  json["nodes"] = facts.size.nodes;
  json["leaves"] = facts.size.leaves;
  json["depth"] = facts.size.depth;
  json["rows"] = model.provenance.rows;
  if (const auto& decided = model.decision_threshold) {
    json["threshold"] = {{"label", model.labels[decided->label]}, {"probability", decided->probability}};
  }
  add_score_keys(model, json);
  if (facts.purity) json.update(to_json(*facts.purity));
  return json;
}

}  // namespace espalier
