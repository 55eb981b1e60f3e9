// The C++ types that emitted code takes its inputs in, and how they are chosen (docs/exactness.md).
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/model.hpp"

namespace espalier {

enum class InputType { int8, int16, int32, uint8, uint16, uint32, float32, float64, category };

// One member of the emitted input struct.
struct Field {
  std::uint32_t feature = 0;
  InputType type = InputType::float64;
  bool sentinel = false;  // integers that can be missing: the type's lowest (unsigned: highest) value stands for it
  std::string note;       // why this type, where it is not the obvious one
};

// "int32", "float", "double", ..., as --input-type spells them; "category".
std::string_view to_string(InputType type);

bool is_integer(InputType type);
bool is_floating(InputType type);
double lowest(InputType type);   // integers: smallest value; floating types: -infinity
double highest(InputType type);  // integers: largest value; floating types: +infinity

// The sentinel's value for an integer type.
double missing_sentinel(InputType type);

// The ends of the numbers that a field can hold: those of its type, without the sentinel.
double lowest_number(const Field& field);
double highest_number(const Field& field);

// Whether a field can hold a missing value at all: NaN, the unknown enumerator, or the sentinel.
bool can_be_missing(const Field& field);

// The largest value of the type that is <= value: what makes `x <= t` decide alike for every x of the type. Floating
// types: rounding toward minus infinity, -infinity when no finite value is small enough. Integers: floor; a result
// below lowest(), or above highest(), tells that the test is decided.
double floor_to(InputType type, double value);

// The value of the type next above / below a value of that type; infinities and the ends of integer types stay.
double next_up(InputType type, double value);
double next_down(InputType type, double value);

struct InputTypeOverride {
  std::string column;
  InputType type;
};

// Parses "COL=int16"; throws Diagnostic(usage).
InputTypeOverride parse_input_type(std::string_view argument);

enum class FieldSelection { used, all };

// Chooses a type per feature: int32 for whole-number columns, float for real ones if every test of the tree, cuts of
// intervals and surrogates included, still separates the training values next to its threshold after they are rounded
// to float, else double with a note naming the pair. Overrides that could not separate the training values are refused
// with Diagnostic(usage).
std::vector<Field> choose_fields(const Model& model, FieldSelection selection,
                                 const std::vector<InputTypeOverride>& overrides);

}  // namespace espalier
