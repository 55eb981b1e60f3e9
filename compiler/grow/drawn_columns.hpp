// The columns of a node in an order that is drawn for it. It depends on the tree and on the way to the node alone, not
// on what was drawn before it or on which thread: note [draws].
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "support/random.hpp"

namespace espalier {

// note [draws]: every random choice in a tree is random_at() of the key of its node and of what is chosen. The root's
// key is that of its tree, and a child's is that of its parent and its place among the children.
inline std::uint64_t child_key(std::uint64_t key, std::size_t child) {
  return random_at(key, child);
}

// Of choices about columns; the keys of children have the places below.
inline constexpr std::uint64_t kOrderDraw = std::uint64_t{1} << 62U;
inline constexpr std::uint64_t kTestDraw = std::uint64_t{1} << 63U;

class DrawnColumns {
 public:
  // `active` are places among the columns, each of which has a `feature`.
  template <typename Columns>
  void begin(std::uint64_t key, std::span<const std::uint32_t> active, const Columns& columns) {
    left_.clear();
    for (const std::uint32_t column : active) {
      left_.emplace_back(random_at(key, kOrderDraw + columns[column].feature), column);
    }
    std::ranges::make_heap(left_, std::greater<>());
  }
  std::optional<std::uint32_t> next() {
    if (left_.empty()) return std::nullopt;
    std::ranges::pop_heap(left_, std::greater<>());
    const std::uint32_t column = left_.back().second;
    left_.pop_back();
    return column;
  }

 private:
  std::vector<std::pair<std::uint64_t, std::uint32_t>> left_;
};

}  // namespace espalier
