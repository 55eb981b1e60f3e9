// Part 1 of 2 of "votes.hpp", made by Espalier. Do not edit: change the model and emit it again.
#include "votes.hpp"

namespace votes {
namespace parts {

RuleId tree_1(const Input& row);
RuleId tree_2(const Input& row);

// Which rule of tree 1 the row comes to.
RuleId tree_1(const Input& row) {
  if (row.x <= 10 && row.x != missing_int32) {
    return 1;  // rule 1: "a"
  }
  return 2;  // rule 2: "b"
}

// Which rule of tree 2 the row comes to.
RuleId tree_2(const Input& row) {
  if (row.color == ColorValue::red) {
    return 1;  // rule 1: "c"
  }
  if (row.y <= 0.5f) {
    return 2;  // rule 2: "a"
  }
  return 3;  // rule 3: "b"
}

namespace {

// For each rule of each tree here the label that it votes for.
const uint8_t items[] = {
    0, 1, 2, 0, 1,
};

}  // namespace

void add_1(const Input& row, Sum (&sums)[sum_count]) {
  ++sums[items[tree_1(row) - 1U]];
  ++sums[items[tree_2(row) + 1U]];
}

void rules_1(const Input& row, RuleId (&out)[tree_count]) {
  out[0] = tree_1(row);
  out[1] = tree_2(row);
}

}  // namespace parts
}  // namespace votes
