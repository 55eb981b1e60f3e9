// A decision tree as C++, made by Espalier from a model of "espalier 0.1.0". Do not edit: change the model and emit it again.
//
// Predicts "play" ("Don't Play" and "Play") from 3 of 4 columns.
// Tree: 8 nodes, 5 rules, at most 3 tests for an answer.
// Trained on 14 rows; SHA-256 of the data "3f806c2ced548b0cff61343ed3d746082db504ec72f1a377d9c1fde9fcf43ede".
//   algorithm=c45 criterion=gain-ratio categorical-split=multiway threshold=observed max-depth=0 min-split=4
//   min-leaf=2 min-gain=0 missing=refuse prune=none
// Accuracy on the training rows: 100.0 %.
// Accuracy by "10-fold cross-validation, seed 1": 64.3 %.
// Training saw no missing values; NaN and unknown fail every test.
//
//     golf::Input row = {};
//     row.outlook = ...;
//     row.humidity = ...;
//     row.windy = ...;
//     golf::Label answer = golf::predict(row);
//
// Compile "golf_1.cpp" to "golf_2.cpp" with it. Needs C++11 and nothing else: no library, no heap; not constexpr.
// espalier: {"language":"cpp-sources","namespace":"golf","model":"9184108d2ffc1312a206a0e25ebc12adcc407cf02f1802638503412eafaf44e8","parts":2,"fields":[{"feature":0,"type":"category","sentinel":false},{"feature":2,"type":"int32","sentinel":false},{"feature":3,"type":"category","sentinel":false}]}
#ifndef ESPALIER_GOLF_HPP_9184108d2ffc
#define ESPALIER_GOLF_HPP_9184108d2ffc

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

namespace golf {

// The answers: "play".
enum class Label : uint8_t {
  don_t_play,  // "Don't Play"
  play,  // "Play"
};

// Numbers a leaf of the tree, from 1, in reading order.
using RuleId = uint8_t;

enum : uint32_t {
  label_count = 2,
  rule_count = 5,
  max_tests = 3  // the most conditions that predict() or predict_rule() evaluates
};

// Values of "outlook".
enum class OutlookValue : uint8_t {
  overcast,
  rain,
  sunny,
  unknown  // missing, or a value that training did not see
};

// Values of "windy".
enum class WindyValue : uint8_t {
  false_,  // "false"
  true_,  // "true"
  unknown  // missing, or a value that training did not see
};

// One row, with the columns that the tree reads.
struct Input {
  OutlookValue outlook;  // "outlook"
  int32_t humidity;  // "humidity", 65 to 96 in training
  WindyValue windy;  // "windy"
};

// What the source files of this header define.
namespace parts {

// The rule and the label of the row, in one number.
uint8_t leaf(const Input& row);

// Shares of the labels among the training rows of a rule; out holds zeros before.
void shares(RuleId rule, float (&out)[label_count]);

}  // namespace parts

// What the model answers for the row.
inline Label predict(const Input& row) {
  return static_cast<Label>(parts::leaf(row) & 1U);
}

// Which rule answers for the row.
inline RuleId predict_rule(const Input& row) {
  return static_cast<RuleId>(parts::leaf(row) >> 1);
}

// The shares of the labels among the training rows of the row's rule: they add up to 1.
inline void probabilities(const Input& row, float (&out)[label_count]) {
  for (uint32_t i = 0; i < label_count; ++i) {
    out[i] = 0.0f;
  }
  const RuleId rule = predict_rule(row);
  parts::shares(rule, out);
}

// The answers for `count` rows.
inline void predict_batch(const Input* rows, size_t count, Label* out) {
  for (size_t i = 0; i < count; ++i) {
    out[i] = predict(rows[i]);
  }
}

// The label as it is spelled in the data; "" for a value that is none.
inline const char* to_string(Label label) {
  switch (label) {
    case Label::don_t_play:
      return "Don't Play";
    case Label::play:
      return "Play";
  }
  return "";
}

// The value of "outlook" with this spelling; unknown if there is none.
inline OutlookValue parse_outlook(const char* text) {
  if (::espalier::runtime_1::same_text(text, "overcast")) {
    return OutlookValue::overcast;
  }
  if (::espalier::runtime_1::same_text(text, "rain")) {
    return OutlookValue::rain;
  }
  if (::espalier::runtime_1::same_text(text, "sunny")) {
    return OutlookValue::sunny;
  }
  return OutlookValue::unknown;
}

// The value of "windy" with this spelling; unknown if there is none.
inline WindyValue parse_windy(const char* text) {
  if (::espalier::runtime_1::same_text(text, "false")) {
    return WindyValue::false_;
  }
  if (::espalier::runtime_1::same_text(text, "true")) {
    return WindyValue::true_;
  }
  return WindyValue::unknown;
}

}  // namespace golf

#endif  // ESPALIER_GOLF_HPP_9184108d2ffc
