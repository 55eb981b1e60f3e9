#include "data/dataset.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "data/categories.hpp"
#include "data/column_advice.hpp"
#include "data/column_cells.hpp"
#include "data/column_orders.hpp"
#include "data/faults.hpp"
#include "data/leaks.hpp"
#include "data/target.hpp"
#include "data/weighing.hpp"
#include "support/mapped_file.hpp"
#include "support/text.hpp"

namespace espalier {

namespace {

constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();

double number_or_missing(const Table& table, std::size_t column, std::size_t row, CellMeaning cell) {
  if (cell.sort == CellSort::odd) throw not_a_number(table, row, column);
  return cell.sort == CellSort::missing ? kMissing : cell.number;
}

Numbers copied_numbers(const Table& table, std::size_t column, const ColumnCells& cells) {
  Numbers numbers(cells.column().numbers.get_allocator());
  numbers.reserve(table.rows());
  for (std::size_t row = 0; row < table.rows(); ++row) {
    numbers.push_back(number_or_missing(table, column, row, cells[row]));
  }
  return numbers;
}

// The numbers of all rows of a column, NaN where they are missing. Columns of numbers are taken out of the table.
Numbers all_numbers(Table& table, const Schema& schema, std::size_t column) {
  const ColumnCells cells(table, column, schema, schema.columns[column].date);
  if (cells.column().form == ColumnForm::texts) return copied_numbers(table, column, cells);
  const std::vector<CellMeaning>& meanings = cells.meanings();
  Numbers numbers = table.take(column).numbers;
  if (meanings.empty()) return numbers;
  for (std::size_t row = 0; row < numbers.size(); ++row) {
    if (is_odd(numbers[row])) numbers[row] = number_or_missing(table, column, row, meanings[code_of(numbers[row])]);
  }
  return numbers;
}

// The index of the category of each row, NaN where it is missing.
Numbers category_codes(const Table& table, const Schema& schema, std::size_t column,
                       const std::vector<std::size_t>& rows) {
  const ColumnSummary& summary = schema.columns[column];
  const TableColumn& cells = table.texts(column);
  const std::vector<std::uint32_t> categories = categories_of(summary, cells.texts, schema);
  std::vector<double> value_of;  // per code
  value_of.reserve(categories.size());
  for (std::uint32_t code = 0; code < categories.size(); ++code) {
    const bool missing = schema.is_missing(cells.texts.text(code), cells.texts.quoted(code));
    value_of.push_back(missing ? kMissing : static_cast<double>(categories[code]));
  }
  Numbers codes(rows.size(), cells.numbers.get_allocator());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    codes[i] = value_of[cells.codes[rows[i]]];
    if (codes[i] == kNoCategory) throw not_a_level(table, rows[i], column, summary.categories);
  }
  return codes;
}

Numbers feature_values(Table& table, const Schema& schema, std::size_t column, const std::vector<std::size_t>& rows) {
  if (schema.columns[column].kind != ColumnKind::numeric) return category_codes(table, schema, column, rows);
  Numbers numbers = all_numbers(table, schema, column);
  if (rows.size() == table.rows()) return numbers;
  // Rows ascend.
  for (std::size_t i = 0; i < rows.size(); ++i) numbers[i] = numbers[rows[i]];
  numbers.resize(rows.size());
  return numbers;
}

FeatureColumn feature_of(const ColumnSummary& summary, Numbers values) {
  FeatureColumn feature{summary.name,       summary.kind,      summary.integer,
                        summary.categories, std::move(values), summary.date};
  merge_rare_words(summary, feature);
  return feature;
}

bool all_missing(const FeatureColumn& feature) {
  return std::all_of(feature.values.begin(), feature.values.end(), [](double value) { return std::isnan(value); });
}

void refuse_no_feature(const Table& table, const Dataset& data) {
  if (!data.features.empty()) return;
  throw Diagnostic(ExitCode::bad_input, table.where_header(),
                   fmt::format("no column is left to predict {} from", in_quotes(data.target)),
                   "every other column is ignored or has no known value, or there is none; see --ignore, --delimiter");
}

void refuse_long_names(const Table& table, std::size_t column, const std::vector<std::string>& values) {
  const auto too_long = [](const std::string& text) { return text.size() > kLongestName; };
  const bool name = too_long(table.column_names[column]);
  if (!name && std::none_of(values.begin(), values.end(), too_long)) return;
  throw Diagnostic(ExitCode::bad_input, table.where_name(column),
                   fmt::format("{} is longer than {} bytes",
                               name ? "the name of this column" : "a value of this column", grouped(kLongestName)),
                   "shorten it, or leave the column out with --ignore");
}

// Only once: finding a place takes a pass over the text.
void note_first_missing(const Table& table, std::size_t column, const FeatureColumn& feature, Dataset& data) {
  if (data.first_missing) return;
  const auto missing =
      std::find_if(feature.values.begin(), feature.values.end(), [](double v) { return std::isnan(v); });
  if (missing == feature.values.end()) return;
  data.first_missing = table.where(data.table_rows[static_cast<std::size_t>(missing - feature.values.begin())], column);
}

void refuse_rare_classes(const ColumnSummary& target) {
  if (!target.rare_rule || !target.rare_rule->by_name) return;
  throw Diagnostic(ExitCode::usage,
                   fmt::format("--rare-words names the target {}, whose words are the classes", in_quotes(target.name)),
                   "leave it out: classes are not merged");
}

void set_target(TargetColumn target, Dataset& data) {
  data.task = target.task;
  data.numbers_as_classes = target.numbers_as_classes;
  data.labels = std::move(target.labels);
  data.classes = std::move(target.classes);
  data.targets = std::move(target.numbers);
}

void add_feature(Table& table, const Schema& schema, std::size_t column, Dataset& data, Warnings& warnings) {
  FeatureColumn feature = feature_of(schema.columns[column], feature_values(table, schema, column, data.table_rows));
  if (all_missing(feature)) {
    warn_in_group(warnings, kEmptyGroup,
                  fmt::format("column {} has no known value in the rows that have a target; it is left out",
                              in_quotes(feature.name)),
                  "", [&] { return table.where_name(column); });
    return;
  }
  refuse_long_names(table, column, feature.categories);
  if (schema.columns[column].missing > 0) note_first_missing(table, column, feature, data);
  data.features.push_back(std::move(feature));
}

}  // namespace

Dataset take_dataset(Table& table, const Schema& schema, const DatasetOptions& options, Warnings& warnings) {
  const std::size_t target_column = find_target(table, options.target);
  refuse_rare_classes(schema.columns[target_column]);
  std::optional<std::size_t> weight_column;
  if (!options.weight.empty()) weight_column = find_weight(table, options.weight, target_column);

  Dataset data;
  data.target = options.target;
  data.data_sha256 = table.sha256;
  data.table_rows = rows_with_target(table, schema, target_column, warnings);
  if (weight_column) {
    data.weight_column = options.weight;
    withdraw_advice(schema.columns[*weight_column], warnings);
  }
  if (weight_column || !table.weights.empty()) {
    const auto weights = weight_column ? read_weights(table, schema, *weight_column) : table.weights;
    data.weights = keep_weighted(table, weights, data.table_rows, warnings);
  }
  set_target(read_target(table, schema, target_column, options.task, data.table_rows, warnings), data);
  refuse_long_names(table, target_column, data.labels);

  for (std::size_t column = 0; column < table.columns(); ++column) {
    const ColumnSummary& summary = schema.columns[column];
    // Columns without any known value were warned about when the schema was inferred.
    const bool empty = summary.missing == table.rows();
    if (summary.kind == ColumnKind::ignored || empty) continue;
    if (column == target_column || column == weight_column) continue;
    add_feature(table, schema, column, data, warnings);
    table.take(column);  // texts go as soon as they are indices
    if (!data.features.empty()) drop_pages_of(data.features.back().values);
  }
  refuse_no_feature(table, data);
  warn_of_leaks(table, data, warnings);
  return data;
}

FeatureColumn read_column(const Table& table, std::size_t column, const SchemaOverrides& overrides) {
  const Schema schema = infer_column(table, column, overrides);
  const ColumnSummary& summary = schema.columns[column];
  if (summary.kind == ColumnKind::ignored) {  // nothing is known
    FeatureColumn empty;
    empty.name = summary.name;
    empty.kind = ColumnKind::categorical;
    empty.values.assign(table.rows(), kMissing);
    return empty;
  }
  if (summary.kind == ColumnKind::numeric) {
    return feature_of(summary, copied_numbers(table, column, ColumnCells(table, column, schema, summary.date)));
  }
  std::vector<std::size_t> rows(table.rows());
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  return feature_of(summary, category_codes(table, schema, column, rows));
}

Dataset select_rows(const Dataset& data, const std::vector<std::size_t>& rows) {
  Dataset selected;
  selected.task = data.task;
  selected.numbers_as_classes = data.numbers_as_classes;
  selected.target = data.target;
  selected.weight_column = data.weight_column;
  selected.labels = data.labels;
  selected.data_sha256 = data.data_sha256;
  selected.first_missing = data.first_missing;
  const auto pick = [&rows](const auto& from, auto& to) {
    if (from.empty()) return;  // the other task's targets, or no weights
    to.resize(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) to[i] = from[rows[i]];
  };
  pick(data.classes, selected.classes);
  pick(data.targets, selected.targets);
  pick(data.weights, selected.weights);
  pick(data.table_rows, selected.table_rows);
  selected.features.reserve(data.features.size());
  for (const FeatureColumn& feature : data.features) {
    // In the memory that the values come from: a copy of what did not fit would not fit either.
    FeatureColumn& copy = selected.features.emplace_back(
        FeatureColumn{feature.name, feature.kind, feature.integer, feature.categories,
                      Numbers(feature.values.get_allocator()), feature.date, feature.merged});
    pick(feature.values, copy.values);
    drop_pages_of(copy.values);
  }
  selected.ordered = select_rows(data.ordered, rows);
  return selected;
}

}  // namespace espalier
