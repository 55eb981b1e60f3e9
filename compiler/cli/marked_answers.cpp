#include "cli/marked_answers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cli/csv_text.hpp"
#include "cli/score_text.hpp"
#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier::cli {
namespace {

constexpr std::size_t kLabelsShown = 20;

// Without weights, weights are numbers of rows and shown as such.
std::string weight_text(double weight) {
  return weight == std::trunc(weight) ? fixed(weight, 0) : fixed(weight, 2);
}

nlohmann::ordered_json weight_json(double weight, bool weighted) {
  if (weighted) return weight;
  return static_cast<std::uint64_t>(weight);
}

std::size_t label_width(const std::vector<std::string>& labels) {
  std::size_t width = 6;  // "actual"
  for (const std::string& label : labels) width = std::max(width, count_characters(printable(label, 30)));
  return width;
}

void report_classes(const MarkedAnswers& answers, Report& report) {
  const Metrics& metrics = answers.metrics;
  const std::size_t width = label_width(answers.labels);
  nlohmann::ordered_json classes = nlohmann::ordered_json::array();
  report.text += fmt::format("\n  {:<{}}  support  precision  recall     F1\n", "class", width);
  for (std::size_t i = 0; i < answers.labels.size(); ++i) {
    const ClassFigures& figures = metrics.classes[i];
    classes.push_back({{"label", answers.labels[i]},
                       {"support", weight_json(figures.support, metrics.weighted)},
                       {"precision", figures.precision},
                       {"recall", figures.recall},
                       {"f1", figures.f1}});
    if (i >= kLabelsShown) continue;
    report.text += fmt::format("  {:<{}}  {:>7}  {:>9}  {:>6}  {:>5}\n", printable(answers.labels[i], 30), width,
                               weight_text(figures.support), fixed(figures.precision, 3), fixed(figures.recall, 3),
                               fixed(figures.f1, 3));
  }
  report.json["classes"] = std::move(classes);
}

// Rows: the actual class; columns: the predicted one, in the same order.
void report_confusion(const MarkedAnswers& answers, Report& report) {
  nlohmann::ordered_json confusion = nlohmann::ordered_json::array();
  for (const std::vector<double>& row : answers.metrics.confusion) {
    nlohmann::ordered_json entries = nlohmann::ordered_json::array();
    for (const double weight : row) entries.push_back(weight_json(weight, answers.metrics.weighted));
    confusion.push_back(std::move(entries));
  }
  report.json["labels"] = answers.labels;
  report.json["confusion"] = std::move(confusion);
  if (answers.labels.size() > kLabelsShown) return;
  const std::size_t width = label_width(answers.labels);
  report.text += fmt::format("\n  {:<{}}  predicted as, in the same order\n", "actual", width);
  for (std::size_t i = 0; i < answers.labels.size(); ++i) {
    report.text += fmt::format("  {:<{}} ", printable(answers.labels[i], 30), width);
    for (const double weight : answers.metrics.confusion[i]) report.text += fmt::format(" {:>6}", weight_text(weight));
    report.text += "\n";
  }
  report.text += "\n";
}

void report_labels(const MarkedAnswers& answers, Report& report) {
  const Metrics& metrics = answers.metrics;
  report.text += fmt::format("accuracy  {}{} ({} of {}), standard error {}\n", percent(metrics.score),
                             metrics.weighted ? " by weight" : "", grouped(metrics.correct),
                             counted(metrics.rows, "row"), percent(metrics.standard_error));
  if (metrics.mean_cost) {
    report.text += fmt::format("cost      {} for a row on average\n", figure_text(*metrics.mean_cost));
    report.json["mean_cost"] = *metrics.mean_cost;
  }
  report_classes(answers, report);
  report_confusion(answers, report);
}

void report_values(const MarkedAnswers& answers, Report& report) {
  const Metrics& metrics = answers.metrics;
  report.text += fmt::format("rmse      {}{} ({}), standard error {}\n", figure_text(metrics.score),
                             metrics.weighted ? " by weight" : "", counted(metrics.rows, "row"),
                             figure_text(metrics.standard_error));
  report.text += fmt::format("mae       {}\n", figure_text(metrics.mean_absolute_error));
  report.text += fmt::format("R2        {}\n", metrics.r_squared ? fixed(*metrics.r_squared, 4)
                                                                 : "undefined: the target is the same in all rows");
  report.json["mae"] = metrics.mean_absolute_error;
  report.json["r_squared"] = nullptr;
  if (metrics.r_squared) report.json["r_squared"] = *metrics.r_squared;
}

std::string answer_text(const MarkedAnswers& answers, const Answers& given, std::size_t i) {
  if (answers.task == Task::regression) return shortest(given.values[i]);
  return csv_cell(answers.labels[given.labels[i]]);
}

}  // namespace

void report_metrics(const MarkedAnswers& answers, Report& report) {
  report.json[score_name(answers.task)] = answers.metrics.score;
  report.json["standard_error"] = answers.metrics.standard_error;
  report.json["rows"] = answers.metrics.rows;
  report.json["weighted"] = answers.metrics.weighted;
  if (answers.task == Task::regression) {
    report_values(answers, report);
  } else {
    report_labels(answers, report);
  }
}

std::string predictions_csv(const MarkedAnswers& answers) {
  std::string csv = answers.rounds.empty() ? "row,fold,actual,predicted\n" : "row,round,fold,actual,predicted\n";
  for (std::size_t i = 0; i < answers.table_rows.size(); ++i) {
    const std::string round = answers.rounds.empty() ? "" : fmt::format("{},", answers.rounds[i]);
    const std::string fold = answers.folds.empty() ? "" : fmt::format("{}", answers.folds[i]);
    csv += fmt::format("{},{}{},{},{}\n", answers.table_rows[i] + 1, round, fold,
                       answer_text(answers, answers.actual, i), answer_text(answers, answers.predicted, i));
  }
  return csv;
}

}  // namespace espalier::cli
