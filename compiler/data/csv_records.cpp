#include "data/csv_records.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "support/text.hpp"

namespace espalier {

namespace {

[[noreturn]] void refuse_ragged(const CsvForm& form, std::string_view text, const RaggedRow& row) {
  std::string hint = "use --ragged to fill short rows with missing cells and drop surplus cells";
  if (!form.delimiter_given) {
    hint += fmt::format(", or --delimiter if {} is not what separates the cells",
                        in_quotes(std::string_view(&form.delimiter, 1)));
  }
  throw Diagnostic(ExitCode::bad_input, locate(form.name, text, row.offset, std::max<std::size_t>(1, row.width)),
                   expectation(form, row.found), hint);
}

}  // namespace

std::string expectation(const CsvForm& form, std::size_t found) {
  return fmt::format("expected {} as in the {}, found {}", counted(form.columns, "cell"),
                     form.header ? "header" : "first row", found);
}

std::optional<RaggedRow> fit_row(const CsvForm& form, std::string_view text, const RowExtent& row,
                                 std::vector<Cell>& cells) {
  const std::size_t found = cells.size();
  if (found == form.columns) return std::nullopt;
  const Cell end{text.substr(row.end, 0), row.end, 0, false};
  const Cell& fault = found > form.columns ? cells[form.columns] : end;
  const RaggedRow ragged{fault.offset, fault.width, found};
  if (!form.ragged) refuse_ragged(form, text, ragged);
  cells.resize(form.columns, end);
  return ragged;
}

std::size_t CsvRecords::read(std::string_view text, std::size_t at, Record& record) const {
  CsvSplitter splitter(form_.name, text, form_.delimiter, record.unescaped);
  splitter.seek(at);
  const RowExtent row = splitter.read_row(record.cells);
  // A blank line is a missing value in a one-column file.
  if (row.blank && form_.columns > 1) {
    record.cells.clear();
  } else {
    fit_row(form_, text, row, record.cells);
  }
  return splitter.position();
}

}  // namespace espalier
