#include "report/data_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "report/figure_text.hpp"
#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier {
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
  std::string date = column.date ? date_text(value, column.date->unit) : "";
  if (!date.empty()) return date;
  return column.integer && std::abs(value) < 1e15 ? fixed(value, 0) : shortest(value);
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

// What stands behind a column's name.
std::string column_text(const ColumnSummary& column) {
  std::string text = kind_text(column);
  if (column.kind == ColumnKind::numeric)
    text += fmt::format(", {} to {}", value_text(column, column.minimum), value_text(column, column.maximum));
  if (column.missing > 0) text += fmt::format(", {} missing", grouped(column.missing));
  return text + remarks_text(column);
}

nlohmann::ordered_json column_json(const ColumnSummary& column) {
  nlohmann::ordered_json json = {{"name", column.name},
                                 {"kind", to_string(column.kind)},
                                 {"integer", column.integer},
                                 {"missing", column.missing},
                                 {"distinct", column.distinct}};
  if (!column.categories.empty()) json["categories"] = column.categories;
  if (column.kind == ColumnKind::numeric) json["range"] = {column.minimum, column.maximum};
  if (column.date) json["date"] = {{"unit", to_string(column.date->unit)}, {"form", pattern_of(*column.date)}};
  if (column.rare_rule) json["rare_words"] = {{"below", column.rare_rule->fewest}, {"merged", column.rare.size()}};
  for (const ColumnRemark& remark : column.remarks) {
    json["remarks"].push_back({{"kind", remark.kind}, {"message", remark.message}});
  }
  return json;
}

std::string learned_text(const Dataset& data) {
  if (data.task == Task::classification) {
    const char* const doubt = data.numbers_as_classes ? " (--task regression takes them as numbers)" : "";
    return fmt::format("classification, {}{}", counted(data.labels.size(), "class"), doubt);
  }
  const auto [least, most] = std::minmax_element(data.targets.begin(), data.targets.end());
  return fmt::format("regression, {} to {}", shortest(*least), shortest(*most));
}

}  // namespace

std::string to_text(const DataFacts& facts, std::size_t columns_shown) {
  const Table& table = facts.table;
  const std::vector<ColumnSummary>& columns = facts.schema.columns;
  std::string text = fmt::format("data      {}: {}, {}{}\n", printable(table.name, 400), counted(table.rows(), "row"),
                                 counted(table.columns(), "column"), table.json_lines ? ", from JSON" : "");
  if (table.delimiter_line) {
    text += fmt::format("          cells are divided by {}; the first line, sep=, is no row\n",
                        in_quotes(std::string_view(&table.delimiter, 1)));
  }
  std::size_t width = 0;
  for (const ColumnSummary& column : columns) width = std::max(width, count_characters(printable(column.name, 40)));
  const std::size_t shown = std::min(columns_shown, columns.size());
  for (std::size_t i = 0; i < shown; ++i) {
    text += fmt::format("          {:<{}}  {}{}\n", printable(columns[i].name, 40), width, column_text(columns[i]),
                        columns[i].name == facts.target ? "  <- target" : "");
  }
  if (shown < columns.size()) text += fmt::format("          ... and {} more\n", columns.size() - shown);
  return text;
}

nlohmann::ordered_json to_json(const DataFacts& facts) {
  const Table& table = facts.table;
  nlohmann::ordered_json columns = nlohmann::ordered_json::array();
  for (const ColumnSummary& column : facts.schema.columns) columns.push_back(column_json(column));
  nlohmann::ordered_json json;
  json["data"] = {{"file", table.name},
                  {"rows", table.rows()},
                  {"sha256", table.sha256},
                  {"delimiter", std::string(1, table.delimiter)},
                  {"columns", std::move(columns)}};
  return json;
}

std::string words_text(const Schema& schema, bool verbose) {
  std::string text;
  for (const ColumnSummary& column : schema.columns) {
    if (column.categories.empty()) continue;
    text += fmt::format("values    {}: {}\n", printable(column.name, 40),
                        quoted_words(column.categories, verbose ? column.categories.size() : kWordsShown));
  }
  return text;
}

namespace {

// "P('yes') never falls as 'income' rises, never rises as 'debt' rises"
std::string monotone_text(const std::vector<MonotoneColumn>& columns) {
  std::string text =
      columns.front().label.empty() ? "the answer" : fmt::format("P({})", in_quotes(columns[0].label, 40));
  for (const MonotoneColumn& column : columns) {
    text += fmt::format("{} never {} as {} rises", &column == &columns.front() ? "" : ",",
                        column.direction == Direction::up ? "falls" : "rises", in_quotes(column.column, 40));
  }
  return text;
}

}  // namespace

std::string to_text(const TaskFacts& facts) {
  const std::string missing = facts.missing ? fmt::format("; missing values: {}", to_string(*facts.missing)) : "";
  std::string text = fmt::format("task      {}{}{}\n", learned_text(facts.data), missing,
                                 facts.data.weights.empty() ? "" : "; rows have weights");
  if (!facts.monotone.empty()) text += fmt::format("monotone  {}\n", monotone_text(facts.monotone));
  return text;
}

nlohmann::ordered_json to_json(const TaskFacts& facts) {
  nlohmann::ordered_json json;
  json["task"] = task_name(facts.data.task);
  if (facts.missing) json["missing"] = to_string(*facts.missing);
  json["weighted"] = !facts.data.weights.empty();
  for (const MonotoneColumn& column : facts.monotone) {
    nlohmann::ordered_json entry = {{"column", column.column},
                                    {"direction", column.direction == Direction::up ? "+" : "-"}};
    if (!column.label.empty()) entry["label"] = column.label;
    json["monotone"].push_back(std::move(entry));
  }
  return json;
}

std::string to_text(const MemoryFacts& facts) {
  return fmt::format("memory    columns are kept in mapped files, {} MB, because of --memory-limit {}\n",
                     grouped(facts.mapped >> 20U), facts.limit_text);
}

nlohmann::ordered_json to_json(const MemoryFacts& facts) {
  nlohmann::ordered_json json;
  json["memory"] = {{"limit", facts.limit}, {"mapped_bytes", facts.mapped}};
  return json;
}

}  // namespace espalier
