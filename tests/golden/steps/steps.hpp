// A decision tree as C++, made by Espalier from a model of "espalier 0.1.0". Do not edit: change the model and emit it again.
//
// Predicts "action" ("alarm", "heat", "idle" and "vent") from 4 of 4 columns.
// Tree: 17 nodes, 9 rules, at most 5 tests for an answer.
// Trained on 60 rows; SHA-256 of the data "5afb4e76b930075265a4868d3612810cdceb7a8da8c2fbd6796b2e26878a3e49".
//   algorithm=cart criterion=gini categorical-split=equal threshold=midpoint max-depth=0 min-split=2 min-leaf=1
//   min-gain=0 missing=majority prune=none
// Accuracy on the training rows: 100.0 %.
// Accuracy by "10-fold cross-validation, seed 1": 81.7 %.
// A missing value (NaN, the sentinel, or unknown) takes the branch that most training rows took.
//
//     steps::Input row = {};
//     row.temperature = ...;
//     row.tilt = ...;
//     row.duty = ...;
//     row.door_open = ...;
//     steps::Label answer = steps::predict(row);
//
// Needs C++11 and nothing else: no library, no heap, no static data; constexpr from C++14 on.
// espalier: {"language":"cpp","namespace":"steps","model":"5cabc2285caa505f0f0c51332419823ebc19c2828c37773ee5ac423cce1dd4cc","fields":[{"feature":0,"type":"int16*0.01","sentinel":true},{"feature":1,"type":"q7.8","sentinel":true},{"feature":2,"type":"uq0.8","sentinel":true},{"feature":3,"type":"bool","sentinel":false}]}
#ifndef ESPALIER_STEPS_HPP_5cabc2285caa
#define ESPALIER_STEPS_HPP_5cabc2285caa

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

namespace steps {

// The answers: "action".
enum class Label : uint8_t {
  alarm,
  heat,
  idle,
  vent,
};

// Numbers a leaf of the tree, from 1, in reading order.
using RuleId = uint8_t;

enum : uint32_t {
  label_count = 4,
  rule_count = 9,
  max_tests = 5  // the most conditions that predict() or predict_rule() evaluates
};

// The int16_t that stands for a missing value.
enum : int16_t { missing_int16 = -32768 };

// The uint8_t that stands for a missing value.
enum : uint8_t { missing_uint8 = 255 };

// One row, with the columns that the tree reads.
struct Input {
  int16_t temperature;  // "temperature" in steps of 0.01, 15.34 to 34.47 in training; missing_int16 if missing
  int16_t tilt;  // "tilt" in steps of 2^-8, -3.98046875 to 3.9765625 in training; missing_int16 if missing
  uint8_t duty;  // "duty" in steps of 2^-8, 0.01953125 to 0.984375 in training; missing_uint8 if missing
  bool door_open;  // "door_open", 0 to 1 in training
};

// What the model answers for the row.
ESPALIER_CONSTEXPR Label predict(const Input& row) {
  if (!row.door_open) {
    if (row.temperature <= 2347 && row.temperature != missing_int16) {  // 23.475
      if (row.tilt <= 640) {  // 2.501953125
        return Label::heat;  // rule 1: 11 rows, 100.0 % "heat"
      }
      return Label::alarm;  // rule 2: 1 row, 100.0 % "alarm"
    }
    if (row.tilt <= 328) {  // 1.283203125
      return Label::idle;  // rule 3: 14 rows, 100.0 % "idle"
    }
    return Label::alarm;  // rule 4: 5 rows, 100.0 % "alarm"
  }
  if (row.temperature <= 2317 && row.temperature != missing_int16) {  // 23.17
    return Label::idle;  // rule 5: 10 rows, 100.0 % "idle"
  }
  if (row.duty <= 97) {  // 0.380859375
    return Label::idle;  // rule 6: 8 rows, 100.0 % "idle"
  }
  if (row.tilt <= 398) {  // 1.5546875
    return Label::vent;  // rule 7: 7 rows, 100.0 % "vent"
  }
  if (row.tilt <= 688) {  // 2.6875
    return Label::idle;  // rule 8: 2 rows, 100.0 % "idle"
  }
  return Label::vent;  // rule 9: 2 rows, 100.0 % "vent"
}

// Which rule answers for the row.
ESPALIER_CONSTEXPR RuleId predict_rule(const Input& row) {
  if (!row.door_open) {
    if (row.temperature <= 2347 && row.temperature != missing_int16) {  // 23.475
      if (row.tilt <= 640) {  // 2.501953125
        return 1;  // rule 1: 11 rows, 100.0 % "heat"
      }
      return 2;  // rule 2: 1 row, 100.0 % "alarm"
    }
    if (row.tilt <= 328) {  // 1.283203125
      return 3;  // rule 3: 14 rows, 100.0 % "idle"
    }
    return 4;  // rule 4: 5 rows, 100.0 % "alarm"
  }
  if (row.temperature <= 2317 && row.temperature != missing_int16) {  // 23.17
    return 5;  // rule 5: 10 rows, 100.0 % "idle"
  }
  if (row.duty <= 97) {  // 0.380859375
    return 6;  // rule 6: 8 rows, 100.0 % "idle"
  }
  if (row.tilt <= 398) {  // 1.5546875
    return 7;  // rule 7: 7 rows, 100.0 % "vent"
  }
  if (row.tilt <= 688) {  // 2.6875
    return 8;  // rule 8: 2 rows, 100.0 % "idle"
  }
  return 9;  // rule 9: 2 rows, 100.0 % "vent"
}

namespace detail {

// Shares of the labels among the training rows of a rule; out holds zeros before.
ESPALIER_CONSTEXPR void distribution_1(RuleId rule, float (&out)[label_count]) {
  switch (rule) {
    case 1:
      out[1] = 1.0f;
      break;
    case 2:
    case 4:
      out[0] = 1.0f;
      break;
    case 3:
    case 5:
    case 6:
    case 8:
      out[2] = 1.0f;
      break;
    case 7:
    case 9:
      out[3] = 1.0f;
      break;
    default:
      break;
  }
}

}  // namespace detail

// The shares of the labels among the training rows of the row's rule: they add up to 1.
ESPALIER_CONSTEXPR void probabilities(const Input& row, float (&out)[label_count]) {
  for (uint32_t i = 0; i < label_count; ++i) {
    out[i] = 0.0f;
  }
  const RuleId rule = predict_rule(row);
  detail::distribution_1(rule, out);
}

// The answers for `count` rows.
ESPALIER_CONSTEXPR void predict_batch(const Input* rows, size_t count, Label* out) {
  for (size_t i = 0; i < count; ++i) {
    out[i] = predict(rows[i]);
  }
}

// The label as it is spelled in the data; "" for a value that is none.
ESPALIER_CONSTEXPR const char* to_string(Label label) {
  switch (label) {
    case Label::alarm:
      return "alarm";
    case Label::heat:
      return "heat";
    case Label::idle:
      return "idle";
    case Label::vent:
      return "vent";
  }
  return "";
}

// Witnesses: for each rule an input that reaches it. A header that does not do what the model does fails here.
#if (__cplusplus >= 201402L || (defined(_MSVC_LANG) && _MSVC_LANG >= 201402L)) && !defined(ESPALIER_NO_WITNESSES)
namespace detail {
constexpr bool answers(const Input& row, Label label, RuleId rule) {
  return predict(row) == label && predict_rule(row) == rule;
}
}  // namespace detail
static_assert(detail::answers(Input{0, 0, 0, false}, Label::heat, 1), "rule 1");
static_assert(detail::answers(Input{0, 896, 0, false}, Label::alarm, 2), "rule 2");
static_assert(detail::answers(Input{2447, 0, 0, false}, Label::idle, 3), "rule 3");
static_assert(detail::answers(Input{2447, 584, 0, false}, Label::alarm, 4), "rule 4");
static_assert(detail::answers(Input{0, 0, 0, true}, Label::idle, 5), "rule 5");
static_assert(detail::answers(Input{2417, 0, 0, true}, Label::idle, 6), "rule 6");
static_assert(detail::answers(Input{2417, 0, 98, true}, Label::vent, 7), "rule 7");
static_assert(detail::answers(Input{2417, 688, 98, true}, Label::idle, 8), "rule 8");
static_assert(detail::answers(Input{2417, 944, 98, true}, Label::vent, 9), "rule 9");
#endif

}  // namespace steps

#endif  // ESPALIER_STEPS_HPP_5cabc2285caa
