#include "data/weighing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <unordered_set>
#include <utility>

#include "data/categories.hpp"
#include "data/column_cells.hpp"
#include "data/decode.hpp"
#include "data/faults.hpp"
#include "data/table.hpp"
#include "support/files.hpp"
#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier {
namespace {

[[noreturn]] void refuse_weight(const Table& table, std::size_t row, std::size_t column, CellSort sort) {
  const CellText cell = table.cell(row, column);
  const std::string name = in_quotes(table.column_names[column]);
  if (sort == CellSort::odd) {
    throw Diagnostic(ExitCode::bad_input, table.where(row, column),
                     fmt::format("expected a weight in column {}, found {}", name, in_quotes(cell.text)),
                     cell.quoted ? "weights are numbers that are 0 or larger"
                                 : "use " + option_text("--missing-token", cell.text) + " to leave such rows out");
  }
  throw Diagnostic(ExitCode::bad_input, table.where(row, column),
                   fmt::format("the weight in column {} is negative: {}", name, in_quotes(cell.text)),
                   "weights are numbers that are 0 or larger; rows of weight 0 are left out");
}

}  // namespace

std::size_t find_weight(const Table& table, const std::string& name, std::size_t target_column) {
  const auto found = std::find(table.column_names.begin(), table.column_names.end(), name);
  if (found == table.column_names.end()) throw no_such_column(table, name);
  const auto column = static_cast<std::size_t>(found - table.column_names.begin());
  if (column == target_column) {
    throw Diagnostic(ExitCode::usage, fmt::format("column {} is both the target and the weight", in_quotes(name)),
                     "name another column with --weight");
  }
  return column;
}

std::vector<double> read_weights(const Table& table, const Schema& schema, std::size_t column) {
  std::vector<double> weights;
  weights.reserve(table.rows());
  const ColumnCells cells(table, column, schema);
  for (std::size_t row = 0; row < table.rows(); ++row) {
    const CellMeaning cell = cells[row];
    if (cell.sort == CellSort::odd || cell.number < 0) refuse_weight(table, row, column, cell.sort);
    weights.push_back(cell.number);  // 0 if it is missing
  }
  return weights;
}

std::vector<double> keep_weighted(const Table& table, const std::vector<double>& weights,
                                  std::vector<std::size_t>& rows, Warnings& warnings) {
  const auto weightless = [&](std::size_t row) { return weights[row] == 0; };
  const auto first = std::find_if(rows.begin(), rows.end(), weightless);
  if (first != rows.end()) {
    const std::size_t first_row = *first;
    const std::size_t left_out = std::erase_if(rows, weightless);
    if (rows.empty()) {
      throw Diagnostic(ExitCode::bad_input, whole_file(table.name), "no row has a weight above 0",
                       "rows of weight 0 or without a weight are left out");
    }
    warnings.push_back(
        {fmt::format("{} weight is 0 or missing",
                     left_out == 1 ? "1 row is left out: its" : counted(left_out, "row") + " are left out: their"),
         "", table.where_row(first_row), ""});
  }
  std::vector<double> kept;
  kept.reserve(rows.size());
  for (const std::size_t row : rows) kept.push_back(weights[row]);
  if (!std::isfinite(std::accumulate(kept.begin(), kept.end(), 0.0))) {
    throw Diagnostic(ExitCode::bad_input, whole_file(table.name), "the sum of the weights is too large for a number",
                     "only their ratios matter: divide all of them by the largest");
  }
  return kept;
}

namespace {

constexpr const char* kForm = "the header names the answers, the first cell of each row the actual class";

[[noreturn]] void refuse(Location where, std::string message, std::string hint) {
  throw Diagnostic(ExitCode::bad_input, std::move(where), std::move(message), std::move(hint));
}

std::string nearest_or_form(std::string_view label, const std::vector<std::string>& labels) {
  const std::string nearest = did_you_mean(label, labels);
  return nearest.empty() ? kForm : nearest;
}

// The answers, from the header.
std::vector<std::string> read_answers(const Table& table) {
  if (table.columns() < 2) refuse(table.where_header(), "a cost matrix needs a column for each answer", kForm);
  std::vector<std::string> labels;
  std::unordered_set<std::string_view> seen;
  for (std::size_t column = 1; column < table.columns(); ++column) {
    const std::string& label = table.raw_names[column];
    if (label.empty()) refuse(table.where_name(column), "an answer without a name", kForm);
    if (!seen.insert(label).second) {
      refuse(table.where_name(column), fmt::format("the answer {} is repeated", in_quotes(label)),
             "each class has one column and one row");
    }
    labels.push_back(label);
  }
  return labels;
}

// Per answer the row of the table that has its costs.
std::vector<std::size_t> find_rows(const Table& table, const std::vector<std::string>& labels) {
  const CategoryIndex index = index_of(labels);
  std::vector<std::optional<std::size_t>> found(labels.size());
  const TableColumn& classes = table.texts(0);
  for (std::size_t row = 0; row < table.rows(); ++row) {
    const std::string_view label = classes.texts.text(classes.codes[row]);
    const auto known = index.find(label);
    if (known == index.end()) {
      refuse(table.where(row, 0), fmt::format("the class {} is not among the answers of the header", in_quotes(label)),
             nearest_or_form(label, labels));
    }
    if (found[known->second]) {
      refuse(table.where(row, 0), fmt::format("the class {} is repeated", in_quotes(label)),
             "each class has one column and one row");
    }
    found[known->second] = row;
  }
  std::vector<std::size_t> rows;
  for (std::size_t label = 0; label < labels.size(); ++label) {
    if (!found[label]) {
      refuse(table.where_name(label + 1), fmt::format("there is no row for the class {}", in_quotes(labels[label])),
             "each class has one column and one row");
    }
    rows.push_back(*found[label]);
  }
  return rows;
}

double read_cost(const Table& table, const ColumnCells& cells, std::size_t row, std::size_t column) {
  const CellMeaning cost = cells[row];
  if (cost.sort != CellSort::number || cost.number < 0) {
    const CellText cell = table.cell(row, column);
    refuse(table.where(row, column),
           fmt::format("expected a cost, a number that is 0 or larger, found {}",
                       cell.text.empty() ? "nothing" : in_quotes(cell.text)),
           "write 0 for a right answer and for what costs nothing");
  }
  return cost.number;
}

void refuse_costly_right_answer(const Table& table, const CostMatrix& matrix, const std::vector<std::size_t>& rows) {
  for (std::size_t label = 0; label < rows.size(); ++label) {
    if (matrix.costs[label][label] == 0) continue;
    refuse(table.where(rows[label], label + 1),
           fmt::format("the right answer {} costs {}", in_quotes(matrix.labels[label]),
                       shortest(matrix.costs[label][label])),
           "right answers cost 0; take the figure off the others of the row");
  }
}

void refuse_no_cost(const Table& table, const CostMatrix& matrix) {
  const auto positive = [](double cost) { return cost > 0; };
  for (const auto& row : matrix.costs) {
    if (std::any_of(row.begin(), row.end(), positive)) return;
  }
  refuse(table.where_header(), "no answer costs anything", "at least one wrong answer needs a cost above 0");
}

void refuse_other_classes(const CostMatrix& matrix, const CategoryIndex& classes,
                          const std::vector<std::string>& labels) {
  for (const std::string& label : matrix.labels) {
    if (classes.contains(label)) continue;
    throw Diagnostic(ExitCode::bad_input,
                     fmt::format("the cost matrix names {}, which is not a class of the data", in_quotes(label)),
                     nearest_or_form(label, labels));
  }
}

}  // namespace

CostMatrix read_cost_matrix(const std::string& path) {
  return parse_cost_matrix(display_name(path), read_file(path));
}

CostMatrix parse_cost_matrix(std::string name, std::string bytes) {
  Warnings
      about_columns;  // what the reader warns about is refused here, but for the first cell, which may say anything
  const Table table = parse_table(std::move(name), std::move(bytes), {}, about_columns);
  CostMatrix matrix;
  matrix.labels = read_answers(table);
  const std::vector<std::size_t> rows = find_rows(table, matrix.labels);
  std::vector<ColumnCells> cells;
  for (std::size_t column = 1; column < table.columns(); ++column) cells.emplace_back(table, column, Schema{});
  for (const std::size_t row : rows) {
    std::vector<double>& costs = matrix.costs.emplace_back();
    for (std::size_t column = 1; column < table.columns(); ++column) {
      costs.push_back(read_cost(table, cells[column - 1], row, column));
    }
  }
  refuse_costly_right_answer(table, matrix, rows);
  refuse_no_cost(table, matrix);
  return matrix;
}

std::vector<std::vector<double>> costs_for(const CostMatrix& matrix, const std::vector<std::string>& labels) {
  if (matrix.empty()) return {};
  const CategoryIndex known = index_of(matrix.labels);
  refuse_other_classes(matrix, index_of(labels), labels);
  for (const std::string& label : labels) {
    if (known.contains(label)) continue;
    throw Diagnostic(ExitCode::bad_input, fmt::format("the cost matrix does not name the class {}", in_quotes(label)),
                     "each class of the data needs a column and a row");
  }
  std::vector<std::vector<double>> costs;
  for (const std::string& actual : labels) {
    std::vector<double>& ordered = costs.emplace_back();
    for (const std::string& answer : labels) ordered.push_back(matrix.costs[known.at(actual)][known.at(answer)]);
  }
  return costs;
}

}  // namespace espalier
