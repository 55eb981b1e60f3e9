#include "lower/input_type.hpp"

#include <algorithm>
#include <cmath>

namespace espalier {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr float kFloatInfinity = std::numeric_limits<float>::infinity();

template <typename Int>
constexpr RawRange range_of() {
  return {std::numeric_limits<Int>::min(), std::numeric_limits<Int>::max()};
}

RawRange raw_range(const InputType& type) {
  switch (type) {
    case InputType::int8: return range_of<std::int8_t>();
    case InputType::int16: return range_of<std::int16_t>();
    case InputType::int32: return range_of<std::int32_t>();
    case InputType::uint8: return range_of<std::uint8_t>();
    case InputType::uint16: return range_of<std::uint16_t>();
    case InputType::uint32: return range_of<std::uint32_t>();
    default: break;
  }
  return {0, 1};  // bool
}

// The conversion rounds to nearest (and is undefined beyond the range), so step down where it went up.
float floor_to_float(double value) {
  if (value >= kLargestFloat) return value == kInfinity ? kFloatInfinity : std::numeric_limits<float>::max();
  if (value < -kLargestFloat) return -kFloatInfinity;
  const auto nearest = static_cast<float>(value);
  return static_cast<double>(nearest) > value ? std::nextafterf(nearest, -kFloatInfinity) : nearest;
}

double next_toward(const InputType& type, double value, double goal) {
  if (value == goal) return value;
  if (type == InputType::float32) {
    return static_cast<double>(std::nextafterf(static_cast<float>(value), static_cast<float>(goal)));
  }
  if (type == InputType::float64) return std::nextafter(value, goal);
  const int step = goal > value ? 1 : -1;
  return type.is_scaled() ? value_at(type.scale(), raw_of(type, value) + step) : value + step;
}

double nearest_whole(const Field& field, double value) {
  const double below = floor_to(field.type, std::clamp(value, lowest_number(field), highest_number(field)));
  const double above = next_up(field.type, below);
  // Exact: the three lie within a factor of two of each other, unless one of the neighbours is zero; then rounding does
  // not change which is the nearer.
  const double to_below = value - below;
  const double to_above = above - value;
  if (value <= below || above > highest_number(field)) return below;
  if (to_below == to_above) return raw_of(field.type, below) % 2 == 0 ? below : above;
  return to_below < to_above ? below : above;
}

}  // namespace

bool is_integer(const InputType& type) {
  return !is_floating(type) && type != InputType::category;
}
bool is_floating(const InputType& type) {
  return type == InputType::float32 || type == InputType::float64;
}
double lowest(const InputType& type) {
  return is_integer(type) ? value_at(type.scale(), raw_range(type).lowest) : -kInfinity;
}
double highest(const InputType& type) {
  return is_integer(type) ? value_at(type.scale(), raw_range(type).highest) : kInfinity;
}

double missing_sentinel(const InputType& type) {
  const bool is_unsigned = lowest(type) == 0;
  return is_unsigned ? highest(type) : lowest(type);
}

bool needs_sentinel(const InputType& type, MissingPolicy missing) {
  return is_integer(type) && type != InputType::boolean && missing != MissingPolicy::refuse;
}

double lowest_number(const Field& field) {
  const double end = lowest(field.type);
  return field.sentinel && missing_sentinel(field.type) == end ? next_up(field.type, end) : end;
}
double highest_number(const Field& field) {
  const double end = highest(field.type);
  return field.sentinel && missing_sentinel(field.type) == end ? next_down(field.type, end) : end;
}

bool can_be_missing(const Field& field) {
  return !is_integer(field.type) || field.sentinel;
}

double floor_to(const InputType& type, double value) {
  if (type == InputType::float32) return static_cast<double>(floor_to_float(value));
  if (!is_integer(type) || std::isinf(value)) return value;
  if (type.is_scaled()) return value_at(type.scale(), floor_raw(type.scale(), raw_range(type), value));
  return std::floor(value) + 0.0;  // whole numbers have no -0
}

double next_up(const InputType& type, double value) {
  return next_toward(type, value, highest(type));
}
double next_down(const InputType& type, double value) {
  return next_toward(type, value, lowest(type));
}

double nearest_number(const Field& field, double value) {
  if (std::isnan(value)) return can_be_missing(field) ? value : 0;
  if (field.type == InputType::float32) {
    return static_cast<double>(static_cast<float>(std::clamp(value, -kLargestFloat, kLargestFloat)));
  }
  return is_integer(field.type) ? nearest_whole(field, value) : value;
}

std::int64_t raw_of(const InputType& type, double value) {
  return type.is_scaled() ? floor_raw(type.scale(), raw_range(type), value) : static_cast<std::int64_t>(value);
}

}  // namespace espalier
