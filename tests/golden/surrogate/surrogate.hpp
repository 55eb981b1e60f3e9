// A decision tree as C++, made by Espalier from a model of "espalier 0.1.0". Do not edit: change the model and emit it again.
//
// Predicts "state" ("idle", "busy" and "faulty") from 3 of 3 columns.
// Tree: 5 nodes, 3 rules, at most 5 tests for an answer.
// Trained on 22 rows; SHA-256 of the data "".
//   algorithm=cart
// Accuracy on the training rows: 90.0 %.
// For a missing value (NaN, the sentinel, or unknown) other columns decide, in the order that the tests give; at last the branch is fixed.
//
//     surrogate::Input row = {};
//     row.current = ...;
//     row.load = ...;
//     row.phase = ...;
//     surrogate::Label answer = surrogate::predict(row);
//
// Needs C++11 and nothing else: no library, no heap, no static data; constexpr from C++14 on.
// espalier: {"language":"cpp","namespace":"surrogate","model":"57c827a22b4ef1aab9242d93cc5dcfaaa2ea15bbe8837a8f456e4dfc7b1344ae","fields":[{"feature":0,"type":"float","sentinel":false},{"feature":1,"type":"int32","sentinel":true},{"feature":2,"type":"category","sentinel":false}]}
#ifndef ESPALIER_SURROGATE_HPP_57c827a22b4e
#define ESPALIER_SURROGATE_HPP_57c827a22b4e

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

namespace surrogate {

// The answers: "state".
enum class Label : uint8_t {
  idle,
  busy,
  faulty,
};

// Numbers a leaf of the tree, from 1, in reading order.
using RuleId = uint8_t;

enum : uint32_t {
  label_count = 3,
  rule_count = 3,
  max_tests = 5  // the most conditions that predict() or predict_rule() evaluates
};

// Values of "phase".
enum class PhaseValue : uint8_t {
  start,
  run,
  stop,
  unknown  // missing, or a value that training did not see
};

// The int32_t that stands for a missing value.
enum : int32_t { missing_int32 = (-2147483647 - 1) };

// One row, with the columns that the tree reads.
struct Input {
  float current;  // "current", 0 to 9.75 in training
  int32_t load;  // "load", 0 to 100 in training; missing_int32 if missing
  PhaseValue phase;  // "phase"
};

// What the model answers for the row.
ESPALIER_CONSTEXPR Label predict(const Input& row) {
  if (row.current == row.current ? row.current <= 2.4499998f
      : row.load != missing_int32 ? row.load <= 30
      : row.phase == PhaseValue::start || row.phase == PhaseValue::stop) {
    return Label::idle;  // rule 1: 9 rows, 88.9 % "idle"
  }
  if (row.phase < PhaseValue::unknown ? row.phase == PhaseValue::start || row.phase == PhaseValue::run
      : row.load <= 90) {
    return Label::busy;  // rule 2: 10 rows, 90.0 % "busy"
  }
  return Label::faulty;  // rule 3: 3 rows, 100.0 % "faulty"
}

// Which rule answers for the row.
ESPALIER_CONSTEXPR RuleId predict_rule(const Input& row) {
  if (row.current == row.current ? row.current <= 2.4499998f
      : row.load != missing_int32 ? row.load <= 30
      : row.phase == PhaseValue::start || row.phase == PhaseValue::stop) {
    return 1;  // rule 1: 9 rows, 88.9 % "idle"
  }
  if (row.phase < PhaseValue::unknown ? row.phase == PhaseValue::start || row.phase == PhaseValue::run
      : row.load <= 90) {
    return 2;  // rule 2: 10 rows, 90.0 % "busy"
  }
  return 3;  // rule 3: 3 rows, 100.0 % "faulty"
}

namespace detail {

// Shares of the labels among the training rows of a rule; out holds zeros before.
ESPALIER_CONSTEXPR void distribution_1(RuleId rule, float (&out)[label_count]) {
  switch (rule) {
    case 1:
      out[0] = 0.8888889f;
      out[1] = 0.11111111f;
      break;
    case 2:
      out[1] = 0.9f;
      out[2] = 0.1f;
      break;
    case 3:
      out[2] = 1.0f;
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
    case Label::idle:
      return "idle";
    case Label::busy:
      return "busy";
    case Label::faulty:
      return "faulty";
  }
  return "";
}

// The value of "phase" with this spelling; unknown if there is none.
ESPALIER_CONSTEXPR PhaseValue parse_phase(const char* text) {
  if (::espalier::runtime_1::same_text(text, "start")) {
    return PhaseValue::start;
  }
  if (::espalier::runtime_1::same_text(text, "run")) {
    return PhaseValue::run;
  }
  if (::espalier::runtime_1::same_text(text, "stop")) {
    return PhaseValue::stop;
  }
  return PhaseValue::unknown;
}

// Witnesses: for each rule an input that reaches it. A header that does not do what the model does fails here.
#if (__cplusplus >= 201402L || (defined(_MSVC_LANG) && _MSVC_LANG >= 201402L)) && !defined(ESPALIER_NO_WITNESSES)
namespace detail {
constexpr bool answers(const Input& row, Label label, RuleId rule) {
  return predict(row) == label && predict_rule(row) == rule;
}
}  // namespace detail
static_assert(detail::answers(Input{0.0f, 0, PhaseValue::start}, Label::idle, 1), "rule 1");
static_assert(detail::answers(Input{3.4499998f, 0, PhaseValue::start}, Label::busy, 2), "rule 2");
static_assert(detail::answers(Input{3.4499998f, 0, PhaseValue::stop}, Label::faulty, 3), "rule 3");
#endif

}  // namespace surrogate

#endif  // ESPALIER_SURROGATE_HPP_57c827a22b4e
