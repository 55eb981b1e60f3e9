// Identifiers for C, which has no namespaces: all that a header declares begins with its namespace and is in lower
// case, iris_label_setosa, golf_outlook_sunny, golf_parse_outlook.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "emit/code_text.hpp"
#include "emit/names.hpp"
#include "lower/input_type.hpp"
#include "model/model.hpp"

namespace espalier {

struct CNames {
  Names names;                       // labels, types and enumerators in full
  std::string prefix;                // iris_
  std::vector<std::string> parsers;  // per field, for categories: golf_parse_outlook
};

// Names of the data never meet each other or the header's own, whatever they are. Members are those of C++.
CNames make_c_names(const Model& model, const std::vector<Field>& fields, std::string_view space);

// What conditions and answers refer to in C, for a pointer called `row`. Enumerators are ints: MISRA's style casts them
// to the types that they are values of.
CodeNames c_code_names(const CNames& names, CodeStyle style = CodeStyle::plain);

}  // namespace espalier
