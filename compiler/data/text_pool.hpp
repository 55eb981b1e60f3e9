// The different texts of a column, numbered in the order in which they first occur.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace espalier {

// A quoted text is another one than the same text unquoted: only the latter can mean that a value is missing.
class TextPool {
 public:
  // The code of the text, a new one if it was never added. Invalidates views.
  std::uint32_t add(std::string_view text, bool quoted);

  std::size_t size() const { return entries_.size(); }
  std::string_view text(std::uint32_t code) const {
    return std::string_view(letters_).substr(entries_[code].begin, entries_[code].size);
  }
  bool quoted(std::uint32_t code) const { return entries_[code].quoted; }
  void clear();

 private:
  struct Entry {
    std::size_t begin = 0;  // in letters_
    std::size_t size = 0;
    std::uint32_t hash = 0;
    bool quoted = false;
  };

  void grow();

  std::string letters_;  // text after text
  std::vector<Entry> entries_;
  std::vector<std::uint32_t> slots_;  // an open hash table of codes + 1; a power of two of them, at most half full
};

}  // namespace espalier
