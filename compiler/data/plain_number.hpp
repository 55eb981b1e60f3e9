// The number that most cells hold, read without knowing where the cell ends: a sign, digits, a point, digits.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

namespace espalier {

// How far read_plain_number may look beyond the number.
inline constexpr std::size_t kNumberPadding = 16;

namespace plain {

inline constexpr std::array<double, 23> kPowersOfTen = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                                        1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                                        1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
inline constexpr std::array<std::uint64_t, 9> kSmallPowers = {1,       10,        100,        1'000,      10'000,
                                                              100'000, 1'000'000, 10'000'000, 100'000'000};

// The digits at `at`, at most eight of them: how many, and their value.
struct Digits {
  unsigned count;
  std::uint64_t value;
};

inline Digits up_to_eight_digits(const char* at) {
  if constexpr (std::endian::native == std::endian::little) {
    std::uint64_t word = 0;
    std::memcpy(&word, at, sizeof word);
    // A byte keeps its high bit clear if it is a digit: 0 to 9 after the exclusive or, which 0x76 takes to 0x7f at
    // most.
    word ^= 0x3030'3030'3030'3030U;
    const std::uint64_t others = ((word + 0x7676'7676'7676'7676U) | word) & 0x8080'8080'8080'8080U;
    const unsigned count = static_cast<unsigned>(std::countr_zero(others)) / 8;  // 8 if there is no other
    if (count == 0) return {0, 0};
    word <<= 64 - 8 * count;  // the first digit is the lowest byte: zeros come before it
    // Pairs of digits, then of pairs, then of fours.
    word = word * 10 + (word >> 8);
    word = ((word & 0x0000'00ff'0000'00ffU) * 0x000f'4240'0000'0064U +
            ((word >> 16) & 0x0000'00ff'0000'00ffU) * 0x0000'2710'0000'0001U) >>
           32;
    return {count, word & 0xffff'ffffU};
  } else {
    Digits digits{0, 0};
    for (; digits.count < 8; ++digits.count) {
      const auto digit = static_cast<unsigned>(at[digits.count]) - '0';
      if (digit > 9) break;
      digits.value = digits.value * 10 + digit;
    }
    return digits;
  }
}

}  // namespace plain

// Reads [-]digits[.digits] and gives where it ends, or nullptr if no such number begins at `at` or the result might not
// be the nearest double: it is where the digits make an integer of at most 2^53 and at most 22 of them follow the
// point, since then both are exact and a division rounds once. An exponent is not read. The text is readable for
// kNumberPadding bytes after the number and ends with something that is no digit. -0 is 0.
inline const char* read_plain_number(const char* at, double& number) {
  constexpr std::uint64_t kExact = std::uint64_t{1} << 53;
  constexpr std::ptrdiff_t kMostDigits = 19;  // 10^19 is below 2^64
  const bool negative = *at == '-';
  at += negative ? 1 : 0;
  const char* const begin = at;
  std::uint64_t digits = 0;
  for (unsigned digit = static_cast<unsigned>(*at) - '0'; digit <= 9; digit = static_cast<unsigned>(*at) - '0') {
    digits = digits * 10 + digit;
    ++at;
  }
  std::ptrdiff_t count = at - begin;
  std::ptrdiff_t decimals = 0;
  if (*at == '.') {
    const char* const point = at++;
    plain::Digits more = plain::up_to_eight_digits(at);
    digits = digits * plain::kSmallPowers[more.count] + more.value;
    at += more.count;
    while (more.count == 8) {
      more = plain::up_to_eight_digits(at);
      digits = digits * plain::kSmallPowers[more.count] + more.value;
      at += more.count;
    }
    decimals = at - point - 1;
    count += decimals;
  }
  if (count == 0 || count > kMostDigits || digits > kExact) return nullptr;
  double value = static_cast<double>(static_cast<std::int64_t>(digits));
  if (decimals > 0) value /= plain::kPowersOfTen[static_cast<std::size_t>(decimals)];
  number = (negative ? -value : value) + 0.0;
  return at;
}

}  // namespace espalier
