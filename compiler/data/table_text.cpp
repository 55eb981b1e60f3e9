#include "data/table_text.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>
#include <vector>

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

}  // namespace espalier
