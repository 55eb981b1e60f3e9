#include "data/csv_head.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "data/column_cells.hpp"
#include "data/csv_chunks.hpp"
#include "data/decode.hpp"
#include "data/faults.hpp"
#include "data/schema.hpp"
#include "data/table.hpp"
#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier {
namespace {

constexpr std::array<char, 4> kCandidates = {',', ';', '\t', '|'};
constexpr std::size_t kRowsForDelimiter = 100;

// How often each candidate occurs outside quotes in one row, and how many of the commas stand between two digits.
struct RowCounts {
  std::array<std::size_t, kCandidates.size()> count{};
  std::size_t decimal_commas = 0;
};

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// Walks over the rows for all candidates at once. A quote opens a quoted stretch only where a cell begins, and a cell
// begins after any candidate: right for the true delimiter, and good enough to judge the others.
class Sampler {
 public:
  explicit Sampler(std::string_view source) : source_(source) {}

  std::vector<RowCounts> rows() {
    std::vector<RowCounts> rows;
    while (at_ < source_.size() && rows.size() < kRowsForDelimiter) {
      const std::size_t begin = at_;
      const std::optional<RowCounts> row = next_row();
      if (!row && !rows.empty()) break;  // cut off by an unclosed quote: says nothing
      const std::string_view text = source_.substr(begin, at_ - begin);
      if (text.find_first_not_of(" \t\r\n") != std::string_view::npos) rows.push_back(row.value_or(RowCounts{}));
    }
    return rows;
  }

  // The text ended before there were enough rows.
  bool at_end() const { return at_ >= source_.size(); }

 private:
  std::optional<RowCounts> next_row() {
    RowCounts row;
    bool cell_begins = true;
    for (; at_ < source_.size(); ++at_) {
      const char c = source_[at_];
      if (c == '\n' || c == '\r') {
        ++at_;
        return row;
      }
      if (c == '"' && cell_begins) {
        at_ = closing_quote(at_ + 1);
        if (at_ == std::string_view::npos) {
          at_ = source_.size();
          return std::nullopt;
        }
        cell_begins = false;
      } else if (const auto* found = std::find(kCandidates.begin(), kCandidates.end(), c); found != kCandidates.end()) {
        ++row.count[static_cast<std::size_t>(found - kCandidates.begin())];
        if (c == ',' && between_digits()) ++row.decimal_commas;
        cell_begins = true;
      } else if (c != ' ') {
        cell_begins = false;
      }
    }
    return row;
  }

  std::size_t closing_quote(std::size_t from) const {
    for (;;) {
      const std::size_t quote = source_.find('"', from);
      if (quote == std::string_view::npos) return quote;
      if (quote + 1 >= source_.size() || source_[quote + 1] != '"') return quote;
      from = quote + 2;
    }
  }

  bool between_digits() const {
    return at_ > 0 && at_ + 1 < source_.size() && is_digit(source_[at_ - 1]) && is_digit(source_[at_ + 1]);
  }

  std::string_view source_;
  std::size_t at_ = 0;
};

// 2 for each row divided like the first, 1 for a row divided otherwise (a ragged one), 0 for a row left whole. A
// candidate that divides no row but the first is text in a one-column header.
std::size_t agreement(const std::vector<RowCounts>& rows, std::size_t candidate) {
  const std::size_t expected = rows.front().count[candidate];
  if (expected == 0) return 0;
  if (rows.size() == 1) return 2;
  std::size_t score = 0;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const std::size_t found = rows[i].count[candidate];
    score += found == expected ? 2U : (found > 0 ? 1U : 0U);
  }
  return score;
}

// "1,5;2,5": commas divide consistently too, but each is a decimal comma.
bool commas_are_decimal(const std::vector<RowCounts>& rows) {
  return std::all_of(rows.begin(), rows.end(), [](const RowCounts& row) { return row.decimal_commas == row.count[0]; });
}

}  // namespace

std::optional<char> detect_delimiter(std::string_view source, bool complete) {
  Sampler sampler(source);
  const std::vector<RowCounts> rows = sampler.rows();
  if (!complete && sampler.at_end()) return std::nullopt;
  if (rows.empty()) return ',';
  std::size_t best = 0;
  std::size_t best_score = agreement(rows, 0);
  bool yields = best_score > 0 && commas_are_decimal(rows);
  for (std::size_t candidate = 1; candidate < kCandidates.size(); ++candidate) {
    const std::size_t score = agreement(rows, candidate);
    const std::size_t columns = rows.front().count[candidate];
    const bool finer = score == best_score && (yields || columns > rows.front().count[best]);
    if (score > best_score || (score > 0 && finer)) {
      best = candidate;
      best_score = score;
      yields = false;
    }
  }
  return kCandidates[best];
}

std::optional<char> delimiter_line(std::string_view source) {
  constexpr std::string_view kKey = "sep=";
  const bool quoted = source.starts_with('"');
  if (quoted) source.remove_prefix(1);
  if (source.size() <= kKey.size() || !equals_ignoring_case(source.substr(0, kKey.size()), kKey)) return std::nullopt;
  const char delimiter = source[kKey.size()];
  source.remove_prefix(kKey.size() + 1);
  if (quoted && !source.starts_with('"')) return std::nullopt;
  if (quoted) source.remove_prefix(1);
  const bool ends = source.empty() || source.front() == '\r' || source.front() == '\n';
  const bool letter = is_digit(delimiter) || (delimiter >= 'a' && delimiter <= 'z') ||
                      (delimiter >= 'A' && delimiter <= 'Z');  // a name, of a column that is alone
  const bool usable = delimiter == '\t' || (delimiter > ' ' && delimiter <= '~' && delimiter != '"' && !letter);
  return ends && usable ? std::optional(delimiter) : std::nullopt;
}

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
      // The rows before that are enough to go by.
    } catch (const Diagnostic&) {
      // The fault is reported when the rows are read.
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
      // Try again with a longer beginning.
    }
  }
}

}  // namespace espalier
