// The text of a table: in memory, or left in its file and read piece by piece.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "support/diagnostic.hpp"

namespace espalier {

// A piece of a text. Moving it may move what the view shows: take the view where the piece stays.
class TextPiece {
 public:
  explicit TextPiece(std::string_view elsewhere) : elsewhere_(elsewhere) {}
  explicit TextPiece(std::string own) : own_(std::move(own)), owned_(true) {}
  std::string_view view() const { return owned_ ? std::string_view(own_) : elsewhere_; }

 private:
  std::string own_;
  std::string_view elsewhere_;
  bool owned_ = false;
};

// Thrown where a piece of a text ends before the row does, if more text follows.
struct NeedsMoreText {};

// Text in memory is decoded and valid. A file is plain UTF-8 by what its beginning says; who reads it checks the rest.
// It stays open and is copied from, never mapped: one that shrinks meanwhile gives a message, not a signal.
class SourceText {
 public:
  SourceText() = default;
  explicit SourceText(std::string text);

  // The file from byte `begin` on. Throws Diagnostic(bad_input) if it cannot be read.
  static SourceText of_file(const std::string& path, std::size_t begin);

  bool in_memory() const { return file_ == nullptr; }
  std::size_t size() const { return size_; }
  std::size_t file_begin() const;  // bytes of the file before the text
  std::string_view in_memory_text() const { return *text_; }

  // Bytes [begin, begin + to.size()), all within the text. Throws Diagnostic(bad_input) if the file is no longer what
  // it was when it was opened.
  void copy(std::size_t begin, std::span<char> to) const;
  TextPiece piece(std::size_t begin, std::size_t end) const;

  // Throws as copy() does.
  void refuse_change() const;
  [[noreturn]] void refuse_as_changed() const;

  // As espalier::locate does for a text in memory.
  Location locate(const std::string& name, std::size_t offset, std::size_t length = 1) const;

 private:
  struct File;
  std::shared_ptr<const std::string> text_ = std::make_shared<const std::string>();  // views stay valid when it moves
  std::shared_ptr<const File> file_;
  std::size_t size_ = 0;
};

}  // namespace espalier
