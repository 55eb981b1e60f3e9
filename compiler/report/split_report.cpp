#include "report/split_report.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <vector>

#include "report/figure_text.hpp"
#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier {
namespace {

Spread spread_over(const std::vector<SplitResult>& splits, std::size_t SplitResult::*size) {
  std::vector<double> sizes;
  sizes.reserve(splits.size());
  for (const SplitResult& split : splits) sizes.push_back(static_cast<double>(split.*size));
  return spread_of(sizes);
}

// "5.6 (4 to 8)"; one figure if all are the same.
std::string size_spread_text(const Spread& spread) {
  if (spread.least == spread.most) return fixed(spread.least, 0);
  return fmt::format("{} ({} to {})", fixed(spread.mean, 1), fixed(spread.least, 0), fixed(spread.most, 0));
}

nlohmann::ordered_json size_spread_json(const Spread& spread) {
  return {{"mean", spread.mean}, {"least", std::llround(spread.least)}, {"most", std::llround(spread.most)}};
}

// Rounds and folds are numbered as in --predictions.
std::string splits_table(Task task, const std::vector<SplitResult>& splits) {
  const bool decide = splits.front().threshold.has_value();
  std::string text =
      fmt::format("\n  round  fold     rows  {:>10}  leaves  depth{}\n", score_name(task), decide ? "  threshold" : "");
  for (const SplitResult& split : splits) {
    text += fmt::format("  {:>5}  {:>4}  {:>7}  {:>10}  {:>6}  {:>5}", split.round, split.fold, split.rows,
                        score_text(task, split.score), split.leaves, split.depth);
    text += split.threshold ? fmt::format("  {:>9}\n", shortest(*split.threshold)) : "\n";
  }
  return text + "\n";
}

}  // namespace

nlohmann::ordered_json split_json(Task task, const SplitResult& split) {
  nlohmann::ordered_json json = {{"round", split.round},          {"fold", split.fold},     {"rows", split.rows},
                                 {score_name(task), split.score}, {"leaves", split.leaves}, {"depth", split.depth}};
  if (split.threshold) json["threshold"] = *split.threshold;
  return json;
}

std::optional<SplitThresholdFacts> split_threshold_facts(const Validation& validation,
                                                         const std::vector<std::string>& labels,
                                                         const LearnOptions& options) {
  if (!options.threshold_for) return std::nullopt;
  const ThresholdGoal& goal = *options.threshold_for;
  std::vector<double> thresholds;
  for (const SplitResult& split : validation.splits) thresholds.push_back(split.threshold.value_or(0));
  return SplitThresholdFacts{labels[goal.label], to_string(goal), goal.aim == ThresholdAim::fixed,
                             spread_of(thresholds)};
}

std::string to_text(const SplitThresholdFacts& facts) {
  const Spread& spread = facts.spread;
  const bool same = spread.least == spread.most;
  return fmt::format("threshold {} from a probability of {} on{}, {}\n", in_quotes(facts.label, kLabelShown),
                     range_text(spread.least, spread.most),
                     same ? "" : fmt::format(" ({} on average)", figure_text(spread.mean)),
                     facts.given ? "as given" : fmt::format("chosen for {}", facts.goal));
}

nlohmann::ordered_json to_json(const SplitThresholdFacts& facts) {
  return {{"label", facts.label},
          {"goal", facts.goal},
          {"mean", facts.spread.mean},
          {"least", facts.spread.least},
          {"most", facts.spread.most}};
}

std::string range_text(double least, double most) {
  if (least == most) return shortest(least);
  return fmt::format("{} to {}", shortest(least), shortest(most));
}

CrossValidationFacts cross_validation_facts(const Validation& validation, const std::vector<std::string>& labels,
                                            const LearnOptions& options) {
  CrossValidationFacts facts;
  facts.task = validation.marking.task;
  facts.splits = validation.splits;
  facts.leaves = spread_over(validation.splits, &SplitResult::leaves);
  facts.depth = spread_over(validation.splits, &SplitResult::depth);
  facts.mean_leaves = validation.mean_leaves();
  facts.threshold = split_threshold_facts(validation, labels, options);
  return facts;
}

std::string to_text(const CrossValidationFacts& facts, bool verbose) {
  std::string text = fmt::format("method    {}\n", facts.method_in_full);
  if (!facts.note.empty()) text += fmt::format("          ({})\n", facts.note);
  text += fmt::format("trees     {}; leaves{}: {}, depth: {}\n", grouped(facts.splits.size()),
                      facts.splits.size() > 1 ? " on average" : "", size_spread_text(facts.leaves),
                      size_spread_text(facts.depth));
  if (verbose) text += splits_table(facts.task, facts.splits);
  return facts.threshold ? text + to_text(*facts.threshold) : text;
}

nlohmann::ordered_json to_json(const CrossValidationFacts& facts) {
  nlohmann::ordered_json json = {{"method", facts.method}};
  if (facts.nested) json["nested"] = *facts.nested;
  if (!facts.note.empty()) json["note"] = facts.note;
  nlohmann::ordered_json folds = nlohmann::ordered_json::array();
  for (const SplitResult& split : facts.splits) folds.push_back(split_json(facts.task, split));
  json["folds"] = std::move(folds);
  json["trees"] = {{"count", facts.splits.size()},
                   {"leaves", size_spread_json(facts.leaves)},
                   {"depth", size_spread_json(facts.depth)}};
  json["mean_leaves"] = facts.mean_leaves;
  if (facts.threshold) json["threshold"] = to_json(*facts.threshold);
  return json;
}

std::string to_text(const TestFileFacts& facts) {
  std::string text = fmt::format("method    {}\ntree      {}, depth {}\n",
                                 test_file_method(facts.data_path, facts.test_path, facts.test_rows),
                                 counted(facts.tree.leaves, "leaf"), facts.tree.depth);
  return facts.threshold ? text + to_text(*facts.threshold) : text;
}

nlohmann::ordered_json to_json(const TestFileFacts& facts) {
  nlohmann::ordered_json json;
  if (facts.threshold) json["threshold"] = to_json(*facts.threshold);
  json["method"] = "test file";
  json["leaves"] = facts.tree.leaves;
  json["depth"] = facts.tree.depth;
  return json;
}

std::string test_file_method(const std::string& data_path, const std::string& test_path, std::size_t test_rows) {
  return fmt::format("trained on {}, tested on {} of {}", printable(data_path, 400), counted(test_rows, "row"),
                     printable(test_path, 400));
}

}  // namespace espalier
