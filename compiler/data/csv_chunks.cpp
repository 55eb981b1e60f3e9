#include "data/csv_chunks.hpp"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "data/column_cells.hpp"
#include "data/decode.hpp"
#include "data/plain_number.hpp"
#include "support/mapped_file.hpp"
#include "support/parallel.hpp"
#include "support/sha256.hpp"
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

CsvChunk::CsvChunk(const CsvForm& form, const std::vector<ColumnForm>& forms, std::vector<double> kept_texts)
    : form_(form),
      plain_numbers_(std::string_view("0123456789+-.eE").find(form.delimiter) == std::string_view::npos),
      cell_ends_({form.delimiter, '\r', '\n'}),
      quotes_({'"', '\r', '\n'}),
      rows_(forms, std::move(kept_texts)) {
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

// CSV rows chunk by chunk, on several threads.

namespace {

constexpr std::size_t kOverhang = 4096;  // bytes beyond a chunk that are read with it, for its last row

// A copy of some of the source, with the padding that CsvChunk asks for.
class Window {
 public:
  void load(const SourceText& source, std::size_t begin, std::size_t end) {
    begin_ = begin;
    end_ = std::min(end, source.size());
    const std::size_t size = end_ - begin_;
    if (bytes_.size() < size + kNumberPadding) bytes_.resize(size + kNumberPadding);
    source.copy(begin_, std::span(bytes_.data(), size));
    std::fill_n(bytes_.begin() + static_cast<std::ptrdiff_t>(size), kNumberPadding, '\n');
  }
  std::size_t begin() const { return begin_; }
  std::size_t end() const { return end_; }
  std::string_view from(std::size_t offset) const { return {bytes_.data() + (offset - begin_), end_ - offset}; }

 private:
  std::vector<char> bytes_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
};

// Chunks begin anywhere; a chunk's rows are those that begin in it. Where the first one begins is known for certain
// only when the chunk before is read (quotes may hold line ends), so it is guessed, and the chunk is read again if the
// guess proves wrong. Rows are put into the table in the order of the chunks.
class ChunkedReader {
 public:
  ChunkedReader(const Table& table, const CsvHead& head, const CsvOptions& options, const CsvTuning& tuning)
      : table_(table),
        head_(head),
        options_(options),
        tuning_(tuning),
        expected_(head.rows_begin),
        lines_(head.lines_before) {
    read_.columns = empty_columns(head.forms, options.files);
    read_.line_ends = head.line_ends;
  }

  void run() {
    hash_beginning();
    const std::size_t threads = std::max<std::size_t>(1, std::min(options_.threads, count()));
    in_parallel(threads, threads, [this](std::size_t) { work(); });
  }

  CsvRows take() {
    if (!source().in_memory()) read_.sha256 = hash_.hex();
    return std::move(read_);
  }

 private:
  const SourceText& source() const { return table_.source; }
  std::size_t count() const { return (source().size() - head_.rows_begin + tuning_.chunk - 1) / tuning_.chunk; }
  std::size_t begin_of(std::size_t index) const { return head_.rows_begin + index * tuning_.chunk; }
  std::size_t end_of(std::size_t index) const { return std::min(begin_of(index + 1), source().size()); }

  void hash_beginning() {
    if (source().in_memory()) return;
    hash_.update(kUtf8Mark.substr(0, source().file_begin()));
    const TextPiece beginning = source().piece(0, head_.rows_begin);
    if (!is_valid_text(beginning.view())) throw BadText{};
    hash_.update(beginning.view());
  }

  void work() {
    CsvChunk chunk(head_.form, head_.forms, options_.kept_texts);
    Window window;
    try {
      while (const auto index = load_next(window)) {
        std::size_t begin = guess_begin(window, *index);
        std::exception_ptr fault;
        try {
          if (begin < end_of(*index)) read(chunk, window, begin, end_of(*index), begin + 2 * tuning_.chunk);
        } catch (const NeedsMoreText&) {
          begin = source().size();  // a very long row, or a quote that opens none: to be read when its begin is certain
        } catch (...) {
          fault = std::current_exception();
        }
        if (!put(*index, begin, fault, chunk, window)) return;
      }
    } catch (...) {
      const std::lock_guard lock(order_);
      failed_ = true;
      in_order_.notify_all();
      throw;
    }
  }

  // The next chunk, with one byte before it and some behind it.
  std::optional<std::size_t> load_next(Window& window) {
    const std::lock_guard lock(reading_);
    if (next_ >= count() || failed_) return std::nullopt;
    const std::size_t index = next_++;
    window.load(source(), begin_of(index) - (index == 0 ? 0 : 1), end_of(index) + kOverhang);
    if (!source().in_memory()) {
      hash_.update(window.from(begin_of(index)).substr(0, end_of(index) - begin_of(index)));
    }
    return index;
  }

  // After the first line end, if nothing but lines comes before it.
  std::size_t guess_begin(const Window& window, std::size_t index) const {
    if (index == 0) return head_.rows_begin;
    const char line_end = head_.line_ends.first.end == LineEnd::cr ? '\r' : '\n';
    const std::size_t found = window.from(window.begin()).find(line_end);
    return found == std::string_view::npos ? window.end() : window.begin() + found + 1;
  }

  // Throws NeedsMoreText if the rows do not end before `most`.
  void read(CsvChunk& chunk, Window& window, std::size_t begin, std::size_t end, std::size_t most) const {
    for (std::size_t overhang = kOverhang;;) {
      try {
        const std::string_view text = window.from(begin);
        chunk.read(text, end - begin, window.end() == source().size());
        if (!source().in_memory() && !is_valid_text(text.substr(0, chunk.end()))) throw BadText{};
        return;
      } catch (const NeedsMoreText&) {
        if (window.end() >= most) throw;
        overhang = 2 * overhang + tuning_.chunk;
        window.load(source(), begin, end + overhang);
      }
    }
  }

  // Waits for its turn. False: another chunk has failed.
  bool put(std::size_t index, std::size_t begin, const std::exception_ptr& fault, CsvChunk& chunk, Window& window) {
    std::unique_lock lock(order_);
    in_order_.wait(lock, [&] { return put_ == index || failed_; });
    if (failed_) return false;
    const std::size_t end = end_of(index);
    if (expected_ < end) {
      try {
        if (begin != expected_) {
          window.load(source(), expected_, end + kOverhang);
          read(chunk, window, expected_, end, source().size());
        } else if (fault) {
          std::rethrow_exception(fault);
        }
      } catch (const Diagnostic& diagnostic) {
        throw in_file(diagnostic);
      }
      append(chunk);
    }
    ++put_;
    in_order_.notify_all();
    return true;
  }

  Diagnostic in_file(const Diagnostic& diagnostic) const {
    if (!diagnostic.where()) return diagnostic;
    Location where = *diagnostic.where();
    where.line += lines_;
    return Diagnostic(diagnostic.code(), where, diagnostic.message(), diagnostic.hint());
  }

  void append(const CsvChunk& chunk) {
    const RowBlock& block = chunk.rows();
    if (read_.rows == 0) reserve(block.rows(), chunk.end());
    block.append_to(read_.columns);
    for (const RowMark& mark : chunk.marks()) {
      read_.marks.push_back({read_.rows + mark.row, expected_ + mark.offset, lines_ + mark.line});
    }
    read_.line_ends.append(chunk.line_ends(), expected_);
    if (read_.ragged.count == 0) {
      read_.ragged.first = chunk.ragged().first;
      read_.ragged.first.offset += expected_;
    }
    read_.ragged.count += chunk.ragged().count;
    const bool all_blank = chunk.blank_rows_at_end() == block.rows();
    read_.blank_rows_at_end = chunk.blank_rows_at_end() + (all_blank ? read_.blank_rows_at_end : 0);
    read_.rows += block.rows();
    lines_ += chunk.lines();
    expected_ += chunk.end();
    drop_written(block);
  }

  // As many rows as there would be if all were as long as those of the first chunk, and a few more: growing a column
  // costs a copy of it. Room that is never used costs nothing.
  void reserve(std::size_t first_rows, std::size_t first_bytes) {
    const double share = static_cast<double>(source().size() - expected_) / static_cast<double>(first_bytes);
    const auto estimate = static_cast<std::size_t>(static_cast<double>(first_rows) * share * 1.02) + 1;
    for (TableColumn& column : read_.columns) {
      if (column.form == ColumnForm::numbers) {
        column.numbers.reserve(estimate);
      } else if (column.form == ColumnForm::texts) {
        column.codes.reserve(estimate);
      }
    }
  }

  void drop_written(const RowBlock& block) {
    if (options_.files == nullptr) return;
    written_ += block.rows() * block.columns() * sizeof(double);
    if (written_ < options_.files->keep()) return;
    written_ = 0;
    options_.files->drop_pages();
  }

  const Table& table_;
  const CsvHead& head_;
  const CsvOptions& options_;
  const CsvTuning& tuning_;

  std::mutex reading_;  // of what follows
  std::size_t next_ = 0;
  Sha256 hash_;

  std::mutex order_;  // of what follows
  std::condition_variable in_order_;
  CsvRows read_;
  std::size_t put_ = 0;      // chunks
  std::size_t expected_;     // where the next row begins
  std::size_t lines_;        // that end before it
  std::size_t written_ = 0;  // bytes of pages, about
  std::atomic<bool> failed_ = false;
};

}  // namespace

CsvRows read_csv_rows(const Table& table, const CsvHead& head, const CsvOptions& options, const CsvTuning& tuning) {
  ChunkedReader reader(table, head, options, tuning);
  reader.run();
  return reader.take();
}

}  // namespace espalier
