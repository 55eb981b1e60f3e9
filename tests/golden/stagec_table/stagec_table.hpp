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
//     stagec_table::Input row = {};
//     row.g2 = ...;
//     row.grade = ...;
//     stagec_table::Label answer = stagec_table::predict(row);
//
// Needs C++11 and nothing else: no library, no heap, no static data; constexpr from C++14 on.
// espalier: {"language":"cpp","namespace":"stagec_table","model":"43ddd0347b0699bf42445a8ab5d595a6818de90b8ae5552d8c931a6020c0bbc2","fields":[{"feature":2,"type":"float","sentinel":false},{"feature":3,"type":"int32","sentinel":true}]}
#ifndef ESPALIER_STAGEC_TABLE_HPP_43ddd0347b06
#define ESPALIER_STAGEC_TABLE_HPP_43ddd0347b06

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

// Espalier's runtime for predictors in the shape of tables: the loop that walks over them, and the keys that it
// compares. Freestanding. Generated headers that need it carry this text unless they were emitted with --runtime
// include.
#ifndef ESPALIER_TABLE_1
#define ESPALIER_TABLE_1

#include <stddef.h>
#include <stdint.h>

// Compilers that can read the bits of a float, and tell whether they do so, while they compile.
#if defined(__has_builtin)
#if __has_builtin(__builtin_bit_cast) && __has_builtin(__builtin_is_constant_evaluated)
#define ESPALIER_CONSTANT_BITS
#endif
#elif defined(_MSC_VER) && _MSC_VER >= 1927
#define ESPALIER_CONSTANT_BITS
#endif

// Whether an expression is evaluated by the compiler: all that a function may not do otherwise can stand behind it.
#ifdef ESPALIER_CONSTANT_BITS
#define ESPALIER_IS_CONSTANT(value) __builtin_is_constant_evaluated()
#else
#define ESPALIER_IS_CONSTANT(value) __builtin_constant_p(value)
#endif

// AVR keeps constants in RAM unless they are placed in flash, which it reads by an instruction of its own.
#if defined(__AVR__) && defined(__AVR_HAVE_LPMX__)
#define ESPALIER_IN_FLASH
#define ESPALIER_FLASH __attribute__((__progmem__))
#else
#define ESPALIER_FLASH
#endif

namespace espalier {
namespace runtime_1 {

#ifdef ESPALIER_IN_FLASH

inline uint8_t flash_8(const void* from) {
  uint8_t value;
  __asm__("lpm %0, Z" : "=r"(value) : "z"(from));
  return value;
}
inline uint16_t flash_16(const void* from) {
  uint16_t value;
  __asm__("lpm %A0, Z+\n\tlpm %B0, Z" : "=&r"(value), "+z"(from));
  return value;
}
inline uint32_t flash_32(const void* from) {
  uint32_t value;
  __asm__("lpm %A0, Z+\n\tlpm %B0, Z+\n\tlpm %C0, Z+\n\tlpm %D0, Z" : "=&r"(value), "+z"(from));
  return value;
}

inline uint8_t from_flash(const uint8_t* from) { return flash_8(from); }
inline int8_t from_flash(const int8_t* from) { return static_cast<int8_t>(flash_8(from)); }
inline uint16_t from_flash(const uint16_t* from) { return flash_16(from); }
inline int16_t from_flash(const int16_t* from) { return static_cast<int16_t>(flash_16(from)); }
inline uint32_t from_flash(const uint32_t* from) { return flash_32(from); }
inline int32_t from_flash(const int32_t* from) { return static_cast<int32_t>(flash_32(from)); }
inline float from_flash(const float* from) {
  const uint32_t bits = flash_32(from);
  float value;
  __builtin_memcpy(&value, &bits, sizeof value);
  return value;
}

// A constant of a table.
template <typename T>
constexpr T stored(const T* from) {
  return __builtin_constant_p(*from) ? *from : from_flash(from);
}

#else

template <typename T>
constexpr T stored(const T* from) {
  return *from;
}

#endif

// The bits of a number.
ESPALIER_CONSTEXPR uint32_t bits_of(float value) {
#ifdef ESPALIER_CONSTANT_BITS
  return __builtin_bit_cast(uint32_t, value);
#else
  uint32_t bits = 0;
  __builtin_memcpy(&bits, &value, sizeof bits);
  return bits;
#endif
}
ESPALIER_CONSTEXPR uint64_t bits_of(double value) {
#ifdef ESPALIER_CONSTANT_BITS
  return __builtin_bit_cast(uint64_t, value);
#else
  uint64_t bits = 0;
  __builtin_memcpy(&bits, &value, sizeof value);
  return bits;
#endif
}

// Whole numbers that order as numbers do, both zeros being 0; `missing` for NaN.
ESPALIER_CONSTEXPR int32_t key_of(float value, int32_t missing) {
  const uint32_t bits = bits_of(value);
  const uint32_t magnitude = bits & 0x7FFFFFFFU;
  if (magnitude > 0x7F800000U) {
    return missing;
  }
  return bits != magnitude ? -static_cast<int32_t>(magnitude) : static_cast<int32_t>(magnitude);
}
ESPALIER_CONSTEXPR int64_t key_of(double value, int64_t missing) {
  const uint64_t bits = bits_of(value);
  const uint64_t magnitude = bits & 0x7FFFFFFFFFFFFFFFU;
  if (magnitude > 0x7FF0000000000000U) {
    return missing;
  }
  return bits != magnitude ? -static_cast<int64_t>(magnitude) : static_cast<int64_t>(magnitude);
}

// Test `i` goes on with next[2 * i] if the key of its input is at most its threshold, else with next[2 * i + 1]. What is
// not the number of a test is an answer.
template <typename Keys, typename Input, typename Threshold, typename Next>
ESPALIER_CONSTEXPR Next walk(const Keys& keys, const Input* inputs, const Threshold* thresholds, const Next* next,
                             Next tests) {
  Next at = 0;
  do {
    const bool above = keys(stored(inputs + at)) > stored(thresholds + at);
    at = stored(next + 2 * static_cast<size_t>(at) + (above ? 1 : 0));
  } while (at < tests);
  return static_cast<Next>(at - tests);
}

}  // namespace runtime_1
}  // namespace espalier

#endif  // ESPALIER_TABLE_1

namespace stagec_table {

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

namespace detail {

using ::espalier::runtime_1::key_of;
using ::espalier::runtime_1::stored;
using ::espalier::runtime_1::walk;

// The row as the tests read it: whole numbers that order as the values do.
struct Keys {
  const Input& row;

  ESPALIER_CONSTEXPR int32_t operator()(uint8_t input) const {
    switch (input) {
      case 0:
        return key_of(row.g2, -2147483647);
      case 1:
        return key_of(row.g2, 2147483647);
      case 2:
        return static_cast<int32_t>(row.grade);
      default:
        return row.grade != missing_int32 ? static_cast<int32_t>(row.grade) : 2147483647;
    }
  }
};

// rule 1: 61 rows, 85.2 % "0"
// rule 2: 33 rows, 63.6 % "0"
// rule 3: 27 rows, 77.8 % "1"
// rule 4: 19 rows, 68.4 % "0"
// rule 5: 6 rows, 100.0 % "1"
//
// The tests, and in comments what they ask ? what follows if it holds : what follows if not; a number is that of a test.
#ifdef ESPALIER_IN_FLASH
namespace tables {
#else
template <typename Always>
struct Tables {
#endif
static constexpr uint8_t inputs[4] ESPALIER_FLASH = {
  3, 2, 1, 0,
};
static constexpr int32_t thresholds[4] ESPALIER_FLASH = {
  2,  // 0: "grade" <= 2 ? "0" : 1
  3,  // 1: "grade" <= 3 or missing ? 2 : "1"
  1095971635,  // 2: "g2" <= 13.2 ? "0" : 3
  1099909038,  // 3: "g2" <= 17.91 or missing ? "1" : "0"
};
static constexpr uint8_t next[8] ESPALIER_FLASH = {
  4, 1, 2, 5, 4, 3, 5, 4,
};
static constexpr uint8_t rule_next[8] ESPALIER_FLASH = {
  5, 1, 2, 9, 6, 3, 7, 8,
};
#ifdef ESPALIER_IN_FLASH
}  // namespace tables
#else
};
#if __cplusplus < 201703L
template <typename Always>
constexpr uint8_t Tables<Always>::inputs[4];
template <typename Always>
constexpr int32_t Tables<Always>::thresholds[4];
template <typename Always>
constexpr uint8_t Tables<Always>::next[8];
template <typename Always>
constexpr uint8_t Tables<Always>::rule_next[8];
#endif
using tables = Tables<void>;
#endif

ESPALIER_CONSTEXPR uint8_t answer_number(const Input& row) {
  return walk(Keys{row}, tables::inputs, tables::thresholds, tables::next,
              uint8_t{4});
}
ESPALIER_CONSTEXPR uint8_t rule_number(const Input& row) {
  return walk(Keys{row}, tables::inputs, tables::thresholds, tables::rule_next,
              uint8_t{4});
}

}  // namespace detail

// What the model answers for the row.
ESPALIER_CONSTEXPR Label predict(const Input& row) {
  return static_cast<Label>(detail::answer_number(row));
}

// Which rule answers for the row.
ESPALIER_CONSTEXPR RuleId predict_rule(const Input& row) {
  return static_cast<RuleId>(detail::rule_number(row));
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
#if (__cplusplus >= 201402L || (defined(_MSVC_LANG) && _MSVC_LANG >= 201402L)) && !defined(ESPALIER_NO_WITNESSES) && defined(ESPALIER_CONSTANT_BITS)
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

}  // namespace stagec_table

#endif  // ESPALIER_STAGEC_TABLE_HPP_43ddd0347b06
