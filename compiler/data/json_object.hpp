// One flat JSON object in a text, with the places of its keys and values.
#pragma once

#include <cstddef>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace espalier {

inline constexpr std::string_view kJsonBlanks = " \t\r\n";

struct JsonPlace {
  std::size_t offset = 0;
  std::size_t width = 0;
};

struct JsonMember {
  std::string_view key;    // in the text, or in JsonObject::unescaped
  std::string_view value;  // a text without its escapes, a number or true or false as written, nothing for null
  bool is_text = false;
  JsonPlace key_place;
  JsonPlace place;  // of the value
};

struct JsonObject {
  std::vector<JsonMember> members;  // as they come; a key may be there twice
  std::deque<std::string> unescaped;
  std::size_t end = 0;  // after the closing brace
};

// What is wrong with a text, and where in it.
struct JsonFault {
  JsonPlace place;
  std::string message;
  std::string hint;
};

// Reads the object that begins at `at`, which is no blank, in place of what `object` held. Throws JsonFault: it is not
// JSON, no object, or holds a list or another object; NeedsMoreText if it does not end in a text that is not complete.
void read_json_object(std::string_view text, std::size_t at, bool complete, JsonObject& object);

}  // namespace espalier
