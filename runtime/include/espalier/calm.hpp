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
ESPALIER_COLD ESPALIER_CONSTEXPR void calm_run(Row& row, size_t offset, size_t count) {
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
