// Rows into a rectangular table: header, blank lines, ragged rows, and what is said about them.
#include "data/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <new>
#include <optional>
#include <utility>

#include "data/column_names.hpp"
#include "data/csv_splitter.hpp"
#include "data/delimiter.hpp"
#include "data/grouped_warning.hpp"
#include "data/source.hpp"
#include "support/files.hpp"
#include "support/number_text.hpp"
#include "support/sha256.hpp"
#include "support/text.hpp"

namespace espalier {

namespace {

Location whole_line(Location where) {
  where.column = 0;
  where.length = 1;
  return where;
}

void check_delimiter(char delimiter) {
  const bool text = delimiter == '\t' || (delimiter >= ' ' && delimiter <= '~' && delimiter != '"');
  if (delimiter == '\0' || text) return;
  throw Diagnostic(ExitCode::usage, "a delimiter is one ASCII character, neither a quote nor a line end",
                   "use --delimiter with one of , ; | or a tab");
}

class TableBuilder {
 public:
  TableBuilder(Table& table, const CsvOptions& options, Warnings& warnings)
      : table_(table),
        options_(options),
        warnings_(warnings),
        splitter_(table.name, table.source, table.delimiter, table.unescaped) {}

  void build() {
    const RowExtent first = read_first_row();
    reserve_cells();
    // A blank line is a missing value in a one-column file, unless nothing follows it.
    const bool one_column = table_.columns() == 1;
    std::size_t kept = table_.cells.size();
    while (!splitter_.done()) {
      const std::size_t before = table_.cells.size();
      const RowExtent row = read_row();
      if (row.blank && !one_column) {
        table_.cells.resize(before);
        continue;
      }
      fit(row, before);
      if (!row.blank) kept = table_.cells.size();
    }
    table_.cells.resize(kept);
    if (table_.cells.empty()) refuse_header_only(first);
    warn_mixed_line_ends();
    warn_ragged();
  }

 private:
  RowExtent read_row() {
    const RowExtent row = splitter_.read_row(table_.cells);
    if (row.line_end == LineEnd::none) return row;
    if (line_end_ == LineEnd::none) line_end_ = row.line_end;
    if (row.line_end != line_end_ && !differing_) differing_ = row;
    return row;
  }

  // The first row that is not blank: the header, or with --no-header the first of the data. There is one, the source is
  // not blank.
  RowExtent read_first_row() {
    std::vector<Cell>& cells = table_.cells;
    RowExtent row = read_row();
    while (row.blank) {
      cells.clear();
      row = read_row();
    }
    if (options_.header) {
      table_.header = std::exchange(cells, {});
      for (const Cell& cell : table_.header) table_.raw_names.emplace_back(cell.text);
      table_.column_names = unique_names(table_.raw_names);
      warn_names();
    } else {
      table_.column_names = unique_names(std::vector<std::string>(cells.size()));
      table_.raw_names = table_.column_names;
    }
    return row;
  }

  // Growing a vector of gigabytes by doubling takes three times its size. There are no more cells than separators, nor
  // (but in a ragged file) than lines times columns.
  void reserve_cells() {
    const std::string& source = table_.source;
    std::size_t delimiters = 0;
    std::size_t feeds = 0;
    std::size_t returns = 0;
    for (const char c : source) {
      delimiters += c == table_.delimiter ? 1U : 0U;
      feeds += c == '\n' ? 1U : 0U;
      returns += c == '\r' ? 1U : 0U;
    }
    const std::size_t lines = std::max(feeds, returns) + 1;
    table_.cells.reserve(std::min(lines * table_.columns(), lines + delimiters));
  }

  // Holds the row that begins at cell `begin` to the number of columns.
  void fit(const RowExtent& row, std::size_t begin) {
    std::vector<Cell>& cells = table_.cells;
    const std::size_t found = cells.size() - begin;
    const std::size_t expected = table_.columns();
    if (found == expected) return;
    // The fault lies in the first cell too many, or where the first missing one should follow.
    const Cell end{std::string_view(table_.source).substr(row.end, 0), row.end, 0, false};
    const Cell fault = found > expected ? cells[begin + expected] : end;
    if (!options_.ragged) refuse_ragged(fault, found);
    if (ragged_rows_++ == 0) first_ragged_ = {fault, found};
    cells.resize(begin + expected, end);
  }

  std::string expectation(std::size_t found) const {
    return fmt::format("expected {} as in the {}, found {}", counted(table_.columns(), "cell"),
                       options_.header ? "header" : "first row", found);
  }

  [[noreturn]] void refuse_ragged(const Cell& fault, std::size_t found) const {
    std::string hint = "use --ragged to fill short rows with missing cells and drop surplus cells";
    if (options_.delimiter == '\0') {
      hint += fmt::format(", or --delimiter if {} is not what separates the cells",
                          in_quotes(std::string_view(&table_.delimiter, 1)));
    }
    throw Diagnostic(ExitCode::bad_input, locate_cell(fault), expectation(found), hint);
  }

  [[noreturn]] void refuse_header_only(const RowExtent& header) const {
    throw Diagnostic(ExitCode::bad_input, whole_line(locate(table_.name, table_.source, header.begin)),
                     "the file has a header but no rows", "use --no-header if the first line is data");
  }

  void warn_names() {
    bool any_number = false;
    bool all_numbers = true;
    for (std::size_t column = 0; column < table_.columns(); ++column) {
      const std::string& raw = table_.raw_names[column];
      const std::string& name = table_.column_names[column];
      const auto where = [&] { return table_.where_name(column); };
      if (raw.empty()) {
        warn_in_group(warnings_, "columns without a name",
                      fmt::format("column {} has no name; it is called {}", column + 1, in_quotes(name)), "", where);
        continue;
      }
      const bool number = parse_number(raw).has_value();
      any_number = any_number || number;
      all_numbers = all_numbers && number;
      if (name != raw) {
        warn_in_group(
            warnings_, "repeated column names",
            fmt::format("column name {} is repeated; this column is called {}", in_quotes(raw), in_quotes(name)), "",
            where);
      }
    }
    if (any_number && all_numbers) {
      warnings_.push_back({"the header looks like data: every column name is a number",
                           "use --no-header if the first line is data", table_.where_header(), ""});
    }
  }

  void warn_mixed_line_ends() {
    if (!differing_) return;
    warnings_.push_back({fmt::format("line endings are mixed: this line ends with {}, the ones before with {}",
                                     to_string(differing_->line_end), to_string(line_end_)),
                         "", whole_line(locate(table_.name, table_.source, differing_->end)), ""});
  }

  void warn_ragged() {
    if (ragged_rows_ == 0) return;
    warnings_.push_back({fmt::format("{}; {} filled with missing cells or cut", expectation(first_ragged_.found),
                                     ragged_rows_ == 1 ? "this row was" : counted(ragged_rows_, "such row") + " were"),
                         "", locate_cell(first_ragged_.fault), ""});
  }

  Location locate_cell(const Cell& cell) const {
    return locate(table_.name, table_.source, cell.offset, std::max<std::size_t>(1, cell.width));
  }

  struct RaggedRow {
    Cell fault;
    std::size_t found = 0;
  };

  Table& table_;
  const CsvOptions& options_;
  Warnings& warnings_;
  CsvSplitter splitter_;
  LineEnd line_end_ = LineEnd::none;    // of the first line
  std::optional<RowExtent> differing_;  // the first row that ends otherwise
  std::size_t ragged_rows_ = 0;
  RaggedRow first_ragged_;
};

}  // namespace

Location Table::where(std::size_t row, std::size_t column) const {
  const Cell& place = cell(row, column);
  return locate(name, source, place.offset, std::max<std::size_t>(1, place.width));
}

Location Table::where_row(std::size_t row) const {
  return whole_line(where(row, 0));
}

Location Table::where_name(std::size_t column) const {
  if (header.empty()) return whole_file(name);
  return locate(name, source, header[column].offset, std::max<std::size_t>(1, header[column].width));
}

Location Table::where_header() const {
  return header.empty() ? whole_file(name) : whole_line(where_name(0));
}

Table read_table(const std::string& path, const CsvOptions& options, Warnings& warnings) {
  return parse_table(display_name(path), read_file(path), options, warnings);
}

Table undivided_table(std::string name, std::string bytes, Encoding encoding) {
  Table table;
  table.name = std::move(name);
  table.sha256 = sha256_hex(bytes);
  table.source = decode_source(table.name, std::move(bytes), encoding);
  // A short string lives inside the object and would leave the views behind when the table moves.
  table.source.reserve(2 * sizeof(std::string));
  return table;
}

Table parse_table(std::string name, std::string bytes, const CsvOptions& options, Warnings& warnings) try {
  check_delimiter(options.delimiter);
  Table table = undivided_table(std::move(name), std::move(bytes), options.encoding);
  table.delimiter = options.delimiter != '\0' ? options.delimiter : detect_delimiter(table.source);
  TableBuilder(table, options, warnings).build();
  return table;
} catch (const std::bad_alloc&) {
  throw Diagnostic(ExitCode::bad_input, "the table does not fit into memory", "train on a sample of the rows");
}

}  // namespace espalier
