// A decision tree as C++, made by Espalier from a model of "espalier 0.1.0". Do not edit: change the model and emit it again.
//
// Predicts "play" ("Play" and "Don't Play") from 3 of 3 columns.
// Tree: 8 nodes, 5 rules, at most 3 tests for an answer.
// Trained on 14 rows; SHA-256 of the data "".
//   algorithm=c45 prune=none
// Accuracy on the training rows: 100.0 %.
// A missing value (NaN, the sentinel, or unknown) takes every branch by its share, and the answers are blended.
//
//     misra::Input row = {};
//     row.outlook = ...;
//     row.humidity = ...;
//     row.windy = ...;
//     misra::Label answer = misra::predict(row);
//
// Needs C++11 and nothing else: no library, no heap, no static data; constexpr from C++14 on.
// espalier: {"language":"cpp","version":"0.1.0","namespace":"misra","options":{"style":"misra"},"model":"6e38fe8b95dce0a99233e035b0be34fbab634987129f10d80ec4c80cf745fbca","fields":[{"feature":0,"type":"category","sentinel":false},{"feature":1,"type":"int32","sentinel":true},{"feature":2,"type":"category","sentinel":false}]}
#ifndef ESPALIER_MISRA_HPP_6e38fe8b95dc
#define ESPALIER_MISRA_HPP_6e38fe8b95dc

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
// arithmetic on weights, which are multiples of 2^-31. Freestanding. Generated headers that need it carry this text, after
// that of runtime.hpp, unless they were emitted with --runtime include.
#ifndef ESPALIER_BLEND_1
#define ESPALIER_BLEND_1

#ifndef ESPALIER_RUNTIME_1
#error "include <espalier/runtime.hpp> before <espalier/blend.hpp>"
#endif

// Compiled for size, what is called for every branch and leaf stands once: an AVR takes more than a hundred bytes for each
// copy of arithmetic on 64 bits.
#if defined(__GNUC__) && (defined(__OPTIMIZE_SIZE__) || defined(__AVR__))
#define ESPALIER_ONCE __attribute__((noinline))
#else
#define ESPALIER_ONCE
#endif

namespace espalier {
namespace runtime_1 {

enum : uint32_t { whole_weight = 2147483648U };

// A share of a weight, rounded down.
ESPALIER_ONCE constexpr uint32_t part_of(uint32_t weight, uint32_t share) {
  return static_cast<uint32_t>((static_cast<uint64_t>(weight) * share) >> 31);
}

// What goes down a branch: all of the weight if the value takes it, nothing if the value takes another one, a share if
// the value is not known.
ESPALIER_ONCE constexpr uint32_t part_taken(uint32_t weight, bool takes, bool known, uint32_t share) {
  return takes ? weight : known ? 0U : part_of(weight, share);
}

// What arrives at a leaf: a share of the weight is added to what a label has, and a value as often as the weight says.
ESPALIER_ONCE ESPALIER_CONSTEXPR void add_part(uint32_t& sum, uint32_t weight, uint32_t share) {
  sum += part_of(weight, share);
}
ESPALIER_ONCE ESPALIER_CONSTEXPR void add_value(int64_t& sum, uint32_t weight, int32_t value) {
  sum += static_cast<int64_t>(weight) * value;
}

}  // namespace runtime_1
}  // namespace espalier

#endif  // ESPALIER_BLEND_1

namespace misra {

// The answers: "play".
enum class Label : uint8_t {
  play,  // "Play"
  don_t_play,  // "Don't Play"
};

// Numbers a leaf of the tree, from 1, in reading order.
using RuleId = uint8_t;

enum : uint32_t {
  label_count = 2,
  rule_count = 5,
  field_count = 3,
  max_tests = 3  // the most conditions that predict() or predict_rule() evaluates for a row without missing values
};

// Values of "outlook".
enum class OutlookValue : uint8_t {
  sunny,
  overcast,
  rain,
  unknown  // missing, or a value that training did not see
};

// Values of "windy".
enum class WindyValue : uint8_t {
  false_,  // "false"
  true_,  // "true"
  unknown  // missing, or a value that training did not see
};

// The int32_t that stands for a missing value.
enum : int32_t { missing_int32 = (-2147483647 - 1) };

// One row, with the columns that the tree reads.
struct Input {
  OutlookValue outlook;  // "outlook"
  int32_t humidity;  // "humidity", 65 to 96 in training; missing_int32 if missing
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

namespace detail {

// What the tree answers for a row that is not blended.
ESPALIER_CONSTEXPR Label tree(const Input& row) {
  Label result{};
  if (row.outlook == OutlookValue::sunny) {
    if (row.humidity <= 75) {
      result = Label::play;  // rule 1: 2 rows, 100.0 % "Play"
    } else {
      result = Label::don_t_play;  // rule 2: 3.40 rows, 100.0 % "Don't Play"
    }
  } else if (row.outlook == OutlookValue::overcast) {
    result = Label::play;  // rule 3: 3.20 rows, 100.0 % "Play"
  } else if (row.windy == WindyValue::true_) {
    result = Label::don_t_play;  // rule 4: 2.40 rows, 100.0 % "Don't Play"
  } else {
    result = Label::play;  // rule 5: 3 rows, 100.0 % "Play"
  }
  return result;
}

}  // namespace detail

namespace detail {

// Which rule answers for a row that is not blended.
ESPALIER_CONSTEXPR RuleId tree_rule(const Input& row) {
  RuleId result{};
  if (row.outlook == OutlookValue::sunny) {
    if (row.humidity <= 75) {
      result = 1U;  // rule 1: 2 rows, 100.0 % "Play"
    } else {
      result = 2U;  // rule 2: 3.40 rows, 100.0 % "Don't Play"
    }
  } else if (row.outlook == OutlookValue::overcast) {
    result = 3U;  // rule 3: 3.20 rows, 100.0 % "Play"
  } else if (row.windy == WindyValue::true_) {
    result = 4U;  // rule 4: 2.40 rows, 100.0 % "Don't Play"
  } else {
    result = 5U;  // rule 5: 3 rows, 100.0 % "Play"
  }
  return result;
}

}  // namespace detail

namespace detail {

using ::espalier::runtime_1::add_part;
using ::espalier::runtime_1::add_value;
using ::espalier::runtime_1::part_of;
using ::espalier::runtime_1::part_taken;
using ::espalier::runtime_1::whole_weight;

// Whether every test finds a value, so that nothing has to be blended.
ESPALIER_CONSTEXPR bool complete(const Input& row) {
  return (row.outlook < OutlookValue::unknown) &&
         (row.humidity != missing_int32) &&
         (row.windy < WindyValue::unknown);
}

// What the rules that a row reaches add up to, each by the part of the row's weight that arrives there.
struct Blend {
  uint32_t shares[label_count];
  uint32_t largest;  // the weight that arrives at `rule`: no other gets more
  RuleId rule;
};

ESPALIER_ONCE ESPALIER_CONSTEXPR void arrive(uint32_t weight, RuleId rule, Blend& blend) {
  if (weight > blend.largest || (weight == blend.largest && rule < blend.rule)) {
    blend.largest = weight;
    blend.rule = rule;
  }
}

// Sends a weight down the tree and adds up what the rules answer.
ESPALIER_CONSTEXPR void blend_1(const Input& row, uint32_t weight, Blend& blend) {
  uint32_t part_0 = weight;
  uint32_t part_1 = 0U;
  uint32_t part_2 = 0U;
  part_1 = part_taken(part_0, row.outlook == OutlookValue::overcast, row.outlook < OutlookValue::unknown, 490853405U);
  if (part_1 != 0U) {
    arrive(part_1, 3U, blend);  // rule 3: 3.20 rows, 100.0 % "Play"
    blend.shares[0] += part_1;
  }
  part_1 = part_taken(part_0, row.outlook == OutlookValue::rain, row.outlook < OutlookValue::unknown, 889671797U);
  if (part_1 != 0U) {
    part_2 = part_taken(part_1, row.windy == WindyValue::true_, row.windy < WindyValue::unknown, 954437176U);
    if (part_2 != 0U) {
      arrive(part_2, 4U, blend);  // rule 4: 2.40 rows, 100.0 % "Don't Play"
      blend.shares[1] += part_2;
    }
    part_2 = part_taken(part_1, row.windy == WindyValue::false_, row.windy < WindyValue::unknown, 1193046471U);
    if (part_2 != 0U) {
      arrive(part_2, 5U, blend);  // rule 5: 3 rows, 100.0 % "Play"
      blend.shares[0] += part_2;
    }
  }
  part_0 = part_taken(part_0, row.outlook == OutlookValue::sunny, row.outlook < OutlookValue::unknown, 766958445U);
  part_1 = part_taken(part_0, row.humidity > 75, row.humidity != missing_int32, 1352119333U);
  if (part_1 != 0U) {
    arrive(part_1, 2U, blend);  // rule 2: 3.40 rows, 100.0 % "Don't Play"
    blend.shares[1] += part_1;
  }
  part_0 = part_taken(part_0, (row.humidity <= 75) && (row.humidity != missing_int32), row.humidity != missing_int32, 795364314U);
  arrive(part_0, 1U, blend);  // rule 1: 2 rows, 100.0 % "Play"
  blend.shares[0] += part_0;
}

ESPALIER_CONSTEXPR Blend blended(const Input& row) {
  Blend blend = {};
  blend_1(row, whole_weight, blend);
  return blend;
}

// The label with the largest share; of equal ones the first.
ESPALIER_CONSTEXPR Label label_of(const Blend& blend) {
  uint32_t best = 0;
  for (uint32_t i = 1; i < label_count; ++i) {
    if (blend.shares[i] > blend.shares[best]) {
      best = i;
    }
  }
  return static_cast<Label>(best);
}

}  // namespace detail

// What the model answers for the row.
ESPALIER_CONSTEXPR Label predict(const Input& row) {
  Label answer{};
  bool blends = !detail::complete(row);
  if (blends) {
    const detail::Blend blend = detail::blended(row);
    blends = blend.largest != detail::whole_weight;  // otherwise one rule has all of the weight
    answer = detail::label_of(blend);
  }
  if (!blends) {
    answer = detail::tree(row);
  }
  return answer;
}

// Which rule answers for the row: of a blend the one with the largest weight.
ESPALIER_CONSTEXPR RuleId predict_rule(const Input& row) {
  return detail::complete(row) ? detail::tree_rule(row) : detail::blended(row).rule;
}

namespace detail {

// Shares of the labels among the training rows of a rule; out holds zeros before.
ESPALIER_CONSTEXPR void distribution_1(RuleId rule, float (&out)[label_count]) {
  switch (rule) {
    case 1:
    case 3:
    case 5:
      out[0] = 1.0f;
      break;
    case 2:
    case 4:
      out[1] = 1.0f;
      break;
    default:
      break;
  }
}

}  // namespace detail

// The shares of the labels among the training rows of the row's rule: they add up to 1. Those of a blend may miss a few 2^-31.
ESPALIER_CONSTEXPR void probabilities(const Input& row, float (&out)[label_count]) {
  for (uint32_t i = 0; i < label_count; ++i) {
    out[i] = 0.0f;
  }
  bool blends = false;
  if (!detail::complete(row)) {
    const detail::Blend blend = detail::blended(row);
    blends = blend.largest != detail::whole_weight;
    for (uint32_t i = 0; blends && (i < label_count); ++i) {
      out[i] = static_cast<float>(blend.shares[i]) * 4.656613e-10f;  // 2^-31
    }
  }
  const RuleId rule = blends ? RuleId() : predict_rule(row);
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
  const char* name = "";
  switch (field) {
    case 0:
      name = "outlook";
      break;
    case 1:
      name = "humidity";
      break;
    case 2:
      name = "windy";
      break;
    default:
      break;
  }
  return name;
}

// The label as it is spelled in the data; "" for a value that is none.
ESPALIER_CONSTEXPR const char* to_string(Label label) {
  const char* text = "";
  switch (label) {
    case Label::play:
      text = "Play";
      break;
    case Label::don_t_play:
      text = "Don't Play";
      break;
    default:
      break;
  }
  return text;
}

// The value of "outlook" as it is spelled in the data; "" for unknown.
ESPALIER_CONSTEXPR const char* to_string(OutlookValue value) {
  const char* text = "";
  switch (value) {
    case OutlookValue::sunny:
      text = "sunny";
      break;
    case OutlookValue::overcast:
      text = "overcast";
      break;
    case OutlookValue::rain:
      text = "rain";
      break;
    case OutlookValue::unknown:
    default:
      break;
  }
  return text;
}

// The value of "outlook" with this spelling; unknown if there is none.
ESPALIER_CONSTEXPR OutlookValue parse_outlook(const char* text) {
  OutlookValue value = OutlookValue::unknown;
  if (::espalier::runtime_1::same_text(text, "sunny")) {
    value = OutlookValue::sunny;
  }
  if (::espalier::runtime_1::same_text(text, "overcast")) {
    value = OutlookValue::overcast;
  }
  if (::espalier::runtime_1::same_text(text, "rain")) {
    value = OutlookValue::rain;
  }
  return value;
}

// The value of "windy" as it is spelled in the data; "" for unknown.
ESPALIER_CONSTEXPR const char* to_string(WindyValue value) {
  const char* text = "";
  switch (value) {
    case WindyValue::false_:
      text = "false";
      break;
    case WindyValue::true_:
      text = "true";
      break;
    case WindyValue::unknown:
    default:
      break;
  }
  return text;
}

// The value of "windy" with this spelling; unknown if there is none.
ESPALIER_CONSTEXPR WindyValue parse_windy(const char* text) {
  WindyValue value = WindyValue::unknown;
  if (::espalier::runtime_1::same_text(text, "false")) {
    value = WindyValue::false_;
  }
  if (::espalier::runtime_1::same_text(text, "true")) {
    value = WindyValue::true_;
  }
  return value;
}

// The rule in words; "" for a number that is no rule's.
ESPALIER_CONSTEXPR const char* describe_rule(RuleId rule) {
  const char* text = "";
  switch (rule) {
    case 1:
      text = "outlook = sunny and humidity <= 75 => Play (2 of 2 rows)";
      break;
    case 2:
      text = "outlook = sunny and humidity > 75 => Don't Play (3.40 of 3.40 rows)";
      break;
    case 3:
      text = "outlook = overcast => Play (3.20 of 3.20 rows)";
      break;
    case 4:
      text = "outlook = rain and windy = true => Don't Play (2.40 of 2.40 rows)";
      break;
    case 5:
      text = "outlook = rain and windy = false => Play (3 of 3 rows)";
      break;
    default:
      break;
  }
  return text;
}

// The Espalier that made this header, the SHA-256 of the model file that it made it of, and the first 64 bits of that.
constexpr const char* espalier_version() {
  return "0.1.0";
}
constexpr const char* model_hash() {
  return "6e38fe8b95dce0a99233e035b0be34fbab634987129f10d80ec4c80cf745fbca";
}
enum : uint64_t { model_id = 0x6e38fe8b95dce0a9ULL };

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
static_assert(detail::answers(Input{OutlookValue::sunny, 0, WindyValue::false_}, Label::play, 1), "rule 1");
static_assert(detail::answers(Input{OutlookValue::sunny, 76, WindyValue::false_}, Label::don_t_play, 2), "rule 2");
static_assert(detail::answers(Input{OutlookValue::overcast, 0, WindyValue::false_}, Label::play, 3), "rule 3");
static_assert(detail::answers(Input{OutlookValue::rain, 0, WindyValue::true_}, Label::don_t_play, 4), "rule 4");
static_assert(detail::answers(Input{OutlookValue::rain, 0, WindyValue::false_}, Label::play, 5), "rule 5");
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

}  // namespace misra

#endif  // ESPALIER_MISRA_HPP_6e38fe8b95dc
