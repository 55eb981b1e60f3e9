// CSV text to rows of cells.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "data/table.hpp"
#include "support/enum_names.hpp"

namespace espalier {

// Where a cell ends: the first of three bytes, looked for eight at a time.
class ByteFinder {
 public:
  explicit ByteFinder(std::array<char, 3> bytes) : bytes_(bytes) {
    for (std::size_t i = 0; i < bytes.size(); ++i) patterns_[i] = kOnes * static_cast<unsigned char>(bytes[i]);
  }

  // The first of the bytes at or after `at`. There is one, and seven bytes after it are readable.
  const char* find(const char* at) const {
    if constexpr (std::endian::native == std::endian::little) {
      for (;; at += sizeof(std::uint64_t)) {
        std::uint64_t word = 0;
        std::memcpy(&word, at, sizeof word);
        std::uint64_t found = 0;
        for (const std::uint64_t pattern : patterns_) {
          const std::uint64_t rest = word ^ pattern;  // 0 where the byte is
          // The lowest bit that is set is right; a borrow can set false ones above it.
          found |= (rest - kOnes) & ~rest & kHighBits;
        }
        if (found != 0) return at + std::countr_zero(found) / 8;
      }
    } else {
      while (*at != bytes_[0] && *at != bytes_[1] && *at != bytes_[2]) ++at;
      return at;
    }
  }

 private:
  static constexpr std::uint64_t kOnes = 0x0101'0101'0101'0101U;
  static constexpr std::uint64_t kHighBits = 0x8080'8080'8080'8080U;

  std::array<char, 3> bytes_;
  std::array<std::uint64_t, 3> patterns_{};
};

// Splits text into rows of cells as RFC 4180 says, without copying: cells are views unless they hold doubled quotes.

enum class LineEnd { none, lf, crlf, cr };  // none: the text ended

template <>
inline constexpr auto kNames<LineEnd> = enum_names("nothing", "LF", "CRLF", "CR");

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

// The rows of a CSV file held to its number of columns.

struct CsvForm {
  std::string name;
  char delimiter = ',';
  bool delimiter_given = false;
  bool header = true;
  bool ragged = false;
  std::size_t columns = 0;
};

// A row with too many or too few cells: the first one too many, or where the first missing one should follow.
struct RaggedRow {
  std::size_t offset = 0;
  std::size_t width = 0;
  std::size_t found = 0;  // cells
};

// "expected 3 cells as in the header, found 2"
std::string expectation(const CsvForm& form, std::size_t found);

// Makes the cells of a row of `text` as many as there are columns. Throws Diagnostic(bad_input) if they are not and the
// form does not allow that.
std::optional<RaggedRow> fit_row(const CsvForm& form, std::string_view text, const RowExtent& row,
                                 std::vector<Cell>& cells);

class CsvRecords : public RecordReader {
 public:
  explicit CsvRecords(CsvForm form) : form_(std::move(form)) {}
  std::size_t read(std::string_view text, std::size_t at, Record& record) const override;

 private:
  CsvForm form_;
};

}  // namespace espalier
