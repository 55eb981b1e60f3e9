#include "data/csv_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "data/csv_chunks.hpp"
#include "data/decode.hpp"
#include "support/text.hpp"

namespace espalier {

namespace {

[[noreturn]] void refuse_header_only(const Table& table, const CsvHead& head) {
  Location where = table.source.locate(table.name, head.first_line);
  where.column = 0;
  throw Diagnostic(ExitCode::bad_input, where, "the file has a header but no rows",
                   "use --no-header if the first line is data");
}

void warn_mixed_line_ends(const Table& table, const LineEnds& line_ends, Warnings& warnings) {
  if (line_ends.differing.end == LineEnd::none) return;
  Location where = table.source.locate(table.name, line_ends.differing.offset);
  where.column = 0;
  warnings.push_back({fmt::format("line endings are mixed: this line ends with {}, the ones before with {}",
                                  to_string(line_ends.differing.end), to_string(line_ends.first.end)),
                      "", where, ""});
}

void warn_ragged(const Table& table, const CsvForm& form, const RaggedRows& ragged, Warnings& warnings) {
  if (ragged.count == 0) return;
  warnings.push_back(
      {fmt::format("{}; {} filled with missing cells or cut", expectation(form, ragged.first.found),
                   ragged.count == 1 ? "this row was" : counted(ragged.count, "such row") + " were"),
       "", table.source.locate(table.name, ragged.first.offset, std::max<std::size_t>(1, ragged.first.width)), ""});
}

void divide(Table& table, const CsvOptions& options, const CsvTuning& tuning, Warnings& warnings) {
  const CsvHead head = read_csv_head(table, options, warnings);
  CsvRows read = read_csv_rows(table, head, options, tuning);
  if (!table.source.in_memory()) {
    table.source.refuse_change();
    table.sha256 = read.sha256;
  }
  // Blank lines are missing values in a one-column file, unless nothing follows them.
  const std::size_t rows = read.rows - read.blank_rows_at_end;
  if (rows == 0) refuse_header_only(table, head);
  for (TableColumn& column : read.columns) {
    if (column.form == ColumnForm::numbers) {
      column.numbers.resize(rows);
    } else if (column.form == ColumnForm::texts) {
      column.codes.resize(rows);
    }
  }
  warn_mixed_line_ends(table, read.line_ends, warnings);
  warn_ragged(table, head.form, read.ragged, warnings);
  table.kept_texts = options.kept_texts;
  table.set_rows(rows, std::move(read.columns), std::move(read.marks), std::make_shared<CsvRecords>(head.form));
}

}  // namespace

void read_csv(Table& table, const CsvOptions& options, const CsvTuning& tuning, Warnings& warnings) {
  const std::size_t before = warnings.size();
  const auto refuse_text_first = [&] {
    const Warnings found(warnings.begin() + static_cast<std::ptrdiff_t>(before), warnings.end());
    warnings.resize(before);
    refuse_bad_text(table.name, table.source);
    warnings.insert(warnings.end(), found.begin(), found.end());
  };
  // A file that is not text is refused as that, before anything else that is wrong with it.
  try {
    divide(table, options, tuning, warnings);
  } catch (const BadText&) {
    refuse_text_first();
    table.source.refuse_as_changed();  // it was no text before
  } catch (const Diagnostic&) {
    if (!table.source.in_memory()) refuse_text_first();
    throw;
  }
}

}  // namespace espalier
