#include "cli/split_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "cli/score_text.hpp"
#include "evaluate/statistics.hpp"
#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier::cli {
namespace {

Spread spread_over(const std::vector<SplitResult>& splits, std::size_t SplitResult::*size) {
  std::vector<double> sizes;
  sizes.reserve(splits.size());
  for (const SplitResult& split : splits) sizes.push_back(static_cast<double>(split.*size));
  return spread_of(sizes);
}

// "5.6 (4 to 8)"; one figure if all are the same.
std::string spread_text(const Spread& spread) {
  if (spread.least == spread.most) return fixed(spread.least, 0);
  return fmt::format("{} ({} to {})", fixed(spread.mean, 1), fixed(spread.least, 0), fixed(spread.most, 0));
}

nlohmann::ordered_json spread_json(const Spread& spread) {
  return {{"mean", spread.mean}, {"least", std::llround(spread.least)}, {"most", std::llround(spread.most)}};
}

// Rounds and folds are numbered as in --predictions.
std::string table_of(Task task, const std::vector<SplitResult>& splits) {
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

void report_splits(const Validation& validation, const CommonOptions& common, Report& report) {
  const Task task = validation.marking.task;
  const Spread leaves = spread_over(validation.splits, &SplitResult::leaves);
  const Spread depth = spread_over(validation.splits, &SplitResult::depth);
  const char* const average = validation.splits.size() > 1 ? " on average" : "";
  report.text += fmt::format("trees     {}; leaves{}: {}, depth: {}\n", grouped(validation.splits.size()), average,
                             spread_text(leaves), spread_text(depth));
  if (common.verbose) report.text += table_of(task, validation.splits);
  nlohmann::ordered_json folds = nlohmann::ordered_json::array();
  for (const SplitResult& split : validation.splits) {
    folds.push_back(split_json(task, split));
  }
  report.json["folds"] = std::move(folds);
  report.json["trees"] = {
      {"count", validation.splits.size()}, {"leaves", spread_json(leaves)}, {"depth", spread_json(depth)}};
  report.json["mean_leaves"] = validation.mean_leaves();
}

}  // namespace espalier::cli
