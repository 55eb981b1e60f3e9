// Dividing a node's segment of a list among its children, each part in the order it was in.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "grow/case_lists.hpp"

namespace espalier {

// Whether every case has a value of its own. (The mark of the first means nothing.)
template <typename Id>
bool all_differ(std::span<const Id> entries) {
  constexpr std::size_t kBlock = 64;
  for (std::size_t at = 1; at < entries.size();) {
    Id all = CaseLists<Id>::kMark;
    for (const std::size_t end = std::min(at + kBlock, entries.size()); at < end; ++at) all &= entries[at];
    if ((all & CaseLists<Id>::kMark) == 0) return false;
  }
  return true;
}

struct Divided {
  std::size_t first = 0;         // cases
  std::size_t known_first = 0;   //   with a value
  std::size_t known_second = 0;  // of the others
};

// Divides into two: cases with sides[case] == 0 come first. On each side those with a value, which are the first
// `known` here, come before those without. The mark of a value that lost its first case passes on to the next case of
// that side. `scratch` has room for all. (Without a branch, because half of them would be guessed wrongly, and in 32
// bits, because processors are slower with less.)
template <typename Id>
Divided divide_in_two(std::span<Id> entries, std::size_t known, const std::uint8_t* sides, Id* scratch) {
  constexpr std::uint32_t kMark = CaseLists<Id>::kMark;
  constexpr std::size_t kAhead = 24;  // cases whose sides, of large lists, are asked for in time
  Id* first = entries.data();
  Id* second = scratch;
  const auto side_of = [&](std::size_t i) {
    if (sizeof(Id) == 4 && i + kAhead < known) __builtin_prefetch(sides + (entries[i + kAhead] & ~kMark));
    return static_cast<std::uint32_t>(sides[entries[i] & ~kMark]);
  };
  if (all_differ(std::span<const Id>(entries.first(known)))) {
    for (std::size_t i = 0; i < known; ++i) {
      const std::uint32_t goes_second = side_of(i);
      const Id entry = entries[i];
      *first = entry;
      *second = entry;
      first += goes_second ^ 1U;
      second += goes_second;
    }
  } else {
    std::uint32_t due_first = 0;  // marks that were not passed on yet
    std::uint32_t due_second = 0;
    for (std::size_t i = 0; i < known; ++i) {
      const std::uint32_t goes_second = side_of(i);
      const std::uint32_t item = entries[i] & ~kMark;
      const std::uint32_t mark = entries[i] & kMark;
      due_first |= mark;
      due_second |= mark;
      *first = static_cast<Id>(item | due_first);
      *second = static_cast<Id>(item | due_second);
      first += goes_second ^ 1U;
      second += goes_second;
      due_first &= 0U - goes_second;
      due_second &= goes_second - 1U;
    }
  }
  Divided divided;
  divided.known_first = static_cast<std::size_t>(first - entries.data());
  divided.known_second = static_cast<std::size_t>(second - scratch);
  for (const Id entry : entries.subspan(known)) {
    const std::uint32_t goes_second = sides[entry];
    *first = entry;
    *second = entry;
    first += goes_second ^ 1U;
    second += goes_second;
  }
  std::copy(scratch, second, first);
  divided.first = static_cast<std::size_t>(first - entries.data());
  return divided;
}

// The same, to another place, where `count` of them come first.
template <typename Id>
void divide_to(std::span<const Id> entries, const std::uint8_t* sides, std::size_t count, Id* to) {
  constexpr std::uint32_t kMark = CaseLists<Id>::kMark;
  std::size_t first = 0;
  std::size_t second = count;
  std::uint32_t due_first = 0;
  std::uint32_t due_second = 0;
  for (const Id read : entries) {
    const std::uint32_t entry = read;
    const std::uint32_t item = entry & ~kMark;
    const std::uint32_t mark = entry & kMark;
    const std::size_t goes_second = sides[item];
    const std::uint32_t if_second = 0U - static_cast<std::uint32_t>(goes_second);
    due_first |= mark;
    due_second |= mark;
    const std::uint32_t due = due_first ^ ((due_first ^ due_second) & if_second);
    to[first ^ ((first ^ second) & (std::size_t{0} - goes_second))] = static_cast<Id>(item | due);
    first += goes_second ^ 1U;
    second += goes_second;
    due_first &= if_second;
    due_second &= ~if_second;
  }
}

// The same for entries that all_differ.
template <typename Id>
void divide_distinct_to(std::span<const Id> entries, const std::uint8_t* sides, std::size_t count, Id* to) {
  std::size_t first = 0;
  std::size_t second = count;
  for (const Id entry : entries) {
    const std::size_t goes_second = sides[CaseLists<Id>::case_of(entry)];
    to[first ^ ((first ^ second) & (std::size_t{0} - goes_second))] = entry;
    first += goes_second ^ 1U;
    second += goes_second;
  }
}

// Divides among any number of children: child c gets the places of `scratch` from next[c] on, which move along.
// child_of(entry) says where a case goes.
template <typename Id, typename ChildOf>
void divide_among(std::span<const Id> entries, const ChildOf& child_of, std::vector<std::size_t>& next, Id* scratch) {
  using Lists = CaseLists<Id>;
  std::size_t value = 0;  // the how manieth
  std::vector<std::size_t> last_value(next.size(), 0);
  for (const Id entry : entries) {
    if (value == 0 || Lists::is_marked(entry)) ++value;
    const std::size_t item = Lists::case_of(entry);
    const std::size_t child = child_of(entry);
    const bool first_of_value = last_value[child] != value;
    last_value[child] = value;
    scratch[next[child]++] = static_cast<Id>(item | (first_of_value ? Lists::kMark : Id{0}));
  }
}

}  // namespace espalier
