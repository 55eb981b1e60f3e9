// The oracle of the CSV reader: every row through CsvSplitter, every cell kept, one thing after another.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "data/csv_head.hpp"
#include "data/csv_splitter.hpp"
#include "data/decode.hpp"
#include "data/table.hpp"
#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier::test {

struct SlowTable {
  std::string name;
  std::string source;
  char delimiter = ',';
  bool header = true;
  std::vector<std::string> names;
  std::vector<Cell> cells;  // row after row
  std::deque<std::string> unescaped;

  std::size_t columns() const { return names.size(); }
  std::size_t rows() const { return cells.size() / columns(); }
  const Cell& cell(std::size_t row, std::size_t column) const { return cells[row * columns() + column]; }
  Location where(const Cell& cell) const {
    return locate(name, source, cell.offset, std::max<std::size_t>(1, cell.width));
  }
};

class SlowReader {
 public:
  SlowReader(SlowTable& table, const CsvOptions& options, Warnings& warnings)
      : table_(table),
        options_(options),
        warnings_(warnings),
        splitter_(table.name, table.source, table.delimiter, table.unescaped) {}

  void read() {
    const RowExtent first = read_first_row();
    std::size_t kept = table_.cells.size();
    while (!splitter_.done()) {
      const std::size_t before = table_.cells.size();
      const RowExtent row = read_row();
      if (row.blank && table_.columns() != 1) {
        table_.cells.resize(before);
        continue;
      }
      fit(row, before);
      if (!row.blank) kept = table_.cells.size();
    }
    table_.cells.resize(kept);
    if (table_.cells.empty()) {
      throw Diagnostic(ExitCode::bad_input, line_of(first.begin), "the file has a header but no rows",
                       "use --no-header if the first line is data");
    }
    if (differing_) {
      warnings_.push_back({fmt::format("line endings are mixed: this line ends with {}, the ones before with {}",
                                       to_string(differing_->line_end), to_string(line_end_)),
                           "", line_of(differing_->end), ""});
    }
    if (ragged_ > 0) {
      warnings_.push_back({fmt::format("{}; {} filled with missing cells or cut", expectation(found_),
                                       ragged_ == 1 ? "this row was" : counted(ragged_, "such row") + " were"),
                           "", table_.where(fault_), ""});
    }
  }

 private:
  Location line_of(std::size_t offset) const {
    Location where = locate(table_.name, table_.source, offset);
    where.column = 0;
    return where;
  }

  RowExtent read_row() {
    const RowExtent row = splitter_.read_row(table_.cells);
    if (row.line_end == LineEnd::none) return row;
    if (line_end_ == LineEnd::none) line_end_ = row.line_end;
    if (row.line_end != line_end_ && !differing_) differing_ = row;
    return row;
  }

  RowExtent read_first_row() {
    RowExtent row = read_row();
    while (row.blank) {
      table_.cells.clear();
      row = read_row();
    }
    std::vector<std::string> raw(table_.cells.size());
    if (options_.header) {
      for (std::size_t i = 0; i < raw.size(); ++i) raw[i] = table_.cells[i].text;
      header_ = std::exchange(table_.cells, {});
    }
    table_.names = unique_names(raw);
    if (options_.header) warn_names(raw);
    return row;
  }

  void warn_names(const std::vector<std::string>& raw) {
    bool numbers = true;
    bool any = false;
    for (std::size_t i = 0; i < raw.size(); ++i) {
      if (raw[i].empty()) {
        warnings_.push_back({fmt::format("column {} has no name; it is called {}", i + 1, in_quotes(table_.names[i])),
                             "", table_.where(header_[i]), "columns without a name"});
        continue;
      }
      any = any || parse_number(raw[i]);
      numbers = numbers && parse_number(raw[i]);
      if (table_.names[i] == raw[i]) continue;
      warnings_.push_back({fmt::format("column name {} is repeated; this column is called {}", in_quotes(raw[i]),
                                       in_quotes(table_.names[i])),
                           "", table_.where(header_[i]), "repeated column names"});
    }
    if (any && numbers) {
      warnings_.push_back({"the header looks like data: every column name is a number",
                           "use --no-header if the first line is data", line_of(header_[0].offset), ""});
    }
  }

  void fit(const RowExtent& row, std::size_t begin) {
    const std::size_t found = table_.cells.size() - begin;
    const std::size_t expected = table_.columns();
    if (found == expected) return;
    const Cell end{std::string_view(table_.source).substr(row.end, 0), row.end, 0, false};
    const Cell fault = found > expected ? table_.cells[begin + expected] : end;
    if (!options_.ragged) {
      std::string hint = "use --ragged to fill short rows with missing cells and drop surplus cells";
      if (options_.delimiter == '\0') {
        hint += fmt::format(", or --delimiter if {} is not what separates the cells",
                            in_quotes(std::string_view(&table_.delimiter, 1)));
      }
      throw Diagnostic(ExitCode::bad_input, table_.where(fault), expectation(found), hint);
    }
    if (ragged_++ == 0) {
      fault_ = fault;
      found_ = found;
    }
    table_.cells.resize(begin + expected, end);
  }

  std::string expectation(std::size_t found) const {
    return fmt::format("expected {} as in the {}, found {}", counted(table_.columns(), "cell"),
                       options_.header ? "header" : "first row", found);
  }

  SlowTable& table_;
  const CsvOptions& options_;
  Warnings& warnings_;
  CsvSplitter splitter_;
  std::vector<Cell> header_;
  LineEnd line_end_ = LineEnd::none;
  std::optional<RowExtent> differing_;
  std::size_t ragged_ = 0;
  std::size_t found_ = 0;
  Cell fault_;
};

inline SlowTable read_slowly(const std::string& name, std::string bytes, const CsvOptions& options,
                             Warnings& warnings) {
  SlowTable table;
  table.name = name;
  table.source = decode_source(name, std::move(bytes), options.encoding);
  // A short string lives inside the object and would leave the views behind when the table moves.
  table.source.reserve(2 * sizeof(std::string));
  table.delimiter = options.delimiter != '\0' ? options.delimiter : detect_delimiter(table.source).value();
  SlowReader(table, options, warnings).read();
  return table;
}

}  // namespace espalier::test
