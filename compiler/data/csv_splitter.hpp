// Splits text into rows of cells as RFC 4180 says, without copying: cells are views unless they hold doubled quotes.
#pragma once

#include <array>
#include <cstddef>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "data/table.hpp"

namespace espalier {

enum class LineEnd { none, lf, crlf, cr };  // none: the text ended

std::string_view to_string(LineEnd line_end);

struct RowExtent {
  std::size_t begin = 0;  // bytes of the row in the source, without the line end
  std::size_t end = 0;
  LineEnd line_end = LineEnd::none;
  bool blank = false;  // nothing but blanks: one unquoted empty cell
};

class CsvSplitter {
 public:
  // `source` and `unescaped` outlive the cells. `complete`: the source ends with the text.
  CsvSplitter(std::string name, std::string_view source, char delimiter, std::deque<std::string>& unescaped,
              bool complete = true);

  bool done() const { return at_ >= source_.size(); }
  std::size_t position() const { return at_; }
  void seek(std::size_t at) { at_ = at; }

  // Appends the cells of the next row. Throws Diagnostic(bad_input): unclosed quote, text after a closing quote;
  // NeedsMoreText.
  RowExtent read_row(std::vector<Cell>& cells);

 private:
  Cell read_cell();
  Cell read_quoted(std::size_t open);
  Cell read_unquoted(std::size_t begin);
  std::size_t skip_blanks(std::size_t from) const;
  bool is_blank(char c) const { return (c == ' ' || c == '\t') && c != delimiter_; }
  bool ends_cell(std::size_t at) const;
  LineEnd take_line_end();

  std::string name_;
  std::string_view source_;
  char delimiter_;
  std::deque<std::string>& unescaped_;
  bool complete_;
  std::array<bool, 256> ends_cell_{};  // the delimiter, CR and LF
  std::size_t at_ = 0;
};

}  // namespace espalier
