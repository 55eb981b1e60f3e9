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
