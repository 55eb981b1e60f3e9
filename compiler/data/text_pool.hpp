// The different texts of a column, numbered in the order in which they first occur.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace espalier {

// A quoted text is another one than the same text unquoted: only the latter can mean that a value is missing.
class TextPool {
 public:
  // The code of the text, a new one if it was never added. Invalidates views.
  std::uint32_t add(std::string_view text, bool quoted);

  // The same for a text of which kReadable bytes can be read from its first on, however short it is: faster.
  static constexpr std::size_t kReadable = 16;
  std::uint32_t add_readable(std::string_view text, bool quoted);

  // Adds all texts of another pool, in the order of their codes there; `codes` gets the code here of each.
  void add_all(const TextPool& other, std::vector<std::uint32_t>& codes);

  std::size_t size() const { return ends_.size(); }
  std::string_view text(std::uint32_t code) const {
    const std::size_t begin = code == 0 ? 0 : ends_[code - 1] >> 1U;
    return {letters_.data() + begin, (ends_[code] >> 1U) - begin};
  }
  bool quoted(std::uint32_t code) const { return (ends_[code] & 1U) != 0; }
  void clear();

 private:
  struct Slot {
    std::uint32_t hash = 0;
    std::uint32_t taken = 0;  // the code + 1; 0: nobody's
  };

  // The first 15 bytes of a text, zeros where there are none, and a byte that says how long it is and whether it is
  // quoted: all of a short text.
  struct Head {
    std::uint64_t first;
    std::uint64_t second;
    bool operator==(const Head&) const = default;
  };
  struct Key;

  static Key readable_key(std::string_view text, bool quoted);
  static Key key_of(std::string_view text, bool quoted);
  std::uint32_t add(std::string_view text, const Key& key);
  void grow();

  std::string letters_;              // text after text
  std::vector<std::uint64_t> ends_;  // per code: where it ends in letters_, times two, plus one if it is quoted
  std::vector<Head> heads_;
  std::vector<std::uint32_t> hashes_;
  std::vector<Slot> slots_;  // an open hash table; a power of two of them, at most half full
};

// Texts in the order of their bytes.

// The numbers of the texts, in ascending order of their bytes; equal texts in the order given.
std::vector<std::uint32_t> byte_order(std::span<const std::string_view> texts);

}  // namespace espalier
