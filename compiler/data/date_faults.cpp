#include "data/date_faults.hpp"

#include <fmt/format.h>

#include <cmath>

#include "data/cell_faults.hpp"
#include "support/text.hpp"

namespace espalier {

DateForm with_unit(const Table& table, std::size_t column, const ColumnCells& cells, DateForm form) {
  form.unit = DateUnit::days;
  const TableColumn& texts = cells.column();
  for (std::size_t row = 0; row < table.rows(); ++row) {
    if (cells[row].sort == CellSort::missing) continue;
    const std::string_view text = texts.texts.text(texts.codes[row]);
    if (!date_number(text, form)) throw not_a_date(table, row, column, form);
    // A time is more than the ten digits and separators of a day.
    constexpr std::size_t kLongestDay = 10;
    if (text.size() > kLongestDay || text.find(':') != std::string_view::npos) form.unit = DateUnit::seconds;
  }
  return form;
}

Diagnostic not_a_date(const Table& table, std::size_t row, std::size_t column, const std::optional<DateForm>& form) {
  const CellText cell = table.cell(row, column);
  const std::string& name = table.column_names[column];
  return Diagnostic(
      ExitCode::bad_input, table.where(row, column),
      fmt::format("expected a date{} in column {}, found {}", form ? " such as " + pattern_of(*form) : std::string(),
                  in_quotes(name), in_quotes(cell.text)),
      odd_cell_hint(cell, name));
}

Diagnostic not_dates(const Table& table, std::size_t column, const ColumnCells& cells) {
  const TableColumn& texts = cells.column();
  DateScan all;
  for (std::size_t row = 0; row < table.rows(); ++row) {
    if (cells[row].sort == CellSort::missing) continue;
    const std::string_view text = texts.texts.text(texts.codes[row]);
    DateScan alone;
    alone.add(text);
    if (alone.forms().empty()) return not_a_date(table, row, column, std::nullopt);
    all.add(text);
    if (!all.forms().empty()) continue;
    return Diagnostic(
        ExitCode::bad_input, table.where(row, column),
        fmt::format("the date {} is written in another way than those before it in column {}", in_quotes(text),
                    in_quotes(table.column_names[column])),
        "write all dates of a column alike, or use " + option_text("--categorical", table.column_names[column]));
  }
  return Diagnostic(ExitCode::bad_input, table.where_name(column), "the column holds no dates");
}

std::string date_options(const std::string& column, const std::vector<DateForm>& forms) {
  std::string text;
  for (std::size_t i = 0; i < forms.size(); ++i) {
    text += i == 0 ? "" : i + 1 < forms.size() ? ", " : " or ";
    text += option_text("--date", column + "=" + pattern_of(forms[i]));
  }
  return text;
}

Diagnostic short_years(const Table& table, std::size_t row, std::size_t column, const std::vector<DateForm>& forms) {
  const std::string& name = table.column_names[column];
  return Diagnostic(ExitCode::bad_input, table.where(row, column),
                    fmt::format("the years of column {} have two digits", in_quotes(name)),
                    fmt::format("{} reads 69 to 99 as 1969 to 1999, and 00 to 68 as 2000 to 2068; or write four digits",
                                date_options(name, forms)));
}

Diagnostic ambiguous_dates(const Table& table, std::size_t row, std::size_t column,
                           const std::vector<DateForm>& forms) {
  const std::string& name = table.column_names[column];
  return Diagnostic(ExitCode::bad_input, table.where(row, column),
                    fmt::format("nothing tells day from month in the dates of column {}", in_quotes(name)),
                    "use " + date_options(name, forms));
}

}  // namespace espalier
