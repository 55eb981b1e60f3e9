// Identifiers for emitted code: every column, category and label gets one that is valid, unique and free of keywords
// and macros, whatever the data called it.
#pragma once

#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "lower/input_type.hpp"
#include "model/model.hpp"

namespace espalier {

// The letters, digits and underscores of a name, in lower case, at most 60 of them: "Sepal.Length" -> sepal_length,
// "<=50K" -> lt_eq_50k, "-1" -> minus_1. A name without any gives "".
std::string identifier_letters(std::string_view name);

// A keyword of C++ (up to C++23), a type that emitted structs use, or a name that common headers define as a macro.
bool is_reserved(std::string_view identifier);

// Hands out identifiers of one scope. A leading digit or an empty name gets `prefix` ("class" -> class_3); a reserved
// word gets a trailing underscore; a name taken before gets _2, _3, ...
class Scope {
 public:
  Scope(std::string prefix, std::vector<std::string> taken = {});
  std::string name(std::string_view original, std::size_t position);

 private:
  std::string prefix_;
  std::unordered_set<std::string> used_;
};

struct EnumNames {
  std::string type;                 // OutlookValue
  std::vector<std::string> values;  // per category
  std::string unknown;              // the enumerator for missing and unknown values
};

struct Names {
  std::string space;
  std::vector<std::string> labels;
  std::vector<std::string> fields;  // per field
  std::vector<EnumNames> enums;     // per field; empty for numbers
};

Names make_names(const Model& model, const std::vector<Field>& fields, std::string_view space);

// A namespace from a file name or the user's wish: valid, and not a name of the C library.
std::string namespace_name(std::string_view wish);

}  // namespace espalier
