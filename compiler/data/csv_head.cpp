#include "data/csv_chunks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "data/column_cells.hpp"
#include "data/decode.hpp"
#include "data/delimiter.hpp"
#include "data/faults.hpp"
#include "data/schema.hpp"
#include "data/table.hpp"
#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier {

namespace {

constexpr std::size_t kFirstPiece = std::size_t{1} << 16;
constexpr std::size_t kRowsForHeader = 200;

void warn_names(const Table& table, Warnings& warnings) {
  bool any_number = false;
  bool all_numbers = true;
  for (std::size_t column = 0; column < table.columns(); ++column) {
    const std::string& raw = table.raw_names[column];
    const std::string& name = table.column_names[column];
    const auto where = [&] { return table.where_name(column); };
    if (raw.empty()) {
      warn_in_group(warnings, "columns without a name",
                    fmt::format("column {} has no name; it is called {}", column + 1, in_quotes(name)), "", where);
      continue;
    }
    const bool number = parse_number(raw).has_value();
    any_number = any_number || number;
    all_numbers = all_numbers && number;
    if (name != raw) {
      warn_in_group(
          warnings, "repeated column names",
          fmt::format("column name {} is repeated; this column is called {}", in_quotes(raw), in_quotes(name)), "",
          where);
    }
  }
  if (any_number && all_numbers) {
    warnings.push_back({"the header looks like data: every column name is a number",
                        "use --no-header if the first line is data", table.where_header(), ""});
  }
}

// Tries to find everything in the beginning of the source.
class HeadReader {
 public:
  HeadReader(std::string_view text, bool complete, const CsvOptions& options)
      : text_(text), complete_(complete), options_(options) {}

  CsvHead read(Table& table) {
    const std::optional<char> line = delimiter_line(text_);
    table.delimiter_line = line.has_value();
    table.delimiter = find_delimiter(line);
    Record record;
    CsvSplitter splitter(table.name, text_, table.delimiter, record.unescaped, complete_);
    if (line) skip_delimiter_line(splitter, record, table.name);
    const RowExtent first = read_first_row(splitter, record, table.name);
    head_.first_line = first.begin;
    name_columns(table, record.cells);
    if (options_.header) {
      head_.line_ends.note(first.line_end, first.end);
      head_.rows_begin = splitter.position();
      table.header_end = splitter.position();
    } else {
      head_.rows_begin = first.begin;
      splitter.seek(first.begin);
    }
    // The line of rows_begin: as many line ends come before it as lines.
    head_.lines_before = locate(table.name, text_, head_.rows_begin).line - 1;
    head_.form = {table.name,      table.delimiter, options_.delimiter != '\0',
                  options_.header, options_.ragged, table.columns()};
    guess_forms(splitter, record);
    skip_unwanted(table);
    return std::move(head_);
  }

 private:
  // An option wins over what the file says.
  char find_delimiter(std::optional<char> line) const {
    if (options_.delimiter != '\0') return options_.delimiter;
    if (line) return *line;
    const auto found = detect_delimiter(text_, complete_);
    if (!found) throw NeedsMoreText{};
    return *found;
  }

  void skip_delimiter_line(CsvSplitter& splitter, Record& record, const std::string& name) {
    const RowExtent row = splitter.read_row(record.cells);
    head_.line_ends.note(row.line_end, row.end);
    refuse_blank(name, text_.substr(row.end));
  }

  // The first row that is not blank: the header, or with --no-header the first of the data.
  RowExtent read_first_row(CsvSplitter& splitter, Record& record, const std::string& name) {
    for (;;) {
      if (splitter.done()) refuse_blank(name, text_);
      record.cells.clear();
      const RowExtent row = splitter.read_row(record.cells);
      if (!row.blank) return row;
      head_.line_ends.note(row.line_end, row.end);
    }
  }

  void name_columns(Table& table, const std::vector<Cell>& cells) const {
    table.raw_names.clear();
    table.header.clear();
    if (options_.header) {
      for (const Cell& cell : cells) {
        table.raw_names.emplace_back(cell.text);
        table.header.push_back({{}, cell.offset, cell.width, cell.quoted});
      }
      table.column_names = unique_names(table.raw_names);
    } else {
      table.column_names = unique_names(std::vector<std::string>(cells.size()));
      table.raw_names = table.column_names;
    }
  }

  void guess_forms(CsvSplitter& splitter, Record& record) {
    Schema usual;
    usual.missing_tokens = default_missing_tokens();
    std::vector<std::size_t> numbers(head_.form.columns);
    std::vector<std::size_t> texts(head_.form.columns);
    try {
      for (std::size_t row = 0; row < kRowsForHeader && !splitter.done(); ++row) {
        record.cells.clear();
        splitter.read_row(record.cells);
        for (std::size_t column = 0; column < std::min(record.cells.size(), head_.form.columns); ++column) {
          const Cell& cell = record.cells[column];
          if (!usual.is_missing(cell.text, cell.quoted))
            ++(parse_number(cell.text) && !is_padded(cell.text) ? numbers : texts)[column];
        }
      }
    } catch (const NeedsMoreText&) {
      // The rows so far say enough.
    } catch (const Diagnostic&) {
      // Who reads the row says so.
    }
    for (std::size_t column = 0; column < head_.form.columns; ++column) {
      head_.forms.push_back(texts[column] > numbers[column] ? ColumnForm::texts : ColumnForm::numbers);
    }
  }

  void skip_unwanted(const Table& table) {
    if (!options_.wanted) return;
    for (std::size_t column = 0; column < head_.forms.size(); ++column) {
      const bool wanted = std::find(options_.wanted->begin(), options_.wanted->end(), table.column_names[column]) !=
                          options_.wanted->end();
      if (!wanted) head_.forms[column] = ColumnForm::skipped;
    }
  }

  std::string_view text_;
  bool complete_;
  const CsvOptions& options_;
  CsvHead head_;
};

}  // namespace

CsvHead read_csv_head(Table& table, const CsvOptions& options, Warnings& warnings) {
  for (std::size_t size = kFirstPiece;; size *= 4) {
    const std::size_t end = std::min(size, table.source.size());
    const TextPiece piece = table.source.piece(0, end);
    try {
      CsvHead head = HeadReader(piece.view(), end == table.source.size(), options).read(table);
      if (options.header) warn_names(table, warnings);
      return head;
    } catch (const NeedsMoreText&) {
      // Next time there is more of it.
    }
  }
}

}  // namespace espalier
