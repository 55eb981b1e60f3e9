// Part 1 of 2 of "rent.hpp", made by Espalier. Do not edit: change the model and emit it again.
#include "rent.hpp"

namespace rent {
namespace parts {

RuleId leaf_1(const Input& row);
RuleId leaf_2(const Input& row);

// A part of a later function that would make it too large or too deep.
RuleId leaf_1(const Input& row) {
  if (row.rooms <= 1 && row.rooms != missing_int32) {  // 1.5
    return 1;  // rule 1: 5 rows, mean 120.1
  }
  return 2;  // rule 2: 6 rows, mean 230
}

// A part of a later function that would make it too large or too deep.
RuleId leaf_2(const Input& row) {
  if (row.district == DistrictValue::centre || row.district == DistrictValue::river) {
    return 3;  // rule 3: 4 rows, mean 610.7
  }
  return 4;  // rule 4: 5 rows, mean 363.75
}

}  // namespace parts
}  // namespace rent
