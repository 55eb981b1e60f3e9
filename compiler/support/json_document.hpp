// A JSON text taken apart, flat: one entry per value in reading order, each knowing where it stands in the text, so
// that every complaint about a file can point at a line and a column. Nothing nests, so nothing recurses.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "support/diagnostic.hpp"
#include "support/enum_names.hpp"

namespace espalier {

enum class JsonKind : std::uint8_t { object, array, key, string, number, boolean, null };

struct JsonEntry {
  JsonKind kind;
  std::uint32_t offset;       // of the token in the source; of the opening bracket for objects and arrays
  std::uint32_t length;       // of the token, in bytes
  std::uint32_t next;         // the entry after this one and everything inside it
  std::uint32_t text_offset;  // key, string: the decoded text in JsonDocument::texts
  std::uint32_t text_length;
};

// entries[0] is the document. An object is followed by key, value, key, value ...; an array by its items.
struct JsonDocument {
  std::string name;  // how messages call the file
  std::string_view source;
  std::vector<JsonEntry> entries;
  std::string texts;
};

inline constexpr std::size_t kDeepestJson = 16;  // levels; a model has eight

// Takes the objects of an array while the text is parsed, so that a million of them need not be kept. Called with each
// object that ends as an item of `array`, which is the innermost of `depth` objects and arrays that are still open
// (their `next` is 0). What it returns true for is dropped from the document, as if the array had been empty.
using JsonTaker =
    std::function<bool(const JsonDocument& document, std::size_t array, std::size_t depth, std::size_t object)>;

// Throws Diagnostic(bad_input), located, for text that is not UTF-8 or not JSON, repeats a key in an object, nests
// deeper than kDeepestJson, or has 4 GiB and more. The document refers to `source`.
JsonDocument parse_json(std::string_view source, const std::string& name, const JsonTaker& take = {});

std::string_view text_of(const JsonDocument& document, std::size_t entry);    // key, string: decoded
std::string_view source_of(const JsonDocument& document, std::size_t entry);  // the token as written
Location location_of(const JsonDocument& document, std::size_t entry);

// "trees[0].nodes[17].children[1]"; "" for the document. A key has the path of its value.
std::string path_of(const JsonDocument& document, std::size_t entry);
// The entry with that path, or its nearest ancestor that exists.
std::size_t entry_at(const JsonDocument& document, std::string_view path);

// Typed access to a parsed JSON text. Whatever is not as asked for is refused with its path and place in the file.

using NameList = std::span<const std::string_view>;

// Throws Diagnostic(bad_input) at the entry; the message begins with its path.
[[noreturn]] void refuse(const JsonDocument& document, std::size_t entry, const std::string& message,
                         std::string hint = {});

// Calls `visit(key, value)` with the entries of each member of an object, in the order of the text.
template <typename Visit>
void for_each_member(const JsonDocument& document, std::size_t object, const Visit& visit) {
  const std::size_t end = document.entries[object].next;
  for (std::size_t key = object + 1; key < end; key = document.entries[key + 1].next) visit(key, key + 1);
}

// The members of one object.
class Fields {
 public:
  Fields(const JsonDocument& document, std::size_t object);  // refuses what is not an object

  std::size_t at(std::string_view key) const;  // refuses the object if the key is missing
  std::optional<std::size_t> find(std::string_view key) const;
  void allow_only(NameList keys) const;  // refuses the first other key, with a suggestion

 private:
  const JsonDocument& document_;
  std::size_t object_;
};

std::string read_string(const JsonDocument& document, std::size_t entry);
bool read_boolean(const JsonDocument& document, std::size_t entry);
double read_number(const JsonDocument& document, std::size_t entry);  // finite, bit for bit
// Written as digits only: 1.0, 1e0 and -0 are not whole numbers here. At most `largest`.
std::uint64_t read_whole(const JsonDocument& document, std::size_t entry, std::uint64_t largest = UINT64_MAX);
std::uint32_t read_index(const JsonDocument& document, std::size_t entry);
// Position of the string among the names.
std::size_t read_choice(const JsonDocument& document, std::size_t entry, NameList names);
template <NamedEnum Enum>
Enum read_choice(const JsonDocument& document, std::size_t entry) {
  return static_cast<Enum>(read_choice(document, entry, kNames<Enum>));
}

[[noreturn]] void refuse_no_array(const JsonDocument& document, std::size_t entry);

// The items of an array; `read(document, item)` gives each element.
template <typename Read>
auto read_array(const JsonDocument& document, std::size_t array, const Read& read) {
  std::vector<decltype(read(document, array))> items;
  if (document.entries[array].kind != JsonKind::array) refuse_no_array(document, array);
  std::size_t count = 0;
  for (std::size_t item = array + 1; item < document.entries[array].next; item = document.entries[item].next) ++count;
  items.reserve(count);
  for (std::size_t item = array + 1; item < document.entries[array].next; item = document.entries[item].next) {
    items.push_back(read(document, item));
  }
  return items;
}

}  // namespace espalier
