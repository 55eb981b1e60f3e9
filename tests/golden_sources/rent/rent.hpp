// A decision tree as C++, made by Espalier from a model of "espalier 0.1.0". Do not edit: change the model and emit it again.
//
// Predicts "price" (a number) from 3 of 3 columns.
// Tree: 7 nodes, 4 rules, at most 2 tests for an answer.
// Trained on 20 rows; SHA-256 of the data "".
//   algorithm=cart criterion=variance prune=none
// Root mean squared error on the training rows: 26.46.
// Root mean squared error by "10-fold cross-validation, seed 1": 61.5.
// A missing value (NaN, the sentinel, or unknown) takes the branch that served the training rows better.
//
//     rent::Input row = {};
//     row.area = ...;
//     row.rooms = ...;
//     row.district = ...;
//     rent::Value answer = rent::predict(row);
//
// Compile "rent_1.cpp" to "rent_2.cpp" with it. Needs C++11 and nothing else: no library, no heap; not constexpr.
// espalier: {"language":"cpp-sources","version":"0.1.0","namespace":"rent","parts":2,"options":{"parts":2},"model":"464e694d6cd6baa2baa76dc6feba23862486c176e93cf72c8ddbe969bd145b3a","output":"float","fields":[{"feature":0,"type":"float","sentinel":false},{"feature":1,"type":"int32","sentinel":true},{"feature":2,"type":"category","sentinel":false}]}
#ifndef ESPALIER_RENT_HPP_464e694d6cd6
#define ESPALIER_RENT_HPP_464e694d6cd6

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

namespace rent {

// The answers: "price".
using Value = float;

// Numbers a leaf of the tree, from 1, in reading order.
using RuleId = uint8_t;

enum : uint32_t {
  rule_count = 4,
  field_count = 3,
  max_tests = 2  // the most conditions that predict() or predict_rule() evaluates
};

// Values of "district".
enum class DistrictValue : uint8_t {
  centre,
  river,
  hill,
  unknown  // missing, or a value that training did not see
};

// The int32_t that stands for a missing value.
enum : int32_t { missing_int32 = (-2147483647 - 1) };

// One row, with the columns that the tree reads.
struct Input {
  float area;  // "area", 18.5 to 240 in training
  int32_t rooms;  // "rooms", 1 to 9 in training; missing_int32 if missing
  DistrictValue district;  // "district"
};

// The same rows in columns: the values of a field lie one after the other.
struct Columns {
  const float* area;
  const int32_t* rooms;
  const DistrictValue* district;
};

// What the source files of this header define.
namespace parts {

// The rule of the row.
RuleId leaf(const Input& row);

Value value_of(RuleId rule);

}  // namespace parts

// With ESPALIER_COUNT_RULES defined, the functions that answer also count which rule did: see the end of this file.
#if defined(ESPALIER_COUNT_RULES)
namespace uncounted {
#endif

// What the model answers for the row.
inline Value predict(const Input& row) {
  return parts::value_of(parts::leaf(row));
}

// Which rule answers for the row.
inline RuleId predict_rule(const Input& row) {
  return parts::leaf(row);
}

// The answers for `count` rows.
inline void predict_batch(const Input* rows, size_t count, Value* out) {
  for (size_t i = 0; i < count; ++i) {
    out[i] = predict(rows[i]);
  }
}

namespace detail {

inline Input row_at(const Columns& columns, size_t index) {
  Input row = {};
  row.area = columns.area[index];
  row.rooms = columns.rooms[index];
  row.district = columns.district[index];
  return row;
}

}  // namespace detail

// The same for rows that lie in columns.
inline void predict_columns(const Columns& columns, size_t count, Value* out) {
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
inline Input row_from_array(const Element* values) {
  Input row = {};
  row.area = static_cast<float>(values[0]);
  row.rooms = ::espalier::runtime_1::whole_of_real(values[1], ::espalier::runtime_1::numbers<int32_t>(true));
  row.district = static_cast<DistrictValue>(::espalier::runtime_1::category_of_real(values[2], 3U));
  return row;
}

// The column of a field, counted from 0; "" for a number that is no field's.
inline const char* field_name(uint32_t field) {
  switch (field) {
    case 0:
      return "area";
    case 1:
      return "rooms";
    case 2:
      return "district";
    default:
      return "";
  }
}

// The value of "district" as it is spelled in the data; "" for unknown.
inline const char* to_string(DistrictValue value) {
  switch (value) {
    case DistrictValue::centre:
      return "centre";
    case DistrictValue::river:
      return "river";
    case DistrictValue::hill:
      return "hill";
    case DistrictValue::unknown:
      break;
  }
  return "";
}

// The value of "district" with this spelling; unknown if there is none.
inline DistrictValue parse_district(const char* text) {
  if (::espalier::runtime_1::same_text(text, "centre")) {
    return DistrictValue::centre;
  }
  if (::espalier::runtime_1::same_text(text, "river")) {
    return DistrictValue::river;
  }
  if (::espalier::runtime_1::same_text(text, "hill")) {
    return DistrictValue::hill;
  }
  return DistrictValue::unknown;
}

// The rule in words; "" for a number that is no rule's.
inline const char* describe_rule(RuleId rule) {
  switch (rule) {
    case 1:
      return "(area <= 61.25 or missing) and rooms <= 1.5 => 120.1 (5 rows)";
    case 2:
      return "(area <= 61.25 or missing) and (rooms > 1.5 or missing) => 230 (6 rows)";
    case 3:
      return "area > 61.25 and district != hill => 610.7 (4 rows)";
    case 4:
      return "area > 61.25 and (district = hill or missing) => 363.75 (5 rows)";
    default:
      return "";
  }
}

// The Espalier that made this header, the SHA-256 of the model file that it made it of, and the first 64 bits of that.
constexpr const char* espalier_version() {
  return "0.1.0";
}
constexpr const char* model_hash() {
  return "464e694d6cd6baa2baa76dc6feba23862486c176e93cf72c8ddbe969bd145b3a";
}
enum : uint64_t { model_id = 0x464e694d6cd6baa2ULL };

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

}  // namespace rent

#endif  // ESPALIER_RENT_HPP_464e694d6cd6
