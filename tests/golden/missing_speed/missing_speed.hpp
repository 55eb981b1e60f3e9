// A decision tree as C++, made by Espalier from a model of "espalier 0.1.0". Do not edit: change the model and emit it again.
//
// Predicts "state" ("idle", "busy" and "faulty") from 5 of 5 columns.
// Tree: 15 nodes, 8 rules, at most 3 tests for an answer.
// A missing value (NaN, the sentinel, or unknown) takes the branch that most training rows took.
//
//     missing_speed::Input row = {};
//     row.current = ...;
//     row.voltage = ...;
//     row.speed = ...;
//     row.pressure = ...;
//     row.heat = ...;
//     missing_speed::Label answer = missing_speed::predict(row);
//
// Needs C++11 and nothing else: no library, no heap, no data but constants; constexpr from C++14 on.
// espalier: {"language":"cpp","version":"0.1.0","namespace":"missing_speed","options":{"optimize":"speed"},"model":"c2c4e57f86aff4a159f02618fc6e96256bba2a696b77d381138aa9d561d8875c","fields":[{"feature":0,"type":"float","sentinel":false,"asked":true},{"feature":1,"type":"float","sentinel":false,"asked":true},{"feature":2,"type":"float","sentinel":false,"asked":true},{"feature":3,"type":"float","sentinel":false,"asked":true},{"feature":4,"type":"double","sentinel":false,"asked":true}]}
#ifndef ESPALIER_MISSING_SPEED_HPP_c2c4e57f86af
#define ESPALIER_MISSING_SPEED_HPP_c2c4e57f86af

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

// Espalier's runtime for predictors in the shape of tables: the loop that walks over them, and the keys that it
// compares. Freestanding. Generated headers that need it carry this text unless they were emitted with --runtime
// include.
#ifndef ESPALIER_TABLE_1
#define ESPALIER_TABLE_1

#ifndef ESPALIER_BITS_1
#error "include <espalier/bits.hpp> before <espalier/table.hpp>"
#endif

// Whether an expression is evaluated by the compiler: all that a function may not do otherwise can stand behind it.
#if ESPALIER_CONSTANT_BITS
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

// Whole numbers that order as numbers do, both zeros being 0; `missing` for NaN.
ESPALIER_CONSTEXPR int32_t key_of(float value, int32_t missing) {
  const uint32_t bits = ubits(value);
  const uint32_t magnitude = bits & 0x7FFFFFFFU;
  if (magnitude > 0x7F800000U) {
    return missing;
  }
  return bits != magnitude ? -static_cast<int32_t>(magnitude) : static_cast<int32_t>(magnitude);
}
ESPALIER_CONSTEXPR int64_t key_of(double value, int64_t missing) {
  const uint64_t bits = ubits(value);
  const uint64_t magnitude = bits & 0x7FFFFFFFFFFFFFFFU;
  if (magnitude > 0x7FF0000000000000U) {
    return missing;
  }
  return bits != magnitude ? -static_cast<int64_t>(magnitude) : static_cast<int64_t>(magnitude);
}

// Test `i` goes on with next[2 * i] if the key of its input is at most its threshold, else with next[2 * i + 1]. What is
// not the number of a test is an answer.
// As a part of its caller: an AVR takes 85 bytes to call it.
template <typename Keys, typename Input, typename Threshold, typename Next>
ESPALIER_ALWAYS_INLINE ESPALIER_CONSTEXPR Next walk(const Keys& keys, const Input* inputs, const Threshold* thresholds, const Next* next,
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

// Espalier's runtime for several trees in the shape of tables, and for batches: walks over packed nodes, one or sixteen
// at a time. Freestanding. Generated headers that need it carry this text, after that of table.hpp, unless they were
// emitted with --runtime include.
#ifndef ESPALIER_TREES_1
#define ESPALIER_TREES_1

#ifndef ESPALIER_TABLE_1
#error "include <espalier/table.hpp> before <espalier/trees.hpp>"
#endif

// Processors of 64 bits work on many steps at once if none waits for another. Smaller ones do not, and run out of
// registers.
#if !defined(__OPTIMIZE_SIZE__) && defined(UINTPTR_MAX) && UINTPTR_MAX > 0xFFFFFFFFU
#define ESPALIER_LANES 16
#else
#define ESPALIER_LANES 0
#endif

namespace espalier {
namespace runtime_1 {

// The next node stands `next` nodes further on if the key of the node's input is at most its threshold, else behind
// that. The `next` of a leaf is 0, and the key of its input is below all thresholds.
template <typename Node, typename Key>
ESPALIER_ALWAYS_INLINE ESPALIER_CONSTEXPR const Node* leaf_from(const Node* node, const Key* keys) {
  for (;;) {
    const size_t next = stored(&node->next);
    if (next == 0) {
      return node;
    }
    const bool above = keys[stored(&node->input)] > stored(&node->threshold);
    node += next + (above ? 1 : 0);
  }
}

#if ESPALIER_LANES
// What key_of() says, without a branch and without a condition between two values: compilers turn many numbers at a
// time into keys.
ESPALIER_ALWAYS_INLINE ESPALIER_CONSTEXPR int32_t lane_key(float value, int32_t missing) {
  const uint32_t bits = ubits(value);
  const uint32_t magnitude = bits & 0x7FFFFFFFU;
  const uint32_t sign = 0U - (bits >> 31);
  const uint32_t is_nan = 0U - (static_cast<int32_t>(magnitude) > 0x7F800000 ? 1U : 0U);
  const uint32_t key = (magnitude ^ sign) - sign;
  return static_cast<int32_t>((key & ~is_nan) | (static_cast<uint32_t>(missing) & is_nan));
}
ESPALIER_ALWAYS_INLINE ESPALIER_CONSTEXPR int64_t lane_key(double value, int64_t missing) {
  const uint64_t bits = ubits(value);
  const uint64_t magnitude = bits & 0x7FFFFFFFFFFFFFFFU;
  const uint64_t sign = 0U - (bits >> 63);
  const uint64_t is_nan = 0U - (magnitude > 0x7FF0000000000000U ? uint64_t{1} : uint64_t{0});
  const uint64_t key = (magnitude ^ sign) - sign;
  return static_cast<int64_t>((key & ~is_nan) | (static_cast<uint64_t>(missing) & is_nan));
}

// A step of the first `Count` lanes, each at a place among the nodes. The keys of a lane stand `Stride` behind those of
// the lane before. Lanes are numbers, unrolled by hand: compilers keep them in registers, as they do not keep
// addresses. `Place` is uint32_t or size_t: of the first, g++ makes vectors where thresholds are narrower than that,
// and takes longer for it.
template <size_t Count, size_t Stride>
struct Lanes {
  template <typename Node, typename Place, typename Key>
  static ESPALIER_ALWAYS_INLINE ESPALIER_CONSTEXPR void step(const Node* nodes, Place (&at)[ESPALIER_LANES],
                                                             const Key* keys) {
    Lanes<Count - 1, Stride>::step(nodes, at, keys);
    const Node& node = nodes[at[Count - 1]];
    const bool above = keys[(Count - 1) * Stride + node.input] > node.threshold;
    at[Count - 1] += node.next;
    at[Count - 1] += above ? Place{1} : Place{0};
  }
  // Not 0 if a lane has not come to its leaf.
  template <typename Node, typename Place>
  static ESPALIER_ALWAYS_INLINE ESPALIER_CONSTEXPR uint32_t left(const Node* nodes, const Place (&at)[ESPALIER_LANES]) {
    return Lanes<Count - 1, Stride>::left(nodes, at) | nodes[at[Count - 1]].next;
  }
};
template <size_t Stride>
struct Lanes<0, Stride> {
  template <typename Node, typename Place, typename Key>
  static ESPALIER_ALWAYS_INLINE ESPALIER_CONSTEXPR void step(const Node*, Place (&)[ESPALIER_LANES], const Key*) {}
  template <typename Node, typename Place>
  static ESPALIER_ALWAYS_INLINE ESPALIER_CONSTEXPR uint32_t left(const Node*, const Place (&)[ESPALIER_LANES]) {
    return 0;
  }
};

// Walks from the places in `at` to their leaves. `steps` are taken before the first look whether all have arrived.
template <size_t Stride, typename Node, typename Place, typename Key>
ESPALIER_ALWAYS_INLINE ESPALIER_CONSTEXPR void to_leaves(const Node* nodes, Place (&at)[ESPALIER_LANES],
                                                         const Key* keys, uint32_t steps) {
  for (uint32_t i = 0; i < steps; ++i) {
    Lanes<ESPALIER_LANES, Stride>::step(nodes, at, keys);
  }
  while (Lanes<ESPALIER_LANES, Stride>::left(nodes, at) != 0) {
    Lanes<ESPALIER_LANES, Stride>::step(nodes, at, keys);
  }
}
#endif

}  // namespace runtime_1
}  // namespace espalier

#endif  // ESPALIER_TREES_1

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

namespace missing_speed {

static_assert(sizeof(double) == 8, "this predictor compares 64-bit doubles: emit it again with --input-type COLUMN=float");

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
  field_count = 5,
  max_tests = 3  // the most conditions that predict() or predict_rule() evaluates
};

// One row, with the columns that the tree reads.
struct Input {
  float current;  // "current", -10 to 10 in training
  float voltage;  // "voltage", -10 to 10 in training
  float speed;  // "speed", -10 to 10 in training
  float pressure;  // "pressure", -10 to 10 in training
  double heat;  // "heat", -10 to 10 in training
};

// The same rows in columns: the values of a field lie one after the other.
struct Columns {
  const float* current;
  const float* voltage;
  const float* speed;
  const float* pressure;
  const double* heat;
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
  if (bits(row.current) <= 0x401ccccc) {  // <= 2.45
    if (ubits(row.voltage) >= 0xbf000000U) {  // <= -0.5
      if (ubits(row.speed) >= 0xb81b3073U || bits(row.speed) > 0x7f800000) {  // <= -3.7e-05 or missing
        return Label::idle;  // rule 1: 11 rows, 100.0 % "idle"
      }
      return Label::busy;  // rule 2: 12 rows, 100.0 % "busy"
    }
    if (bits(row.pressure) <= 0x00000000) {  // <= 0
      return Label::faulty;  // rule 3: 13 rows, 100.0 % "faulty"
    }
    return Label::idle;  // rule 4: 14 rows, 100.0 % "idle"
  }
  if (ubits(row.voltage) - 0x40e80001U >= 0x3e980000U) {  // <= 7.25 or missing
    if (ubits(row.speed) - 0x447a0001U >= 0x3b060000U) {  // <= 1000 or missing
      return Label::busy;  // rule 5: 15 rows, 100.0 % "busy"
    }
    return Label::faulty;  // rule 6: 16 rows, 100.0 % "faulty"
  }
  if (ubits(row.heat) >= 0xc029000000000000U) {  // <= -12.5
    return Label::idle;  // rule 7: 17 rows, 100.0 % "idle"
  }
  return Label::busy;  // rule 8: 18 rows, 100.0 % "busy"
}

}  // namespace detail

namespace detail {

// Which rule answers for a row without negative NaN.
ESPALIER_CONSTEXPR RuleId tree_rule(const Input& row) {
  if (bits(row.current) <= 0x401ccccc) {  // <= 2.45
    if (ubits(row.voltage) >= 0xbf000000U) {  // <= -0.5
      if (ubits(row.speed) >= 0xb81b3073U || bits(row.speed) > 0x7f800000) {  // <= -3.7e-05 or missing
        return 1;  // rule 1: 11 rows, 100.0 % "idle"
      }
      return 2;  // rule 2: 12 rows, 100.0 % "busy"
    }
    if (bits(row.pressure) <= 0x00000000) {  // <= 0
      return 3;  // rule 3: 13 rows, 100.0 % "faulty"
    }
    return 4;  // rule 4: 14 rows, 100.0 % "idle"
  }
  if (ubits(row.voltage) - 0x40e80001U >= 0x3e980000U) {  // <= 7.25 or missing
    if (ubits(row.speed) - 0x447a0001U >= 0x3b060000U) {  // <= 1000 or missing
      return 5;  // rule 5: 15 rows, 100.0 % "busy"
    }
    return 6;  // rule 6: 16 rows, 100.0 % "faulty"
  }
  if (ubits(row.heat) >= 0xc029000000000000U) {  // <= -12.5
    return 7;  // rule 7: 17 rows, 100.0 % "idle"
  }
  return 8;  // rule 8: 18 rows, 100.0 % "busy"
}

}  // namespace detail

namespace detail {

using ::espalier::runtime_1::calm;
using ::espalier::runtime_1::calm_run;
using ::espalier::runtime_1::is_negative_nan;
using ::espalier::runtime_1::larger;

#if ESPALIER_WIDE_BITS
using ::espalier::runtime_1::bytes_at;
using ::espalier::runtime_1::full_in_doubles;
using ::espalier::runtime_1::full_in_floats;
using ::espalier::runtime_1::larger_bytes;
using ::espalier::runtime_1::wide_bytes;

// Sixteen bytes at a time; may take a very large negative number for such a NaN, too.
inline bool glance(const Input& row) {
  wide_bytes floats = bytes_at(row, offsetof(Input, current));
  uint64_t highest_of_doubles = 0;
  highest_of_doubles = larger(highest_of_doubles, ubits(row.heat));
  return full_in_floats(floats) || is_negative_nan(highest_of_doubles);
}
#endif

// Whether there may be a NaN with its sign bit set: by its bits it would pass for a number.
ESPALIER_CONSTEXPR bool needs_calming(const Input& row) {
#if ESPALIER_WIDE_BITS
  if (ESPALIER_AT_RUN_TIME) {
    return glance(row);
  }
#endif
  uint32_t floats = 0;
  floats = larger(floats, ubits(row.current));
  floats = larger(floats, ubits(row.voltage));
  floats = larger(floats, ubits(row.speed));
  floats = larger(floats, ubits(row.pressure));
  uint64_t doubles = 0;
  doubles = larger(doubles, ubits(row.heat));
  return is_negative_nan(floats) || is_negative_nan(doubles);
}

// The row with the sign bits of its NaNs cleared.
ESPALIER_CONSTEXPR Input calmed(const Input& row) {
  Input calm_row = row;
  if (ESPALIER_AT_RUN_TIME) {
    calm_run<uint32_t>(calm_row, offsetof(Input, current), 4);
    calm_run<uint64_t>(calm_row, offsetof(Input, heat), 1);
    return calm_row;
  }
  calm_row.current = calm(row.current);
  calm_row.voltage = calm(row.voltage);
  calm_row.speed = calm(row.speed);
  calm_row.pressure = calm(row.pressure);
  calm_row.heat = calm(row.heat);
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
    case 4:
    case 7:
      out[0] = 1.0f;
      break;
    case 2:
    case 5:
    case 8:
      out[1] = 1.0f;
      break;
    case 3:
    case 6:
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

namespace detail {

ESPALIER_CONSTEXPR Input row_at(const Columns& columns, size_t index) {
  Input row = {};
  row.current = columns.current[index];
  row.voltage = columns.voltage[index];
  row.speed = columns.speed[index];
  row.pressure = columns.pressure[index];
  row.heat = columns.heat[index];
  return row;
}

#if ESPALIER_LANES
// Rows as they lie in an array, and in columns.
struct RowArray {
  const Input* rows;
  ESPALIER_CONSTEXPR const Input& operator()(size_t index) const { return rows[index]; }
};
struct RowColumns {
  const Columns& columns;
  ESPALIER_CONSTEXPR Input operator()(size_t index) const { return row_at(columns, index); }
};

using ::espalier::runtime_1::lane_key;

// The tree once more, for batches: sixteen rows walk over its nodes at a time, so that none waits for the others.
//
// The row as the tests read it: whole numbers that order as the values do. The last one is that of leaves, below all others.
using BatchKey = int64_t;
enum : uint32_t { batch_key_count = 7 };

ESPALIER_ALWAYS_INLINE ESPALIER_CONSTEXPR void read_batch_keys(const Input& row, BatchKey* keys) {
  keys[0] = lane_key(row.current, 2147483647);
  keys[1] = lane_key(row.voltage, -2147483647);
  keys[2] = lane_key(row.voltage, 2147483647);
  keys[3] = lane_key(row.speed, -2147483647);
  keys[4] = lane_key(row.pressure, 2147483647);
  keys[5] = lane_key(row.heat, 9223372036854775807LL);
  keys[6] = -9223372036854775807LL - 1;
}

// A test: goes on `next` nodes further if the key of its input is at most its threshold, else one node behind that. A leaf has
// a next of 0, and in place of a threshold its label.
struct BatchNode {
  int64_t threshold;
  uint8_t next;
  uint8_t input;
};

template <typename Always>
struct Batches {
static constexpr BatchNode nodes[13] = {
  {1075629260, 1, 0}, {-1056964608, 4, 2}, {1088946176, 1, 1}, {1148846080, 6, 3},
  {-4623226492472524800LL, 3, 5}, {-941305971, 2, 3}, {0, 5, 4}, {0, 0, 6}, {1, 0, 6}, {1, 0, 6},
  {2, 0, 6}, {2, 0, 6}, {0, 0, 6},
};
};
#if __cplusplus < 201703L
template <typename Always>
constexpr BatchNode Batches<Always>::nodes[13];
#endif

// Answers sixteen rows at a time, and tells how many are answered.
template <typename Rows>
ESPALIER_CONSTEXPR size_t answer_sixteens(const Rows& rows, size_t count, Label* out) {
  size_t done = 0;
  if (count >= ESPALIER_LANES) {
    BatchKey keys[ESPALIER_LANES * batch_key_count] = {};
    for (; count - done >= ESPALIER_LANES; done += ESPALIER_LANES) {
      for (size_t i = 0; i < ESPALIER_LANES; ++i) {
        read_batch_keys(rows(done + i), keys + i * batch_key_count);
      }
      // The first test is known: with constants for the first step, and none for those that follow, compilers keep the loop
      // short.
      const BatchNode& root = Batches<void>::nodes[0];
      size_t at[ESPALIER_LANES] = {};
      for (size_t i = 0; i < ESPALIER_LANES; ++i) {
        at[i] = root.next;
        at[i] += keys[i * batch_key_count + root.input] > root.threshold ? 1U : 0U;
      }
      ::espalier::runtime_1::to_leaves<batch_key_count>(Batches<void>::nodes, at, keys, 2);
      for (size_t i = 0; i < ESPALIER_LANES; ++i) {
        out[done + i] = static_cast<Label>(Batches<void>::nodes[at[i]].threshold);
      }
    }
  }
  return done;
}
#endif

}  // namespace detail

// The answers for `count` rows.
ESPALIER_CONSTEXPR void predict_batch(const Input* rows, size_t count, Label* out) {
  size_t done = 0;
#if ESPALIER_LANES
  done = detail::answer_sixteens(detail::RowArray{rows}, count, out);
#endif
  for (; done < count; ++done) {
    out[done] = predict(rows[done]);
  }
}

// The same for rows that lie in columns.
ESPALIER_CONSTEXPR void predict_columns(const Columns& columns, size_t count, Label* out) {
  size_t done = 0;
#if ESPALIER_LANES
  done = detail::answer_sixteens(detail::RowColumns{columns}, count, out);
#endif
  for (; done < count; ++done) {
    out[done] = predict(detail::row_at(columns, done));
  }
}

#if defined(ESPALIER_COUNT_RULES)
}  // namespace uncounted
#endif

// The type of the values that a row can be made of: it holds those of every field.
using Element = double;

// A row from field_count values in the order of the fields.
// Numbers end where the type of their field does.
ESPALIER_CONSTEXPR Input row_from_array(const Element* values) {
  Input row = {};
  row.current = static_cast<float>(values[0]);
  row.voltage = static_cast<float>(values[1]);
  row.speed = static_cast<float>(values[2]);
  row.pressure = static_cast<float>(values[3]);
  row.heat = values[4];
  return row;
}

// The column of a field, counted from 0; "" for a number that is no field's.
ESPALIER_CONSTEXPR const char* field_name(uint32_t field) {
  switch (field) {
    case 0:
      return "current";
    case 1:
      return "voltage";
    case 2:
      return "speed";
    case 3:
      return "pressure";
    case 4:
      return "heat";
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

// The rule in words; "" for a number that is no rule's.
ESPALIER_CONSTEXPR const char* describe_rule(RuleId rule) {
  switch (rule) {
    case 1:
      return "current <= 2.45 and voltage <= -0.5 and (speed <= -3.7e-05 or missing) => idle (11 of 11 rows)";
    case 2:
      return "current <= 2.45 and voltage <= -0.5 and speed > -3.7e-05 => busy (12 of 12 rows)";
    case 3:
      return "current <= 2.45 and (voltage > -0.5 or missing) and pressure <= 0 => faulty (13 of 13 rows)";
    case 4:
      return "current <= 2.45 and (voltage > -0.5 or missing) and (pressure > 0 or missing) => idle (14 of 14 rows)";
    case 5:
      return "(current > 2.45 or missing) and (voltage <= 7.25 or missing) and (speed <= 1000 or missing) => busy (15 of 15 rows)";
    case 6:
      return "(current > 2.45 or missing) and (voltage <= 7.25 or missing) and speed > 1000 => faulty (16 of 16 rows)";
    case 7:
      return "(current > 2.45 or missing) and voltage > 7.25 and heat <= -12.5 => idle (17 of 17 rows)";
    case 8:
      return "(current > 2.45 or missing) and voltage > 7.25 and (heat > -12.5 or missing) => busy (18 of 18 rows)";
    default:
      return "";
  }
}

// The Espalier that made this header, the SHA-256 of the model file that it made it of, and the first 64 bits of that.
constexpr const char* espalier_version() {
  return "0.1.0";
}
constexpr const char* model_hash() {
  return "c2c4e57f86aff4a159f02618fc6e96256bba2a696b77d381138aa9d561d8875c";
}
enum : uint64_t { model_id = 0xc2c4e57f86aff4a1ULL };

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
static_assert(detail::answers(Input{0.0f, -0.5f, -3.7e-05f, 0.0f, 0.0}, Label::idle, 1), "rule 1");
static_assert(detail::answers(Input{0.0f, -0.5f, 0.0f, 0.0f, 0.0}, Label::busy, 2), "rule 2");
static_assert(detail::answers(Input{0.0f, 0.0f, 0.0f, 0.0f, 0.0}, Label::faulty, 3), "rule 3");
static_assert(detail::answers(Input{0.0f, 0.0f, 0.0f, 1.0f, 0.0}, Label::idle, 4), "rule 4");
static_assert(detail::answers(Input{3.4499998f, 0.0f, 0.0f, 0.0f, 0.0}, Label::busy, 5), "rule 5");
static_assert(detail::answers(Input{3.4499998f, 0.0f, 1001.0f, 0.0f, 0.0}, Label::faulty, 6), "rule 6");
static_assert(detail::answers(Input{3.4499998f, 8.25f, 0.0f, 0.0f, -12.5}, Label::idle, 7), "rule 7");
static_assert(detail::answers(Input{3.4499998f, 8.25f, 0.0f, 0.0f, 0.0}, Label::busy, 8), "rule 8");
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

}  // namespace missing_speed

#endif  // ESPALIER_MISSING_SPEED_HPP_c2c4e57f86af
