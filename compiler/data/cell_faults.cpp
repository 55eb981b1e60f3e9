#include "data/cell_faults.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "support/suggest.hpp"
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

}  // namespace espalier
