// Comparisons of floating-point numbers by their bits, as whole numbers: one integer comparison where a float has a
// threshold, and no need for the compiler to know about NaN. See note [float order] in bit_compare.cpp.
#pragma once

#include <string>

#include "lower/program.hpp"

namespace espalier {

// How emitted code compares floating-point fields.
enum class FloatCompare {
  values,     // as the numbers they are: x <= 0.8f
  calm_bits,  // by their bits, in rows without a NaN whose sign bit is set
  any_bits,   // by their bits, in any row
};

// "bits(row.x) <= 0x401ccccc": the condition's own question about `value`, fallbacks aside.
std::string bit_condition(const std::string& value, InputType type, const Condition& condition, FloatCompare how);

// Whether the value is a number.
std::string bit_known(const std::string& value, InputType type);

}  // namespace espalier
