#include "data/row_weights.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "data/cell_faults.hpp"
#include "data/column_cells.hpp"
#include "data/source.hpp"
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

}  // namespace espalier
