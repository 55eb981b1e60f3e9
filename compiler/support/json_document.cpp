#include "support/json_document.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include "support/number_text.hpp"
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

namespace {

std::string describe(const JsonDocument& document, std::size_t entry) {
  switch (document.entries[entry].kind) {
    case JsonKind::object: return "an object";
    case JsonKind::array: return "an array";
    case JsonKind::key:
    case JsonKind::string: return "the string " + in_quotes(text_of(document, entry), 40);
    case JsonKind::number:
    case JsonKind::boolean:
    case JsonKind::null: return printable(source_of(document, entry), 40);
  }
  return "something else";
}

std::string with_path(const JsonDocument& document, std::size_t entry, const std::string& message) {
  const std::string path = path_of(document, entry);
  return path.empty() ? message : path + ": " + message;
}

[[noreturn]] void refuse_kind(const JsonDocument& document, std::size_t entry, const std::string& expected) {
  refuse(document, entry, "expected " + expected + ", found " + describe(document, entry));
}

void require(const JsonDocument& document, std::size_t entry, JsonKind kind, const std::string& expected) {
  if (document.entries[entry].kind != kind) refuse_kind(document, entry, expected);
}

std::string suggestion(std::string_view misspelt, NameList names) {
  const std::vector<std::string> candidates(names.begin(), names.end());
  const std::string nearest = did_you_mean(misspelt, candidates);
  return nearest.empty() ? "expected here: " + enumerate(candidates, candidates.size()) : nearest;
}

}  // namespace

void refuse(const JsonDocument& document, std::size_t entry, const std::string& message, std::string hint) {
  throw Diagnostic(ExitCode::bad_input, location_of(document, entry), with_path(document, entry, message),
                   std::move(hint));
}

Fields::Fields(const JsonDocument& document, std::size_t object) : document_(document), object_(object) {
  require(document, object, JsonKind::object, "an object");
}

std::optional<std::size_t> Fields::find(std::string_view key) const {
  const std::size_t end = document_.entries[object_].next;
  for (std::size_t at = object_ + 1; at < end; at = document_.entries[at + 1].next) {
    if (text_of(document_, at) == key) return at + 1;
  }
  return std::nullopt;
}

std::size_t Fields::at(std::string_view key) const {
  const auto value = find(key);
  if (!value) refuse(document_, object_, "missing key " + in_quotes(key));
  return *value;
}

void Fields::allow_only(NameList keys) const {
  for_each_member(document_, object_, [&](std::size_t at, std::size_t) {
    const std::string_view key = text_of(document_, at);
    if (std::find(keys.begin(), keys.end(), key) != keys.end()) return;
    throw Diagnostic(ExitCode::bad_input, location_of(document_, at),
                     with_path(document_, object_, "unknown key " + in_quotes(key)), suggestion(key, keys));
  });
}

void refuse_no_array(const JsonDocument& document, std::size_t entry) {
  refuse_kind(document, entry, "an array");
}

std::string read_string(const JsonDocument& document, std::size_t entry) {
  require(document, entry, JsonKind::string, "a string");
  return std::string(text_of(document, entry));
}

bool read_boolean(const JsonDocument& document, std::size_t entry) {
  require(document, entry, JsonKind::boolean, "true or false");
  return source_of(document, entry) == "true";
}

double read_number(const JsonDocument& document, std::size_t entry) {
  require(document, entry, JsonKind::number, "a number");
  const auto value = parse_number(source_of(document, entry));
  if (!value) refuse_kind(document, entry, "a finite number");
  return *value;
}

std::uint64_t read_whole(const JsonDocument& document, std::size_t entry, std::uint64_t largest) {
  require(document, entry, JsonKind::number, "a whole number");
  const std::string_view digits = source_of(document, entry);
  if (digits.find_first_not_of("0123456789") != std::string_view::npos) {
    refuse_kind(document, entry, "a whole number (digits only)");
  }
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc() || value > largest) {
    refuse_kind(document, entry, "a whole number of at most " + std::to_string(largest));
  }
  return value;
}

std::uint32_t read_index(const JsonDocument& document, std::size_t entry) {
  return static_cast<std::uint32_t>(read_whole(document, entry, UINT32_MAX));
}

std::size_t read_choice(const JsonDocument& document, std::size_t entry, NameList names) {
  require(document, entry, JsonKind::string, "a string");
  const std::string_view text = text_of(document, entry);
  const auto found = std::find(names.begin(), names.end(), text);
  if (found == names.end()) refuse(document, entry, "unknown value " + in_quotes(text), suggestion(text, names));
  return static_cast<std::size_t>(found - names.begin());
}

}  // namespace espalier
