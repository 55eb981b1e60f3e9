// A small JSON document in which every value remembers its place, so that errors in files written by hand can point at
// it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "support/diagnostic.hpp"

namespace espalier {

struct JsonMember;

struct JsonValue {
  enum class Type { null, boolean, number, string, array, object };

  Type type = Type::null;
  std::string text;                 // strings only
  std::vector<JsonValue> items;     // arrays
  std::vector<JsonMember> members;  // objects, in the order of the file; keys are unique
  std::size_t offset = 0;           // bytes in the text; containers: their opening bracket
  std::size_t length = 1;
};

struct JsonMember {
  std::string key;
  std::size_t offset = 0;
  std::size_t length = 1;
  JsonValue value;
};

std::string_view to_string(JsonValue::Type type);

// Throws Diagnostic(bad_input), located: malformed JSON or UTF-8, a repeated key, nesting deeper than 16.
JsonValue parse_located_json(const std::string& name, std::string_view text);

}  // namespace espalier
