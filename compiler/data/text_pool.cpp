#include "data/text_pool.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <new>

namespace espalier {

namespace {

constexpr std::size_t kFirstSlots = 16;
constexpr std::size_t kWord = sizeof(std::uint64_t);

std::uint64_t mixed(std::uint64_t hash, std::uint64_t word) {
  hash = (hash ^ word) * 0x9e3779b97f4a7c15U;  // 2^64 / golden ratio, odd
  return hash ^ (hash >> 32);
}

std::uint64_t word_at(const char* at) {
  std::uint64_t word = 0;
  std::memcpy(&word, at, kWord);
  return word;
}

// Less than a word of text as one: the first and the last bytes, which may be the same ones.
std::uint64_t short_word(std::string_view text) {
  const auto byte = [&](std::size_t i) { return std::uint64_t{static_cast<unsigned char>(text[i])}; };
  if (text.size() >= 4) {
    std::uint32_t first = 0;
    std::uint32_t last = 0;
    std::memcpy(&first, text.data(), sizeof first);
    std::memcpy(&last, text.data() + text.size() - sizeof last, sizeof last);
    return std::uint64_t{first} << 32U | last;
  }
  if (text.empty()) return 0;
  return byte(0) << 16U | byte(text.size() / 2) << 8U | byte(text.size() - 1);
}

std::uint32_t hash_of(std::string_view text, bool quoted) {
  std::uint64_t hash = text.size() * 2 + (quoted ? 1U : 0U);
  if (text.size() < kWord) return static_cast<std::uint32_t>(mixed(mixed(hash, short_word(text)), 0));
  const char* const last = text.data() + text.size() - kWord;
  for (const char* at = text.data(); at < last; at += kWord) hash = mixed(hash, word_at(at));
  return static_cast<std::uint32_t>(mixed(mixed(hash, word_at(last)), 0));
}

// Most texts are a few words long: shorter than a call of memcmp.
bool equal(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  if (a.size() < kWord) return short_word(a) == short_word(b);
  const std::size_t last = a.size() - kWord;
  for (std::size_t i = 0; i < last; i += kWord) {
    if (word_at(a.data() + i) != word_at(b.data() + i)) return false;
  }
  return word_at(a.data() + last) == word_at(b.data() + last);
}

}  // namespace

std::uint32_t TextPool::add(std::string_view text, bool quoted) {
  return add(text, quoted, hash_of(text, quoted));
}

std::uint32_t TextPool::add(std::string_view text, bool quoted, std::uint32_t hash) {
  if (2 * ends_.size() >= slots_.size()) grow();
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = hash & mask;
  for (; slots_[at].taken != 0; at = (at + 1) & mask) {
    const std::uint32_t code = slots_[at].taken - 1;
    if (slots_[at].hash == hash && this->quoted(code) == quoted && equal(this->text(code), text)) return code;
  }
  if (ends_.size() == std::numeric_limits<std::uint32_t>::max() - 1) throw std::bad_alloc();  // codes are 32 bits
  letters_ += text;
  ends_.push_back(std::uint64_t{letters_.size()} << 1U | (quoted ? 1U : 0U));
  hashes_.push_back(hash);
  slots_[at] = {hash, static_cast<std::uint32_t>(ends_.size())};
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
    codes.push_back(add(other.text(code), other.quoted(code), other.hashes_[code]));
  }
}

void TextPool::clear() {
  if (ends_.empty()) return;
  letters_.clear();
  ends_.clear();
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

}  // namespace espalier
