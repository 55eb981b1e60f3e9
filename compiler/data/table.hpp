// A table: its text, in memory or left in its file, and the columns of cells that are made of it.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <memory_resource>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "data/text_pool.hpp"
#include "support/diagnostic.hpp"
#include "support/enum_names.hpp"
#include "support/mapped_file.hpp"

namespace espalier {

// The text of a table: in memory, or left in its file and read piece by piece.

// A piece of a text. Moving it may move what the view shows: take the view where the piece stays.
class TextPiece {
 public:
  explicit TextPiece(std::string_view elsewhere) : elsewhere_(elsewhere) {}
  explicit TextPiece(std::string own) : own_(std::move(own)), owned_(true) {}
  std::string_view view() const { return owned_ ? std::string_view(own_) : elsewhere_; }

 private:
  std::string own_;
  std::string_view elsewhere_;
  bool owned_ = false;
};

// Thrown where a piece of a text ends before the row does, if more text follows.
struct NeedsMoreText {};

// Text in memory is decoded and valid. A file is plain UTF-8 by what its beginning says; who reads it checks the rest.
// It stays open and is copied from, never mapped: one that shrinks meanwhile gives a message, not a signal.
class SourceText {
 public:
  SourceText() = default;
  explicit SourceText(std::string text);

  // The file from byte `begin` on. Throws Diagnostic(bad_input) if it cannot be read.
  static SourceText of_file(const std::string& path, std::size_t begin);

  bool in_memory() const { return file_ == nullptr; }
  std::size_t size() const { return size_; }
  std::size_t file_begin() const;  // bytes of the file before the text
  std::string_view in_memory_text() const { return *text_; }

  // Bytes [begin, begin + to.size()), all within the text. Throws Diagnostic(bad_input) if the file is no longer what
  // it was when it was opened.
  void copy(std::size_t begin, std::span<char> to) const;
  TextPiece piece(std::size_t begin, std::size_t end) const;

  // Throws as copy() does.
  void refuse_change() const;
  [[noreturn]] void refuse_as_changed() const;

  // As espalier::locate does for a text in memory.
  Location locate(const std::string& name, std::size_t offset, std::size_t length = 1) const;

 private:
  struct File;
  std::shared_ptr<const std::string> text_ = std::make_shared<const std::string>();  // views stay valid when it moves
  std::shared_ptr<const File> file_;
  std::size_t size_ = 0;
};

// One column of a table as it is kept: numbers, or codes of texts.

enum class ColumnForm : std::uint8_t { numbers, texts, skipped };  // skipped: nobody asked for it, it has no cells

struct TableColumn {
  ColumnForm form = ColumnForm::numbers;
  Numbers numbers;                        // numbers, per row: the number, never -0; odd_cell() where the text was kept
  std::pmr::vector<std::uint32_t> codes;  // texts, per row: into `texts`
  TextPool texts;                         // of all cells, or of the odd ones
};

// A cell of a column of numbers that is none, or whose text matters (CsvOptions::kept_texts, leading zeros): a NaN that
// carries the code of the text.
inline double odd_cell(std::uint32_t code) {
  return std::bit_cast<double>(0x7ff8'0000'0000'0000U | code);
}
inline bool is_odd(double cell) {
  return cell != cell;
}
inline std::uint32_t code_of(double odd) {
  return static_cast<std::uint32_t>(std::bit_cast<std::uint64_t>(odd));
}

// A file as columns of cells: what the reader understood, before any cell has a meaning.

enum class Encoding { utf8, latin1 };
template <>
inline constexpr auto kNames<Encoding> = enum_names("utf-8", "latin1");

class MappedFileResource;

struct CsvOptions {
  char delimiter = '\0';  // '\0': found out among , ; tab |
  bool header = true;     // false: columns are called column_1, column_2, ...
  bool ragged = false;    // true: short rows are filled with missing cells, surplus cells dropped, with a warning
  Encoding encoding = Encoding::utf8;
  std::size_t threads = 1;         // the table does not depend on it
  std::vector<double> kept_texts;  // numbers that may mean missing: cells that hold one keep their text. Others are
                                   // read again if need be, which takes longer
  std::optional<std::vector<std::string>> wanted;  // columns by name: the cells of others are not kept, and are read
                                                   // again if they are asked for; none: all are wanted
  MappedFileResource* files = nullptr;             // where the numbers are kept, if not in memory; outlives them
};

// One cell. `text` is what the cell says: quotes removed, doubled quotes undone, blanks around an unquoted cell
// dropped.
struct Cell {
  std::string_view text;
  std::size_t offset = 0;  // where the cell begins in the text that was divided (at the quote of a quoted cell)
  std::size_t width = 0;   // bytes it takes there
  bool quoted = false;
};

// The cells of one row; they may refer to `unescaped`.
struct Record {
  std::vector<Cell> cells;
  std::deque<std::string> unescaped;  // texts that are not in the source
};

// How a format divides its rows: all that is needed to look at one of them again.
class RecordReader {
 public:
  virtual ~RecordReader() = default;
  // Reads what begins at `at` of a text: the cells of a row, or none where there is no row (a blank line, a comment).
  // Gives where the next one begins, at most the size of the text. The row was read before: it has no fault.
  virtual std::size_t read(std::string_view text, std::size_t at, Record& record) const = 0;
};

// Where some of the rows begin.
struct RowMark {
  std::size_t row = 0;
  std::size_t offset = 0;  // in the source: the line of the row, or blank lines before it
  std::size_t line = 0;    // of the offset, from 1
};

// A cell that was looked at on its own.
struct CellText {
  std::string text;
  bool quoted = false;
};

struct Table {
  std::string name;    // for messages: the file as the user wrote it, or "<stdin>"
  SourceText source;   // the decoded text (UTF-8, no byte order mark, decompressed)
  std::string sha256;  // of the bytes as read, before decompression and decoding
  char delimiter = ',';
  bool delimiter_line = false;            // the file begins with one, as in sep=;
  bool json_lines = false;                // rows are JSON objects
  std::vector<std::string> column_names;  // unique; empty and repeated ones were renamed, with a warning
  std::vector<std::string> raw_names;     // as written in the header, so that a repeated target can be refused
  std::vector<Cell> header;               // where the names stand; empty without a header; their texts are gone
  std::size_t header_end = 0;             // in the source
  std::vector<double> weights;            // per row, finite and at least 0, where the format has them; none: 1 each
  std::vector<double> kept_texts;         // see CsvOptions

  std::size_t columns() const { return column_names.size(); }
  std::size_t rows() const { return rows_; }

  // As the reader guessed: numbers, with the texts of cells that are none, or texts; or skipped.
  const TableColumn& column(std::size_t column) const { return columns_[column]; }
  // The column with the texts of all cells: reads columns of numbers again, all that are named in one pass.
  void read_texts(std::span<const std::size_t> columns) const;
  const TableColumn& texts(std::size_t column) const;
  // The column itself; it is gone from the table.
  TableColumn take(std::size_t column) { return std::exchange(columns_[column], TableColumn{}); }

  // Looks at one cell again, in the source.
  CellText cell(std::size_t row, std::size_t column) const;

  Location where(std::size_t row, std::size_t column) const;  // the cell
  Location where_row(std::size_t row) const;                  // the line on which the row begins
  Location where_name(std::size_t column) const;              // the name in the header; without one, the file
  Location where_header() const;                              // the line of the header; without one, the file

  // For readers: what was read, row after row. At least every kRowsPerMark-th row has a mark.
  void set_rows(std::size_t rows, std::vector<TableColumn> columns, std::vector<RowMark> marks,
                std::shared_ptr<const RecordReader> reader);

 private:
  template <typename Visit>
  void visit_records(const Visit& visit) const;
  template <typename Use>
  auto with_record(std::size_t row, const Use& use) const;

  std::size_t rows_ = 0;
  mutable std::vector<TableColumn> columns_;  // texts that are asked for later replace numbers
  std::vector<RowMark> marks_;
  std::shared_ptr<const RecordReader> reader_;
};

inline constexpr std::size_t kRowsPerMark = 256;

// Reads a file ("-": standard input; gzip is recognised by its first bytes) and splits it into cells as RFC 4180 says;
// objects of JSON, one after the other, if it begins with one and no option speaks of CSV.
// Throws Diagnostic(bad_input), located, for everything docs/data.md lists as refused.
Table read_table(const std::string& path, const CsvOptions& options, Warnings& warnings);

// A table without columns or cells: the decoded text, for a reader to divide. Throws as decode_source does.
Table undivided_table(std::string name, std::string bytes, Encoding encoding);

// The same as read_table for text already in memory; `bytes` is what the file would hold (BOM, Latin-1, CR line ends
// and all).
Table parse_table(std::string name, std::string bytes, const CsvOptions& options, Warnings& warnings);

// Names for columns that can be told apart, from a header that nobody checked.

// Empty names become column_N (N: one-based position), the second and later columns of one name become name.2, name.3
// and so on; a made-up name never takes one that the header uses.
std::vector<std::string> unique_names(const std::vector<std::string>& raw);

}  // namespace espalier
