// The C++ type in which a regression answers.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "model/model.hpp"

namespace espalier {

enum class ValueType { float32, float64 };

std::string_view to_string(ValueType type);                        // "float", "double"
std::optional<ValueType> parse_value_type(std::string_view text);  // none: neither of the two

// The value as the type holds it: rounded to nearest.
double rounded(ValueType type, double value);

struct ValueTypeChoice {
  ValueType type = ValueType::float64;
  std::string note;  // why it is a double, where nobody asked for one
};

// A classification has none: the result is not used. `wish`: what the user asked for; none: float, if every answer is
// zero or a normal float. Throws Diagnostic(usage) for a float that cannot hold the answers; see note [blended floats].
ValueTypeChoice choose_value_type(const Model& model, std::optional<ValueType> wish);

}  // namespace espalier
