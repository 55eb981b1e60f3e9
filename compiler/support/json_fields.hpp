// Typed access to a parsed JSON text. Whatever is not as asked for is refused with its path and place in the file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "support/json_document.hpp"

namespace espalier {

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
