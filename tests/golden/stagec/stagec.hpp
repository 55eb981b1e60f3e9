// A decision tree as C++, made by Espalier from a model of "espalier 0.1.0". Do not edit: change the model and emit it again.
//
// Predicts "pgstat" ("0" and "1") from 2 of 6 columns.
// Tree: 9 nodes, 5 rules, at most 4 tests for an answer.
// Trained on 146 rows; SHA-256 of the data "b0f50b98bc0e2d1e8cc54253e535827332dcc87bd676d6f827b7da10559080c4".
//   algorithm=cart criterion=gini categorical-split=equal threshold=midpoint max-depth=4 min-split=2 min-leaf=1
//   min-gain=0 missing=majority prune=cost-complexity alpha=0.00684931506849315 prune-folds=10 se-margin=0.25
//   prune-seed=1
// Accuracy on the training rows: 77.4 %.
// Accuracy by "10-fold cross-validation, seed 1": 64.4 %.
// A missing value (NaN, the sentinel, or unknown) takes the branch that most training rows took.
//
//     stagec::Input row = {};
//     row.g2 = ...;
//     row.grade = ...;
//     stagec::Label answer = stagec::predict(row);
//
// Needs C++11 and nothing else: no library, no heap, no static data; constexpr from C++14 on.
// espalier: {"language":"cpp","namespace":"stagec","model":"43ddd0347b0699bf42445a8ab5d595a6818de90b8ae5552d8c931a6020c0bbc2","fields":[{"feature":2,"type":"float","sentinel":false},{"feature":3,"type":"int32","sentinel":true}]}
#ifndef ESPALIER_STAGEC_HPP_43ddd0347b06
#define ESPALIER_STAGEC_HPP_43ddd0347b06

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

namespace stagec {

// The answers: "pgstat".
enum class Label : uint8_t {
  class_0,  // "0"
  class_1,  // "1"
};

// Numbers a leaf of the tree, from 1, in reading order.
using RuleId = uint8_t;

enum : uint32_t {
  label_count = 2,
  rule_count = 5,
  max_tests = 4  // the most conditions that predict() or predict_rule() evaluates
};

// The int32_t that stands for a missing value.
enum : int32_t { missing_int32 = (-2147483647 - 1) };

// One row, with the columns that the tree reads.
struct Input {
  float g2;  // "g2", 2.4 to 54.93 in training
  int32_t grade;  // "grade", 1 to 4 in training; missing_int32 if missing
};

// What the model answers for the row.
ESPALIER_CONSTEXPR Label predict(const Input& row) {
  if (row.grade <= 2 && row.grade != missing_int32) {  // 2.5
    return Label::class_0;  // rule 1: 61 rows, 85.2 % "0"
  }
  if (row.grade <= 3) {  // 3.5
    if (row.g2 <= 13.2f) {
      return Label::class_0;  // rule 2: 33 rows, 63.6 % "0"
    }
    if (!(row.g2 > 17.91f)) {
      return Label::class_1;  // rule 3: 27 rows, 77.8 % "1"
    }
    return Label::class_0;  // rule 4: 19 rows, 68.4 % "0"
  }
  return Label::class_1;  // rule 5: 6 rows, 100.0 % "1"
}

// Which rule answers for the row.
ESPALIER_CONSTEXPR RuleId predict_rule(const Input& row) {
  if (row.grade <= 2 && row.grade != missing_int32) {  // 2.5
    return 1;  // rule 1: 61 rows, 85.2 % "0"
  }
  if (row.grade <= 3) {  // 3.5
    if (row.g2 <= 13.2f) {
      return 2;  // rule 2: 33 rows, 63.6 % "0"
    }
    if (!(row.g2 > 17.91f)) {
      return 3;  // rule 3: 27 rows, 77.8 % "1"
    }
    return 4;  // rule 4: 19 rows, 68.4 % "0"
  }
  return 5;  // rule 5: 6 rows, 100.0 % "1"
}

namespace detail {

// Shares of the labels among the training rows of a rule; out holds zeros before.
ESPALIER_CONSTEXPR void distribution_1(RuleId rule, float (&out)[label_count]) {
  switch (rule) {
    case 1:
      out[0] = 0.852459f;
      out[1] = 0.14754099f;
      break;
    case 2:
      out[0] = 0.6363636f;
      out[1] = 0.36363637f;
      break;
    case 3:
      out[0] = 0.22222222f;
      out[1] = 0.7777778f;
      break;
    case 4:
      out[0] = 0.68421054f;
      out[1] = 0.31578946f;
      break;
    case 5:
      out[1] = 1.0f;
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
    case Label::class_0:
      return "0";
    case Label::class_1:
      return "1";
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
static_assert(detail::answers(Input{0.0f, 0}, Label::class_0, 1), "rule 1");
static_assert(detail::answers(Input{0.0f, 3}, Label::class_0, 2), "rule 2");
static_assert(detail::answers(Input{17.91f, 3}, Label::class_1, 3), "rule 3");
static_assert(detail::answers(Input{18.91f, 3}, Label::class_0, 4), "rule 4");
static_assert(detail::answers(Input{0.0f, 4}, Label::class_1, 5), "rule 5");
#endif

}  // namespace stagec

#endif  // ESPALIER_STAGEC_HPP_43ddd0347b06
