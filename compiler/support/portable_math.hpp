// Exponentials and logarithms that are the same everywhere. Those of the C library differ in their last bit from one
// machine to the next, and what is learned from them then differs in everything. These are made of additions,
// multiplications and divisions alone, in a fixed order (the project is compiled without contraction).
#pragma once

#include <bit>
#include <cstdint>

namespace espalier {

// e^x, within 2 units in the last place; of x below -708 as of -708, above 708 as of 708. Not of NaN.
inline double portable_exp(double x) {
  constexpr double kLimit = 708;
  constexpr double kPerLog2 = 1.4426950408889634;
  constexpr double kLog2High = 0x1.62e42feep-1;  // so few bits that a multiple of it is exact
  constexpr double kLog2Low = 0x1.a39ef35793c76p-33;
  constexpr double kRounder = 0x1.8p52;  // adding it rounds to a whole number, which its last bits then hold
  x = x < -kLimit ? -kLimit : x;
  x = x > kLimit ? kLimit : x;
  const double rounded = x * kPerLog2 + kRounder;
  const double twos = rounded - kRounder;
  const double r = (x - twos * kLog2High) - twos * kLog2Low;  // at most half of log 2
  double sum = 1.0 / 6227020800;                              // 1 / 13!
  sum = sum * r + 1.0 / 479001600;
  sum = sum * r + 1.0 / 39916800;
  sum = sum * r + 1.0 / 3628800;
  sum = sum * r + 1.0 / 362880;
  sum = sum * r + 1.0 / 40320;
  sum = sum * r + 1.0 / 5040;
  sum = sum * r + 1.0 / 720;
  sum = sum * r + 1.0 / 120;
  sum = sum * r + 1.0 / 24;
  sum = sum * r + 1.0 / 6;
  sum = sum * r + 0.5;
  sum = sum * r + 1;
  sum = sum * r + 1;
  const auto power = (std::bit_cast<std::uint64_t>(rounded) + 1023U) << 52U;
  return sum * std::bit_cast<double>(power);
}

// The natural logarithm of a normal number above 0, within 2 units in the last place (near 1: of 1).
inline double portable_log(double x) {
  constexpr double kLog2High = 0x1.62e42feep-1;
  constexpr double kLog2Low = 0x1.a39ef35793c76p-33;
  constexpr std::uint64_t kFraction = 0x000f'ffff'ffff'ffffU;
  const auto bits = std::bit_cast<std::uint64_t>(x);
  // From sqrt(1/2) to sqrt(2) the fraction is near 1.
  const std::uint64_t carried = bits + (0x3ff0'0000'0000'0000U - 0x3fe6'a09e'667f'3bcdU);
  const auto exponent = static_cast<double>(static_cast<std::int64_t>(carried >> 52U) - 1023);
  const double fraction = std::bit_cast<double>((carried & kFraction) + 0x3fe6'a09e'667f'3bcdU);
  const double s = (fraction - 1) / (fraction + 1);
  const double z = s * s;
  double sum = 1.0 / 23;
  sum = sum * z + 1.0 / 21;
  sum = sum * z + 1.0 / 19;
  sum = sum * z + 1.0 / 17;
  sum = sum * z + 1.0 / 15;
  sum = sum * z + 1.0 / 13;
  sum = sum * z + 1.0 / 11;
  sum = sum * z + 1.0 / 9;
  sum = sum * z + 1.0 / 7;
  sum = sum * z + 1.0 / 5;
  sum = sum * z + 1.0 / 3;
  return exponent * kLog2High + (exponent * kLog2Low + 2 * s * (1 + z * sum));
}

}  // namespace espalier
