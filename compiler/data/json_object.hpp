// One flat JSON object in a text, with the places of its keys and values.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace espalier {

struct JsonPlace {
  std::size_t offset = 0;
  std::size_t width = 0;
};

struct JsonMember {
  std::string key;
  std::string value;  // a text without its escapes, a number or true or false as written, nothing for null
  bool is_text = false;
  JsonPlace key_place;
  JsonPlace place;  // of the value
};

struct JsonObject {
  std::vector<JsonMember> members;  // as they come; no key twice
  std::size_t end = 0;              // after the closing brace
};

// The object that begins at `at`, which is no blank. Throws Diagnostic(bad_input), located in the text: it is not JSON,
// no object, holds a list or another object, or a key twice.
JsonObject read_json_object(const std::string& name, std::string_view text, std::size_t at);

}  // namespace espalier
