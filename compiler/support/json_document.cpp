#include "support/json_document.hpp"

#include <algorithm>
#include <charconv>

#include "support/text.hpp"

namespace espalier {

namespace {

std::size_t end_of(const JsonDocument& document, std::size_t container) {
  const std::size_t next = document.entries[container].next;
  return next == 0 ? document.entries.size() : next;  // 0: still being read
}

std::size_t member_named(const JsonDocument& document, std::size_t object, std::string_view name) {
  for (std::size_t key = object + 1; key < end_of(document, object); key = document.entries[key + 1].next) {
    if (text_of(document, key) == name) return key + 1;
  }
  return object;
}

std::size_t item_numbered(const JsonDocument& document, std::size_t array, std::size_t number) {
  for (std::size_t item = array + 1; item < end_of(document, array); item = document.entries[item].next) {
    if (number-- == 0) return item;
  }
  return array;
}

// Takes the first step ("trees", ".nodes", "[17]") off the path and goes it; stays where it is if there is none.
std::size_t step(const JsonDocument& document, std::size_t from, std::string_view& path) {
  const bool index = path.front() == '[';
  if (index || path.front() == '.') path.remove_prefix(1);
  const std::size_t end = std::min(path.find_first_of(index ? "]" : ".["), path.size());
  const std::string_view name = path.substr(0, end);
  path.remove_prefix(std::min(end + (index ? 1 : 0), path.size()));
  const JsonKind kind = document.entries[from].kind;
  if (!index) return kind == JsonKind::object ? member_named(document, from, name) : from;
  std::size_t number = 0;
  std::from_chars(name.data(), name.data() + name.size(), number);
  return kind == JsonKind::array ? item_numbered(document, from, number) : from;
}

}  // namespace

std::string_view text_of(const JsonDocument& document, std::size_t entry) {
  const JsonEntry& at = document.entries[entry];
  return std::string_view(document.texts).substr(at.text_offset, at.text_length);
}

std::string_view source_of(const JsonDocument& document, std::size_t entry) {
  const JsonEntry& at = document.entries[entry];
  return document.source.substr(at.offset, at.length);
}

Location location_of(const JsonDocument& document, std::size_t entry) {
  const JsonEntry& at = document.entries[entry];
  return locate(document.name, document.source, at.offset, at.length);
}

std::string path_of(const JsonDocument& document, std::size_t entry) {
  std::string path;
  std::size_t at = 0;
  while (at != entry) {
    const bool object = document.entries[at].kind == JsonKind::object;
    std::size_t child = at + 1;  // an object's members are two entries each: key, value
    std::size_t number = 0;
    for (;; ++number) {
      const std::size_t value = object ? child + 1 : child;
      if (entry < end_of(document, value)) break;
      child = end_of(document, value);
    }
    if (object) {
      path += (path.empty() ? "" : ".") + printable(text_of(document, child));
      if (entry == child) return path;
    } else {
      path += "[" + std::to_string(number) + "]";
    }
    at = object ? child + 1 : child;
  }
  return path;
}

std::size_t entry_at(const JsonDocument& document, std::string_view path) {
  std::size_t at = 0;
  while (!path.empty()) {
    const std::size_t below = step(document, at, path);
    if (below == at) break;
    at = below;
  }
  return at;
}

}  // namespace espalier
