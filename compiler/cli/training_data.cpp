#include "cli/training_data.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/report.hpp"
#include "evaluate/bind_dataset.hpp"
#include "evaluate/recorded_options.hpp"
#include "report/figure_text.hpp"
#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier::cli {
namespace {

// "; 4,801 of them, with fewer than 5 rows, count as one".
std::string rare_text(const ColumnSummary& column) {
  if (column.rare.empty()) return "";
  return fmt::format("; {} of them, with fewer than {}, count as one", grouped(column.rare.size()),
                     counted(column.rare_rule->fewest, "row"));
}

std::string kind_text(const ColumnSummary& column) {
  switch (column.kind) {
    case ColumnKind::numeric:
      if (column.date)
        return fmt::format("dates ({}), {} since 1970-01-01", pattern_of(*column.date), to_string(column.date->unit));
      return column.integer ? "whole numbers" : "real numbers";
    case ColumnKind::categorical: return counted(column.categories.size(), "category") + rare_text(column);
    case ColumnKind::ordinal: return counted(column.categories.size(), "level") + ", ordered";
    case ColumnKind::ignored: return "ignored";
  }
  return {};
}

std::string value_text(const ColumnSummary& column, double value) {
  const std::string date = column.date ? date_text(value, column.date->unit) : "";
  return date.empty() ? shortest(value) : date;
}

// The remarks in a word each; the warnings have the rest.
std::string remarks_text(const ColumnSummary& column) {
  std::string text;
  for (const ColumnRemark& remark : column.remarks) {
    std::string word = remark.kind;
    std::replace(word.begin(), word.end(), '-', ' ');
    if (remark.kind != "empty") text += "; " + word;
  }
  return text;
}

std::string task_text(const Dataset& data) {
  if (data.task == Task::classification) {
    const char* const doubt = data.numbers_as_classes ? " (--task regression takes them as numbers)" : "";
    return fmt::format("classification, {}{}", counted(data.labels.size(), "class"), doubt);
  }
  const auto [least, most] = std::minmax_element(data.targets.begin(), data.targets.end());
  return fmt::format("regression, {} to {}", shortest(*least), shortest(*most));
}

}  // namespace

TrainingData read_training_data(const std::string& path, const DataOptions& data, const TargetOption& target,
                                Report& report) {
  Source source = data.read(path, report.warnings);
  const Schema schema = data.schema(source, report);
  Dataset dataset = target.dataset(source, schema, report.warnings);
  report_data(source.table, schema, dataset.target, kColumnsShown, report);
  return {std::move(source), std::move(dataset)};
}

TrainingData read_data_of(const Model& model, const std::string& path, const DataOptions& data, Warnings& warnings) {
  BindableTable file = data.read_to_bind(path, recorded(model, "weight").value_or(""), warnings);
  Dataset dataset = bind_dataset(file, model, warnings);
  if (dataset.data_sha256 != model.provenance.data_sha256) {
    warnings.push_back({fmt::format("{} is not the file that the model was trained with", printable(path, 400)),
                        "the model's record has the SHA-256 of the training data", std::nullopt, ""});
  }
  return {{std::move(file.table), {}, {}}, std::move(dataset)};
}

void report_data(const Table& table, const Schema& schema, const std::string& target, std::size_t columns_shown,
                 Report& report) {
  report.text += fmt::format("data      {}: {}, {}{}\n", printable(table.name, 400), counted(table.rows(), "row"),
                             counted(table.columns(), "column"), table.json_lines ? ", from JSON" : "");
  if (table.delimiter_line) {
    report.text += fmt::format("          cells are divided by {}; the first line, sep=, is no row\n",
                               in_quotes(std::string_view(&table.delimiter, 1)));
  }
  nlohmann::ordered_json columns = nlohmann::ordered_json::array();
  std::size_t width = 0;
  for (const ColumnSummary& column : schema.columns)
    width = std::max(width, count_characters(printable(column.name, 40)));
  for (std::size_t i = 0; i < schema.columns.size(); ++i) {
    const ColumnSummary& column = schema.columns[i];
    nlohmann::ordered_json entry = {{"name", column.name},
                                    {"kind", to_string(column.kind)},
                                    {"integer", column.integer},
                                    {"missing", column.missing},
                                    {"distinct", column.distinct}};
    if (!column.categories.empty()) entry["categories"] = column.categories;
    if (column.kind == ColumnKind::numeric) entry["range"] = {column.minimum, column.maximum};
    if (column.date) entry["date"] = {{"unit", to_string(column.date->unit)}, {"form", pattern_of(*column.date)}};
    if (column.rare_rule) entry["rare_words"] = {{"below", column.rare_rule->fewest}, {"merged", column.rare.size()}};
    for (const ColumnRemark& remark : column.remarks) {
      entry["remarks"].push_back({{"kind", remark.kind}, {"message", remark.message}});
    }
    columns.push_back(std::move(entry));
    if (i == columns_shown) report.text += fmt::format("          ... and {} more\n", schema.columns.size() - i);
    if (i >= columns_shown) continue;
    std::string line = fmt::format("          {:<{}}  {}", printable(column.name, 40), width, kind_text(column));
    if (column.kind == ColumnKind::numeric)
      line += fmt::format(", {} to {}", value_text(column, column.minimum), value_text(column, column.maximum));
    if (column.missing > 0) line += fmt::format(", {} missing", grouped(column.missing));
    line += remarks_text(column);
    if (column.name == target) line += "  <- target";
    report.text += line + "\n";
  }
  report.json["data"] = {{"file", table.name},
                         {"rows", table.rows()},
                         {"sha256", table.sha256},
                         {"delimiter", std::string(1, table.delimiter)},
                         {"columns", std::move(columns)}};
}

void report_task(const Dataset& data, Report& report) {
  const bool weighted = !data.weights.empty();
  report.text += fmt::format("task      {}{}\n", task_text(data), weighted ? "; rows have weights" : "");
  report.json["task"] = task_name(data.task);
  report.json["weighted"] = weighted;
}

void report_task(const Dataset& data, const LearnOptions& options, Report& report) {
  const bool weighted = !data.weights.empty();
  report.text += fmt::format("task      {}; missing values: {}{}\n", task_text(data), to_string(options.grow.missing),
                             weighted ? "; rows have weights" : "");
  report.json["task"] = task_name(data.task);
  report.json["missing"] = to_string(options.grow.missing);
  report.json["weighted"] = weighted;
}

}  // namespace espalier::cli
