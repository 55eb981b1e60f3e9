// Part 2 of 2 of "golf.hpp", made by Espalier. Do not edit: change the model and emit it again.
#include "golf.hpp"

namespace golf {
namespace parts {

uint8_t leaf_1(const Input& row);
uint8_t leaf_2(const Input& row);
uint8_t leaf_3(const Input& row);

// A part of a later function that would make it too large or too deep.
uint8_t leaf_3(const Input& row) {
  if (row.outlook == OutlookValue::sunny) {
    return leaf_1(row);
  }
  return leaf_2(row);
}

// The whole tree.
uint8_t leaf(const Input& row) {
  if (row.outlook == OutlookValue::overcast) {
    return 3;  // rule 1: 4 rows, 100.0 % "Play"
  }
  return leaf_3(row);
}

namespace {

// Per rule its distribution.
const uint8_t distribution_of[] = {
    0, 0, 1, 2, 3, 4,
};

// Where the shares of a distribution begin; those of the next one follow.
const uint8_t shares_begin[] = {
    0, 2, 4, 6, 8, 10,
};

// Whose share it is.
const uint8_t share_label[] = {
    0, 1, 0, 1, 0, 1, 0, 1, 0, 1,
};

// The shares.
const float share[] = {
    0.11904762f, 0.88095236f, 0.14285715f, 0.85714287f, 0.6785714f, 0.32142857f, 0.17857143f, 0.8214286f, 0.74285716f,
    0.25714287f,
};

}  // namespace

void shares(RuleId rule, float (&out)[label_count]) {
  const uint32_t distribution = distribution_of[rule];
  for (uint32_t i = shares_begin[distribution]; i < shares_begin[distribution + 1U]; ++i) {
    out[share_label[i]] = share[i];
  }
}

}  // namespace parts
}  // namespace golf
