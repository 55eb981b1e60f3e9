// CSV rows chunk by chunk, on several threads.
#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "data/csv_chunks.hpp"
#include "data/plain_number.hpp"
#include "data/source.hpp"
#include "support/mapped_file.hpp"
#include "support/parallel.hpp"
#include "support/sha256.hpp"

namespace espalier {

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
