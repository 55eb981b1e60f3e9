#include "lower/input_type.hpp"

#include <cmath>

namespace espalier {
namespace {

struct IntegerRange {
  double lowest;
  double highest;
};

template <typename Int>
constexpr IntegerRange range_of() {
  return {static_cast<double>(std::numeric_limits<Int>::min()), static_cast<double>(std::numeric_limits<Int>::max())};
}

IntegerRange integer_range(InputType type) {
  switch (type) {
    case InputType::int8: return range_of<std::int8_t>();
    case InputType::int16: return range_of<std::int16_t>();
    case InputType::int32: return range_of<std::int32_t>();
    case InputType::uint8: return range_of<std::uint8_t>();
    case InputType::uint16: return range_of<std::uint16_t>();
    case InputType::uint32: return range_of<std::uint32_t>();
    default: break;
  }
  constexpr double infinity = std::numeric_limits<double>::infinity();
  return {-infinity, infinity};
}

constexpr float kFloatInfinity = std::numeric_limits<float>::infinity();

// The conversion rounds to nearest (and is undefined beyond the range), so step down where it went up.
float floor_to_float(double value) {
  constexpr double largest = std::numeric_limits<float>::max();
  if (value >= largest)
    return value == std::numeric_limits<double>::infinity() ? kFloatInfinity : static_cast<float>(largest);
  if (value < -largest) return -kFloatInfinity;
  const auto nearest = static_cast<float>(value);
  return static_cast<double>(nearest) > value ? std::nextafterf(nearest, -kFloatInfinity) : nearest;
}

double next_toward(InputType type, double value, double goal) {
  if (value == goal) return value;
  if (type == InputType::float32) {
    return static_cast<double>(std::nextafterf(static_cast<float>(value), static_cast<float>(goal)));
  }
  if (type == InputType::float64) return std::nextafter(value, goal);
  return goal > value ? value + 1 : value - 1;
}

}  // namespace

bool is_integer(InputType type) {
  return type <= InputType::uint32;
}
bool is_floating(InputType type) {
  return type == InputType::float32 || type == InputType::float64;
}
double lowest(InputType type) {
  return integer_range(type).lowest;
}
double highest(InputType type) {
  return integer_range(type).highest;
}

double missing_sentinel(InputType type) {
  const bool is_unsigned = lowest(type) == 0;
  return is_unsigned ? highest(type) : lowest(type);
}

double lowest_number(const Field& field) {
  const double end = lowest(field.type);
  return field.sentinel && missing_sentinel(field.type) == end ? end + 1 : end;
}
double highest_number(const Field& field) {
  const double end = highest(field.type);
  return field.sentinel && missing_sentinel(field.type) == end ? end - 1 : end;
}

bool can_be_missing(const Field& field) {
  return !is_integer(field.type) || field.sentinel;
}

double floor_to(InputType type, double value) {
  if (type == InputType::float32) return static_cast<double>(floor_to_float(value));
  return is_integer(type) ? std::floor(value) + 0.0 : value;  // integers have no -0
}

double next_up(InputType type, double value) {
  return next_toward(type, value, highest(type));
}
double next_down(InputType type, double value) {
  return next_toward(type, value, lowest(type));
}

}  // namespace espalier
