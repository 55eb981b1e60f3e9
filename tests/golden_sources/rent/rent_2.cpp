// Part 2 of 2 of "rent.hpp", made by Espalier. Do not edit: change the model and emit it again.
#include "rent.hpp"

namespace rent {
namespace parts {

RuleId leaf_1(const Input& row);
RuleId leaf_2(const Input& row);

// The whole tree.
RuleId leaf(const Input& row) {
  if (!(row.area > 61.25f)) {
    return leaf_1(row);
  }
  return leaf_2(row);
}

namespace {

// Per rule its answer.
const Value value[] = {
    0.0f, 120.1f, 230.0f, 610.7f, 363.75f,
};

}  // namespace

Value value_of(RuleId rule) {
  return value[rule];
}

}  // namespace parts
}  // namespace rent
