// 3 decision trees as C++, made by Espalier from a model of "by hand". Do not edit: change the model and emit it again.
//
// Predicts "answer" ("a", "b" and "c") from 3 of 3 columns.
// Trees, which vote: 13 nodes, 8 rules, at most 5 tests for an answer.
// A missing value (NaN, the sentinel, or unknown) takes the branch that most training rows took.
//
//     votes::Input row = {};
//     row.x = ...;
//     row.color = ...;
//     row.y = ...;
//     votes::Label answer = votes::predict(row);
//
// Compile "votes_1.cpp" to "votes_2.cpp" with it. Needs C++11 and nothing else: no library, no heap; not constexpr.
// espalier: {"language":"cpp-sources","version":"0.1.0","namespace":"votes","parts":2,"options":{"parts":2},"model":"d92cddf6e88cbc18073e4b43195987e2155946bbf4d5fd1a6464af38309b9cc6","fields":[{"feature":0,"type":"int32","sentinel":true},{"feature":1,"type":"category","sentinel":false},{"feature":2,"type":"float","sentinel":false}]}
#ifndef ESPALIER_VOTES_HPP_d92cddf6e88c
#define ESPALIER_VOTES_HPP_d92cddf6e88c

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

namespace votes {

// The answers: "answer".
enum class Label : uint8_t {
  a,
  b,
  c,
};

// Numbers a leaf of a tree, from 1, in reading order. Every tree has rules of its own.
using RuleId = uint8_t;

// What the trees add up: votes. The type holds the sums of all trees, whatever rules are reached.
using Sum = uint8_t;

enum : uint32_t {
  label_count = 3,
  tree_count = 3,
  sum_count = 3,
  rule_count = 3,  // of the tree that has most
  field_count = 3,
  max_tests = 5  // the most conditions that predict() or predict_leaves() evaluates
};

// Values of "color".
enum class ColorValue : uint8_t {
  red,
  green,
  blue,
  unknown  // missing, or a value that training did not see
};

// The int32_t that stands for a missing value.
enum : int32_t { missing_int32 = (-2147483647 - 1) };

// One row, with the columns that the trees read.
struct Input {
  int32_t x;  // "x", 0 to 100 in training; missing_int32 if missing
  ColorValue color;  // "color"
  float y;  // "y", 0 to 1 in training
};

// The same rows in columns: the values of a field lie one after the other.
struct Columns {
  const int32_t* x;
  const ColorValue* color;
  const float* y;
};

// What the source files of this header define: what the trees of each file add, in their order, and their rules.
namespace parts {

void add_1(const Input& row, Sum (&sums)[sum_count]);
void rules_1(const Input& row, RuleId (&out)[tree_count]);

void add_2(const Input& row, Sum (&sums)[sum_count]);
void rules_2(const Input& row, RuleId (&out)[tree_count]);

}  // namespace parts

namespace detail {

// What the sums answer: the label of the largest, of equal ones the first.
inline Label verdict(const Sum (&sums)[sum_count]) {
  uint32_t best = 0;
  for (uint32_t i = 1; i < sum_count; ++i) {
    if (sums[i] > sums[best]) {
      best = i;
    }
  }
  return static_cast<Label>(best);
}

}  // namespace detail

// What the trees add up to for the row, each label or output in its place.
inline void scores(const Input& row, Sum (&out)[sum_count]) {
  out[0] = 0U;
  out[1] = 0U;
  out[2] = 0U;
  parts::add_1(row, out);
  parts::add_2(row, out);
}

// What the model answers for the row.
inline Label predict(const Input& row) {
  Sum sums[sum_count] = {};
  scores(row, sums);
  return detail::verdict(sums);
}

// The rule of each tree that the row comes to.
inline void predict_leaves(const Input& row, RuleId (&out)[tree_count]) {
  parts::rules_1(row, out);
  parts::rules_2(row, out);
}

// The mean of what the trees say of each label: they add up to 1, but for rounding.
inline void probabilities(const Input& row, float (&out)[label_count]) {
  Sum sums[sum_count] = {};
  scores(row, sums);
  for (uint32_t i = 0; i < label_count; ++i) {
    out[i] = static_cast<float>(sums[i]) / 3.0f;
  }
}

// How clear the answer is: its probability minus that of the runner-up.
inline float margin(const Input& row) {
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
inline void predict_batch(const Input* rows, size_t count, Label* out) {
  for (size_t i = 0; i < count; ++i) {
    out[i] = predict(rows[i]);
  }
}

namespace detail {

inline Input row_at(const Columns& columns, size_t index) {
  Input row = {};
  row.x = columns.x[index];
  row.color = columns.color[index];
  row.y = columns.y[index];
  return row;
}

}  // namespace detail

// The same for rows that lie in columns.
inline void predict_columns(const Columns& columns, size_t count, Label* out) {
  for (size_t i = 0; i < count; ++i) {
    out[i] = predict(detail::row_at(columns, i));
  }
}

// The type of the values that a row can be made of: it holds those of every field.
using Element = double;

// A row from field_count values in the order of the fields.
// A category is given by its index; every other number is unknown.
// Whole numbers are rounded down and end where their type does; NaN is missing, or else the highest.
inline Input row_from_array(const Element* values) {
  Input row = {};
  row.x = ::espalier::runtime_1::whole_of_real(values[0], ::espalier::runtime_1::numbers<int32_t>(true));
  row.color = static_cast<ColorValue>(::espalier::runtime_1::category_of_real(values[1], 3U));
  row.y = static_cast<float>(values[2]);
  return row;
}

// The column of a field, counted from 0; "" for a number that is no field's.
inline const char* field_name(uint32_t field) {
  switch (field) {
    case 0:
      return "x";
    case 1:
      return "color";
    case 2:
      return "y";
    default:
      return "";
  }
}

// The label as it is spelled in the data; "" for a value that is none.
inline const char* to_string(Label label) {
  switch (label) {
    case Label::a:
      return "a";
    case Label::b:
      return "b";
    case Label::c:
      return "c";
  }
  return "";
}

// The value of "color" as it is spelled in the data; "" for unknown.
inline const char* to_string(ColorValue value) {
  switch (value) {
    case ColorValue::red:
      return "red";
    case ColorValue::green:
      return "green";
    case ColorValue::blue:
      return "blue";
    case ColorValue::unknown:
      break;
  }
  return "";
}

// The value of "color" with this spelling; unknown if there is none.
inline ColorValue parse_color(const char* text) {
  if (::espalier::runtime_1::same_text(text, "red")) {
    return ColorValue::red;
  }
  if (::espalier::runtime_1::same_text(text, "green")) {
    return ColorValue::green;
  }
  if (::espalier::runtime_1::same_text(text, "blue")) {
    return ColorValue::blue;
  }
  return ColorValue::unknown;
}

// There is no describe_rule(): every tree has rules of its own.

// The Espalier that made this header, the SHA-256 of the model file that it made it of, and the first 64 bits of that.
constexpr const char* espalier_version() {
  return "0.1.0";
}
constexpr const char* model_hash() {
  return "d92cddf6e88cbc18073e4b43195987e2155946bbf4d5fd1a6464af38309b9cc6";
}
enum : uint64_t { model_id = 0xd92cddf6e88cbc18ULL };

}  // namespace votes

#endif  // ESPALIER_VOTES_HPP_d92cddf6e88c
