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
#define ESPALIER_COLD __attribute__((cold, noinline))
#else
#define ESPALIER_ALWAYS_INLINE
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
