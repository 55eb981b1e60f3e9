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
// espalier: {"language":"cpp","version":"0.1.0","namespace":"intervals","model":"ccb926d3c48e31defd2ab92ca59f1a09a1e4264cbbb99531e8db5988ba94b3c0","fields":[{"feature":0,"type":"int32","sentinel":true},{"feature":1,"type":"float","sentinel":false},{"feature":2,"type":"category","sentinel":false}]}
#ifndef ESPALIER_INTERVALS_HPP_ccb926d3c48e
#define ESPALIER_INTERVALS_HPP_ccb926d3c48e

#if (defined(__FAST_MATH__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__ > 0)) && !defined(ESPALIER_ALLOW_FAST_MATH)
#error "this predictor knows missing values by NaN: build it without -ffast-math, or define ESPALIER_ALLOW_FAST_MATH if values are never missing"
#endif

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
  field_count = 3,
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

// The same rows in columns: the values of a field lie one after the other.
struct Columns {
  const int32_t* age;
  const float* ratio;
  const SexValue* sex;
};

// With ESPALIER_COUNT_RULES defined, the functions that answer also count which rule did: see the end of this file.
#if defined(ESPALIER_COUNT_RULES)
namespace uncounted {
#endif

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
  row.age = columns.age[index];
  row.ratio = columns.ratio[index];
  row.sex = columns.sex[index];
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
using Element = double;

// A row from field_count values in the order of the fields.
// A category is given by its index; every other number is unknown.
// Whole numbers are rounded down and end where their type does; NaN is missing, or else the highest.
ESPALIER_CONSTEXPR Input row_from_array(const Element* values) {
  Input row = {};
  row.age = ::espalier::runtime_1::whole_of_real(values[0], ::espalier::runtime_1::numbers<int32_t>(true));
  row.ratio = static_cast<float>(values[1]);
  row.sex = static_cast<SexValue>(::espalier::runtime_1::category_of_real(values[2], 2U));
  return row;
}

// The column of a field, counted from 0; "" for a number that is no field's.
ESPALIER_CONSTEXPR const char* field_name(uint32_t field) {
  switch (field) {
    case 0:
      return "age";
    case 1:
      return "ratio";
    case 2:
      return "sex";
    default:
      return "";
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

// The value of "sex" as it is spelled in the data; "" for unknown.
ESPALIER_CONSTEXPR const char* to_string(SexValue value) {
  switch (value) {
    case SexValue::f:
      return "f";
    case SexValue::m:
      return "m";
    case SexValue::unknown:
      break;
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

// The rule in words; "" for a number that is no rule's.
ESPALIER_CONSTEXPR const char* describe_rule(RuleId rule) {
  switch (rule) {
    case 1:
      return "age <= 30 => low (8 of 8 rows)";
    case 2:
      return "30 < age <= 40 => middle (6 of 7 rows)";
    case 3:
      return "40 < age <= 50 and ratio <= 0.2 => low (4 of 4 rows)";
    case 4:
      return "40 < age <= 50 and 0.2 < ratio <= 0.6 => middle (5 of 5 rows)";
    case 5:
      return "40 < age <= 50 and ratio > 0.6 => high (3 of 3 rows)";
    case 6:
      return "40 < age <= 50 and ratio missing => middle (1 of 1 row)";
    case 7:
      return "50 < age <= 60 => low (6 of 7 rows)";
    case 8:
      return "60 < age <= 70 => middle (4 of 7 rows)";
    case 9:
      return "age > 70 => high (7 of 7 rows)";
    case 10:
      return "age missing and sex known => middle (1 of 1 row)";
    case 11:
      return "age missing and sex missing => high (2 of 2 rows)";
    default:
      return "";
  }
}

// The Espalier that made this header, the SHA-256 of the model file that it made it of, and the first 64 bits of that.
constexpr const char* espalier_version() {
  return "0.1.0";
}
constexpr const char* model_hash() {
  return "ccb926d3c48e31defd2ab92ca59f1a09a1e4264cbbb99531e8db5988ba94b3c0";
}
enum : uint64_t { model_id = 0xccb926d3c48e31deULL };

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
static_assert(detail::answers(Input{0, 0.0f, SexValue::f}, Label::low, 1), "rule 1");
static_assert(detail::answers(Input{40, 0.0f, SexValue::f}, Label::middle, 2), "rule 2");
static_assert(detail::answers(Input{50, 0.0f, SexValue::f}, Label::low, 3), "rule 3");
static_assert(detail::answers(Input{50, 0.59999996f, SexValue::f}, Label::middle, 4), "rule 4");
static_assert(detail::answers(Input{50, 0.6f, SexValue::f}, Label::high, 5), "rule 5");
static_assert(detail::answers(Input{60, 0.0f, SexValue::f}, Label::low, 7), "rule 7");
static_assert(detail::answers(Input{70, 0.0f, SexValue::f}, Label::middle, 8), "rule 8");
static_assert(detail::answers(Input{71, 0.0f, SexValue::f}, Label::high, 9), "rule 9");
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

}  // namespace intervals

#endif  // ESPALIER_INTERVALS_HPP_ccb926d3c48e
