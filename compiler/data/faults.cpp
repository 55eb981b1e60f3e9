#include "data/faults.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

#include "support/text.hpp"

namespace espalier {
namespace {

bool plain_in_shell(char c) {
  constexpr std::string_view kPlain = "_./+-%@:=,";
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         kPlain.find(c) != std::string_view::npos;
}

std::string shell_word(std::string_view value) {
  if (!value.empty() && std::all_of(value.begin(), value.end(), plain_in_shell)) return printable(value);
  std::string word = "'";
  for (const char c : value) {
    if (c == '\'') {
      word += "'\\''";
    } else {
      word += c;
    }
  }
  return printable(word + "'");
}

std::string with_space(const std::string& text) {
  return text.empty() ? text : text + " ";
}

std::vector<std::string> quoted_all(std::span<const std::string> names) {
  std::vector<std::string> out;
  for (const std::string& name : names) out.push_back(in_quotes(name, 40));
  return out;
}

// `what` the values are: the levels.
Diagnostic not_among(const Table& table, std::size_t row, std::size_t column, std::span<const std::string> values,
                     std::string_view what) {
  const CellText cell = table.cell(row, column);
  return Diagnostic(
      ExitCode::bad_input, table.where(row, column),
      fmt::format("{} is not among {} of column {}", in_quotes(cell.text), what, in_quotes(table.column_names[column])),
      fmt::format("{}{} are {}", with_space(did_you_mean(cell.text, values)), what, enumerate(quoted_all(values))));
}

}  // namespace

std::string option_text(std::string_view option, std::string_view value) {
  return fmt::format("{}{}{}", option, value.starts_with('-') ? "=" : " ", shell_word(value));
}

std::string odd_cell_hint(const CellText& cell, std::string_view column_name) {
  const std::string categorical = option_text("--categorical", column_name);
  // Missing tokens are compared with unquoted cells only.
  if (cell.quoted) return "use " + categorical;
  return fmt::format("use {} or {}", option_text("--missing-token", cell.text), categorical);
}

Diagnostic not_a_number(const Table& table, std::size_t row, std::size_t column) {
  const CellText cell = table.cell(row, column);
  const std::string& name = table.column_names[column];
  return Diagnostic(ExitCode::bad_input, table.where(row, column),
                    fmt::format("expected a number in column {}, found {}", in_quotes(name), in_quotes(cell.text)),
                    odd_cell_hint(cell, name));
}

Diagnostic not_a_level(const Table& table, std::size_t row, std::size_t column, std::span<const std::string> levels) {
  return not_among(table, row, column, levels, "the levels");
}

Diagnostic not_declared(const Table& table, std::size_t row, std::size_t column, std::span<const std::string> values) {
  return not_among(table, row, column, values, "the declared values");
}

Diagnostic no_such_column(const Table& table, std::string_view name) {
  return Diagnostic(ExitCode::bad_input, table.where_header(), fmt::format("there is no column {}", in_quotes(name)),
                    fmt::format("{}the columns are {}", with_space(did_you_mean(name, table.column_names)),
                                enumerate(quoted_all(table.column_names), 20)));
}

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

namespace {

constexpr std::size_t kRun = 64;  // wide enough for the groups that come mixed
constexpr std::ptrdiff_t kPlaced = 8;

bool many_already(const Warnings& warnings, const std::string& group) {
  const auto end = warnings.rbegin() + static_cast<std::ptrdiff_t>(std::min(warnings.size(), kRun));
  return std::count_if(warnings.rbegin(), end, [&](const Warning& warning) { return warning.group == group; }) >=
         kPlaced;
}

}  // namespace

void warn_in_group(Warnings& warnings, const std::string& group, std::string message, std::string hint,
                   const std::function<Location()>& where) {
  std::optional<Location> place;
  if (!many_already(warnings, group)) place = where();
  warnings.push_back({std::move(message), std::move(hint), std::move(place), group});
}

}  // namespace espalier
