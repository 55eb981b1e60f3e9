#include "data/table.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "data/decode.hpp"
#include "support/text.hpp"

namespace espalier {
namespace {

constexpr std::size_t kPiece = std::size_t{1} << 20;

[[noreturn]] void cannot_read(const std::string& path, int error) {
  throw Diagnostic(ExitCode::bad_input, fmt::format("cannot read {}: {}", in_quotes(path, 400), std::strerror(error)));
}

}  // namespace

struct SourceText::File {
  std::string path;
  int descriptor = -1;
  std::size_t begin = 0;  // where the text begins
  struct stat opened {};

  File() = default;
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  ~File() {
    if (descriptor >= 0) ::close(descriptor);
  }
};

SourceText::SourceText(std::string text)
    : text_(std::make_shared<const std::string>(std::move(text))), size_(text_->size()) {}

SourceText SourceText::of_file(const std::string& path, std::size_t begin) {
  const auto file = std::make_shared<File>();
  file->path = path;
  file->begin = begin;
  file->descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file->descriptor < 0 || ::fstat(file->descriptor, &file->opened) != 0) cannot_read(path, errno);
  const auto bytes = static_cast<std::size_t>(file->opened.st_size);
  SourceText source;
  source.size_ = bytes - begin;
  source.file_ = file;
  if (bytes < begin) source.refuse_as_changed();
  return source;
}

std::size_t SourceText::file_begin() const {
  return in_memory() ? 0 : file_->begin;
}

void SourceText::copy(std::size_t begin, std::span<char> to) const {
  if (in_memory()) {
    std::memcpy(to.data(), text_->data() + begin, to.size());
    return;
  }
  begin += file_->begin;
  while (!to.empty()) {
    const ssize_t got = ::pread(file_->descriptor, to.data(), to.size(), static_cast<off_t>(begin));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) cannot_read(file_->path, errno);
    if (got == 0) refuse_as_changed();
    begin += static_cast<std::size_t>(got);
    to = to.subspan(static_cast<std::size_t>(got));
  }
}

TextPiece SourceText::piece(std::size_t begin, std::size_t end) const {
  if (in_memory()) return TextPiece(in_memory_text().substr(begin, end - begin));
  refuse_change();
  std::string text(end - begin, '\0');
  copy(begin, text);
  return TextPiece(std::move(text));
}

void SourceText::refuse_change() const {
  if (in_memory()) return;
  struct stat now {};
  const struct stat& then = file_->opened;
  const bool same = ::fstat(file_->descriptor, &now) == 0 && now.st_size == then.st_size &&
                    now.st_mtim.tv_sec == then.st_mtim.tv_sec && now.st_mtim.tv_nsec == then.st_mtim.tv_nsec;
  if (!same) refuse_as_changed();
}

void SourceText::refuse_as_changed() const {
  throw Diagnostic(ExitCode::bad_input, fmt::format("{} changed while it was being read", in_quotes(file_->path, 400)),
                   "try again when nothing writes to the file");
}

Location SourceText::locate(const std::string& name, std::size_t offset, std::size_t length) const {
  if (in_memory()) return espalier::locate(name, in_memory_text(), offset, length);
  offset = std::min(offset, size_);
  // Up to the line of the offset, with one byte more to tell CR from CRLF.
  std::size_t line = 1;
  std::size_t line_begin = 0;
  for (std::size_t at = 0; at < offset; at += kPiece) {
    const std::size_t end = std::min(at + kPiece, offset);
    const TextPiece piece = this->piece(at, std::min(end + 1, size_));
    const std::string_view text = piece.view();
    for (std::size_t i = 0; i < end - at; ++i) {
      const bool crlf = text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n';
      if (text[i] != '\n' && (text[i] != '\r' || crlf)) continue;
      ++line;
      line_begin = at + i + 1;
    }
  }
  for (std::size_t size = kPiece;; size *= 2) {
    const std::size_t end = std::min(size_, offset + size);
    const TextPiece piece = this->piece(line_begin, end);
    const bool whole = piece.view().find_first_of("\r\n", offset - line_begin) != std::string_view::npos;
    if (!whole && end < size_) continue;
    Location where = espalier::locate(name, piece.view(), offset - line_begin, length);
    where.line = line;
    return where;
  }
}

// Looking at single rows of a table again.

namespace {

Location whole_line(Location where) {
  where.column = 0;
  where.length = 1;
  return where;
}

bool holds_no_number(const TableColumn& column) {
  return std::all_of(column.numbers.begin(), column.numbers.end(), is_odd);
}

}  // namespace

void Table::set_rows(std::size_t rows, std::vector<TableColumn> columns, std::vector<RowMark> marks,
                     std::shared_ptr<const RecordReader> reader) {
  rows_ = rows;
  columns_ = std::move(columns);
  marks_ = std::move(marks);
  reader_ = std::move(reader);
}

// Calls visit(row, record) for every row.
template <typename Visit>
void Table::visit_records(const Visit& visit) const {
  Record record;
  std::size_t row = 0;
  for (std::size_t mark = 0; mark < marks_.size(); ++mark) {
    const std::size_t end = mark + 1 < marks_.size() ? marks_[mark + 1].offset : source.size();
    const TextPiece piece = source.piece(marks_[mark].offset, end);
    for (std::size_t at = 0; at < end - marks_[mark].offset && row < rows_;) {
      record.cells.clear();
      record.unescaped.clear();
      at = reader_->read(piece.view(), at, record);
      if (!record.cells.empty()) visit(row++, record);
    }
  }
}

// The result of use(record, text, mark) for the row; offsets of its cells are those of `text`, which begins at `mark`.
template <typename Use>
auto Table::with_record(std::size_t row, const Use& use) const {
  const auto after = std::upper_bound(marks_.begin(), marks_.end(), row,
                                      [](std::size_t wanted, const RowMark& mark) { return wanted < mark.row; });
  const RowMark& mark = *std::prev(after);
  const TextPiece piece = source.piece(mark.offset, after != marks_.end() ? after->offset : source.size());
  Record record;
  std::size_t at = 0;
  for (std::size_t passed = mark.row;; ++passed) {
    do {
      record.cells.clear();
      record.unescaped.clear();
      at = reader_->read(piece.view(), at, record);
    } while (record.cells.empty());
    if (passed == row) return use(record, piece.view(), mark);
  }
}

void Table::read_texts(std::span<const std::size_t> columns) const {
  std::vector<std::size_t> wanted;
  for (const std::size_t column : columns) {
    TableColumn& kept = columns_[column];
    if (kept.form == ColumnForm::texts) continue;
    kept.form = ColumnForm::texts;
    kept.codes.reserve(rows_);
    if (holds_no_number(kept) && kept.numbers.size() == rows_) {
      for (const double cell : kept.numbers) kept.codes.push_back(code_of(cell));
    } else {
      kept.texts.clear();
      wanted.push_back(column);
    }
    kept.numbers.clear();
    kept.numbers.shrink_to_fit();
  }
  if (wanted.empty()) return;
  visit_records([&](std::size_t, const Record& record) {
    for (const std::size_t column : wanted) {
      const Cell& cell = record.cells[column];
      columns_[column].codes.push_back(columns_[column].texts.add(cell.text, cell.quoted));
    }
  });
}

const TableColumn& Table::texts(std::size_t column) const {
  read_texts(std::span(&column, 1));
  return columns_[column];
}

CellText Table::cell(std::size_t row, std::size_t column) const {
  return with_record(row, [&](const Record& record, std::string_view, const RowMark&) {
    return CellText{std::string(record.cells[column].text), record.cells[column].quoted};
  });
}

Location Table::where(std::size_t row, std::size_t column) const {
  return with_record(row, [&](const Record& record, std::string_view text, const RowMark& mark) {
    const Cell& cell = record.cells[column];
    Location place = locate(name, text, cell.offset, std::max<std::size_t>(1, cell.width));
    place.line += mark.line - 1;
    return place;
  });
}

Location Table::where_row(std::size_t row) const {
  return whole_line(where(row, 0));
}

Location Table::where_name(std::size_t column) const {
  if (header.empty()) return whole_file(name);
  const TextPiece piece = source.piece(0, header_end);
  return locate(name, piece.view(), header[column].offset, std::max<std::size_t>(1, header[column].width));
}

Location Table::where_header() const {
  return header.empty() ? whole_file(name) : whole_line(where_name(0));
}

std::vector<std::string> unique_names(const std::vector<std::string>& raw) {
  const std::unordered_set<std::string> written(raw.begin(), raw.end());
  std::unordered_set<std::string> taken;
  std::unordered_map<std::string, std::size_t> last_suffix;  // keeps a thousand columns of one name linear
  std::vector<std::string> names;
  names.reserve(raw.size());
  for (std::size_t column = 0; column < raw.size(); ++column) {
    const bool made_up = raw[column].empty();
    const std::string base = made_up ? fmt::format("column_{}", column + 1) : raw[column];
    std::string name = base;
    bool free = !taken.contains(name) && !(made_up && written.contains(name));
    while (!free) {
      std::size_t& suffix = last_suffix.try_emplace(base, 1).first->second;
      name = fmt::format("{}.{}", base, ++suffix);
      free = !taken.contains(name) && !written.contains(name);
    }
    taken.insert(name);
    names.push_back(std::move(name));
  }
  return names;
}

}  // namespace espalier
