// Part 2 of 2 of "blended.hpp", made by Espalier. Do not edit: change the model and emit it again.
#include "blended.hpp"

namespace blended {
namespace parts {

using ::espalier::runtime_1::add_part;
using ::espalier::runtime_1::add_value;
using ::espalier::runtime_1::part_of;
using ::espalier::runtime_1::part_taken;

void blend_1(const Input& row, uint32_t weight, Blend& blend);

// Sends a weight down the tree and adds up what the rules answer.
void blend_1(const Input& row, uint32_t weight, Blend& blend) {
  if (const uint32_t part_1 = part_taken(weight, row.outlook == OutlookValue::overcast, row.outlook < OutlookValue::unknown, 490853405U)) {
    arrive(part_1, 3, blend);  // rule 3: 3.20 rows, 100.0 % "Play"
    blend.shares[0] += part_1;
  }
  if (const uint32_t part_1 = part_taken(weight, row.outlook == OutlookValue::rain, row.outlook < OutlookValue::unknown, 889671797U)) {
    if (const uint32_t part_2 = part_taken(part_1, row.windy == WindyValue::true_, row.windy < WindyValue::unknown, 954437176U)) {
      arrive(part_2, 4, blend);  // rule 4: 2.40 rows, 100.0 % "Don't Play"
      blend.shares[1] += part_2;
    }
    if (const uint32_t part_2 = part_taken(part_1, row.windy == WindyValue::false_, row.windy < WindyValue::unknown, 1193046471U)) {
      arrive(part_2, 5, blend);  // rule 5: 3 rows, 100.0 % "Play"
      blend.shares[0] += part_2;
    }
  }
  weight = part_taken(weight, row.outlook == OutlookValue::sunny, row.outlook < OutlookValue::unknown, 766958445U);
  if (weight == 0) {
    return;
  }
  if (const uint32_t part_1 = part_taken(weight, row.humidity > 75, row.humidity != missing_int32, 1352119333U)) {
    arrive(part_1, 2, blend);  // rule 2: 3.40 rows, 100.0 % "Don't Play"
    blend.shares[1] += part_1;
  }
  weight = part_taken(weight, row.humidity <= 75 && row.humidity != missing_int32, row.humidity != missing_int32, 795364314U);
  if (weight == 0) {
    return;
  }
  arrive(weight, 1, blend);  // rule 1: 2 rows, 100.0 % "Play"
  blend.shares[0] += weight;
}

// What the rules that a row reaches add up to.
Blend blended(const Input& row) {
  Blend blend = {};
  blend_1(row, ::espalier::runtime_1::whole_weight, blend);
  return blend;
}

namespace {

// Per rule its distribution.
const uint8_t distribution_of[] = {
    0, 0, 1, 0, 1, 0,
};

// Where the shares of a distribution begin; those of the next one follow.
const uint8_t shares_begin[] = {
    0, 1, 2,
};

// Whose share it is.
const uint8_t share_label[] = {
    0, 1,
};

// The shares.
const float share[] = {
    1.0f, 1.0f,
};

}  // namespace

void shares(RuleId rule, float (&out)[label_count]) {
  const uint32_t distribution = distribution_of[rule];
  for (uint32_t i = shares_begin[distribution]; i < shares_begin[distribution + 1U]; ++i) {
    out[share_label[i]] = share[i];
  }
}

}  // namespace parts
}  // namespace blended
