// A decision tree as C++, made by Espalier from a model of "espalier 0.1.0". Do not edit: change the model and emit it again.
//
// Predicts "state" ("idle", "busy" and "faulty") from 3 of 3 columns.
// Tree: 11 nodes, 8 rules, at most 6 tests for an answer.
// A missing value (NaN, the sentinel, or unknown) takes the branch that most training rows took.
//
//     switch_speed::Input row = {};
//     row.colour = ...;
//     row.size = ...;
//     row.shape = ...;
//     switch_speed::Label answer = switch_speed::predict(row);
//
// Needs C++11 and nothing else: no library, no heap, no static data; constexpr from C++14 on.
// espalier: {"language":"cpp","version":"0.1.0","namespace":"switch_speed","options":{"optimize":"speed"},"model":"ed141bf86af4bf8a49876c2200a839b37e00dc6f9715ed38df207dde096007fb","fields":[{"feature":0,"type":"category","sentinel":false},{"feature":1,"type":"float","sentinel":false,"asked":true},{"feature":2,"type":"category","sentinel":false}]}
#ifndef ESPALIER_SWITCH_SPEED_HPP_ed141bf86af4
#define ESPALIER_SWITCH_SPEED_HPP_ed141bf86af4

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

// Espalier's runtime for predictors that compare floating-point numbers by their bits: rows with a NaN whose sign bit is
// set go on as a copy without it. Freestanding. Generated headers that need it carry this text, after that of bits.hpp,
// unless they were emitted with --runtime include.
#ifndef ESPALIER_CALM_1
#define ESPALIER_CALM_1

#ifndef ESPALIER_BITS_1
#error "include <espalier/bits.hpp> before <espalier/calm.hpp>"
#endif

namespace espalier {
namespace runtime_1 {

// A NaN whose sign bit is set: by its bits it would pass for a number below all others.
ESPALIER_ALWAYS_INLINE ESPALIER_CONSTEXPR bool is_negative_nan(uint32_t bits) {
  return bits > 0xff800000U;
}
ESPALIER_ALWAYS_INLINE ESPALIER_CONSTEXPR bool is_negative_nan(uint64_t bits) {
  return bits > 0xfff0000000000000U;
}

template <typename Bits>
ESPALIER_ALWAYS_INLINE ESPALIER_CONSTEXPR Bits larger(Bits a, Bits b) {
  return a > b ? a : b;
}

// The number, or a NaN without its sign bit.
template <typename Number>
ESPALIER_ALWAYS_INLINE ESPALIER_CONSTEXPR Number calm(Number x) {
  return is_negative_nan(ubits(x)) ? -x : x;
}

// The same for `count` numbers that stand one after the other in a row.
template <typename Bits, typename Row>
ESPALIER_ALWAYS_INLINE ESPALIER_CONSTEXPR void calm_run(Row& row, size_t offset, size_t count) {
  unsigned char* at = reinterpret_cast<unsigned char*>(&row) + offset;
  for (size_t i = 0; i < count; ++i) {
    Bits bits = 0;
    for (size_t k = 0; k < sizeof bits; ++k) {
      reinterpret_cast<unsigned char*>(&bits)[k] = at[k];
    }
    if (is_negative_nan(bits)) {
      bits = static_cast<Bits>(bits ^ (static_cast<Bits>(1) << (8 * sizeof bits - 1)));
      for (size_t k = 0; k < sizeof bits; ++k) {
        at[k] = reinterpret_cast<const unsigned char*>(&bits)[k];
      }
    }
    at += sizeof bits;
  }
}

// Whether one of them is a NaN with its sign bit set.
template <typename Bits, typename Row>
ESPALIER_CONSTEXPR bool negative_nan_in_run(const Row& row, size_t offset, size_t count) {
  const unsigned char* at = reinterpret_cast<const unsigned char*>(&row) + offset;
  Bits highest = 0;
  for (size_t i = 0; i < count; ++i) {
    Bits bits = 0;
    for (size_t k = 0; k < sizeof bits; ++k) {
      reinterpret_cast<unsigned char*>(&bits)[k] = at[k];
    }
    highest = larger(highest, bits);
    at += sizeof bits;
  }
  return is_negative_nan(highest);
}

// Sixteen bytes of a row at once. A negative number whose highest byte is 0xff is below -1e38, infinite or NaN: rare
// enough to be looked at twice.
#if defined(__SSE2__) && defined(__GNUC__) && ESPALIER_CONSTANT_BITS
#define ESPALIER_WIDE_BITS 1

typedef unsigned char wide_bytes __attribute__((vector_size(16)));
typedef float wide_floats __attribute__((vector_size(16)));
typedef double wide_doubles __attribute__((vector_size(16)));

template <typename Row>
ESPALIER_ALWAYS_INLINE inline wide_bytes bytes_at(const Row& row, size_t offset) {
  wide_bytes bytes;
  __builtin_memcpy(&bytes, reinterpret_cast<const unsigned char*>(&row) + offset, sizeof bytes);
  return bytes;
}

ESPALIER_ALWAYS_INLINE inline wide_bytes larger_bytes(wide_bytes a, wide_bytes b) {
  return a > b ? a : b;
}

ESPALIER_ALWAYS_INLINE inline bool full_in_floats(wide_bytes bytes) {
  return __builtin_ia32_movmskps(reinterpret_cast<wide_floats>(bytes == ~wide_bytes{})) != 0;
}

ESPALIER_ALWAYS_INLINE inline bool full_in_doubles(wide_bytes bytes) {
  return __builtin_ia32_movmskpd(reinterpret_cast<wide_doubles>(bytes == ~wide_bytes{})) != 0;
}
#else
#define ESPALIER_WIDE_BITS 0
#endif

}  // namespace runtime_1
}  // namespace espalier

#endif  // ESPALIER_CALM_1

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

namespace switch_speed {

// The answers: "state".
enum class Label : uint8_t {
  idle,
  busy,
  faulty,
};

// Numbers a leaf of the tree, from 1, in reading order.
using RuleId = uint8_t;

enum : uint32_t {
  label_count = 3,
  rule_count = 8,
  field_count = 3,
  max_tests = 6  // the most conditions that predict() or predict_rule() evaluates
};

// Values of "colour".
enum class ColourValue : uint8_t {
  red,
  green,
  blue,
  yellow,
  black,
  white,
  unknown  // missing, or a value that training did not see
};

// Values of "shape".
enum class ShapeValue : uint8_t {
  round_,  // "round"
  flat,
  long_,  // "long"
  odd,
  unknown  // missing, or a value that training did not see
};

// One row, with the columns that the tree reads.
struct Input {
  ColourValue colour;  // "colour"
  float size;  // "size", -10 to 10 in training
  ShapeValue shape;  // "shape"
};

// The same rows in columns: the values of a field lie one after the other.
struct Columns {
  const ColourValue* colour;
  const float* size;
  const ShapeValue* shape;
};

// With ESPALIER_COUNT_RULES defined, the functions that answer also count which rule did: see the end of this file.
#if defined(ESPALIER_COUNT_RULES)
namespace uncounted {
#endif

namespace detail {

using ::espalier::runtime_1::bits;
using ::espalier::runtime_1::ubits;

}  // namespace detail

namespace detail {

// What the tree answers for a row without negative NaN.
ESPALIER_CONSTEXPR Label tree(const Input& row) {
  switch (row.colour) {
    case ColourValue::red: case ColourValue::yellow:
      return Label::idle;  // rule 1: 10 rows, 100.0 % "idle"
    case ColourValue::green:
      if (ubits(row.size) >= 0xbfc00000U) {  // <= -1.5
        return Label::busy;  // rule 2: 8 rows, 100.0 % "busy"
      }
      return Label::faulty;  // rule 3: 7 rows, 100.0 % "faulty"
    case ColourValue::blue:
      return Label::faulty;  // rule 4: 9 rows, 100.0 % "faulty"
    default:
      break;
  }
  if (row.shape == ShapeValue::round_) {
    return Label::idle;  // rule 5: 6 rows, 100.0 % "idle"
  }
  if (row.shape == ShapeValue::long_) {
    return Label::faulty;  // rule 7: 4 rows, 100.0 % "faulty"
  }
  return Label::busy;  // rules 6, 8: 8 rows, 100.0 % "busy"
}

}  // namespace detail

namespace detail {

// Which rule answers for a row without negative NaN.
ESPALIER_CONSTEXPR RuleId tree_rule(const Input& row) {
  switch (row.colour) {
    case ColourValue::red: case ColourValue::yellow:
      return 1;  // rule 1: 10 rows, 100.0 % "idle"
    case ColourValue::green:
      if (ubits(row.size) >= 0xbfc00000U) {  // <= -1.5
        return 2;  // rule 2: 8 rows, 100.0 % "busy"
      }
      return 3;  // rule 3: 7 rows, 100.0 % "faulty"
    case ColourValue::blue:
      return 4;  // rule 4: 9 rows, 100.0 % "faulty"
    default:
      break;
  }
  switch (row.shape) {
    case ShapeValue::round_:
      return 5;  // rule 5: 6 rows, 100.0 % "idle"
    case ShapeValue::long_:
      return 7;  // rule 7: 4 rows, 100.0 % "faulty"
    case ShapeValue::odd:
      return 8;  // rule 8: 3 rows, 100.0 % "busy"
    default:
      break;
  }
  return 6;  // rule 6: 5 rows, 100.0 % "busy"
}

}  // namespace detail

namespace detail {

using ::espalier::runtime_1::calm;
using ::espalier::runtime_1::calm_run;
using ::espalier::runtime_1::is_negative_nan;
using ::espalier::runtime_1::larger;

// Whether there may be a NaN with its sign bit set: by its bits it would pass for a number.
ESPALIER_CONSTEXPR bool needs_calming(const Input& row) {
  uint32_t floats = 0;
  floats = larger(floats, ubits(row.size));
  return is_negative_nan(floats);
}

// The row with the sign bits of its NaNs cleared.
ESPALIER_CONSTEXPR Input calmed(const Input& row) {
  Input calm_row = row;
  if (ESPALIER_AT_RUN_TIME) {
    calm_run<uint32_t>(calm_row, offsetof(Input, size), 1);
    return calm_row;
  }
  calm_row.size = calm(row.size);
  return calm_row;
}

ESPALIER_COLD ESPALIER_CONSTEXPR Label calmed_tree(const Input& row) {
  return tree(calmed(row));
}

ESPALIER_COLD ESPALIER_CONSTEXPR RuleId calmed_tree_rule(const Input& row) {
  return tree_rule(calmed(row));
}

}  // namespace detail

// What the model answers for the row.
ESPALIER_CONSTEXPR Label predict(const Input& row) {
  return detail::needs_calming(row) ? detail::calmed_tree(row) : detail::tree(row);
}

// Which rule answers for the row.
ESPALIER_CONSTEXPR RuleId predict_rule(const Input& row) {
  return detail::needs_calming(row) ? detail::calmed_tree_rule(row) : detail::tree_rule(row);
}

namespace detail {

// Shares of the labels among the training rows of a rule; out holds zeros before.
ESPALIER_CONSTEXPR void distribution_1(RuleId rule, float (&out)[label_count]) {
  switch (rule) {
    case 1:
    case 5:
      out[0] = 1.0f;
      break;
    case 2:
    case 6:
    case 8:
      out[1] = 1.0f;
      break;
    case 3:
    case 4:
    case 7:
      out[2] = 1.0f;
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
  row.size = columns.size[index];
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
using Element = float;

// A row from field_count values in the order of the fields.
// A category is given by its index; every other number is unknown.
ESPALIER_CONSTEXPR Input row_from_array(const Element* values) {
  Input row = {};
  row.colour = static_cast<ColourValue>(::espalier::runtime_1::category_of_real(values[0], 6U));
  row.size = values[1];
  row.shape = static_cast<ShapeValue>(::espalier::runtime_1::category_of_real(values[2], 4U));
  return row;
}

// The column of a field, counted from 0; "" for a number that is no field's.
ESPALIER_CONSTEXPR const char* field_name(uint32_t field) {
  switch (field) {
    case 0:
      return "colour";
    case 1:
      return "size";
    case 2:
      return "shape";
    default:
      return "";
  }
}

// The label as it is spelled in the data; "" for a value that is none.
ESPALIER_CONSTEXPR const char* to_string(Label label) {
  switch (label) {
    case Label::idle:
      return "idle";
    case Label::busy:
      return "busy";
    case Label::faulty:
      return "faulty";
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
    case ColourValue::blue:
      return "blue";
    case ColourValue::yellow:
      return "yellow";
    case ColourValue::black:
      return "black";
    case ColourValue::white:
      return "white";
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
  if (::espalier::runtime_1::same_text(text, "blue")) {
    return ColourValue::blue;
  }
  if (::espalier::runtime_1::same_text(text, "yellow")) {
    return ColourValue::yellow;
  }
  if (::espalier::runtime_1::same_text(text, "black")) {
    return ColourValue::black;
  }
  if (::espalier::runtime_1::same_text(text, "white")) {
    return ColourValue::white;
  }
  return ColourValue::unknown;
}

// The value of "shape" as it is spelled in the data; "" for unknown.
ESPALIER_CONSTEXPR const char* to_string(ShapeValue value) {
  switch (value) {
    case ShapeValue::round_:
      return "round";
    case ShapeValue::flat:
      return "flat";
    case ShapeValue::long_:
      return "long";
    case ShapeValue::odd:
      return "odd";
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
  if (::espalier::runtime_1::same_text(text, "flat")) {
    return ShapeValue::flat;
  }
  if (::espalier::runtime_1::same_text(text, "long")) {
    return ShapeValue::long_;
  }
  if (::espalier::runtime_1::same_text(text, "odd")) {
    return ShapeValue::odd;
  }
  return ShapeValue::unknown;
}

// The rule in words; "" for a number that is no rule's.
ESPALIER_CONSTEXPR const char* describe_rule(RuleId rule) {
  switch (rule) {
    case 1:
      return "colour in {red, yellow} => idle (10 of 10 rows)";
    case 2:
      return "colour = green and size <= -1.5 => busy (8 of 8 rows)";
    case 3:
      return "colour = green and (size > -1.5 or missing) => faulty (7 of 7 rows)";
    case 4:
      return "colour = blue => faulty (9 of 9 rows)";
    case 5:
      return "(colour in {black, white} or missing) and shape = round => idle (6 of 6 rows)";
    case 6:
      return "(colour in {black, white} or missing) and (shape = flat or missing) => busy (5 of 5 rows)";
    case 7:
      return "(colour in {black, white} or missing) and shape = long => faulty (4 of 4 rows)";
    case 8:
      return "(colour in {black, white} or missing) and shape = odd => busy (3 of 3 rows)";
    default:
      return "";
  }
}

// The Espalier that made this header, the SHA-256 of the model file that it made it of, and the first 64 bits of that.
constexpr const char* espalier_version() {
  return "0.1.0";
}
constexpr const char* model_hash() {
  return "ed141bf86af4bf8a49876c2200a839b37e00dc6f9715ed38df207dde096007fb";
}
enum : uint64_t { model_id = 0xed141bf86af4bf8aULL };

// Witnesses: for each rule an input that reaches it. A header that does not do what the model does fails here.
#if (__cplusplus >= 201402L || (defined(_MSVC_LANG) && _MSVC_LANG >= 201402L)) && !defined(ESPALIER_NO_WITNESSES) && ESPALIER_CONSTANT_BITS
namespace detail {
#if defined(ESPALIER_COUNT_RULES)
using uncounted::predict;
using uncounted::predict_rule;
#endif
constexpr bool answers(const Input& row, Label label, RuleId rule) {
  return predict(row) == label && predict_rule(row) == rule;
}
}  // namespace detail
static_assert(detail::answers(Input{ColourValue::red, 0.0f, ShapeValue::round_}, Label::idle, 1), "rule 1");
static_assert(detail::answers(Input{ColourValue::green, -1.5f, ShapeValue::round_}, Label::busy, 2), "rule 2");
static_assert(detail::answers(Input{ColourValue::green, 0.0f, ShapeValue::round_}, Label::faulty, 3), "rule 3");
static_assert(detail::answers(Input{ColourValue::blue, 0.0f, ShapeValue::round_}, Label::faulty, 4), "rule 4");
static_assert(detail::answers(Input{ColourValue::black, 0.0f, ShapeValue::round_}, Label::idle, 5), "rule 5");
static_assert(detail::answers(Input{ColourValue::black, 0.0f, ShapeValue::flat}, Label::busy, 6), "rule 6");
static_assert(detail::answers(Input{ColourValue::black, 0.0f, ShapeValue::long_}, Label::faulty, 7), "rule 7");
static_assert(detail::answers(Input{ColourValue::black, 0.0f, ShapeValue::odd}, Label::busy, 8), "rule 8");
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

}  // namespace switch_speed

#endif  // ESPALIER_SWITCH_SPEED_HPP_ed141bf86af4
