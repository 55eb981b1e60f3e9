// A category that stands for several words.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace espalier {

// It is read from these words, and from its own name only if that is one of them.
struct MergedWords {
  std::uint32_t category = 0;
  std::vector<std::string> words;  // in the order of categories; UTF-8 without NUL
  friend bool operator==(const MergedWords&, const MergedWords&) = default;
};

}  // namespace espalier
