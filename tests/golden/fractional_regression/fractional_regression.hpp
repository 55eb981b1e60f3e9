// A decision tree as C++, made by Espalier from a model of "espalier 0.1.0". Do not edit: change the model and emit it again.
//
// Predicts "delay" (a number) from 2 of 2 columns.
// Tree: 6 nodes, 4 rules, at most 3 tests for an answer.
// Trained on 30 rows; SHA-256 of the data "".
//   algorithm=c45
// Root mean squared error on the training rows: 1.5.
// A missing value (NaN, the sentinel, or unknown) takes every branch by its share, and the answers are blended.
//
//     fractional_regression::Input row = {};
//     row.speed = ...;
//     row.line = ...;
//     fractional_regression::Value answer = fractional_regression::predict(row);
//
// Needs C++11 and nothing else: no library, no heap, no static data; constexpr from C++14 on.
// espalier: {"language":"cpp","version":"0.1.0","namespace":"fractional_regression","model":"ea1967b66f4de6408d3ea16c9d87f28822a1f641a2aa0f35fbd369e22323d3e1","output":"float","fields":[{"feature":0,"type":"float","sentinel":false},{"feature":1,"type":"category","sentinel":false}]}
#ifndef ESPALIER_FRACTIONAL_REGRESSION_HPP_ea1967b66f4d
#define ESPALIER_FRACTIONAL_REGRESSION_HPP_ea1967b66f4d

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

namespace fractional_regression {

// The answers: "delay".
using Value = float;

// Numbers a leaf of the tree, from 1, in reading order.
using RuleId = uint8_t;

enum : uint32_t {
  rule_count = 4,
  field_count = 2,
  max_tests = 3  // the most conditions that predict() or predict_rule() evaluates for a row without missing values
};

// Values of "line".
enum class LineValue : uint8_t {
  north,
  south,
  ring,
  depot,
  unknown  // missing, or a value that training did not see
};

// One row, with the columns that the tree reads.
struct Input {
  float speed;  // "speed", 0 to 3.5 in training
  LineValue line;  // "line"
};

// The same rows in columns: the values of a field lie one after the other.
struct Columns {
  const float* speed;
  const LineValue* line;
};

// With ESPALIER_COUNT_RULES defined, the functions that answer also count which rule did: see the end of this file.
#if defined(ESPALIER_COUNT_RULES)
namespace uncounted {
#endif

namespace detail {

// What the tree answers for a row that is not blended.
ESPALIER_CONSTEXPR Value tree(const Input& row) {
  if (row.speed <= 0.5f) {
    return 12.4f;  // rule 1: 4 rows, mean 12.4
  }
  if (row.speed <= 2.125f) {
    if (row.line == LineValue::north || row.line == LineValue::south) {
      return 1.8f;  // rule 2: 15 rows, mean 1.8
    }
    return 4.6f;  // rule 3: 5 rows, mean 4.6
  }
  return -0.7f;  // rule 4: 6 rows, mean -0.7
}

}  // namespace detail

namespace detail {

// Which rule answers for a row that is not blended.
ESPALIER_CONSTEXPR RuleId tree_rule(const Input& row) {
  if (row.speed <= 0.5f) {
    return 1;  // rule 1: 4 rows, mean 12.4
  }
  if (row.speed <= 2.125f) {
    if (row.line == LineValue::north || row.line == LineValue::south) {
      return 2;  // rule 2: 15 rows, mean 1.8
    }
    return 3;  // rule 3: 5 rows, mean 4.6
  }
  return 4;  // rule 4: 6 rows, mean -0.7
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
  return row.speed == row.speed &&
         (row.line == LineValue::north || row.line == LineValue::south || row.line == LineValue::ring);
}

// What the rules that a row reaches add up to, each by the part of the row's weight that arrives there.
struct Blend {
  int64_t sum;  // of the weights times the values, which are multiples of 2^-26
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
  if (const uint32_t part_1 = part_taken(weight, row.speed <= 0.5f, row.speed == row.speed, 286331153U)) {
    arrive(part_1, 1, blend);  // rule 1: 4 rows, mean 12.4
    add_value(blend.sum, part_1, 832149914);
  }
  if (const uint32_t part_1 = part_taken(weight, row.speed > 2.125f, row.speed == row.speed, 429496729U)) {
    arrive(part_1, 4, blend);  // rule 4: 6 rows, mean -0.7
    add_value(blend.sum, part_1, -46976205);
  }
  weight = part_taken(weight, row.speed > 0.5f && row.speed <= 2.125f, row.speed == row.speed, 1431655765U);
  if (weight == 0) {
    return;
  }
  if (const uint32_t part_1 = part_taken(weight, row.line == LineValue::ring, row.line == LineValue::north || row.line == LineValue::south || row.line == LineValue::ring, 536870912U)) {
    arrive(part_1, 3, blend);  // rule 3: 5 rows, mean 4.6
    add_value(blend.sum, part_1, 308700774);
  }
  weight = part_taken(weight, row.line == LineValue::north || row.line == LineValue::south, row.line == LineValue::north || row.line == LineValue::south || row.line == LineValue::ring, 1610612736U);
  if (weight == 0) {
    return;
  }
  arrive(weight, 2, blend);  // rule 2: 15 rows, mean 1.8
  add_value(blend.sum, weight, 120795955);
}

ESPALIER_CONSTEXPR Blend blended(const Input& row) {
  Blend blend = {};
  blend_1(row, whole_weight, blend);
  return blend;
}

// One conversion, which rounds; the factors are powers of two and do not.
ESPALIER_CONSTEXPR Value value_of(const Blend& blend) {
  return static_cast<Value>(blend.sum / 256) * 1.7763568e-15f;
}

}  // namespace detail

// What the model answers for the row.
ESPALIER_CONSTEXPR Value predict(const Input& row) {
  if (detail::complete(row)) {
    return detail::tree(row);
  }
  const detail::Blend blend = detail::blended(row);
  if (blend.largest == detail::whole_weight) {
    return detail::tree(row);  // one rule has all of the weight
  }
  return detail::value_of(blend);
}

// Which rule answers for the row: of a blend the one with the largest weight.
ESPALIER_CONSTEXPR RuleId predict_rule(const Input& row) {
  if (detail::complete(row)) {
    return detail::tree_rule(row);
  }
  return detail::blended(row).rule;
}

// The answers for `count` rows.
ESPALIER_CONSTEXPR void predict_batch(const Input* rows, size_t count, Value* out) {
  for (size_t i = 0; i < count; ++i) {
    out[i] = predict(rows[i]);
  }
}

namespace detail {

ESPALIER_CONSTEXPR Input row_at(const Columns& columns, size_t index) {
  Input row = {};
  row.speed = columns.speed[index];
  row.line = columns.line[index];
  return row;
}

}  // namespace detail

// The same for rows that lie in columns.
ESPALIER_CONSTEXPR void predict_columns(const Columns& columns, size_t count, Value* out) {
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
  row.speed = values[0];
  row.line = static_cast<LineValue>(::espalier::runtime_1::category_of_real(values[1], 4U));
  return row;
}

// The column of a field, counted from 0; "" for a number that is no field's.
ESPALIER_CONSTEXPR const char* field_name(uint32_t field) {
  switch (field) {
    case 0:
      return "speed";
    case 1:
      return "line";
    default:
      return "";
  }
}

// The value of "line" as it is spelled in the data; "" for unknown.
ESPALIER_CONSTEXPR const char* to_string(LineValue value) {
  switch (value) {
    case LineValue::north:
      return "north";
    case LineValue::south:
      return "south";
    case LineValue::ring:
      return "ring";
    case LineValue::depot:
      return "depot";
    case LineValue::unknown:
      break;
  }
  return "";
}

// The value of "line" with this spelling; unknown if there is none.
ESPALIER_CONSTEXPR LineValue parse_line(const char* text) {
  if (::espalier::runtime_1::same_text(text, "north")) {
    return LineValue::north;
  }
  if (::espalier::runtime_1::same_text(text, "south")) {
    return LineValue::south;
  }
  if (::espalier::runtime_1::same_text(text, "ring")) {
    return LineValue::ring;
  }
  if (::espalier::runtime_1::same_text(text, "depot")) {
    return LineValue::depot;
  }
  return LineValue::unknown;
}

// The rule in words; "" for a number that is no rule's.
ESPALIER_CONSTEXPR const char* describe_rule(RuleId rule) {
  switch (rule) {
    case 1:
      return "speed <= 0.5 => 12.4 (4 rows)";
    case 2:
      return "0.5 < speed <= 2.125 and line in {north, south} => 1.8 (15 rows)";
    case 3:
      return "0.5 < speed <= 2.125 and line in {ring, depot} => 4.6 (5 rows)";
    case 4:
      return "speed > 2.125 => -0.7 (6 rows)";
    default:
      return "";
  }
}

// The Espalier that made this header, the SHA-256 of the model file that it made it of, and the first 64 bits of that.
constexpr const char* espalier_version() {
  return "0.1.0";
}
constexpr const char* model_hash() {
  return "ea1967b66f4de6408d3ea16c9d87f28822a1f641a2aa0f35fbd369e22323d3e1";
}
enum : uint64_t { model_id = 0xea1967b66f4de640ULL };

// Witnesses: for each rule an input that reaches it. A header that does not do what the model does fails here.
#if (__cplusplus >= 201402L || (defined(_MSVC_LANG) && _MSVC_LANG >= 201402L)) && !defined(ESPALIER_NO_WITNESSES)
namespace detail {
#if defined(ESPALIER_COUNT_RULES)
using uncounted::predict;
using uncounted::predict_rule;
#endif
constexpr bool answers(const Input& row, Value value, RuleId rule) {
  return predict(row) == value && predict_rule(row) == rule;
}
}  // namespace detail
static_assert(detail::answers(Input{0.0f, LineValue::north}, 12.4f, 1), "rule 1");
static_assert(detail::answers(Input{2.125f, LineValue::north}, 1.8f, 2), "rule 2");
static_assert(detail::answers(Input{2.125f, LineValue::ring}, 4.6f, 3), "rule 3");
static_assert(detail::answers(Input{3.125f, LineValue::north}, -0.7f, 4), "rule 4");
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

inline RuleId predict_rule(const Input& row) {
  const RuleId rule = uncounted::predict_rule(row);
  uint32_t& hits = rule_hits()[rule];
  if (hits < 4294967295U) {
    ++hits;
  }
  return rule;
}

inline Value predict(const Input& row) {
  static_cast<void>(predict_rule(row));
  return uncounted::predict(row);
}

inline void predict_batch(const Input* rows, size_t count, Value* out) {
  for (size_t i = 0; i < count; ++i) {
    out[i] = predict(rows[i]);
  }
}

inline void predict_columns(const Columns& columns, size_t count, Value* out) {
  for (size_t i = 0; i < count; ++i) {
    out[i] = predict(uncounted::detail::row_at(columns, i));
  }
}

}  // namespace counting
#endif

}  // namespace fractional_regression

#endif  // ESPALIER_FRACTIONAL_REGRESSION_HPP_ea1967b66f4d
