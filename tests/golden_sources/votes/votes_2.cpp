// Part 2 of 2 of "votes.hpp", made by Espalier. Do not edit: change the model and emit it again.
#include "votes.hpp"

namespace votes {
namespace parts {

RuleId tree_3(const Input& row);

// Which rule of tree 3 the row comes to.
RuleId tree_3(const Input& row) {
  if (row.x <= 50 && row.x != missing_int32) {
    return 1;  // rule 1: "c"
  }
  if (row.color == ColorValue::green) {
    return 2;  // rule 2: "b"
  }
  return 3;  // rule 3: "a"
}

namespace {

// For each rule of each tree here the label that it votes for.
const uint8_t items[] = {
    2, 1, 0,
};

}  // namespace

void add_2(const Input& row, Sum (&sums)[sum_count]) {
  ++sums[items[tree_3(row) - 1U]];
}

void rules_2(const Input& row, RuleId (&out)[tree_count]) {
  out[2] = tree_3(row);
}

}  // namespace parts
}  // namespace votes
