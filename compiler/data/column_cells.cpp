#include "data/column_cells.hpp"

#include <algorithm>

#include "support/number_text.hpp"

namespace espalier {

namespace {

// Whether a number of the column may mean missing, by its text, which is gone.
bool may_mean_missing(const Table& table, const TableColumn& column, const Schema& tokens) {
  for (const std::string& token : tokens.missing_tokens) {
    const auto number = parse_number(token);
    if (!number) continue;
    const bool kept = std::find(table.kept_texts.begin(), table.kept_texts.end(), *number) != table.kept_texts.end();
    if (!kept && std::find(column.numbers.begin(), column.numbers.end(), *number) != column.numbers.end()) return true;
  }
  return false;
}

const TableColumn& with_needed_texts(const Table& table, std::size_t column, const Schema& tokens) {
  const TableColumn& kept = table.column(column);
  if (kept.form == ColumnForm::skipped) return table.texts(column);
  const bool numbers = kept.form == ColumnForm::numbers;
  return numbers && may_mean_missing(table, kept, tokens) ? table.texts(column) : kept;
}

}  // namespace

std::vector<CellMeaning> meanings_of(const TextPool& texts, const Schema& tokens, const std::optional<DateForm>& form) {
  std::vector<CellMeaning> meanings(texts.size());
  for (std::uint32_t code = 0; code < texts.size(); ++code) {
    if (tokens.is_missing(texts.text(code), texts.quoted(code))) {
      meanings[code].sort = CellSort::missing;
    } else if (const auto number = form ? date_number(texts.text(code), *form) : parse_number(texts.text(code))) {
      meanings[code] = {CellSort::number, *number + 0.0};  // -0 becomes 0
    }
  }
  return meanings;
}

ColumnCells::ColumnCells(const Table& table, std::size_t column, const Schema& tokens,
                         const std::optional<DateForm>& form)
    : column_(form ? table.texts(column) : with_needed_texts(table, column, tokens)),
      meanings_(meanings_of(column_.texts, tokens, form)) {}

}  // namespace espalier
