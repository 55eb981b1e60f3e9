// Dividing a node's segment of a list among its children, each part in the order it was in.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "grow/case_lists.hpp"

namespace espalier {

// Divides into two: cases with sides[case] == 0 come first. The mark of a value that lost its first case passes on to
// the next case of that side. `scratch` has room for all of `entries`. Returns how many come first.
template <typename Id>
std::size_t divide_in_two(std::span<Id> entries, const std::uint8_t* sides, Id* scratch) {
  using Lists = CaseLists<Id>;
  Id* first = entries.data();
  Id* second = scratch;
  Id due_first = 0;  // marks that were not passed on yet
  Id due_second = 0;
  for (const Id entry : entries) {
    const auto item = static_cast<Id>(entry & static_cast<Id>(~Lists::kMark));
    const Id mark = static_cast<Id>(entry & Lists::kMark);
    const std::size_t goes_second = sides[item];
    due_first |= mark;
    due_second |= mark;
    *first = item | due_first;
    *second = item | due_second;
    first += 1 - goes_second;
    second += goes_second;
    const Id keeps = static_cast<Id>(Id{0} - static_cast<Id>(goes_second));  // all bits, or none
    due_first &= keeps;
    due_second &= static_cast<Id>(~keeps);
  }
  std::copy(scratch, second, first);
  return static_cast<std::size_t>(first - entries.data());
}

// One side alone is wanted: side 0 in front of the segment.
template <typename Id>
void keep_first(std::span<Id> entries, const std::uint8_t* sides) {
  using Lists = CaseLists<Id>;
  Id* first = entries.data();
  Id due = 0;
  for (const Id entry : entries) {
    const auto item = static_cast<Id>(entry & static_cast<Id>(~Lists::kMark));
    const std::size_t goes_second = sides[item];
    due |= static_cast<Id>(entry & Lists::kMark);
    *first = item | due;
    first += 1 - goes_second;
    due &= static_cast<Id>(Id{0} - static_cast<Id>(goes_second));
  }
}

// Side 1 at the end of the segment. Backwards, a mark belongs to the case it stands at; if that case leaves, the one
// that follows in this side inherits it.
template <typename Id>
void keep_second(std::span<Id> entries, const std::uint8_t* sides) {
  using Lists = CaseLists<Id>;
  Id* const end = entries.data() + entries.size();
  Id* place = end;
  for (std::size_t i = entries.size(); i-- > 0;) {
    const Id entry = entries[i];
    if (sides[Lists::case_of(entry)] != 0) {
      *--place = entry;
    } else if (place != end) {
      *place |= static_cast<Id>(entry & Lists::kMark);
    }
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
