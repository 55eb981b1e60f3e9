// A JSON text taken apart, flat: one entry per value in reading order, each knowing where it stands in the text, so
// that every complaint about a file can point at a line and a column. Nothing nests, so nothing recurses.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "support/diagnostic.hpp"

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

}  // namespace espalier
