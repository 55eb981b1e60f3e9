// A decision tree as C++, made by Espalier from a model of "espalier 0.1.0". Do not edit: change the model and emit it again.
//
// Predicts "action" ("alarm", "heat", "idle" and "vent") from 4 of 4 columns.
// Tree: 17 nodes, 9 rules, at most 5 tests for an answer.
// Trained on 60 rows; SHA-256 of the data "5afb4e76b930075265a4868d3612810cdceb7a8da8c2fbd6796b2e26878a3e49".
//   algorithm=cart criterion=gini categorical-split=auto threshold=midpoint max-depth=0 min-split=2 min-leaf=1
//   min-gain=0 missing=majority smoothing=m:2 prune=none
// Accuracy of always answering the most frequent class: 56.7 %.
// Accuracy on the training rows: 100.0 %.
// Accuracy by "10-fold cross-validation, 10 rounds, seed 1": 86.0 %.
// Probabilities are smoothed: every rule counts 2 rows more, of the classes as training had them.
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
// espalier: {"language":"cpp","version":"0.1.0","namespace":"steps","model":"a5c8547f9981a801eaea0376a7d6eba210250658f43db2e76dda2c60d0f6bcc4","fields":[{"feature":0,"type":"int16*0.01","sentinel":true,"asked":true},{"feature":1,"type":"q7.8","sentinel":true,"asked":true},{"feature":2,"type":"uq0.8","sentinel":true,"asked":true},{"feature":3,"type":"bool","sentinel":false,"asked":true}]}
#ifndef ESPALIER_STEPS_HPP_a5c8547f9981
#define ESPALIER_STEPS_HPP_a5c8547f9981

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

// Espalier's runtime for predictors that compare floating-point numbers by their bits. Freestanding. Generated headers that
// need it carry this text, after that of runtime.hpp, unless they were emitted with --runtime include.
#ifndef ESPALIER_BITS_1
#define ESPALIER_BITS_1

#ifndef ESPALIER_RUNTIME_1
#error "include <espalier/runtime.hpp> before <espalier/bits.hpp>"
#endif

// Bits can be read in constant expressions where the compiler has these builtins: g++ 11, clang 9.
#if defined(__has_builtin)
#if __has_builtin(__builtin_bit_cast) && __has_builtin(__builtin_is_constant_evaluated)
#define ESPALIER_CONSTANT_BITS 1
#endif
#elif defined(_MSC_VER) && _MSC_VER >= 1928
#define ESPALIER_CONSTANT_BITS 1
#endif
#ifdef ESPALIER_CONSTANT_BITS
#define ESPALIER_AT_RUN_TIME (!__builtin_is_constant_evaluated())
#else
#define ESPALIER_CONSTANT_BITS 0
#define ESPALIER_AT_RUN_TIME true
#endif

#if defined(__GNUC__)
#define ESPALIER_ALWAYS_INLINE __attribute__((always_inline))
#define ESPALIER_NOINLINE __attribute__((noinline))
#define ESPALIER_COLD __attribute__((cold, noinline))
#else
#define ESPALIER_ALWAYS_INLINE
#define ESPALIER_NOINLINE
#define ESPALIER_COLD
#endif

namespace espalier {
namespace runtime_1 {

// The bits of a number that is passed by value: reading them through a pointer costs more on chips that align.
template <typename Bits, typename Number>
ESPALIER_ALWAYS_INLINE ESPALIER_CONSTEXPR Bits bits_of(Number x) {
  static_assert(sizeof(Bits) == sizeof(Number), "a number of another size");
#if ESPALIER_CONSTANT_BITS
  return __builtin_bit_cast(Bits, x);
#elif defined(__GNUC__)
  Bits bits = 0;
  __builtin_memcpy(&bits, &x, sizeof bits);
  return bits;
#else
  union {
    Number number;
    Bits bits;
  } both = {x};
  return both.bits;
#endif
}

// With a sign and without one. See note [float order]: sign-aware comparisons of these decide as those of the numbers.
ESPALIER_ALWAYS_INLINE ESPALIER_CONSTEXPR int32_t bits(float x) {
  return bits_of<int32_t>(x);
}
ESPALIER_ALWAYS_INLINE ESPALIER_CONSTEXPR uint32_t ubits(float x) {
  return bits_of<uint32_t>(x);
}
#if !defined(__SIZEOF_DOUBLE__) || __SIZEOF_DOUBLE__ == 8
ESPALIER_ALWAYS_INLINE ESPALIER_CONSTEXPR int64_t bits(double x) {
  return bits_of<int64_t>(x);
}
ESPALIER_ALWAYS_INLINE ESPALIER_CONSTEXPR uint64_t ubits(double x) {
  return bits_of<uint64_t>(x);
}
#endif

}  // namespace runtime_1
}  // namespace espalier

#endif  // ESPALIER_BITS_1

// Espalier's runtime for rows that come as plain arrays: numbers of one type become what the fields can hold.
// Freestanding. Generated headers that need it carry this text, after that of bits.hpp, unless they were emitted with
// --runtime include.
#ifndef ESPALIER_ROWS_1
#define ESPALIER_ROWS_1

#ifndef ESPALIER_BITS_1
#error "include <espalier/bits.hpp> before <espalier/rows.hpp>"
#endif

namespace espalier {
namespace runtime_1 {

template <typename T>
constexpr bool is_signed() {
  return static_cast<T>(-1) < static_cast<T>(1);
}

template <typename T>
constexpr T highest() {
  return static_cast<T>(is_signed<T>() ? (static_cast<uint64_t>(1) << (8 * sizeof(T) - 1)) - 1 : 0xFFFFFFFFU);
}

template <typename T>
constexpr T lowest() {
  return static_cast<T>(is_signed<T>() ? -highest<T>() - 1 : 0);
}

// The whole numbers that a field can hold: those of its type, without the one that stands for a missing value.
template <typename T>
struct Numbers {
  T least;
  T most;
  T missing;  // the lowest of a signed type, the highest of an unsigned one
  bool has_missing;
};

template <typename T>
constexpr Numbers<T> numbers(bool has_missing) {
  return {static_cast<T>(lowest<T>() + (has_missing && is_signed<T>() ? 1 : 0)),
          static_cast<T>(highest<T>() - (has_missing && !is_signed<T>() ? 1 : 0)),
          is_signed<T>() ? lowest<T>() : highest<T>(), has_missing};
}

// A number beyond the ends becomes the end. `From` holds every value of `To`.
template <typename To, typename From>
ESPALIER_CONSTEXPR To whole_of_whole(From value, const Numbers<To>& field) {
  if (field.has_missing && value == static_cast<From>(field.missing)) {
    return field.missing;
  }
  if (value <= static_cast<From>(field.least)) {
    return field.least;
  }
  return value >= static_cast<From>(field.most) ? field.most : static_cast<To>(value);
}

// By its bits, so that it is one for compilers that do not believe in NaN, too.
ESPALIER_CONSTEXPR bool has_bits_of_nan(uint32_t bits) {
  return (bits & 0x7FFFFFFFU) > 0x7F800000U;
}
ESPALIER_CONSTEXPR bool has_bits_of_nan(uint64_t bits) {
  return (bits & 0x7FFFFFFFFFFFFFFFU) > 0x7FF0000000000000U;
}

// A fraction is rounded down. NaN is missing; a field that cannot be missing takes it for its highest number, which is
// above every threshold as NaN is not below any.
template <typename To, typename From>
ESPALIER_CONSTEXPR To whole_of_real(From value, const Numbers<To>& field) {
  if (has_bits_of_nan(ubits(value))) {
    return field.has_missing ? field.missing : field.most;
  }
  const To whole = whole_of_whole<To, From>(value, field);
  return static_cast<From>(whole) > value && whole > field.least ? static_cast<To>(whole - 1) : whole;
}

// The index of one of `count` categories; what is none becomes `count`: unknown.
template <typename From>
ESPALIER_CONSTEXPR uint32_t category_of_real(From value, uint32_t count) {
  if (has_bits_of_nan(ubits(value)) || !(value >= 0) || !(value < static_cast<From>(count))) {
    return count;
  }
  const uint32_t index = static_cast<uint32_t>(value);
  return static_cast<From>(index) == value ? index : count;
}

}  // namespace runtime_1
}  // namespace espalier

#endif  // ESPALIER_ROWS_1

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
  field_count = 4,
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

// The same rows in columns: the values of a field lie one after the other.
struct Columns {
  const int16_t* temperature;
  const int16_t* tilt;
  const uint8_t* duty;
  const bool* door_open;
};

// With ESPALIER_COUNT_RULES defined, the functions that answer also count which rule did: see the end of this file.
#if defined(ESPALIER_COUNT_RULES)
namespace uncounted {
#endif

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
      out[0] = 0.015384615f;
      out[1] = 0.87435895f;
      out[2] = 0.08717949f;
      out[3] = 0.023076924f;
      break;
    case 2:
      out[0] = 0.4f;
      out[1] = 0.12222222f;
      out[2] = 0.37777779f;
      out[3] = 0.1f;
      break;
    case 3:
      out[0] = 0.0125f;
      out[1] = 0.022916667f;
      out[2] = 0.9458333f;
      out[3] = 0.01875f;
      break;
    case 4:
      out[0] = 0.74285716f;
      out[1] = 0.052380953f;
      out[2] = 0.16190477f;
      out[3] = 0.042857144f;
      break;
    case 5:
      out[0] = 0.016666668f;
      out[1] = 0.030555556f;
      out[2] = 0.92777777f;
      out[3] = 0.025f;
      break;
    case 6:
      out[0] = 0.02f;
      out[1] = 0.036666665f;
      out[2] = 0.91333336f;
      out[3] = 0.03f;
      break;
    case 7:
      out[0] = 0.022222223f;
      out[1] = 0.04074074f;
      out[2] = 0.12592593f;
      out[3] = 0.8111111f;
      break;
    case 8:
      out[0] = 0.05f;
      out[1] = 0.09166667f;
      out[2] = 0.78333336f;
      out[3] = 0.075f;
      break;
    case 9:
      out[0] = 0.05f;
      out[1] = 0.09166667f;
      out[2] = 0.28333333f;
      out[3] = 0.575f;
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
  row.temperature = columns.temperature[index];
  row.tilt = columns.tilt[index];
  row.duty = columns.duty[index];
  row.door_open = columns.door_open[index];
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
using Element = int16_t;

// A row from field_count values in the order of the fields.
// Numbers end where the type of their field does.
ESPALIER_CONSTEXPR Input row_from_array(const Element* values) {
  Input row = {};
  row.temperature = values[0];
  row.tilt = values[1];
  row.duty = ::espalier::runtime_1::whole_of_whole(values[2], ::espalier::runtime_1::numbers<uint8_t>(true));
  row.door_open = !(values[3] == 0);
  return row;
}

// The column of a field, counted from 0; "" for a number that is no field's.
ESPALIER_CONSTEXPR const char* field_name(uint32_t field) {
  switch (field) {
    case 0:
      return "temperature";
    case 1:
      return "tilt";
    case 2:
      return "duty";
    case 3:
      return "door_open";
    default:
      return "";
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

// The rule in words; "" for a number that is no rule's.
ESPALIER_CONSTEXPR const char* describe_rule(RuleId rule) {
  switch (rule) {
    case 1:
      return "door_open <= 0.5 and temperature <= 23.475 and (tilt <= 2.501953125 or missing) => heat (11 of 11 rows)";
    case 2:
      return "door_open <= 0.5 and temperature <= 23.475 and tilt > 2.501953125 => alarm (1 of 1 row)";
    case 3:
      return "door_open <= 0.5 and (temperature > 23.475 or missing) and (tilt <= 1.283203125 or missing) => idle (14 of 14 rows)";
    case 4:
      return "door_open <= 0.5 and (temperature > 23.475 or missing) and tilt > 1.283203125 => alarm (5 of 5 rows)";
    case 5:
      return "door_open > 0.5 and temperature <= 23.17 => idle (10 of 10 rows)";
    case 6:
      return "door_open > 0.5 and (temperature > 23.17 or missing) and duty <= 0.380859375 => idle (8 of 8 rows)";
    case 7:
      return "door_open > 0.5 and (temperature > 23.17 or missing) and (duty > 0.380859375 or missing) and (tilt <= 1.5546875 or missing) => vent (7 of 7 rows)";
    case 8:
      return "door_open > 0.5 and (temperature > 23.17 or missing) and (duty > 0.380859375 or missing) and 1.5546875 < tilt <= 2.6875 => idle (2 of 2 rows)";
    case 9:
      return "door_open > 0.5 and (temperature > 23.17 or missing) and (duty > 0.380859375 or missing) and tilt > 2.6875 => vent (2 of 2 rows)";
    default:
      return "";
  }
}

// The Espalier that made this header, the SHA-256 of the model file that it made it of, and the first 64 bits of that.
constexpr const char* espalier_version() {
  return "0.1.0";
}
constexpr const char* model_hash() {
  return "a5c8547f9981a801eaea0376a7d6eba210250658f43db2e76dda2c60d0f6bcc4";
}
enum : uint64_t { model_id = 0xa5c8547f9981a801ULL };

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

}  // namespace steps

#endif  // ESPALIER_STEPS_HPP_a5c8547f9981
