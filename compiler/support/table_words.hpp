// Words about tables that both sides of the waist need.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "support/enum_names.hpp"

namespace espalier {

// What is learned: a class or a number. Both sides of the waist need the word.
enum class Task { classification, regression };
template <>
inline constexpr auto kNames<Task> = enum_names("classification", "regression");

// A category that stands for several words.

// It is read from these words, and from its own name only if that is one of them.
struct MergedWords {
  std::uint32_t category = 0;
  std::vector<std::string> words;  // in the order of categories; UTF-8 without NUL
  friend bool operator==(const MergedWords&, const MergedWords&) = default;
};

}  // namespace espalier
