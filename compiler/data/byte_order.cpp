// Texts are sorted by seven of their bytes at a time: these fit into a number, which lies beside the others, where the
// texts lie anywhere.
#include "data/byte_order.hpp"

#include <algorithm>
#include <cstddef>

namespace espalier {

namespace {

constexpr std::size_t kBytes = 7;  // of a text in a key
constexpr std::size_t kFew = 8;    // texts that are compared as they are

struct Item {
  std::uint64_t key;
  std::uint32_t number;
};

struct Part {
  std::size_t begin;
  std::size_t end;
  std::size_t depth;  // bytes that all texts of the part begin with
};

// Seven bytes, zeros where there are none, and how many bytes are left: seven at most, or 8 for more. Of texts with the
// same seven the shorter one comes first; those of the same key that have no more bytes are equal.
std::uint64_t key_of(std::string_view text, std::size_t depth) {
  const std::size_t left = text.size() - depth;
  const auto* const at = reinterpret_cast<const unsigned char*>(text.data() + depth);
  std::uint64_t key = 0;
  if (left > kBytes) {
    for (std::size_t i = 0; i < kBytes; ++i) key = key << 8U | at[i];
    return key << 8U | (kBytes + 1);
  }
  for (std::size_t i = 0; i < left; ++i) key |= std::uint64_t{at[i]} << (8 * (kBytes - i));
  return key | left;
}

}  // namespace

std::vector<std::uint32_t> byte_order(std::span<const std::string_view> texts) {
  std::vector<Item> items;
  items.reserve(texts.size());
  for (std::uint32_t i = 0; i < texts.size(); ++i) items.push_back({0, i});
  const auto item = [&items](std::size_t i) { return items.begin() + static_cast<std::ptrdiff_t>(i); };
  std::vector<Part> parts = {{0, items.size(), 0}};
  while (!parts.empty()) {
    const Part part = parts.back();
    parts.pop_back();
    if (part.end - part.begin <= kFew) {
      std::sort(item(part.begin), item(part.end), [&](const Item& a, const Item& b) {
        const int order = texts[a.number].substr(part.depth).compare(texts[b.number].substr(part.depth));
        return order != 0 ? order < 0 : a.number < b.number;
      });
      continue;
    }
    for (std::size_t i = part.begin; i < part.end; ++i) items[i].key = key_of(texts[items[i].number], part.depth);
    std::sort(item(part.begin), item(part.end),
              [](const Item& a, const Item& b) { return a.key != b.key ? a.key < b.key : a.number < b.number; });
    for (std::size_t begin = part.begin; begin < part.end;) {
      std::size_t end = begin + 1;
      while (end < part.end && items[end].key == items[begin].key) ++end;
      const bool more_bytes = (items[begin].key & 0xffU) > kBytes;
      if (more_bytes && end - begin > 1) parts.push_back({begin, end, part.depth + kBytes});
      begin = end;
    }
  }
  std::vector<std::uint32_t> order;
  order.reserve(items.size());
  for (const Item& sorted : items) order.push_back(sorted.number);
  return order;
}

}  // namespace espalier
