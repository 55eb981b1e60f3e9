#include "cli/threshold_report.hpp"

#include <fmt/format.h>

#include <vector>

#include "cli/json_figures.hpp"
#include "cli/score_text.hpp"
#include "evaluate/statistics.hpp"
#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier::cli {
namespace {

Spread spread_of_thresholds(const Validation& validation) {
  std::vector<double> thresholds;
  for (const SplitResult& split : validation.splits) thresholds.push_back(split.threshold.value_or(0));
  return spread_of(thresholds);
}

}  // namespace

std::string precision_text(const std::optional<double>& precision, const std::optional<double>& recall,
                           const std::optional<double>& f1) {
  return fmt::format("precision {}, recall {}, F1 {}", known_text(precision), known_text(recall), known_text(f1));
}

std::optional<double> f1_of(const std::optional<double>& precision, const std::optional<double>& recall) {
  if (!precision || !recall || *precision + *recall <= 0) return std::nullopt;
  return 2 * *precision * *recall / (*precision + *recall);
}

void report_threshold(const Learned& learned, const LearnOptions& options, Report& report) {
  if (!learned.threshold) return;
  const ThresholdChoice& choice = *learned.threshold;
  const ThresholdGoal& goal = *options.threshold_for;
  const std::string& label = learned.model.labels[goal.label];
  const bool given = goal.aim == ThresholdAim::fixed;
  report.text += fmt::format("threshold {} from a probability of {} on, {}\n", in_quotes(label, kLabelShown),
                             shortest(choice.probability),
                             given ? "as given" : fmt::format("for {} by {}", to_string(goal), choice.method));
  nlohmann::ordered_json& json = report.json["threshold"];
  json = {{"label", label}, {"probability", choice.probability}, {"goal", to_string(goal)}};
  if (given) return;
  const ThresholdFigures& figures = choice.figures;
  report.text += fmt::format("          there: {}", precision_text(figures.precision, figures.recall, figures.f1));
  if (figures.mean_cost) report.text += fmt::format(", mean cost {}", figure_text(*figures.mean_cost));
  report.text += "\n";
  json["reached"] = choice.reached;
  json["method"] = choice.method;
  json["precision"] = or_null(figures.precision);
  json["recall"] = or_null(figures.recall);
  json["f1"] = or_null(figures.f1);
  if (figures.mean_cost) json["mean_cost"] = *figures.mean_cost;
}

void report_thresholds(const Validation& validation, const std::vector<std::string>& labels,
                       const LearnOptions& options, Report& report) {
  if (!options.threshold_for) return;
  const ThresholdGoal& goal = *options.threshold_for;
  const std::string& label = labels[goal.label];
  const Spread spread = spread_of_thresholds(validation);
  const bool given = goal.aim == ThresholdAim::fixed;
  const bool same = spread.least == spread.most;
  const ThresholdRange range{goal.label, spread.least, spread.most};
  report.text += fmt::format("threshold {} from a probability of {} on{}, {}\n", in_quotes(label, kLabelShown),
                             range_text(range), same ? "" : fmt::format(" ({} on average)", figure_text(spread.mean)),
                             given ? "as given" : fmt::format("chosen for {}", to_string(goal)));
  report.json["threshold"] = {{"label", label},
                              {"goal", to_string(goal)},
                              {"mean", spread.mean},
                              {"least", spread.least},
                              {"most", spread.most}};
}

std::optional<ThresholdRange> threshold_range(const Validation& validation, const LearnOptions& options) {
  if (!options.threshold_for) return std::nullopt;
  const Spread spread = spread_of_thresholds(validation);
  return ThresholdRange{options.threshold_for->label, spread.least, spread.most};
}

std::string range_text(const ThresholdRange& range) {
  if (range.least == range.most) return shortest(range.least);
  return fmt::format("{} to {}", shortest(range.least), shortest(range.most));
}

}  // namespace espalier::cli
