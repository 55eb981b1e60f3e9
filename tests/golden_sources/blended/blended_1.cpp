// Part 1 of 2 of "blended.hpp", made by Espalier. Do not edit: change the model and emit it again.
#include "blended.hpp"

namespace blended {
namespace parts {

using ::espalier::runtime_1::add_part;
using ::espalier::runtime_1::add_value;
using ::espalier::runtime_1::part_of;
using ::espalier::runtime_1::part_taken;

uint8_t leaf_1(const Input& row);
uint8_t leaf_2(const Input& row);
uint8_t leaf_3(const Input& row);

// A part of a later function that would make it too large or too deep.
uint8_t leaf_1(const Input& row) {
  if (row.windy == WindyValue::true_) {
    return 9;  // rule 4: 2.40 rows, 100.0 % "Don't Play"
  }
  return 10;  // rule 5: 3 rows, 100.0 % "Play"
}

// A part of a later function that would make it too large or too deep.
uint8_t leaf_2(const Input& row) {
  if (row.humidity <= 75) {
    return 2;  // rule 1: 2 rows, 100.0 % "Play"
  }
  return 5;  // rule 2: 3.40 rows, 100.0 % "Don't Play"
}

// A part of a later function that would make it too large or too deep.
uint8_t leaf_3(const Input& row) {
  if (row.outlook == OutlookValue::overcast) {
    return 6;  // rule 3: 3.20 rows, 100.0 % "Play"
  }
  return leaf_1(row);
}

// The whole tree.
uint8_t leaf(const Input& row) {
  if (row.outlook == OutlookValue::sunny) {
    return leaf_2(row);
  }
  return leaf_3(row);
}

}  // namespace parts
}  // namespace blended
