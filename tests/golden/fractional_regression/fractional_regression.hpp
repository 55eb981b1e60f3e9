// A decision tree as C++, made by Espalier from a model of "espalier 0.1.0". Do not edit: change the model and emit it again.
//
// Predicts "delay" (a number) from 2 of 2 columns.
// Tree: 6 nodes, 4 rules, at most 3 tests for an answer.
// Trained on 30 rows; SHA-256 of the data "".
//   algorithm=c45
// Root mean squared error on the training rows: 1.5.
// A missing value (NaN, the sentinel, or unknown) takes every branch, each by its share of the training rows, and the answers are blended.
//
//     fractional_regression::Input row = {};
//     row.speed = ...;
//     row.line = ...;
//     fractional_regression::Value answer = fractional_regression::predict(row);
//
// Needs C++11 and nothing else: no library, no heap, no static data; constexpr from C++14 on.
// espalier: {"language":"cpp","namespace":"fractional_regression","model":"ea1967b66f4de6408d3ea16c9d87f28822a1f641a2aa0f35fbd369e22323d3e1","output":"float","fields":[{"feature":0,"type":"float","sentinel":false},{"feature":1,"type":"category","sentinel":false}]}
#ifndef ESPALIER_FRACTIONAL_REGRESSION_HPP_ea1967b66f4d
#define ESPALIER_FRACTIONAL_REGRESSION_HPP_ea1967b66f4d

// Espalier's runtime: all that generated code needs beside itself. Freestanding: no library, no heap, no static data.
// Generated headers carry this text unless they were emitted with --runtime include.
#ifndef ESPALIER_RUNTIME_1
#define ESPALIER_RUNTIME_1

#include <stddef.h>
#include <stdint.h>

// Functions with more than one statement are constant expressions from C++14 on.
#if __cplusplus >= 201402L || (defined(_MSVC_LANG) && _MSVC_LANG >= 201402L)
#define ESPALIER_CONSTEXPR constexpr
#else
#define ESPALIER_CONSTEXPR inline
#endif

namespace espalier {
namespace runtime_1 {

// Whether two zero-terminated texts are equal, byte for byte.
ESPALIER_CONSTEXPR bool same_text(const char* a, const char* b) {
  while (*a != '\0' && *a == *b) {
    ++a;
    ++b;
  }
  return *a == *b;
}

}  // namespace runtime_1
}  // namespace espalier

#endif  // ESPALIER_RUNTIME_1

// Espalier's runtime for predictors that blend the answers of several rules where values are missing: whole-number
// arithmetic on weights, which are multiples of 2^-31. Freestanding. Generated headers that need it carry this text
// unless they were emitted with --runtime include.
#ifndef ESPALIER_BLEND_1
#define ESPALIER_BLEND_1

#include <stdint.h>

namespace espalier {
namespace runtime_1 {

enum : uint32_t { whole_weight = 2147483648U };

// A share of a weight, rounded down.
constexpr uint32_t part_of(uint32_t weight, uint32_t share) {
  return static_cast<uint32_t>((static_cast<uint64_t>(weight) * share) >> 31);
}

// What goes down a branch: all of the weight if the value takes it, nothing if the value takes another one, a share if
// the value is not known.
constexpr uint32_t part_taken(uint32_t weight, bool takes, bool known, uint32_t share) {
  return takes ? weight : known ? 0U : part_of(weight, share);
}

}  // namespace runtime_1
}  // namespace espalier

#endif  // ESPALIER_BLEND_1

namespace fractional_regression {

// The answers: "delay".
using Value = float;

// Numbers a leaf of the tree, from 1, in reading order.
using RuleId = uint8_t;

enum : uint32_t {
  rule_count = 4,
  max_tests = 3  // the most conditions that predict() or predict_rule() evaluates for a row without missing values
};

// Values of "line".
enum class LineValue : uint8_t {
  north,
  south,
  ring,
  depot,
  unknown  // missing, or a value that training did not see
};

// One row, with the columns that the tree reads.
struct Input {
  float speed;  // "speed", 0 to 3.5 in training
  LineValue line;  // "line"
};

namespace detail {

// What the tree answers for a row that is not blended.
ESPALIER_CONSTEXPR Value tree(const Input& row) {
  if (row.speed <= 0.5f) {
    return 12.4f;  // rule 1: 4 rows, mean 12.4
  }
  if (row.speed <= 2.125f) {
    if (row.line == LineValue::north || row.line == LineValue::south) {
      return 1.8f;  // rule 2: 15 rows, mean 1.8
    }
    return 4.6f;  // rule 3: 5 rows, mean 4.6
  }
  return -0.7f;  // rule 4: 6 rows, mean -0.7
}

}  // namespace detail

namespace detail {

// Which rule answers for a row that is not blended.
ESPALIER_CONSTEXPR RuleId tree_rule(const Input& row) {
  if (row.speed <= 0.5f) {
    return 1;  // rule 1: 4 rows, mean 12.4
  }
  if (row.speed <= 2.125f) {
    if (row.line == LineValue::north || row.line == LineValue::south) {
      return 2;  // rule 2: 15 rows, mean 1.8
    }
    return 3;  // rule 3: 5 rows, mean 4.6
  }
  return 4;  // rule 4: 6 rows, mean -0.7
}

}  // namespace detail

namespace detail {

using ::espalier::runtime_1::part_of;
using ::espalier::runtime_1::part_taken;
using ::espalier::runtime_1::whole_weight;

// Whether every test finds a value, so that nothing has to be blended.
ESPALIER_CONSTEXPR bool complete(const Input& row) {
  return row.speed == row.speed &&
         (row.line == LineValue::north || row.line == LineValue::south || row.line == LineValue::ring);
}

// What the rules that a row reaches add up to, each by the part of the row's weight that arrives there.
struct Blend {
  int64_t sum;  // of the weights times the values, which are multiples of 2^-26
  uint32_t largest;  // the weight that arrives at `rule`: no other gets more
  RuleId rule;
};

ESPALIER_CONSTEXPR void arrive(uint32_t weight, RuleId rule, Blend& blend) {
  if (weight > blend.largest || (weight == blend.largest && rule < blend.rule)) {
    blend.largest = weight;
    blend.rule = rule;
  }
}

// Sends a weight down the tree and adds up what the rules answer.
ESPALIER_CONSTEXPR void blend_1(const Input& row, uint32_t weight, Blend& blend) {
  if (const uint32_t part_1 = part_taken(weight, row.speed <= 0.5f, row.speed == row.speed, 286331153U)) {
    arrive(part_1, 1, blend);  // rule 1: 4 rows, mean 12.4
    blend.sum += static_cast<int64_t>(part_1) * 832149914;
  }
  if (const uint32_t part_1 = part_taken(weight, row.speed > 2.125f, row.speed == row.speed, 429496729U)) {
    arrive(part_1, 4, blend);  // rule 4: 6 rows, mean -0.7
    blend.sum += static_cast<int64_t>(part_1) * -46976205;
  }
  weight = part_taken(weight, row.speed > 0.5f && row.speed <= 2.125f, row.speed == row.speed, 1431655765U);
  if (weight == 0) {
    return;
  }
  if (const uint32_t part_1 = part_taken(weight, row.line == LineValue::ring, row.line == LineValue::north || row.line == LineValue::south || row.line == LineValue::ring, 536870912U)) {
    arrive(part_1, 3, blend);  // rule 3: 5 rows, mean 4.6
    blend.sum += static_cast<int64_t>(part_1) * 308700774;
  }
  weight = part_taken(weight, row.line == LineValue::north || row.line == LineValue::south, row.line == LineValue::north || row.line == LineValue::south || row.line == LineValue::ring, 1610612736U);
  if (weight == 0) {
    return;
  }
  arrive(weight, 2, blend);  // rule 2: 15 rows, mean 1.8
  blend.sum += static_cast<int64_t>(weight) * 120795955;
}

ESPALIER_CONSTEXPR Blend blended(const Input& row) {
  Blend blend = {};
  blend_1(row, whole_weight, blend);
  return blend;
}

// One conversion, which rounds; the factors are powers of two and do not.
ESPALIER_CONSTEXPR Value value_of(const Blend& blend) {
  return static_cast<Value>(blend.sum / 256) * 1.7763568e-15f;
}

}  // namespace detail

// What the model answers for the row.
ESPALIER_CONSTEXPR Value predict(const Input& row) {
  if (detail::complete(row)) {
    return detail::tree(row);
  }
  const detail::Blend blend = detail::blended(row);
  if (blend.largest == detail::whole_weight) {
    return detail::tree(row);  // one rule has all of the weight
  }
  return detail::value_of(blend);
}

// Which rule answers for the row: of a blend the one with the largest weight.
ESPALIER_CONSTEXPR RuleId predict_rule(const Input& row) {
  if (detail::complete(row)) {
    return detail::tree_rule(row);
  }
  return detail::blended(row).rule;
}

// The answers for `count` rows.
ESPALIER_CONSTEXPR void predict_batch(const Input* rows, size_t count, Value* out) {
  for (size_t i = 0; i < count; ++i) {
    out[i] = predict(rows[i]);
  }
}

// The value of "line" with this spelling; unknown if there is none.
ESPALIER_CONSTEXPR LineValue parse_line(const char* text) {
  if (::espalier::runtime_1::same_text(text, "north")) {
    return LineValue::north;
  }
  if (::espalier::runtime_1::same_text(text, "south")) {
    return LineValue::south;
  }
  if (::espalier::runtime_1::same_text(text, "ring")) {
    return LineValue::ring;
  }
  if (::espalier::runtime_1::same_text(text, "depot")) {
    return LineValue::depot;
  }
  return LineValue::unknown;
}

// Witnesses: for each rule an input that reaches it. A header that does not do what the model does fails here.
#if (__cplusplus >= 201402L || (defined(_MSVC_LANG) && _MSVC_LANG >= 201402L)) && !defined(ESPALIER_NO_WITNESSES)
namespace detail {
constexpr bool answers(const Input& row, Value value, RuleId rule) {
  return predict(row) == value && predict_rule(row) == rule;
}
}  // namespace detail
static_assert(detail::answers(Input{0.0f, LineValue::north}, 12.4f, 1), "rule 1");
static_assert(detail::answers(Input{2.125f, LineValue::north}, 1.8f, 2), "rule 2");
static_assert(detail::answers(Input{2.125f, LineValue::ring}, 4.6f, 3), "rule 3");
static_assert(detail::answers(Input{3.125f, LineValue::north}, -0.7f, 4), "rule 4");
#endif

}  // namespace fractional_regression

#endif  // ESPALIER_FRACTIONAL_REGRESSION_HPP_ea1967b66f4d
