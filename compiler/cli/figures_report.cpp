#include "cli/figures_report.hpp"

#include <fmt/format.h>

#include "cli/class_tables.hpp"
#include "cli/json_figures.hpp"
#include "cli/score_text.hpp"
#include "evaluate/statistics.hpp"
#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier::cli {
namespace {

// "137 of 150 rows", or of several rounds "411 of 450 answers, 3 rounds of 150 rows"; `right` is empty for numbers.
std::string rows_text(const Metrics& metrics, const std::string& right) {
  if (metrics.rounds == 1) return right + counted(metrics.rows, "row");
  return fmt::format("{}{}, {} rounds of {}", right, counted(metrics.rows, "answer"), metrics.rounds,
                     counted(metrics.rows / metrics.rounds, "row"));
}

void report_score(const MarkedAnswers& answers, const Figures& figures, Report& report) {
  const Task task = answers.task();
  const Metrics& metrics = figures.metrics;
  const std::string right = task == Task::regression ? "" : grouped(metrics.correct) + " of ";
  report.text += fmt::format("{:<9} {}{} ({}), standard error {}\n", score_name(task), score_text(task, metrics.score),
                             metrics.weighted ? " by weight" : "", rows_text(metrics, right),
                             score_text(task, metrics.standard_error));
  report.text += fmt::format("          {:g} % interval {} to {}", 100 * figures.level,
                             score_text(task, figures.interval.low), score_text(task, figures.interval.high));
  if (metrics.weighted) report.text += fmt::format("; as of {} rows of one weight", fixed(figures.effective_rows, 1));
  report.text += fmt::format("\n          {}\n", baseline_text(task, answers.baseline, answers.baseline_score));
  report.json[score_name(task)] = metrics.score;
  report.json["baseline"] = answers.baseline_score;
  report.json["standard_error"] = metrics.standard_error;
  report.json["interval"] = {{"level", figures.level}, {"low", figures.interval.low}, {"high", figures.interval.high}};
  report.json["rows"] = metrics.rows / metrics.rounds;
  report.json["rounds"] = metrics.rounds;
  report.json["answers"] = metrics.rows;
  report.json["weighted"] = metrics.weighted;
  report.json["effective_rows"] = figures.effective_rows;
}

// The scores of folds, or of rounds: nothing to tell of a single one.
nlohmann::ordered_json report_spread(Task task, const std::vector<double>& scores, const char* noun,
                                     const char* caption, Report& report) {
  if (scores.size() < 2) return nullptr;
  const Spread spread = spread_of(scores);
  report.text += fmt::format("{:<9} {} to {} in {}, standard deviation {}\n", caption, score_text(task, spread.least),
                             score_text(task, spread.most), counted(scores.size(), noun),
                             score_text(task, spread.deviation.value_or(0)));
  return {{"mean", spread.mean},
          {"standard_deviation", or_null(spread.deviation)},
          {"least", spread.least},
          {"most", spread.most}};
}

// The splits of a hold-out are its rounds: said once.
void report_spreads(const MarkedAnswers& answers, Report& report) {
  if (answers.split_scores.empty()) return;
  const bool folds = answers.split_scores.size() > answers.round_scores.size();
  nlohmann::ordered_json spread;
  spread["folds"] = nullptr;
  if (folds) spread["folds"] = report_spread(answers.task(), answers.split_scores, "fold", "spread", report);
  spread["rounds"] = report_spread(answers.task(), answers.round_scores, "round", folds ? "" : "spread", report);
  report.json["spread"] = std::move(spread);
}

void report_agreement(const Agreement& agreement, Report& report) {
  const std::string balanced =
      agreement.balanced_accuracy ? percent(*agreement.balanced_accuracy) : std::string("undefined");
  report.text +=
      fmt::format("agreement balanced accuracy {}, macro F1 {}, kappa {}, MCC {}\n", balanced,
                  known_text(agreement.macro_f1), known_text(agreement.kappa), known_text(agreement.matthews));
  report.json["balanced_accuracy"] = or_null(agreement.balanced_accuracy);
  report.json["macro_f1"] = or_null(agreement.macro_f1);
  report.json["kappa"] = or_null(agreement.kappa);
  report.json["mcc"] = or_null(agreement.matthews);
}

void report_probability(const Figures& figures, Report& report) {
  const ProbabilityScores& scores = figures.probability;
  report.text += fmt::format("certainty log loss {}, Brier score {}, mean AUC {}, calibration error {}\n",
                             share_text(scores.log_loss), share_text(scores.brier), known_text(figures.mean_area),
                             share_text(figures.calibration.expected_error));
  if (scores.excluded > 0) {
    report.text += fmt::format("          {} had probability 0 for the right class\n",
                               counted(scores.excluded, figures.metrics.rounds == 1 ? "row" : "answer"));
  }
  report.json["log_loss"] = scores.log_loss;
  report.json["zero_probability"] = scores.excluded;
  report.json["brier"] = scores.brier;
  report.json["auc"] = or_null(figures.mean_area);
}

void report_labels(const MarkedAnswers& answers, const Figures& figures, Report& report) {
  if (const auto cost = figures.metrics.mean_cost) {
    report.text += fmt::format("cost      {} for a row on average\n", figure_text(*cost));
    report.json["mean_cost"] = *cost;
  }
  report_agreement(figures.agreement, report);
  report_probability(figures, report);
  report_classes(answers.labels, figures, report);
  report_confusion(answers.labels, figures.metrics, report);
  report_calibration(figures, report);
}

nlohmann::ordered_json quantiles_json(const std::vector<Quantile>& quantiles) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
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

void report_values(const Figures& figures, Report& report) {
  const Metrics& metrics = figures.metrics;
  const ErrorFigures& errors = figures.errors;
  report.text += fmt::format("mae       {}\n", figure_text(metrics.mean_absolute_error));
  report.text += fmt::format("R2        {}\n", metrics.r_squared ? fixed(*metrics.r_squared, 4)
                                                                 : "undefined: the target is the same in all rows");
  report.text += fmt::format("bias      {}, the mean of answer - actual\n", figure_text(errors.mean));
  report.text += quantiles_text("answer - actual", errors.quantiles);
  report.text += quantiles_text("size of error", errors.absolute_quantiles) + "\n";
  report.json["mae"] = metrics.mean_absolute_error;
  report.json["r_squared"] = or_null(metrics.r_squared);
  report.json["mean_error"] = errors.mean;
  report.json["error_quantiles"] = quantiles_json(errors.quantiles);
  report.json["absolute_error_quantiles"] = quantiles_json(errors.absolute_quantiles);
}

}  // namespace

void report_figures(const MarkedAnswers& answers, const Figures& figures, Report& report) {
  report_score(answers, figures, report);
  report_spreads(answers, report);
  if (answers.task() == Task::regression) {
    report_values(figures, report);
  } else {
    report_labels(answers, figures, report);
  }
}

}  // namespace espalier::cli
