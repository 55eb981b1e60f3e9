// A decision tree as C++, made by Espalier from a model of "espalier 0.1.0". Do not edit: change the model and emit it again.
//
// Predicts "risk" ("low", "middle" and "high") from 3 of 3 columns.
// Tree: 14 nodes, 11 rules, at most 7 tests for an answer.
// Trained on 52 rows; SHA-256 of the data "".
//   algorithm=id3
// Accuracy on the training rows: 90.0 %.
// A missing value (NaN, the sentinel, or unknown) is a value of its own, with a branch that training chose.
//
//     intervals::Input row = {};
//     row.age = ...;
//     row.ratio = ...;
//     row.sex = ...;
//     intervals::Label answer = intervals::predict(row);
//
// Needs C++11 and nothing else: no library, no heap, no static data; constexpr from C++14 on.
// espalier: {"language":"cpp","namespace":"intervals","model":"ccb926d3c48e31defd2ab92ca59f1a09a1e4264cbbb99531e8db5988ba94b3c0","fields":[{"feature":0,"type":"int32","sentinel":true},{"feature":1,"type":"float","sentinel":false},{"feature":2,"type":"category","sentinel":false}]}
#ifndef ESPALIER_INTERVALS_HPP_ccb926d3c48e
#define ESPALIER_INTERVALS_HPP_ccb926d3c48e

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

namespace intervals {

// The answers: "risk".
enum class Label : uint8_t {
  low,
  middle,
  high,
};

// Numbers a leaf of the tree, from 1, in reading order.
using RuleId = uint8_t;

enum : uint32_t {
  label_count = 3,
  rule_count = 11,
  max_tests = 7  // the most conditions that predict() or predict_rule() evaluates
};

// Values of "sex".
enum class SexValue : uint8_t {
  f,
  m,
  unknown  // missing, or a value that training did not see
};

// The int32_t that stands for a missing value.
enum : int32_t { missing_int32 = (-2147483647 - 1) };

// One row, with the columns that the tree reads.
struct Input {
  int32_t age;  // "age", 18 to 92 in training; missing_int32 if missing
  float ratio;  // "ratio", 0 to 1 in training
  SexValue sex;  // "sex"
};

// What the model answers for the row.
ESPALIER_CONSTEXPR Label predict(const Input& row) {
  if (row.age != missing_int32) {
    if (row.age <= 50) {
      if (row.age <= 30) {
        return Label::low;  // rule 1: 8 rows, 100.0 % "low"
      }
      if (row.age <= 40) {
        return Label::middle;  // rule 2: 7 rows, 85.7 % "middle"
      }
      if (row.ratio == row.ratio) {
        if (row.ratio <= 0.19999999f) {  // 0.2
          return Label::low;  // rule 3: 4 rows, 100.0 % "low"
        }
        if (row.ratio <= 0.59999996f) {  // 0.6
          return Label::middle;  // rule 4: 5 rows, 100.0 % "middle"
        }
        return Label::high;  // rule 5: 3 rows, 100.0 % "high"
      }
      return Label::middle;  // rule 6: 1 row, 100.0 % "middle"
    }
    if (row.age <= 60) {
      return Label::low;  // rule 7: 7 rows, 85.7 % "low"
    }
    if (row.age <= 70) {
      return Label::middle;  // rule 8: 7 rows, 57.1 % "middle"
    }
    return Label::high;  // rule 9: 7 rows, 100.0 % "high"
  }
  if (row.sex < SexValue::unknown) {
    return Label::middle;  // rule 10: 1 row, 100.0 % "middle"
  }
  return Label::high;  // rule 11: 2 rows, 100.0 % "high"
}

// Which rule answers for the row.
ESPALIER_CONSTEXPR RuleId predict_rule(const Input& row) {
  if (row.age != missing_int32) {
    if (row.age <= 50) {
      if (row.age <= 30) {
        return 1;  // rule 1: 8 rows, 100.0 % "low"
      }
      if (row.age <= 40) {
        return 2;  // rule 2: 7 rows, 85.7 % "middle"
      }
      if (row.ratio == row.ratio) {
        if (row.ratio <= 0.19999999f) {  // 0.2
          return 3;  // rule 3: 4 rows, 100.0 % "low"
        }
        if (row.ratio <= 0.59999996f) {  // 0.6
          return 4;  // rule 4: 5 rows, 100.0 % "middle"
        }
        return 5;  // rule 5: 3 rows, 100.0 % "high"
      }
      return 6;  // rule 6: 1 row, 100.0 % "middle"
    }
    if (row.age <= 60) {
      return 7;  // rule 7: 7 rows, 85.7 % "low"
    }
    if (row.age <= 70) {
      return 8;  // rule 8: 7 rows, 57.1 % "middle"
    }
    return 9;  // rule 9: 7 rows, 100.0 % "high"
  }
  if (row.sex < SexValue::unknown) {
    return 10;  // rule 10: 1 row, 100.0 % "middle"
  }
  return 11;  // rule 11: 2 rows, 100.0 % "high"
}

namespace detail {

// Shares of the labels among the training rows of a rule; out holds zeros before.
ESPALIER_CONSTEXPR void distribution_1(RuleId rule, float (&out)[label_count]) {
  switch (rule) {
    case 1:
    case 3:
      out[0] = 1.0f;
      break;
    case 2:
      out[0] = 0.14285715f;
      out[1] = 0.85714287f;
      break;
    case 4:
    case 6:
    case 10:
      out[1] = 1.0f;
      break;
    case 5:
    case 9:
    case 11:
      out[2] = 1.0f;
      break;
    case 7:
      out[0] = 0.85714287f;
      out[1] = 0.14285715f;
      break;
    case 8:
      out[0] = 0.14285715f;
      out[1] = 0.5714286f;
      out[2] = 0.2857143f;
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
    case Label::low:
      return "low";
    case Label::middle:
      return "middle";
    case Label::high:
      return "high";
  }
  return "";
}

// The value of "sex" with this spelling; unknown if there is none.
ESPALIER_CONSTEXPR SexValue parse_sex(const char* text) {
  if (::espalier::runtime_1::same_text(text, "f")) {
    return SexValue::f;
  }
  if (::espalier::runtime_1::same_text(text, "m")) {
    return SexValue::m;
  }
  return SexValue::unknown;
}

// Witnesses: for each rule an input that reaches it. A header that does not do what the model does fails here.
#if (__cplusplus >= 201402L || (defined(_MSVC_LANG) && _MSVC_LANG >= 201402L)) && !defined(ESPALIER_NO_WITNESSES)
namespace detail {
constexpr bool answers(const Input& row, Label label, RuleId rule) {
  return predict(row) == label && predict_rule(row) == rule;
}
}  // namespace detail
static_assert(detail::answers(Input{0, 0.0f, SexValue::f}, Label::low, 1), "rule 1");
static_assert(detail::answers(Input{40, 0.0f, SexValue::f}, Label::middle, 2), "rule 2");
static_assert(detail::answers(Input{50, 0.0f, SexValue::f}, Label::low, 3), "rule 3");
static_assert(detail::answers(Input{50, 0.59999996f, SexValue::f}, Label::middle, 4), "rule 4");
static_assert(detail::answers(Input{50, 0.6f, SexValue::f}, Label::high, 5), "rule 5");
static_assert(detail::answers(Input{60, 0.0f, SexValue::f}, Label::low, 7), "rule 7");
static_assert(detail::answers(Input{70, 0.0f, SexValue::f}, Label::middle, 8), "rule 8");
static_assert(detail::answers(Input{71, 0.0f, SexValue::f}, Label::high, 9), "rule 9");
#endif

}  // namespace intervals

#endif  // ESPALIER_INTERVALS_HPP_ccb926d3c48e
