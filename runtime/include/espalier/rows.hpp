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
