// Part 1 of 2 of "golf.hpp", made by Espalier. Do not edit: change the model and emit it again.
#include "golf.hpp"

namespace golf {
namespace parts {

uint8_t leaf_1(const Input& row);
uint8_t leaf_2(const Input& row);

// A part of a later function that would make it too large or too deep.
uint8_t leaf_1(const Input& row) {
  if (row.humidity <= 75) {
    return 9;  // rule 4: 2 rows, 100.0 % "Play"
  }
  return 10;  // rule 5: 3 rows, 100.0 % "Don't Play"
}

// A part of a later function that would make it too large or too deep.
uint8_t leaf_2(const Input& row) {
  if (row.windy == WindyValue::true_) {
    return 6;  // rule 3: 2 rows, 100.0 % "Don't Play"
  }
  return 5;  // rule 2: 3 rows, 100.0 % "Play"
}

}  // namespace parts
}  // namespace golf
