// Where a cell ends: the first of three bytes, looked for eight at a time.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

namespace espalier {

class ByteFinder {
 public:
  explicit ByteFinder(std::array<char, 3> bytes) : bytes_(bytes) {
    for (std::size_t i = 0; i < bytes.size(); ++i) patterns_[i] = kOnes * static_cast<unsigned char>(bytes[i]);
  }

  // The first of the bytes at or after `at`. There is one, and seven bytes after it are readable.
  const char* find(const char* at) const {
    if constexpr (std::endian::native == std::endian::little) {
      for (;; at += sizeof(std::uint64_t)) {
        std::uint64_t word = 0;
        std::memcpy(&word, at, sizeof word);
        std::uint64_t found = 0;
        for (const std::uint64_t pattern : patterns_) {
          const std::uint64_t rest = word ^ pattern;  // 0 where the byte is
          // The lowest bit that is set is right; a borrow can set false ones above it.
          found |= (rest - kOnes) & ~rest & kHighBits;
        }
        if (found != 0) return at + std::countr_zero(found) / 8;
      }
    } else {
      while (*at != bytes_[0] && *at != bytes_[1] && *at != bytes_[2]) ++at;
      return at;
    }
  }

 private:
  static constexpr std::uint64_t kOnes = 0x0101'0101'0101'0101U;
  static constexpr std::uint64_t kHighBits = 0x8080'8080'8080'8080U;

  std::array<char, 3> bytes_;
  std::array<std::uint64_t, 3> patterns_{};
};

}  // namespace espalier
