#include "data/text_pool.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <new>

namespace espalier {

namespace {

constexpr std::size_t kFirstSlots = 16;

std::uint64_t mixed(std::uint64_t hash, std::uint64_t word) {
  hash = (hash ^ word) * 0x9e3779b97f4a7c15U;  // 2^64 / golden ratio, odd
  return hash ^ (hash >> 32);
}

std::uint32_t hash_of(std::string_view text, bool quoted) {
  std::uint64_t hash = text.size() * 2 + (quoted ? 1U : 0U);
  const char* at = text.data();
  std::size_t left = text.size();
  for (; left >= sizeof(std::uint64_t); left -= sizeof(std::uint64_t), at += sizeof(std::uint64_t)) {
    std::uint64_t word = 0;
    std::memcpy(&word, at, sizeof word);
    hash = mixed(hash, word);
  }
  std::uint64_t word = 0;
  for (; left > 0; --left) word = word << 8 | static_cast<unsigned char>(*at++);
  return static_cast<std::uint32_t>(mixed(hash, word));
}

}  // namespace

std::uint32_t TextPool::add(std::string_view text, bool quoted) {
  if (2 * entries_.size() >= slots_.size()) grow();
  const std::uint32_t hash = hash_of(text, quoted);
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = hash & mask;
  for (; slots_[slot] != 0; slot = (slot + 1) & mask) {
    const std::uint32_t code = slots_[slot] - 1;
    const Entry& entry = entries_[code];
    if (entry.hash == hash && entry.quoted == quoted && this->text(code) == text) return code;
  }
  if (entries_.size() == std::numeric_limits<std::uint32_t>::max() - 1) throw std::bad_alloc();  // codes are 32 bits
  entries_.push_back({letters_.size(), text.size(), hash, quoted});
  letters_ += text;
  slots_[slot] = static_cast<std::uint32_t>(entries_.size());
  return slots_[slot] - 1;
}

void TextPool::clear() {
  if (entries_.empty()) return;
  letters_.clear();
  entries_.clear();
  std::fill(slots_.begin(), slots_.end(), 0U);
}

void TextPool::grow() {
  slots_.assign(std::max(kFirstSlots, 2 * slots_.size()), 0);
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t code = 0; code < entries_.size(); ++code) {
    std::size_t slot = entries_[code].hash & mask;
    while (slots_[slot] != 0) slot = (slot + 1) & mask;
    slots_[slot] = static_cast<std::uint32_t>(code + 1);
  }
}

}  // namespace espalier
