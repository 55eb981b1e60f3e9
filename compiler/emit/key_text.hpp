// The keys that tables compare (note [keys] in lower/table.cpp), as C++ reads them from a row, and what is asked of
// them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "emit/code_text.hpp"
#include "lower/table.hpp"
#include "model/model.hpp"

namespace espalier {

// "int16_t", "uint16_t": of so many bytes.
std::string signed_type_of(std::size_t bytes);
std::string unsigned_type_of(std::size_t bytes);

// `int` has 16 bits at least, and is what every processor compares best.
std::string key_type(std::size_t bytes);

// The lowest int32 has no literal of its own: -2147483648 is minus a number that is too large.
std::string key_literal(std::int64_t key);

// Numbers in lines, each with its line feed.
std::string wrapped_numbers(const std::vector<std::string>& numbers);

class KeyText {
 public:
  // Keeps references. `program` is one of those that the tables were made of; `key_of` makes a key of a float.
  KeyText(const Model& model, const Program& program, const CodeNames& code, std::size_t key_bytes,
          std::string_view key_of = "key_of")
      : model_(model), program_(program), code_(code), type_(key_type(key_bytes)), key_of_(key_of) {}

  const std::string& type() const { return type_; }

  // The key of `value`, a member of the row.
  std::string expression(const TableInput& input, const std::string& value) const;

  // What a test asks, for comments: "petal_length" <= 2.45 or missing.
  std::string question(const TableInput& input, std::int64_t threshold) const;

 private:
  std::string own_key(const Field& field, const std::string& value) const;

  const Model& model_;
  const Program& program_;
  const CodeNames& code_;
  std::string type_;
  std::string_view key_of_;
};

}  // namespace espalier
