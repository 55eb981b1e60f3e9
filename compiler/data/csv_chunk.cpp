#include "data/csv_chunk.hpp"

#include <utility>

#include "data/padded_digits.hpp"
#include "data/plain_number.hpp"
#include "support/text.hpp"

namespace espalier {

static_assert(TextPool::kReadable <= kNumberPadding);  // texts are followed by as much

void LineEnds::note_other(Line line) {
  if (first.end == LineEnd::none) {
    first = line;
  } else if (differing.end == LineEnd::none) {
    differing = line;
  }
}

void LineEnds::append(const LineEnds& later, std::size_t offset) {
  note(later.first.end, offset + later.first.offset);
  note(later.differing.end, offset + later.differing.offset);
}

CsvChunk::CsvChunk(const CsvForm& form, std::vector<ColumnForm> forms, std::vector<double> kept_texts)
    : form_(form),
      plain_numbers_(std::string_view("0123456789+-.eE").find(form.delimiter) == std::string_view::npos),
      cell_ends_({form.delimiter, '\r', '\n'}),
      quotes_({'"', '\r', '\n'}),
      rows_(std::move(forms), std::move(kept_texts)) {
  for (const char c : {form.delimiter, '\r', '\n'}) ends_cell_[static_cast<unsigned char>(c)] = true;
}

void CsvChunk::read(std::string_view text, std::size_t limit, bool complete) {
  text_ = text;
  complete_ = complete;
  splitter_.reset();
  at_ = lines_ = blank_rows_ = 0;
  marks_.clear();
  line_ends_ = {};
  ragged_ = {};
  // A row takes a byte per column at least, but for short ones.
  rows_.restart(limit / form_.columns + 2);
  while (at_ < limit) {
    const bool marked = !marks_.empty() && marks_.back().row == rows_.rows();
    if (rows_.rows() % kRowsPerMark == 0 && !marked) marks_.push_back({rows_.rows(), at_, lines_ + 1});
    if (!plain_numbers_ || !read_plain_row()) read_any_row();
  }
}

// False if there is anything about the row that is not plain: lines or blanks around quotes, blanks around a cell, too
// many or too few cells.
bool CsvChunk::read_plain_row() {
  const char* const text = text_.data();
  const char* at = text + at_;
  if (*at == '\n' || *at == '\r') return false;
  const bool keeps_texts = rows_.keeps_texts();
  const std::size_t last = form_.columns - 1;
  for (std::size_t column = 0;; ++column) {
    const char* end = nullptr;
    if (rows_.is_numbers(column)) {
      double number = 0;
      end = read_plain_number(at, number);
      const bool plain =
          end != nullptr && ends_cell(*end) && !may_be_padded(at) && !(keeps_texts && rows_.keeps_text_of(number));
      if (plain) {
        rows_.set_number(column, number);
      } else {
        end = read_text(at, column);
      }
    } else {
      end = read_text(at, column);
    }
    if (end == nullptr) return false;
    if (column == last) {
      at = end;
      break;
    }
    if (*end != form_.delimiter) return false;
    at = end + 1;
  }
  const auto row_end = static_cast<std::size_t>(at - text);
  // What ends the text may be the LF after it, or half of a CRLF.
  if (row_end + 1 >= text_.size() && (!complete_ || *at == '\r' || row_end >= text_.size())) return false;
  LineEnd line_end = LineEnd::lf;
  if (*at == '\r') {
    line_end = at[1] == '\n' ? LineEnd::crlf : LineEnd::cr;
  } else if (*at != '\n') {
    return false;
  }
  line_ends_.note(line_end, row_end);
  at_ = row_end + (line_end == LineEnd::crlf ? 2 : 1);
  ++lines_;
  blank_rows_ = 0;
  rows_.end_row();
  return true;
}

void CsvChunk::read_any_row() {
  if (!splitter_) splitter_.emplace(form_.name, text_, form_.delimiter, record_.unescaped, complete_);
  record_.cells.clear();
  record_.unescaped.clear();
  splitter_->seek(at_);
  const RowExtent row = splitter_->read_row(record_.cells);
  const bool one_column = form_.columns == 1;
  if (!row.blank || one_column) {
    const auto ragged = fit_row(form_, text_, row, record_.cells);
    if (ragged && ragged_.count++ == 0) ragged_.first = *ragged;
    rows_.add(record_.cells);
    blank_rows_ = row.blank ? blank_rows_ + 1 : 0;
  }
  line_ends_.note(row.line_end, row.end);
  lines_ += count_line_ends(text_.substr(at_, splitter_->position() - at_));
  at_ = splitter_->position();
}

// Sets the cell to the text that begins at `at`, and gives where it ends; nullptr if it is not plain.
const char* CsvChunk::read_text(const char* at, std::size_t column) {
  if (*at == '"') return read_quoted(at, column);
  if (is_blank(*at)) return nullptr;
  const char* const end = cell_ends_.find(at);
  if (end > at && is_blank(end[-1])) return nullptr;
  if (rows_.is_skipped(column)) return end;
  const std::string_view text(at, static_cast<std::size_t>(end - at));
  // No number is empty.
  if (!text.empty() && rows_.is_numbers(column)) {
    rows_.set(column, {text, 0, 0, false});
  } else {
    rows_.set_readable_text(column, text, false);
  }
  return end;
}

const char* CsvChunk::read_quoted(const char* at, std::size_t column) {
  const char* begin = at + 1;
  const char* end = quotes_.find(begin);
  bool doubled = false;
  // The text is put together where quotes are doubled.
  while (*end == '"' && end[1] == '"') {
    if (!doubled) undoubled_.clear();
    doubled = true;
    undoubled_.append(begin, end + 1);
    begin = end + 2;
    end = quotes_.find(begin);
  }
  if (*end != '"' || !ends_cell(end[1])) return nullptr;
  if (rows_.is_skipped(column)) return end + 1;
  std::string_view text(begin, static_cast<std::size_t>(end - begin));
  if (doubled) text = undoubled_.append(text);
  if (doubled || rows_.is_numbers(column)) {
    rows_.set(column, {text, 0, 0, true});
  } else {
    rows_.set_readable_text(column, text, true);
  }
  return end + 1;
}

}  // namespace espalier
