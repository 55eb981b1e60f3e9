// A stretch of a CSV file, from the text to columns: plain rows the short way, all others as CsvSplitter says.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "data/csv_reader.hpp"
#include "data/csv_splitter.hpp"
#include "data/row_block.hpp"
#include "data/table.hpp"

namespace espalier {

// How lines end, and the first one that ends otherwise than the first of all.
struct LineEnds {
  struct Line {
    LineEnd end = LineEnd::none;
    std::size_t offset = 0;  // of the line end
  };
  Line first;
  Line differing;

  void note(LineEnd end, std::size_t offset) {
    if (end == first.end || end == LineEnd::none) return;
    note_other({end, offset});
  }
  // Lines that follow, of a text that begins at `offset`.
  void append(const LineEnds& later, std::size_t offset);

 private:
  void note_other(Line line);
};

// Rows that were filled or cut.
struct RaggedRows {
  std::size_t count = 0;
  RaggedRow first;
};

class CsvChunk {
 public:
  CsvChunk(const CsvForm& form, const std::vector<ColumnForm>& forms, std::vector<double> kept_texts);

  // Reads the rows that begin before `limit`, in a text that begins with a row or a blank line. `complete`: the file
  // ends with the text. kNumberPadding bytes after the text are readable, the first of them is LF. Throws Diagnostic,
  // located as if the text were the file; NeedsMoreText if the last row does not end in the text.
  void read(std::string_view text, std::size_t limit, bool complete);

  // What was read; offsets are those of the text, and so are lines.
  const RowBlock& rows() const { return rows_; }
  const std::vector<RowMark>& marks() const { return marks_; }
  const LineEnds& line_ends() const { return line_ends_; }
  const RaggedRows& ragged() const { return ragged_; }
  std::size_t end() const { return at_; }                        // where the next row begins
  std::size_t lines() const { return lines_; }                   // that end before end()
  std::size_t blank_rows_at_end() const { return blank_rows_; }  // in a one-column file

 private:
  bool read_plain_row();
  void read_any_row();
  const char* read_text(const char* at, std::size_t column);
  const char* read_quoted(const char* at, std::size_t column);
  bool is_blank(char c) const { return (c == ' ' || c == '\t') && c != form_.delimiter; }
  bool ends_cell(char c) const { return ends_cell_[static_cast<unsigned char>(c)]; }

  CsvForm form_;
  bool plain_numbers_;                 // the delimiter is no part of a number
  std::array<bool, 256> ends_cell_{};  // the delimiter, CR and LF
  ByteFinder cell_ends_;               // the same
  ByteFinder quotes_;                  // a quote, CR and LF
  std::string undoubled_;              // a text whose quotes were doubled
  RowBlock rows_;
  Record record_;
  std::optional<CsvSplitter> splitter_;  // of the text, once it is needed

  std::string_view text_;
  bool complete_ = true;
  std::size_t at_ = 0;
  std::size_t lines_ = 0;
  std::size_t blank_rows_ = 0;
  std::vector<RowMark> marks_;
  LineEnds line_ends_;
  RaggedRows ragged_;
};

// The beginning of a CSV file: what separates cells, the names of the columns, and what they seem to hold.
struct CsvHead {
  CsvForm form;
  std::vector<ColumnForm> forms;  // a guess: most of the first cells are numbers, or not; or skipped
  std::size_t first_line = 0;     // in the source: the header, or without one the first row
  std::size_t rows_begin = 0;
  std::size_t lines_before = 0;  // that end before rows_begin
  LineEnds line_ends;            // of these
};

// Reads as much of the table's source as it takes. Sets the table's delimiter, names and header; warns about names.
CsvHead read_csv_head(Table& table, const CsvOptions& options, Warnings& warnings);

// The rows of a CSV file, whose beginning is known, as columns.
struct CsvRows {
  std::vector<TableColumn> columns;
  std::vector<RowMark> marks;
  LineEnds line_ends;  // of the whole file
  RaggedRows ragged;
  std::size_t rows = 0;
  std::size_t blank_rows_at_end = 0;  // see CsvChunk
  std::string sha256;                 // of the file, if the source is one
};

// Thrown if a file is not valid text; refuse_bad_text says where.
struct BadText {};

// `table` has its source. Throws Diagnostic(bad_input), located; BadText.
CsvRows read_csv_rows(const Table& table, const CsvHead& head, const CsvOptions& options, const CsvTuning& tuning);

}  // namespace espalier
