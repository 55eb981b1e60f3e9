// A file as text cells: what the reader understood, before any cell has a meaning.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "support/diagnostic.hpp"

namespace espalier {

enum class Encoding { utf8, latin1 };

struct CsvOptions {
  char delimiter = '\0';  // '\0': found out among , ; tab |
  bool header = true;     // false: columns are called column_1, column_2, ...
  bool ragged = false;    // true: short rows are filled with missing cells, surplus cells dropped, with a warning
  Encoding encoding = Encoding::utf8;
};

// One cell. `text` is what the cell says: quotes removed, doubled quotes undone, blanks around an unquoted cell
// dropped.
struct Cell {
  std::string_view text;
  std::uint64_t offset = 0;  // where the cell begins in Table::source (at the quote of a quoted cell)
  std::uint32_t width = 0;   // bytes it takes there
  bool quoted = false;
};

struct Table {
  std::string name;    // for messages: the file as the user wrote it, or "<stdin>"
  std::string source;  // the decoded text (UTF-8, no byte order mark, decompressed)
  std::string sha256;  // of the bytes as read, before decompression and decoding
  char delimiter = ',';
  std::vector<std::string> column_names;  // unique; empty and repeated ones were renamed, with a warning
  std::vector<std::string> raw_names;     // as written in the header, so that a repeated target can be refused
  std::vector<Cell> header;               // the cells of the header; empty without one
  std::vector<Cell> cells;                // row after row; rows() * columns() of them
  std::vector<double> weights;            // per row, finite and at least 0, where the format has them; none: 1 each
  std::deque<std::string> unescaped;      // owns the text of cells that is not in the source (not for callers)

  std::size_t columns() const { return column_names.size(); }
  std::size_t rows() const { return columns() == 0 ? 0 : cells.size() / columns(); }
  const Cell& cell(std::size_t row, std::size_t column) const { return cells[row * columns() + column]; }

  Location where(std::size_t row, std::size_t column) const;  // the cell
  Location where_row(std::size_t row) const;                  // the line on which the row begins
  Location where_name(std::size_t column) const;              // the name in the header; without one, the file
  Location where_header() const;                              // the line of the header; without one, the file

  Table() = default;
  Table(Table&&) = default;  // views in `cells` point into heap storage that moves along (see undivided_table)
  Table& operator=(Table&&) = default;
  Table(const Table&) = delete;
  Table& operator=(const Table&) = delete;
};

// Reads a file ("-": standard input; gzip is recognised by its first bytes) and splits it into cells as RFC 4180 says.
// Throws Diagnostic(bad_input), located, for everything docs/data.md lists as refused.
Table read_table(const std::string& path, const CsvOptions& options, Warnings& warnings);

// A table without columns or cells: the decoded text, for a reader to divide. Views into its source stay valid when it
// moves. Throws as decode_source does.
Table undivided_table(std::string name, std::string bytes, Encoding encoding);

// The same as read_table for text already in memory; `bytes` is what the file would hold (BOM, Latin-1, CR line ends
// and all).
Table parse_table(std::string name, std::string bytes, const CsvOptions& options, Warnings& warnings);

}  // namespace espalier
