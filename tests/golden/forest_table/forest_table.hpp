// 3 decision trees as C++, made by Espalier from a model of "by hand". Do not edit: change the model and emit it again.
//
// Predicts "answer" ("a", "b" and "c") from 3 of 3 columns.
// Trees, whose answers are averaged: 13 nodes, 8 rules, at most 6 tests for an answer.
// A missing value (NaN, the sentinel, or unknown) takes the branch that most training rows took.
//
//     forest_table::Input row = {};
//     row.x = ...;
//     row.color = ...;
//     row.y = ...;
//     forest_table::Label answer = forest_table::predict(row);
//
// Needs C++11 and nothing else: no library, no heap, no data but constants; constexpr from C++14 on.
// espalier: {"language":"cpp","version":"0.1.0","namespace":"forest_table","options":{"shape":"table"},"model":"44b304a5d6c7192fffac7a3c71017947ea9c9e6e8bb5ea3c43c870cc171d980b","fields":[{"feature":0,"type":"int32","sentinel":true},{"feature":1,"type":"category","sentinel":false},{"feature":2,"type":"float","sentinel":false}]}
#ifndef ESPALIER_FOREST_TABLE_HPP_44b304a5d6c7
#define ESPALIER_FOREST_TABLE_HPP_44b304a5d6c7

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

namespace forest_table {

// The answers: "answer".
enum class Label : uint8_t {
  a,
  b,
  c,
};

// Numbers a leaf of a tree, from 1, in reading order. Every tree has rules of its own.
using RuleId = uint8_t;

// What the trees add up: shares. The type holds the sums of all trees, whatever rules are reached.
using Sum = uint32_t;

enum : uint32_t {
  label_count = 3,
  tree_count = 3,
  sum_count = 3,
  rule_count = 3,  // of the tree that has most
  field_count = 3,
  max_tests = 6  // the most conditions that predict() or predict_leaves() evaluates
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

// The trees as tables: nodes, and loops that walk over them.
namespace detail {

using ::espalier::runtime_1::key_of;
using ::espalier::runtime_1::leaf_from;
using ::espalier::runtime_1::stored;

// The row as the tests read it: whole numbers that order as the values do. The last one is that of leaves, below all others.
using Key = int32_t;
enum : uint32_t { key_count = 4 };

ESPALIER_CONSTEXPR void read_keys(const Input& row, Key* keys) {
  keys[0] = row.x != missing_int32 ? static_cast<int32_t>(row.x) : 2147483647;
  keys[1] = static_cast<int32_t>(row.color);
  keys[2] = key_of(row.y, 2147483647);
  keys[3] = -2147483647 - 1;
}

// A test: goes on `next` nodes further if the key of its input is at most its threshold, else one node behind that. A leaf has
// a next of 0, and in place of a threshold what it says.
struct Node {
  int32_t threshold;
  uint8_t next;
  uint8_t input;
};

#ifdef ESPALIER_IN_FLASH
namespace tables {
#else
template <typename Always>
struct Tables {
#endif
// The nodes of all trees. Leaves tell the place of what they add.
static constexpr Node nodes[15] ESPALIER_FLASH = {
  // tree 1
  {10, 13, 0},
  // tree 2
  {0, 1, 1}, {3, 0, 3}, {1056964608, 8, 2},
  // tree 3
  {50, 1, 0}, {4, 0, 3}, {0, 1, 1}, {5, 0, 3}, {1, 1, 1}, {1, 0, 3}, {5, 0, 3}, {6, 0, 3},
  {2, 0, 3}, {7, 0, 3}, {0, 0, 3},
};
// Where each tree begins.
static constexpr uint8_t starts[3] ESPALIER_FLASH = {
  0, 1, 4,
};
// After so many steps, most rows have come to a leaf of the tree.
static constexpr uint8_t steps[3] ESPALIER_FLASH = {
  1, 2, 3,
};
// What leaves add.
static constexpr uint32_t amounts[24] ESPALIER_FLASH = {
  0U, 40000U, 25536U, 0U, 49152U, 16384U, 0U, 65536U, 0U, 1U, 2U, 65533U, 16384U, 16384U, 32768U,
  32768U, 32767U, 1U, 65535U, 1U, 0U, 65536U, 0U, 0U,
};
// The nodes of all trees. Leaves tell the number of their rule.
static constexpr Node rule_nodes[13] ESPALIER_FLASH = {
  // tree 1
  {10, 9, 0},
  // tree 2
  {0, 1, 1}, {1, 0, 3}, {1056964608, 8, 2},
  // tree 3
  {50, 1, 0}, {1, 0, 3}, {0, 1, 1}, {3, 0, 3}, {1, 3, 1}, {1, 0, 3}, {2, 0, 3}, {2, 0, 3},
  {3, 0, 3},
};
// Where each tree begins.
static constexpr uint8_t rule_starts[3] ESPALIER_FLASH = {
  0, 1, 4,
};
#ifdef ESPALIER_IN_FLASH
}  // namespace tables
#else
};
#if __cplusplus < 201703L
template <typename Always>
constexpr Node Tables<Always>::nodes[15];
template <typename Always>
constexpr uint8_t Tables<Always>::starts[3];
template <typename Always>
constexpr uint8_t Tables<Always>::steps[3];
template <typename Always>
constexpr uint32_t Tables<Always>::amounts[24];
template <typename Always>
constexpr Node Tables<Always>::rule_nodes[13];
template <typename Always>
constexpr uint8_t Tables<Always>::rule_starts[3];
#endif
using tables = Tables<void>;
#endif

// Adds what a leaf of the tree says.
ESPALIER_ALWAYS_INLINE ESPALIER_CONSTEXPR void add_leaf(size_t tree, const Node* leaf, Sum (&sums)[sum_count]) {
  static_cast<void>(tree);
  const size_t first = static_cast<size_t>(sum_count) * static_cast<size_t>(stored(&leaf->threshold));
  for (size_t i = 0; i < sum_count; ++i) {
    sums[i] += static_cast<Sum>(stored(tables::amounts + first + i));
  }
}

// What the sums are before the first tree.
ESPALIER_CONSTEXPR void begin(Sum (&sums)[sum_count]) {
  sums[0] = 0U;
  sums[1] = 0U;
  sums[2] = 0U;
}

// Adds what all trees say.
ESPALIER_CONSTEXPR void add_trees(const Key* keys, Sum (&sums)[sum_count]) {
  size_t tree = 0;
#if ESPALIER_LANES
  while (tree + ESPALIER_LANES / 4 <= tree_count) {
    const size_t count = tree_count - tree < ESPALIER_LANES ? tree_count - tree : ESPALIER_LANES;
    uint32_t at[ESPALIER_LANES] = {};
    for (size_t i = 0; i < ESPALIER_LANES; ++i) {
      at[i] = tables::starts[tree + (i < count ? i : 0)];
    }
    ::espalier::runtime_1::to_leaves<0>(tables::nodes, at, keys, 2);
    for (size_t i = 0; i < count; ++i) {
      add_leaf(tree + i, tables::nodes + at[i], sums);
    }
    tree += count;
  }
#endif
  for (; tree < tree_count; ++tree) {
    add_leaf(tree, leaf_from(tables::nodes + stored(tables::starts + tree), keys), sums);
  }
}

// Tells the rules of all trees.
ESPALIER_CONSTEXPR void find_rules(const Key* keys, RuleId (&out)[tree_count]) {
  size_t tree = 0;
#if ESPALIER_LANES
  while (tree + ESPALIER_LANES / 4 <= tree_count) {
    const size_t count = tree_count - tree < ESPALIER_LANES ? tree_count - tree : ESPALIER_LANES;
    uint32_t at[ESPALIER_LANES] = {};
    for (size_t i = 0; i < ESPALIER_LANES; ++i) {
      at[i] = tables::rule_starts[tree + (i < count ? i : 0)];
    }
    ::espalier::runtime_1::to_leaves<0>(tables::rule_nodes, at, keys, 2);
    for (size_t i = 0; i < count; ++i) {
      out[tree + i] = static_cast<RuleId>(tables::rule_nodes[at[i]].threshold);
    }
    tree += count;
  }
#endif
  for (; tree < tree_count; ++tree) {
    out[tree] = static_cast<RuleId>(stored(&leaf_from(tables::rule_nodes + stored(tables::rule_starts + tree), keys)->threshold));
  }
}

// What the sums answer: the label of the largest, of equal ones the first.
ESPALIER_CONSTEXPR Label verdict(const Sum (&sums)[sum_count]) {
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
ESPALIER_CONSTEXPR void scores(const Input& row, Sum (&out)[sum_count]) {
  detail::Key keys[detail::key_count] = {};
  detail::read_keys(row, keys);
  detail::begin(out);
  detail::add_trees(keys, out);
}

// What the model answers for the row.
ESPALIER_CONSTEXPR Label predict(const Input& row) {
  Sum sums[sum_count] = {};
  scores(row, sums);
  return detail::verdict(sums);
}

// The rule of each tree that the row comes to.
ESPALIER_CONSTEXPR void predict_leaves(const Input& row, RuleId (&out)[tree_count]) {
  detail::Key keys[detail::key_count] = {};
  detail::read_keys(row, keys);
  detail::find_rules(keys, out);
}

// The mean of what the trees say of each label: they add up to 1, but for rounding.
ESPALIER_CONSTEXPR void probabilities(const Input& row, float (&out)[label_count]) {
  Sum sums[sum_count] = {};
  scores(row, sums);
  for (uint32_t i = 0; i < label_count; ++i) {
    out[i] = static_cast<float>(sums[i]) / 196608.0f;
  }
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

// Rows as they lie in an array, and in columns.
struct RowArray {
  const Input* rows;
  ESPALIER_CONSTEXPR const Input& operator()(size_t index) const { return rows[index]; }
};
struct RowColumns {
  const Columns& columns;
  ESPALIER_CONSTEXPR Input operator()(size_t index) const {
    Input row = {};
    row.x = columns.x[index];
    row.color = columns.color[index];
    row.y = columns.y[index];
    return row;
  }
};

template <typename Rows>
ESPALIER_CONSTEXPR void answer_all(const Rows& rows, size_t count, Label* out) {
  size_t done = 0;
#if ESPALIER_LANES
  // A tree after the other for many rows, 64 at most: its nodes are fetched once for all of them.
  if (count >= ESPALIER_LANES) {
    Key keys[64 * key_count] = {};
    Sum sums[64][sum_count] = {};
    while (count - done >= ESPALIER_LANES) {
      const size_t taken = count - done < 64 ? (count - done) / ESPALIER_LANES * ESPALIER_LANES : 64;
      for (size_t i = 0; i < taken; ++i) {
        read_keys(rows(done + i), keys + i * key_count);
        begin(sums[i]);
      }
      for (size_t tree = 0; tree < tree_count; ++tree) {
        for (size_t first = 0; first < taken; first += ESPALIER_LANES) {
          uint32_t at[ESPALIER_LANES] = {};
          for (size_t i = 0; i < ESPALIER_LANES; ++i) {
            at[i] = tables::starts[tree];
          }
          ::espalier::runtime_1::to_leaves<key_count>(tables::nodes, at, keys + first * key_count, tables::steps[tree]);
          for (size_t i = 0; i < ESPALIER_LANES; ++i) {
            add_leaf(tree, tables::nodes + at[i], sums[first + i]);
          }
        }
      }
      for (size_t i = 0; i < taken; ++i) {
        out[done + i] = verdict(sums[i]);
      }
      done += taken;
    }
  }
#endif
  for (; done < count; ++done) {
    out[done] = predict(rows(done));
  }
}

}  // namespace detail

// The answers for `count` rows.
ESPALIER_CONSTEXPR void predict_batch(const Input* rows, size_t count, Label* out) {
  detail::answer_all(detail::RowArray{rows}, count, out);
}

// The same for rows that lie in columns.
ESPALIER_CONSTEXPR void predict_columns(const Columns& columns, size_t count, Label* out) {
  detail::answer_all(detail::RowColumns{columns}, count, out);
}

// The type of the values that a row can be made of: it holds those of every field.
using Element = double;

// A row from field_count values in the order of the fields.
// A category is given by its index; every other number is unknown.
// Whole numbers are rounded down and end where their type does; NaN is missing, or else the highest.
ESPALIER_CONSTEXPR Input row_from_array(const Element* values) {
  Input row = {};
  row.x = ::espalier::runtime_1::whole_of_real(values[0], ::espalier::runtime_1::numbers<int32_t>(true));
  row.color = static_cast<ColorValue>(::espalier::runtime_1::category_of_real(values[1], 3U));
  row.y = static_cast<float>(values[2]);
  return row;
}

// The column of a field, counted from 0; "" for a number that is no field's.
ESPALIER_CONSTEXPR const char* field_name(uint32_t field) {
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
ESPALIER_CONSTEXPR const char* to_string(Label label) {
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
ESPALIER_CONSTEXPR const char* to_string(ColorValue value) {
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
ESPALIER_CONSTEXPR ColorValue parse_color(const char* text) {
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
  return "44b304a5d6c7192fffac7a3c71017947ea9c9e6e8bb5ea3c43c870cc171d980b";
}
enum : uint64_t { model_id = 0x44b304a5d6c7192fULL };

// Witnesses: for each rule of each tree an input that reaches it. A header that does not do what the model does fails here.
#if (__cplusplus >= 201402L || (defined(_MSVC_LANG) && _MSVC_LANG >= 201402L)) && !defined(ESPALIER_NO_WITNESSES) && ESPALIER_CONSTANT_BITS
namespace detail {
constexpr bool answers(const Input& row, Label label, uint32_t tree, RuleId rule) {
  RuleId rules[tree_count] = {};
  predict_leaves(row, rules);
  return predict(row) == label && rules[tree - 1] == rule;
}
}  // namespace detail
static_assert(detail::answers(Input{0, ColorValue::red, 0.0f}, Label::c, 1, 1), "rule 1 of tree 1");
static_assert(detail::answers(Input{11, ColorValue::red, 0.0f}, Label::c, 1, 2), "rule 2 of tree 1");
static_assert(detail::answers(Input{0, ColorValue::red, 0.0f}, Label::c, 2, 1), "rule 1 of tree 2");
static_assert(detail::answers(Input{0, ColorValue::green, 0.0f}, Label::a, 2, 2), "rule 2 of tree 2");
static_assert(detail::answers(Input{0, ColorValue::green, 1.5f}, Label::a, 2, 3), "rule 3 of tree 2");
static_assert(detail::answers(Input{0, ColorValue::red, 0.0f}, Label::c, 3, 1), "rule 1 of tree 3");
static_assert(detail::answers(Input{51, ColorValue::green, 0.0f}, Label::b, 3, 2), "rule 2 of tree 3");
static_assert(detail::answers(Input{51, ColorValue::red, 0.0f}, Label::c, 3, 3), "rule 3 of tree 3");
#endif

}  // namespace forest_table

#endif  // ESPALIER_FOREST_TABLE_HPP_44b304a5d6c7
