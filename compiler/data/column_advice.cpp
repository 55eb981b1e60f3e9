#include "data/column_advice.hpp"

#include <fmt/format.h>

#include "data/cell_faults.hpp"
#include "data/grouped_warning.hpp"
#include "support/text.hpp"

namespace espalier {

namespace {

constexpr std::size_t kFewestForId = 10;       // known cells; fewer prove nothing
constexpr std::size_t kFewestNumbers = 10;     // for a column to count as numeric but for a few cells
constexpr std::size_t kFewOddCells = 3;        // a few: this many, or 5 %
constexpr std::size_t kOddCellsPerKnown = 20;  // 1 in 20

constexpr const char* kIdGroup = "id-like columns";

bool few_odd_cells(const ColumnScan& found) {
  return found.odd > 0 && found.numbers >= kFewestNumbers &&
         (found.odd <= kFewOddCells || found.odd * kOddCellsPerKnown <= found.known());
}

std::string commas_message(const std::string& name, const CellText& cell) {
  return fmt::format("column {} holds numbers with commas such as {}; it is taken for categorical", in_quotes(name),
                     in_quotes(cell.text));
}

std::string almost_numeric_message(const std::string& name, const CellText& cell, const ColumnScan& found) {
  return fmt::format("column {} is numeric but for {} of {}, here {}; it is taken for categorical", in_quotes(name),
                     grouped(found.odd), counted(found.known(), "cell"), in_quotes(cell.text));
}

std::string id_message(const ColumnSummary& summary) {
  return fmt::format("column {} has {}, nearly one per row: what is learned from it cannot generalise",
                     in_quotes(summary.name), counted(summary.distinct, "value"));
}

}  // namespace

bool is_id_like(std::size_t distinct, std::size_t known) {
  return known >= kFewestForId && 10 * distinct >= 9 * known;
}

void advise(const Table& table, std::size_t column, const ColumnSummary& summary, const ColumnScan& found,
            Warnings& warnings) {
  if (summary.kind == ColumnKind::ignored && summary.overridden) return;
  const std::string& name = summary.name;
  const auto in_header = [&] { return table.where_name(column); };
  const auto at_odd_cell = [&] { return table.where(found.first_odd_row, column); };
  const bool categorical = summary.kind == ColumnKind::categorical;
  const bool inferred = categorical && !summary.overridden;
  const CellText odd = found.odd > 0 ? table.cell(found.first_odd_row, column) : CellText{};
  if (found.known() == 0) {
    warn_in_group(warnings, kEmptyGroup, fmt::format("column {} has no known value; it is left out", in_quotes(name)),
                  "", in_header);
  } else if (inferred && found.odd > 0 && found.with_commas == found.odd) {
    warn_in_group(warnings, "numbers with commas", commas_message(name, odd),
                  "write numbers with a decimal point and without thousands separators", at_odd_cell);
  } else if (inferred && few_odd_cells(found)) {
    warn_in_group(warnings, "nearly numeric columns", almost_numeric_message(name, odd, found),
                  odd_cell_hint(odd, name), at_odd_cell);
  } else if (categorical && is_id_like(summary.distinct, found.known())) {
    warn_in_group(warnings, kIdGroup, id_message(summary), "use " + option_text("--ignore", name), in_header);
  }
}

void withdraw_id_advice(const ColumnSummary& summary, Warnings& warnings) {
  const std::string message = id_message(summary);
  std::erase_if(warnings,
                [&](const Warning& warning) { return warning.group == kIdGroup && warning.message == message; });
}

}  // namespace espalier
