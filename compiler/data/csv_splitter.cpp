#include "data/csv_splitter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "support/text.hpp"

namespace espalier {
namespace {

std::string undouble_quotes(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    out.push_back(text[i]);
    if (text[i] == '"') ++i;
  }
  return out;
}

}  // namespace

CsvSplitter::CsvSplitter(std::string name, std::string_view source, char delimiter, std::deque<std::string>& unescaped,
                         bool complete)
    : name_(std::move(name)), source_(source), delimiter_(delimiter), unescaped_(unescaped), complete_(complete) {
  for (const char c : {delimiter, '\r', '\n'}) ends_cell_[static_cast<unsigned char>(c)] = true;
}

RowExtent CsvSplitter::read_row(std::vector<Cell>& cells) {
  RowExtent row;
  row.begin = at_;
  const std::size_t first = cells.size();
  cells.push_back(read_cell());
  while (at_ < source_.size() && source_[at_] == delimiter_) {
    ++at_;
    cells.push_back(read_cell());
  }
  row.end = at_;
  row.line_end = take_line_end();
  if (!complete_ && done()) throw NeedsMoreText{};
  row.blank = cells.size() == first + 1 && cells[first].text.empty() && !cells[first].quoted;
  return row;
}

Cell CsvSplitter::read_cell() {
  const std::size_t begin = at_;
  const std::size_t text = skip_blanks(begin);
  if (text < source_.size() && source_[text] == '"') return read_quoted(text);
  return read_unquoted(ends_cell(text) ? begin : text);
}

Cell CsvSplitter::read_unquoted(std::size_t begin) {
  std::size_t end = begin;
  while (!ends_cell(end)) ++end;
  at_ = end;
  while (end > begin && is_blank(source_[end - 1])) --end;
  return {source_.substr(begin, end - begin), begin, end - begin, false};
}

Cell CsvSplitter::read_quoted(std::size_t open) {
  bool doubled = false;
  std::size_t close = open + 1;
  for (;; close += 2, doubled = true) {
    close = source_.find('"', close);
    if (close == std::string_view::npos) {
      if (!complete_) throw NeedsMoreText{};
      throw Diagnostic(ExitCode::bad_input, locate(name_, source_, open), "this quote is never closed",
                       "close the cell with a quote; a quote that is part of the text is written twice (\"\")");
    }
    if (close + 1 >= source_.size() || source_[close + 1] != '"') break;
  }
  at_ = skip_blanks(close + 1);
  if (!ends_cell(at_)) {
    std::size_t end = at_;
    while (!ends_cell(end)) ++end;
    // The message shows the line.
    if (!complete_ && source_.find_first_of("\r\n", end) == std::string_view::npos) throw NeedsMoreText{};
    throw Diagnostic(ExitCode::bad_input, locate(name_, source_, at_, end - at_),
                     "text after the closing quote of a cell",
                     "a quote that is part of a quoted cell is written twice (\"\")");
  }
  std::string_view text = source_.substr(open + 1, close - open - 1);
  if (doubled) text = unescaped_.emplace_back(undouble_quotes(text));
  return {text, open, close + 1 - open, true};
}

std::size_t CsvSplitter::skip_blanks(std::size_t from) const {
  while (from < source_.size() && is_blank(source_[from])) ++from;
  return from;
}

bool CsvSplitter::ends_cell(std::size_t at) const {
  return at >= source_.size() || ends_cell_[static_cast<unsigned char>(source_[at])];
}

LineEnd CsvSplitter::take_line_end() {
  if (done()) return LineEnd::none;
  if (source_[at_++] == '\n') return LineEnd::lf;
  if (done() || source_[at_] != '\n') return LineEnd::cr;
  ++at_;
  return LineEnd::crlf;
}

namespace {

[[noreturn]] void refuse_ragged(const CsvForm& form, std::string_view text, const RaggedRow& row) {
  std::string hint = "use --ragged to fill short rows with missing cells and drop surplus cells";
  if (!form.delimiter_given) {
    hint += fmt::format(", or --delimiter if {} is not what separates the cells",
                        in_quotes(std::string_view(&form.delimiter, 1)));
  }
  throw Diagnostic(ExitCode::bad_input, locate(form.name, text, row.offset, std::max<std::size_t>(1, row.width)),
                   expectation(form, row.found), hint);
}

}  // namespace

std::string expectation(const CsvForm& form, std::size_t found) {
  return fmt::format("expected {} as in the {}, found {}", counted(form.columns, "cell"),
                     form.header ? "header" : "first row", found);
}

std::optional<RaggedRow> fit_row(const CsvForm& form, std::string_view text, const RowExtent& row,
                                 std::vector<Cell>& cells) {
  const std::size_t found = cells.size();
  if (found == form.columns) return std::nullopt;
  const Cell end{text.substr(row.end, 0), row.end, 0, false};
  const Cell& fault = found > form.columns ? cells[form.columns] : end;
  const RaggedRow ragged{fault.offset, fault.width, found};
  if (!form.ragged) refuse_ragged(form, text, ragged);
  cells.resize(form.columns, end);
  return ragged;
}

std::size_t CsvRecords::read(std::string_view text, std::size_t at, Record& record) const {
  CsvSplitter splitter(form_.name, text, form_.delimiter, record.unescaped);
  splitter.seek(at);
  const RowExtent row = splitter.read_row(record.cells);
  // A blank line is a missing value in a one-column file.
  if (row.blank && form_.columns > 1) {
    record.cells.clear();
  } else {
    fit_row(form_, text, row, record.cells);
  }
  return splitter.position();
}

}  // namespace espalier
