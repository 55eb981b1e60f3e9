// Classes or numbers: what a target column is, and whether it can be what was asked for.
#include <fmt/format.h>

#include "data/cell_faults.hpp"
#include "data/column_cells.hpp"
#include "data/target.hpp"
#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier {

namespace {

constexpr std::size_t kMostNumericClasses = 32;
constexpr double kExactIntegers = 9007199254740992.0;  // 2^53: beyond it, different texts read as one number

constexpr const char* kClassificationHint = "--task classification predicts each of its values as a class";

[[noreturn]] void refuse_text(const Table& table, const Schema& schema, std::size_t column) {
  const std::string name = in_quotes(table.column_names[column]);
  const ColumnCells cells(table, column, schema);
  for (std::size_t row = 0; row < table.rows(); ++row) {
    if (cells[row].sort != CellSort::odd) continue;
    const CellText cell = table.cell(row, column);
    throw Diagnostic(
        ExitCode::bad_input, table.where(row, column),
        fmt::format("a regression needs numbers in the target column {}, found {}", name, in_quotes(cell.text)),
        cell.quoted ? kClassificationHint
                    : fmt::format("{}; {} takes this one for missing", kClassificationHint,
                                  option_text("--missing-token", cell.text)));
  }
  throw Diagnostic(ExitCode::bad_input, table.where_name(column),
                   fmt::format("a regression needs a numeric target, but column {} is said to be {}", name,
                               to_string(schema.columns[column].kind)),
                   fmt::format("{} takes its values as numbers", option_text("--numeric", table.column_names[column])));
}

}  // namespace

bool could_be_codes(const ColumnSummary& summary) {
  const bool exact = summary.minimum >= -kExactIntegers && summary.maximum <= kExactIntegers;
  return summary.integer && exact && summary.distinct <= kMostNumericClasses;
}

Task target_task(const Table& table, const Schema& schema, std::size_t column, std::optional<Task> asked) {
  const ColumnSummary& summary = schema.columns[column];
  const bool numeric = summary.kind == ColumnKind::numeric && !summary.date;  // dates are classes by their texts
  if (asked == Task::regression && !numeric) refuse_text(table, schema, column);
  if (asked) return *asked;
  return numeric && !could_be_codes(summary) ? Task::regression : Task::classification;
}

}  // namespace espalier
