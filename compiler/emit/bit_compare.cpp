#include "emit/bit_compare.hpp"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <limits>

// note [float order]
//
// The bits of floating-point numbers, as a whole number without a sign, from 0 up (for float):
//
//     00000000 .. 7f800000   +0 to +infinity, ascending
//     7f800001 .. 7fffffff   NaN
//     80000000 .. ff800000   -0 to -infinity, descending
//     ff800001 .. ffffffff   NaN with its sign bit set
//
// With T the bits of the threshold t, -0.0 taken for 0.0, `x <= t` is
//
//     t >= 0:  bits(x) <= T    with a sign: the numbers below zero are below T, whatever their order;
//     t <  0:  ubits(x) >= T   without: the numbers up to t are the last ones.
//
// NaN is above all numbers then and fails both, unless its sign bit is set: that one passes for -infinity. A row
// without such a NaN is calm. `x > t` for numbers only is one interval if t >= 0, which starts at T + 1 and has (bits
// of infinity)
// - T elements: one subtraction and one comparison.

namespace espalier {
namespace {

// The patterns of a type, as texts of literals.
struct Bits {
  std::uint64_t threshold;
  std::uint64_t infinity;
  std::uint64_t below_all;  // the bits of -infinity
  int digits;

  std::string with_sign(std::uint64_t bits) const { return fmt::format("0x{:0{}x}", bits, digits); }
  std::string without(std::uint64_t bits) const { return with_sign(bits) + "U"; }
};

Bits bits_for(InputType type, double threshold) {
  const double plain = threshold == 0 ? 0.0 : threshold;
  if (type == InputType::float32) {
    return {std::bit_cast<std::uint32_t>(static_cast<float>(plain)), 0x7f800000U, 0xff800000U, 8};
  }
  return {std::bit_cast<std::uint64_t>(plain), 0x7ff0000000000000U, 0xfff0000000000000U, 16};
}

// x <= t, missing values not; or the opposite, missing values included.
std::string beyond(const std::string& value, const Bits& bits, bool negative, bool less, FloatCompare how) {
  const bool calm = how == FloatCompare::calm_bits;
  if (negative && calm) return fmt::format("ubits({}) {} {}", value, less ? ">=" : "<", bits.without(bits.threshold));
  if (negative) {
    return fmt::format("ubits({}) - {} {} {}", value, bits.without(bits.threshold), less ? "<=" : ">",
                       bits.without(bits.below_all - bits.threshold));
  }
  std::string compared = fmt::format("bits({}) {} {}", value, less ? "<=" : ">", bits.with_sign(bits.threshold));
  if (calm) return compared;
  return fmt::format("{} {} ubits({}) {} {}", compared, less ? "&&" : "||", value, less ? "<=" : ">",
                     bits.without(bits.below_all));
}

// x > t, missing values not; or the opposite, missing values included.
std::string between(const std::string& value, const Bits& bits, bool negative, bool greater) {
  if (negative) {
    return fmt::format("ubits({0}) {1} {2} {3} bits({0}) {4} {5}", value,
                       greater ? "<" : ">=", bits.without(bits.threshold), greater ? "&&" : "||", greater ? "<=" : ">",
                       bits.with_sign(bits.infinity));
  }
  return fmt::format("ubits({}) - {} {} {}", value, bits.without(bits.threshold + 1),
                     greater ? "<" : ">=", bits.without(bits.infinity - bits.threshold));
}

std::string known(const std::string& value, const Bits& bits, std::string_view compare) {
  return fmt::format("(ubits({}) & {}) {} {}", value, bits.without(bits.below_all - bits.infinity - 1), compare,
                     bits.without(bits.infinity));
}

}  // namespace

std::string bit_known(const std::string& value, InputType type) {
  return known(value, bits_for(type, 0), "<=");
}

std::string bit_condition(const std::string& value, InputType type, const Condition& condition, FloatCompare how) {
  const bool less = condition.compare == Compare::less_equal;
  const Bits bits = bits_for(type, condition.threshold);
  if (condition.threshold == std::numeric_limits<double>::infinity()) return known(value, bits, less ? "<=" : ">");
  const bool negative = condition.threshold < 0;
  if (less != condition.when_missing) return beyond(value, bits, negative, less, how);
  return between(value, bits, negative, !less);
}

}  // namespace espalier
