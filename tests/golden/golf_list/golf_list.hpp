// A decision list as C++, made by Espalier from a model of "espalier 0.1.0". Do not edit: change the model and emit it again.
//
// Predicts "play" ("Don't Play" and "Play") from 3 of 4 columns.
// List: 3 rules, of which the first that applies answers, at most 4 tests for an answer.
// Trained on 14 rows; SHA-256 of the data "3f806c2ced548b0cff61343ed3d746082db504ec72f1a377d9c1fde9fcf43ede".
//   algorithm=c45 criterion=gain-ratio categorical-split=multiway threshold=observed max-depth=0 min-split=4
//   min-leaf=2 min-gain=0 missing=refuse smoothing=m:2 prune=none
//   simplify-model=38d90998dfa7f43cc503b00beb930ea4d7d7c2176a361a4682a5967e11a7f2e6
//   simplify-rows=3f806c2ced548b0cff61343ed3d746082db504ec72f1a377d9c1fde9fcf43ede simplify-confidence=0.25
// Accuracy of always answering the most frequent class: 64.3 %.
// Accuracy on the training rows: 100.0 %.
// Probabilities are smoothed: every rule counts 2 rows more, of the classes as training had them.
// A missing value (NaN, the sentinel, or unknown) meets no condition, unless the condition says so.
//
//     golf_list::Input row = {};
//     row.outlook = ...;
//     row.humidity = ...;
//     row.windy = ...;
//     golf_list::Label answer = golf_list::predict(row);
//
// Needs C++11 and nothing else: no library, no heap, no static data; constexpr from C++14 on.
// espalier: {"language":"cpp","version":"0.1.0","namespace":"golf_list","model":"90d3dfb36637cff0945b470272d5a2a51754aa28403191ac2f34b2e0f6c71c59","fields":[{"feature":0,"type":"category","sentinel":false},{"feature":2,"type":"int32","sentinel":false},{"feature":3,"type":"category","sentinel":false}]}
#ifndef ESPALIER_GOLF_LIST_HPP_90d3dfb36637
#define ESPALIER_GOLF_LIST_HPP_90d3dfb36637

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

namespace golf_list {

// The answers: "play".
enum class Label : uint8_t {
  don_t_play,  // "Don't Play"
  play,  // "Play"
};

// Numbers a leaf of the tree, from 1, in reading order.
using RuleId = uint8_t;

enum : uint32_t {
  label_count = 2,
  rule_count = 3,
  field_count = 3,
  max_tests = 4  // the most conditions that predict() or predict_rule() evaluates
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

// The same rows in columns: the values of a field lie one after the other.
struct Columns {
  const OutlookValue* outlook;
  const int32_t* humidity;
  const WindyValue* windy;
};

// With ESPALIER_COUNT_RULES defined, the functions that answer also count which rule did: see the end of this file.
#if defined(ESPALIER_COUNT_RULES)
namespace uncounted {
#endif

// What the model answers for the row.
ESPALIER_CONSTEXPR Label predict(const Input& row) {
  if (row.outlook == OutlookValue::sunny && row.humidity > 75) {
    return Label::don_t_play;  // rule 1: 3 rows, 100.0 % "Don't Play"
  }
  if (row.outlook == OutlookValue::rain && row.windy == WindyValue::true_) {
    return Label::don_t_play;  // rule 2: 2 rows, 100.0 % "Don't Play"
  }
  return Label::play;  // rule 3: 9 rows, 100.0 % "Play"
}

// Which rule answers for the row.
ESPALIER_CONSTEXPR RuleId predict_rule(const Input& row) {
  if (row.outlook == OutlookValue::sunny && row.humidity > 75) {
    return 1;  // rule 1: 3 rows, 100.0 % "Don't Play"
  }
  if (row.outlook == OutlookValue::rain && row.windy == WindyValue::true_) {
    return 2;  // rule 2: 2 rows, 100.0 % "Don't Play"
  }
  return 3;  // rule 3: 9 rows, 100.0 % "Play"
}

namespace detail {

// Shares of the labels among the training rows of a rule; out holds zeros before.
ESPALIER_CONSTEXPR void distribution_1(RuleId rule, float (&out)[label_count]) {
  switch (rule) {
    case 1:
      out[0] = 0.74285716f;
      out[1] = 0.25714287f;
      break;
    case 2:
      out[0] = 0.6785714f;
      out[1] = 0.32142857f;
      break;
    case 3:
      out[0] = 0.064935066f;
      out[1] = 0.9350649f;
      break;
    default:
      break;
  }
}

}  // namespace detail

// The shares of the labels among the training rows of the row's rule, smoothed: they add up to 1.
ESPALIER_CONSTEXPR void probabilities(const Input& row, float (&out)[label_count]) {
  for (uint32_t i = 0; i < label_count; ++i) {
    out[i] = 0.0f;
  }
  const RuleId rule = predict_rule(row);
  detail::distribution_1(rule, out);
}

// How clear the answer is: its probability minus that of the runner-up. Negative where smoothing makes another label more probable.
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
  row.outlook = columns.outlook[index];
  row.humidity = columns.humidity[index];
  row.windy = columns.windy[index];
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
using Element = int32_t;

// A row from field_count values in the order of the fields.
// A category is given by its index; every other number is unknown.
ESPALIER_CONSTEXPR Input row_from_array(const Element* values) {
  Input row = {};
  row.outlook = static_cast<uint32_t>(values[0]) < 3U ? static_cast<OutlookValue>(values[0]) : OutlookValue::unknown;
  row.humidity = values[1];
  row.windy = static_cast<uint32_t>(values[2]) < 2U ? static_cast<WindyValue>(values[2]) : WindyValue::unknown;
  return row;
}

// The column of a field, counted from 0; "" for a number that is no field's.
ESPALIER_CONSTEXPR const char* field_name(uint32_t field) {
  switch (field) {
    case 0:
      return "outlook";
    case 1:
      return "humidity";
    case 2:
      return "windy";
    default:
      return "";
  }
}

// The label as it is spelled in the data; "" for a value that is none.
ESPALIER_CONSTEXPR const char* to_string(Label label) {
  switch (label) {
    case Label::don_t_play:
      return "Don't Play";
    case Label::play:
      return "Play";
  }
  return "";
}

// The value of "outlook" as it is spelled in the data; "" for unknown.
ESPALIER_CONSTEXPR const char* to_string(OutlookValue value) {
  switch (value) {
    case OutlookValue::overcast:
      return "overcast";
    case OutlookValue::rain:
      return "rain";
    case OutlookValue::sunny:
      return "sunny";
    case OutlookValue::unknown:
      break;
  }
  return "";
}

// The value of "outlook" with this spelling; unknown if there is none.
ESPALIER_CONSTEXPR OutlookValue parse_outlook(const char* text) {
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

// The value of "windy" as it is spelled in the data; "" for unknown.
ESPALIER_CONSTEXPR const char* to_string(WindyValue value) {
  switch (value) {
    case WindyValue::false_:
      return "false";
    case WindyValue::true_:
      return "true";
    case WindyValue::unknown:
      break;
  }
  return "";
}

// The value of "windy" with this spelling; unknown if there is none.
ESPALIER_CONSTEXPR WindyValue parse_windy(const char* text) {
  if (::espalier::runtime_1::same_text(text, "false")) {
    return WindyValue::false_;
  }
  if (::espalier::runtime_1::same_text(text, "true")) {
    return WindyValue::true_;
  }
  return WindyValue::unknown;
}

// The rule in words; "" for a number that is no rule's.
ESPALIER_CONSTEXPR const char* describe_rule(RuleId rule) {
  switch (rule) {
    case 1:
      return "outlook = sunny and humidity > 75 => Don't Play (3 of 3 rows)";
    case 2:
      return "otherwise, if outlook = rain and windy = true => Don't Play (2 of 2 rows)";
    case 3:
      return "otherwise => Play (9 of 9 rows)";
    default:
      return "";
  }
}

// The Espalier that made this header, the SHA-256 of the model file that it made it of, and the first 64 bits of that.
constexpr const char* espalier_version() {
  return "0.1.0";
}
constexpr const char* model_hash() {
  return "90d3dfb36637cff0945b470272d5a2a51754aa28403191ac2f34b2e0f6c71c59";
}
enum : uint64_t { model_id = 0x90d3dfb36637cff0ULL };

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
static_assert(detail::answers(Input{OutlookValue::sunny, 76, WindyValue::false_}, Label::don_t_play, 1), "rule 1");
static_assert(detail::answers(Input{OutlookValue::rain, 0, WindyValue::true_}, Label::don_t_play, 2), "rule 2");
static_assert(detail::answers(Input{OutlookValue::overcast, 0, WindyValue::false_}, Label::play, 3), "rule 3");
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

}  // namespace golf_list

#endif  // ESPALIER_GOLF_LIST_HPP_90d3dfb36637
