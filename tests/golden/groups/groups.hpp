// A decision tree as C++, made by Espalier from a model of "espalier 0.1.0". Do not edit: change the model and emit it again.
//
// Predicts "fruit" ("apple" and "pear") from 2 of 2 columns.
// Tree: 6 nodes, 4 rules, at most 3 tests for an answer.
// Trained on 17 rows; SHA-256 of the data "".
//   algorithm=c45 group-values=yes
// Accuracy on the training rows: 94.0 %.
// A missing value (NaN, the sentinel, or unknown) takes the branch that most training rows took.
//
//     groups::Input row = {};
//     row.colour = ...;
//     row.shape = ...;
//     groups::Label answer = groups::predict(row);
//
// Needs C++11 and nothing else: no library, no heap, no static data; constexpr from C++14 on.
// espalier: {"language":"cpp","version":"0.1.0","namespace":"groups","model":"fcbeacacae7aa4eef3da2cf94046acc9bc7cc11ffd8cbfcbf7e20157b7c0c6d4","fields":[{"feature":0,"type":"category","sentinel":false},{"feature":1,"type":"category","sentinel":false}]}
#ifndef ESPALIER_GROUPS_HPP_fcbeacacae7a
#define ESPALIER_GROUPS_HPP_fcbeacacae7a

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

namespace groups {

// The answers: "fruit".
enum class Label : uint8_t {
  apple,
  pear,
};

// Numbers a leaf of the tree, from 1, in reading order.
using RuleId = uint8_t;

enum : uint32_t {
  label_count = 2,
  rule_count = 4,
  field_count = 2,
  max_tests = 3  // the most conditions that predict() or predict_rule() evaluates
};

// Values of "colour".
enum class ColourValue : uint8_t {
  red,
  green,
  yellow,
  brown,
  blue,
  unknown  // missing, or a value that training did not see
};

// Values of "shape".
enum class ShapeValue : uint8_t {
  round_,  // "round"
  long_,  // "long"
  unknown  // missing, or a value that training did not see
};

// One row, with the columns that the tree reads.
struct Input {
  ColourValue colour;  // "colour"
  ShapeValue shape;  // "shape"
};

// The same rows in columns: the values of a field lie one after the other.
struct Columns {
  const ColourValue* colour;
  const ShapeValue* shape;
};

// With ESPALIER_COUNT_RULES defined, the functions that answer also count which rule did: see the end of this file.
#if defined(ESPALIER_COUNT_RULES)
namespace uncounted {
#endif

// What the model answers for the row.
ESPALIER_CONSTEXPR Label predict(const Input& row) {
  if (row.colour == ColourValue::red) {
    return Label::apple;  // rule 1: 5 rows, 100.0 % "apple"
  }
  if (row.colour == ColourValue::brown) {
    return Label::pear;  // rule 4: 3 rows, 100.0 % "pear"
  }
  if (row.shape == ShapeValue::round_) {
    return Label::apple;  // rule 2: 5 rows, 80.0 % "apple"
  }
  return Label::pear;  // rule 3: 4 rows, 100.0 % "pear"
}

// Which rule answers for the row.
ESPALIER_CONSTEXPR RuleId predict_rule(const Input& row) {
  if (row.colour == ColourValue::red) {
    return 1;  // rule 1: 5 rows, 100.0 % "apple"
  }
  if (row.colour == ColourValue::brown) {
    return 4;  // rule 4: 3 rows, 100.0 % "pear"
  }
  if (row.shape == ShapeValue::round_) {
    return 2;  // rule 2: 5 rows, 80.0 % "apple"
  }
  return 3;  // rule 3: 4 rows, 100.0 % "pear"
}

namespace detail {

// Shares of the labels among the training rows of a rule; out holds zeros before.
ESPALIER_CONSTEXPR void distribution_1(RuleId rule, float (&out)[label_count]) {
  switch (rule) {
    case 1:
      out[0] = 1.0f;
      break;
    case 2:
      out[0] = 0.8f;
      out[1] = 0.2f;
      break;
    case 3:
    case 4:
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

// How clear the answer is: its probability minus that of the runner-up.
ESPALIER_CONSTEXPR float margin(const Input& row) {
  float shares[label_count] = {};
  probabilities(row, shares);
  const uint32_t answer = static_cast<uint32_t>(predict(row));
  float runner_up = 0.0f;
  for (uint32_t i = 0; i < label_count; ++i) {
    if (i != answer && shares[i] > runner_up) {
      runner_up = shares[i];
    }
  }
  return shares[answer] - runner_up;
}

// The answers for `count` rows.
ESPALIER_CONSTEXPR void predict_batch(const Input* rows, size_t count, Label* out) {
  for (size_t i = 0; i < count; ++i) {
    out[i] = predict(rows[i]);
  }
}

namespace detail {

ESPALIER_CONSTEXPR Input row_at(const Columns& columns, size_t index) {
  Input row = {};
  row.colour = columns.colour[index];
  row.shape = columns.shape[index];
  return row;
}

}  // namespace detail

// The same for rows that lie in columns.
ESPALIER_CONSTEXPR void predict_columns(const Columns& columns, size_t count, Label* out) {
  for (size_t i = 0; i < count; ++i) {
    out[i] = predict(detail::row_at(columns, i));
  }
}

#if defined(ESPALIER_COUNT_RULES)
}  // namespace uncounted
#endif

// The type of the values that a row can be made of: it holds those of every field.
using Element = uint8_t;

// A row from field_count values in the order of the fields.
// A category is given by its index; every other number is unknown.
ESPALIER_CONSTEXPR Input row_from_array(const Element* values) {
  Input row = {};
  row.colour = static_cast<uint32_t>(values[0]) < 5U ? static_cast<ColourValue>(values[0]) : ColourValue::unknown;
  row.shape = static_cast<uint32_t>(values[1]) < 2U ? static_cast<ShapeValue>(values[1]) : ShapeValue::unknown;
  return row;
}

// The column of a field, counted from 0; "" for a number that is no field's.
ESPALIER_CONSTEXPR const char* field_name(uint32_t field) {
  switch (field) {
    case 0:
      return "colour";
    case 1:
      return "shape";
    default:
      return "";
  }
}

// The label as it is spelled in the data; "" for a value that is none.
ESPALIER_CONSTEXPR const char* to_string(Label label) {
  switch (label) {
    case Label::apple:
      return "apple";
    case Label::pear:
      return "pear";
  }
  return "";
}

// The value of "colour" as it is spelled in the data; "" for unknown.
ESPALIER_CONSTEXPR const char* to_string(ColourValue value) {
  switch (value) {
    case ColourValue::red:
      return "red";
    case ColourValue::green:
      return "green";
    case ColourValue::yellow:
      return "yellow";
    case ColourValue::brown:
      return "brown";
    case ColourValue::blue:
      return "blue";
    case ColourValue::unknown:
      break;
  }
  return "";
}

// The value of "colour" with this spelling; unknown if there is none.
ESPALIER_CONSTEXPR ColourValue parse_colour(const char* text) {
  if (::espalier::runtime_1::same_text(text, "red")) {
    return ColourValue::red;
  }
  if (::espalier::runtime_1::same_text(text, "green")) {
    return ColourValue::green;
  }
  if (::espalier::runtime_1::same_text(text, "yellow")) {
    return ColourValue::yellow;
  }
  if (::espalier::runtime_1::same_text(text, "brown")) {
    return ColourValue::brown;
  }
  if (::espalier::runtime_1::same_text(text, "blue")) {
    return ColourValue::blue;
  }
  return ColourValue::unknown;
}

// The value of "shape" as it is spelled in the data; "" for unknown.
ESPALIER_CONSTEXPR const char* to_string(ShapeValue value) {
  switch (value) {
    case ShapeValue::round_:
      return "round";
    case ShapeValue::long_:
      return "long";
    case ShapeValue::unknown:
      break;
  }
  return "";
}

// The value of "shape" with this spelling; unknown if there is none.
ESPALIER_CONSTEXPR ShapeValue parse_shape(const char* text) {
  if (::espalier::runtime_1::same_text(text, "round")) {
    return ShapeValue::round_;
  }
  if (::espalier::runtime_1::same_text(text, "long")) {
    return ShapeValue::long_;
  }
  return ShapeValue::unknown;
}

// The rule in words; "" for a number that is no rule's.
ESPALIER_CONSTEXPR const char* describe_rule(RuleId rule) {
  switch (rule) {
    case 1:
      return "colour = red => apple (5 of 5 rows)";
    case 2:
      return "(colour not in {red, brown} or missing) and shape = round => apple (4 of 5 rows)";
    case 3:
      return "(colour not in {red, brown} or missing) and (shape = long or missing) => pear (4 of 4 rows)";
    case 4:
      return "colour = brown => pear (3 of 3 rows)";
    default:
      return "";
  }
}

// The Espalier that made this header, the SHA-256 of the model file that it made it of, and the first 64 bits of that.
constexpr const char* espalier_version() {
  return "0.1.0";
}
constexpr const char* model_hash() {
  return "fcbeacacae7aa4eef3da2cf94046acc9bc7cc11ffd8cbfcbf7e20157b7c0c6d4";
}
enum : uint64_t { model_id = 0xfcbeacacae7aa4eeULL };

// Witnesses: for each rule an input that reaches it. A header that does not do what the model does fails here.
#if (__cplusplus >= 201402L || (defined(_MSVC_LANG) && _MSVC_LANG >= 201402L)) && !defined(ESPALIER_NO_WITNESSES)
namespace detail {
#if defined(ESPALIER_COUNT_RULES)
using uncounted::predict;
using uncounted::predict_rule;
#endif
constexpr bool answers(const Input& row, Label label, RuleId rule) {
  return predict(row) == label && predict_rule(row) == rule;
}
}  // namespace detail
static_assert(detail::answers(Input{ColourValue::red, ShapeValue::round_}, Label::apple, 1), "rule 1");
static_assert(detail::answers(Input{ColourValue::green, ShapeValue::round_}, Label::apple, 2), "rule 2");
static_assert(detail::answers(Input{ColourValue::green, ShapeValue::long_}, Label::pear, 3), "rule 3");
static_assert(detail::answers(Input{ColourValue::brown, ShapeValue::round_}, Label::pear, 4), "rule 4");
#endif

#if defined(ESPALIER_COUNT_RULES)
// How often each rule answered since the start or the last reset: [rule], up to 4294967295; [0] is not used.
inline uint32_t (&rule_hits())[rule_count + 1] {
  static uint32_t hits[rule_count + 1];
  return hits;
}

inline void reset_rule_hits() {
  for (uint32_t& hits : rule_hits()) {
    hits = 0;
  }
}

// Has other names for the linker than a translation unit that does not count.
inline namespace counting {

using uncounted::margin;
using uncounted::probabilities;

inline RuleId predict_rule(const Input& row) {
  const RuleId rule = uncounted::predict_rule(row);
  uint32_t& hits = rule_hits()[rule];
  if (hits < 4294967295U) {
    ++hits;
  }
  return rule;
}

inline Label predict(const Input& row) {
  static_cast<void>(predict_rule(row));
  return uncounted::predict(row);
}

inline void predict_batch(const Input* rows, size_t count, Label* out) {
  for (size_t i = 0; i < count; ++i) {
    out[i] = predict(rows[i]);
  }
}

inline void predict_columns(const Columns& columns, size_t count, Label* out) {
  for (size_t i = 0; i < count; ++i) {
    out[i] = predict(uncounted::detail::row_at(columns, i));
  }
}

}  // namespace counting
#endif

}  // namespace groups

#endif  // ESPALIER_GROUPS_HPP_fcbeacacae7a
