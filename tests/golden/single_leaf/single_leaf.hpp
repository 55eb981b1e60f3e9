// A decision tree as C++, made by Espalier from a model of "espalier 0.1.0". Do not edit: change the model and emit it again.
//
// Predicts "answer" ("always") from 2 of 2 columns.
// Tree: 1 node, 1 rule, at most 0 tests for an answer.
// Trained on 2 rows; SHA-256 of the data "43077e3e83fc2bb4051dfe61005282261da3b5e4cec932b052f3ccdced7c2eb0".
//   algorithm=cart criterion=gini categorical-split=equal threshold=midpoint max-depth=0 min-split=2 min-leaf=1
//   min-gain=0 missing=refuse prune=cost-complexity alpha=0 prune-folds=10 se-margin=0.25 prune-seed=1
// Accuracy on the training rows: 100.0 %.
// Accuracy by "2-fold cross-validation, seed 1": 100.0 %.
// Training saw no missing values; NaN and unknown fail every test.
//
//     single_leaf::Input row = {};
//     row.count = ...;
//     row.share = ...;
//     single_leaf::Label answer = single_leaf::predict(row);
//
// Needs C++11 and nothing else: no library, no heap, no static data; constexpr from C++14 on.
// espalier: {"language":"cpp","namespace":"single_leaf","model":"a0ced547e361e53013d04a68bf5ecc437066d5c12d5001d5120f1f73f94e122c","fields":[{"feature":0,"type":"int32","sentinel":false},{"feature":1,"type":"float","sentinel":false}]}
#ifndef ESPALIER_SINGLE_LEAF_HPP_a0ced547e361
#define ESPALIER_SINGLE_LEAF_HPP_a0ced547e361

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

namespace single_leaf {

// The answers: "answer".
enum class Label : uint8_t {
  always,
};

// Numbers a leaf of the tree, from 1, in reading order.
using RuleId = uint8_t;

enum : uint32_t {
  label_count = 1,
  rule_count = 1,
  max_tests = 0  // the most conditions that predict() or predict_rule() evaluates
};

// One row, with the columns that the tree reads.
struct Input {
  int32_t count;  // "count", 1 to 2 in training
  float share;  // "share", 0.25 to 0.5 in training
};

// What the model answers for the row.
ESPALIER_CONSTEXPR Label predict(const Input& row) {
  static_cast<void>(row);
  return Label::always;  // rule 1: 2 rows, 100.0 % "always"
}

// Which rule answers for the row.
ESPALIER_CONSTEXPR RuleId predict_rule(const Input& row) {
  static_cast<void>(row);
  return 1;  // rule 1: 2 rows, 100.0 % "always"
}

namespace detail {

// Shares of the labels among the training rows of a rule; out holds zeros before.
ESPALIER_CONSTEXPR void distribution_1(RuleId rule, float (&out)[label_count]) {
  switch (rule) {
    case 1:
      out[0] = 1.0f;
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
    case Label::always:
      return "always";
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
static_assert(detail::answers(Input{0, 0.0f}, Label::always, 1), "rule 1");
#endif

}  // namespace single_leaf

#endif  // ESPALIER_SINGLE_LEAF_HPP_a0ced547e361
