#include "data/text_pool.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstring>
#include <limits>
#include <new>

namespace espalier {
namespace {

constexpr std::size_t kFirstSlots = 16;
constexpr std::size_t kWord = sizeof(std::uint64_t);
constexpr std::size_t kHeadBytes = 15;  // of the text
constexpr unsigned kTagShift = std::endian::native == std::endian::little ? 56 : 0;

std::uint64_t mixed(std::uint64_t hash, std::uint64_t word) {
  hash = (hash ^ word) * 0x9e3779b97f4a7c15U;  // 2^64 / golden ratio, odd
  return hash ^ (hash >> 32);
}

std::uint64_t word_at(const char* at) {
  std::uint64_t word = 0;
  std::memcpy(&word, at, kWord);
  return word;
}

// The size, or 16 for all that are longer than a head; times two, plus one if the text is quoted.
std::uint64_t tag_of(std::string_view text, bool quoted) {
  return std::uint64_t{std::min(text.size(), kHeadBytes + 1) * 2 + (quoted ? 1U : 0U)} << kTagShift;
}

// Texts that are longer than a head, of the same size.
bool equal_long(const char* a, const char* b, std::size_t size) {
  const std::size_t last = size - kWord;
  for (std::size_t i = 0; i < last; i += kWord) {
    if (word_at(a + i) != word_at(b + i)) return false;
  }
  return word_at(a + last) == word_at(b + last);
}

std::uint32_t hash_of(std::string_view text, std::uint64_t first, std::uint64_t second) {
  std::uint64_t hash = mixed(mixed(text.size(), first), second);
  if (text.size() > kHeadBytes) {
    const char* const last = text.data() + text.size() - kWord;
    for (const char* at = text.data() + kWord; at < last; at += kWord) hash = mixed(hash, word_at(at));
    hash = mixed(hash, word_at(last));
  }
  return static_cast<std::uint32_t>(hash);
}

// Bytes of a word that belong to a text of so many, the first of them in the lowest bits.
constexpr std::uint64_t low_bytes(std::size_t count) {
  return count >= kWord ? ~std::uint64_t{0} : (std::uint64_t{1} << (8 * count)) - 1;
}

}  // namespace

struct TextPool::Key {
  Head head;
  std::uint32_t hash;
};

TextPool::Key TextPool::key_of(std::string_view text, bool quoted) {
  char bytes[kHeadBytes + 1] = {};
  text.copy(bytes, kHeadBytes);
  const Head head{word_at(bytes), word_at(bytes + kWord) | tag_of(text, quoted)};
  return {head, hash_of(text, head.first, head.second)};
}

TextPool::Key TextPool::readable_key(std::string_view text, bool quoted) {
  if constexpr (std::endian::native != std::endian::little) return key_of(text, quoted);
  struct Masks {
    std::array<std::uint64_t, kHeadBytes + 1> first;
    std::array<std::uint64_t, kHeadBytes + 1> second;
  };
  static constexpr Masks kMasks = [] {
    Masks masks{};
    for (std::size_t size = 0; size <= kHeadBytes; ++size) {
      masks.first[size] = low_bytes(size);
      masks.second[size] = size > kWord ? low_bytes(size - kWord) : 0;
    }
    return masks;
  }();
  const std::size_t size = std::min(text.size(), kHeadBytes);
  const Head head{word_at(text.data()) & kMasks.first[size],
                  (word_at(text.data() + kWord) & kMasks.second[size]) | tag_of(text, quoted)};
  return {head, hash_of(text, head.first, head.second)};
}

std::uint32_t TextPool::add(std::string_view text, bool quoted) {
  return add(text, key_of(text, quoted));
}

std::uint32_t TextPool::add_readable(std::string_view text, bool quoted) {
  return add(text, readable_key(text, quoted));
}

inline std::uint32_t TextPool::add(std::string_view text, const Key& key) {
  if (2 * ends_.size() >= slots_.size()) grow();
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = key.hash & mask;
  for (; slots_[at].taken != 0; at = (at + 1) & mask) {
    const std::uint32_t code = slots_[at].taken - 1;
    if (slots_[at].hash != key.hash || heads_[code] != key.head) continue;
    if (text.size() <= kHeadBytes) return code;
    const std::string_view other = this->text(code);
    if (other.size() == text.size() && equal_long(other.data(), text.data(), text.size())) return code;
  }
  if (ends_.size() == std::numeric_limits<std::uint32_t>::max() - 1) throw std::bad_alloc();  // codes are 32 bits
  letters_ += text;
  const std::uint64_t quoted = (key.head.second >> kTagShift) & 1U;
  ends_.push_back(std::uint64_t{letters_.size()} << 1U | quoted);
  heads_.push_back(key.head);
  hashes_.push_back(key.hash);
  slots_[at] = {key.hash, static_cast<std::uint32_t>(ends_.size())};
  return slots_[at].taken - 1;
}

void TextPool::add_all(const TextPool& other, std::vector<std::uint32_t>& codes) {
  constexpr std::size_t kAhead = 8;  // texts whose slots are on their way into the cache
  codes.clear();
  codes.reserve(other.size());
  for (std::uint32_t code = 0; code < other.size(); ++code) {
    if (code + kAhead < other.size() && !slots_.empty()) {
      __builtin_prefetch(&slots_[other.hashes_[code + kAhead] & (slots_.size() - 1)]);
    }
    codes.push_back(add(other.text(code), Key{other.heads_[code], other.hashes_[code]}));
  }
}

void TextPool::clear() {
  if (ends_.empty()) return;
  letters_.clear();
  ends_.clear();
  heads_.clear();
  hashes_.clear();
  std::fill(slots_.begin(), slots_.end(), Slot{});
}

void TextPool::grow() {
  slots_.assign(std::max(kFirstSlots, 2 * slots_.size()), Slot{});
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t code = 0; code < ends_.size(); ++code) {
    std::size_t at = hashes_[code] & mask;
    while (slots_[at].taken != 0) at = (at + 1) & mask;
    slots_[at] = {hashes_[code], static_cast<std::uint32_t>(code + 1)};
  }
}

// Texts are sorted by seven of their bytes at a time: these fit into a number, which lies beside the others, where the
// texts lie anywhere.

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
