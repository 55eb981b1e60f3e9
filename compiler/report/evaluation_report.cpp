#include "report/evaluation_report.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "evaluate/statistics.hpp"
#include "report/class_tables.hpp"
#include "report/figure_text.hpp"
#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier {
namespace {

using Json = nlohmann::ordered_json;

// "137 of 150 rows", or of several rounds "411 of 450 answers, 3 rounds of 150 rows"; `right` is empty for numbers.
std::string rows_text(const Metrics& metrics, const std::string& right) {
  if (metrics.rounds == 1) return right + counted(metrics.rows, "row");
  return fmt::format("{}{}, {} rounds of {}", right, counted(metrics.rows, "answer"), metrics.rounds,
                     counted(metrics.rows / metrics.rounds, "row"));
}

std::string score_lines(const EvaluationFacts& facts) {
  const Figures& figures = facts.figures;
  const Metrics& metrics = figures.metrics;
  const std::string right = facts.task == Task::regression ? "" : grouped(metrics.correct) + " of ";
  std::string text = fmt::format("{:<9} {}{} ({}), standard error {}\n", score_name(facts.task),
                                 score_text(facts.task, metrics.score), metrics.weighted ? " by weight" : "",
                                 rows_text(metrics, right), score_text(facts.task, metrics.standard_error));
  text += fmt::format("          {:g} % interval {} to {}", 100 * figures.level,
                      score_text(facts.task, figures.interval.low), score_text(facts.task, figures.interval.high));
  if (metrics.weighted) text += fmt::format("; as of {} rows of one weight", fixed(figures.effective_rows, 1));
  return text + fmt::format("\n          {}\n", baseline_text(facts.task, facts.baseline, facts.baseline_score));
}

Json score_keys(const EvaluationFacts& facts) {
  const Figures& figures = facts.figures;
  const Metrics& metrics = figures.metrics;
  Json json;
  json[score_name(facts.task)] = metrics.score;
  json["baseline"] = facts.baseline_score;
  json["standard_error"] = metrics.standard_error;
  json["interval"] = {{"level", figures.level}, {"low", figures.interval.low}, {"high", figures.interval.high}};
  json["rows"] = metrics.rows / metrics.rounds;
  json["rounds"] = metrics.rounds;
  json["answers"] = metrics.rows;
  json["weighted"] = metrics.weighted;
  json["effective_rows"] = figures.effective_rows;
  return json;
}

// The splits of a hold-out are its rounds: said once.
bool tells_folds(const EvaluationFacts& facts) {
  return facts.split_scores.size() > facts.round_scores.size();
}

// The scores of folds, or of rounds: nothing to tell of a single one.
std::string spread_line(Task task, const std::vector<double>& scores, const char* noun, const char* caption) {
  if (scores.size() < 2) return "";
  const Spread spread = spread_of(scores);
  return fmt::format("{:<9} {} to {} in {}, standard deviation {}\n", caption, score_text(task, spread.least),
                     score_text(task, spread.most), counted(scores.size(), noun),
                     score_text(task, spread.deviation.value_or(0)));
}

Json spread_of_scores_json(const std::vector<double>& scores) {
  if (scores.size() < 2) return nullptr;
  const Spread spread = spread_of(scores);
  return {{"mean", spread.mean},
          {"standard_deviation", or_null(spread.deviation)},
          {"least", spread.least},
          {"most", spread.most}};
}

std::string spreads_text(const EvaluationFacts& facts) {
  if (facts.split_scores.empty()) return "";
  const bool folds = tells_folds(facts);
  const std::string of_folds = folds ? spread_line(facts.task, facts.split_scores, "fold", "spread") : "";
  return of_folds + spread_line(facts.task, facts.round_scores, "round", folds ? "" : "spread");
}

Json spreads_json(const EvaluationFacts& facts) {
  Json spread;
  spread["folds"] = nullptr;
  if (tells_folds(facts)) spread["folds"] = spread_of_scores_json(facts.split_scores);
  spread["rounds"] = spread_of_scores_json(facts.round_scores);
  return spread;
}

std::string labels_text(const EvaluationFacts& facts) {
  const Figures& figures = facts.figures;
  const Agreement& agreement = figures.agreement;
  const ProbabilityScores& scores = figures.probability;
  std::string text;
  if (const auto cost = figures.metrics.mean_cost) {
    text += fmt::format("cost      {} for a row on average\n", figure_text(*cost));
  }
  text += fmt::format("agreement balanced accuracy {}, macro F1 {}, kappa {}, MCC {}\n",
                      agreement.balanced_accuracy ? percent(*agreement.balanced_accuracy) : "undefined",
                      known_text(agreement.macro_f1), known_text(agreement.kappa), known_text(agreement.matthews));
  text += fmt::format("certainty log loss {}, Brier score {}, mean AUC {}, calibration error {}\n",
                      share_text(scores.log_loss), share_text(scores.brier), known_text(figures.mean_area),
                      share_text(figures.calibration.expected_error));
  if (scores.excluded > 0) {
    text += fmt::format("          {} had probability 0 for the right class\n",
                        counted(scores.excluded, figures.metrics.rounds == 1 ? "row" : "answer"));
  }
  return text + classes_text(facts.labels, figures) + confusion_text(facts.labels, figures.metrics) +
         calibration_text(figures);
}

void add_label_keys(const std::vector<std::string>& labels, const Figures& figures, Json& json) {
  const Agreement& agreement = figures.agreement;
  if (const auto cost = figures.metrics.mean_cost) json["mean_cost"] = *cost;
  json["balanced_accuracy"] = or_null(agreement.balanced_accuracy);
  json["macro_f1"] = or_null(agreement.macro_f1);
  json["kappa"] = or_null(agreement.kappa);
  json["mcc"] = or_null(agreement.matthews);
  json["log_loss"] = figures.probability.log_loss;
  json["zero_probability"] = figures.probability.excluded;
  json["brier"] = figures.probability.brier;
  json["auc"] = or_null(figures.mean_area);
  json["labels"] = labels;
  json["classes"] = classes_json(labels, figures);
  json["confusion"] = confusion_json(figures.metrics);
  json["calibration"] = calibration_json(figures);
}

Json quantiles_json(const std::vector<Quantile>& quantiles) {
  Json list = Json::array();
  for (const Quantile& quantile : quantiles) list.push_back({{"share", quantile.share}, {"error", quantile.value}});
  return list;
}

std::string quantiles_text(const char* caption, const std::vector<Quantile>& quantiles) {
  std::string heads = fmt::format("\n  {:<16}", caption);
  std::string figures = fmt::format("\n  {:<16}", "");
  for (const Quantile& quantile : quantiles) {
    const std::string share = quantile.share == 1 ? "largest" : fmt::format("{:g} %", 100 * quantile.share);
    const std::string figure = figure_text(quantile.value);
    heads += fmt::format(" {:>10}", share);
    figures += fmt::format(" {:>10}", figure);
  }
  return heads + figures + "\n";
}

std::string values_text(const Figures& figures) {
  const Metrics& metrics = figures.metrics;
  const ErrorFigures& errors = figures.errors;
  std::string text = fmt::format("mae       {}\n", figure_text(metrics.mean_absolute_error));
  text += fmt::format("R2        {}\n", metrics.r_squared ? fixed(*metrics.r_squared, 4)
                                                          : "undefined: the target is the same in all rows");
  text += fmt::format("bias      {}, the mean of answer - actual\n", figure_text(errors.mean));
  text += quantiles_text("answer - actual", errors.quantiles);
  return text + quantiles_text("size of error", errors.absolute_quantiles) + "\n";
}

void add_value_keys(const Figures& figures, Json& json) {
  json["mae"] = figures.metrics.mean_absolute_error;
  json["r_squared"] = or_null(figures.metrics.r_squared);
  json["mean_error"] = figures.errors.mean;
  json["error_quantiles"] = quantiles_json(figures.errors.quantiles);
  json["absolute_error_quantiles"] = quantiles_json(figures.errors.absolute_quantiles);
}

}  // namespace

std::string to_text(const EvaluationFacts& facts) {
  const std::string head = score_lines(facts) + spreads_text(facts);
  return head + (facts.task == Task::regression ? values_text(facts.figures) : labels_text(facts));
}

nlohmann::ordered_json to_json(const EvaluationFacts& facts) {
  Json json = score_keys(facts);
  if (!facts.split_scores.empty()) json["spread"] = spreads_json(facts);
  add_figure_keys(facts.task, facts.labels, facts.figures, json);
  return json;
}

void add_figure_keys(Task task, const std::vector<std::string>& labels, const Figures& figures,
                     nlohmann::ordered_json& json) {
  if (task == Task::regression) {
    add_value_keys(figures, json);
  } else {
    add_label_keys(labels, figures, json);
  }
}

std::uint32_t sought_of_two(const EvaluationFacts& facts) {
  if (facts.threshold) return facts.threshold->label;
  const std::vector<ClassFigures>& classes = facts.figures.metrics.classes;
  return classes[0].support < classes[1].support ? 0 : 1;
}

std::string predictions_csv(const EvaluationFacts& facts, const EvaluatedRows& rows, bool probabilities) {
  std::string csv = rows.rounds.empty() ? "row,fold,actual,predicted" : "row,round,fold,actual,predicted";
  if (probabilities) {
    for (const std::string& label : facts.labels) csv += "," + csv_cell("probability " + label);
  }
  csv += "\n";
  const auto answer = [&](const Answers& given, std::size_t i) {
    return facts.task == Task::regression ? shortest(given.values[i]) : csv_cell(facts.labels[given.labels[i]]);
  };
  for (std::size_t i = 0; i < rows.table_rows.size(); ++i) {
    const std::string round = rows.rounds.empty() ? "" : fmt::format("{},", rows.rounds[i]);
    const std::string fold = rows.folds.empty() ? "" : fmt::format("{}", rows.folds[i]);
    csv += fmt::format("{},{}{},{},{}", rows.table_rows[i] + 1, round, fold, answer(rows.answered.actual, i),
                       answer(rows.answered.predicted, i));
    if (probabilities) {
      for (const double share : rows.answered.predicted.distribution(i)) csv += "," + shortest(share);
    }
    csv += "\n";
  }
  return csv;
}

}  // namespace espalier
