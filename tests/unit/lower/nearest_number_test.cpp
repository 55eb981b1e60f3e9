#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "model/interpret.hpp"
#include "support/input_types.hpp"

namespace espalier::nearest_number_test {
namespace {

Field field_of(const char* type, bool sentinel = false) {
  return {0, sample::type_named(type), sentinel, ""};
}

TEST(NearestNumber, RoundsToTheNearestAndTiesToEven) {
  const Field whole = field_of("int8");
  EXPECT_EQ(nearest_number(whole, 2.4), 2);
  EXPECT_EQ(nearest_number(whole, 2.6), 3);
  EXPECT_EQ(nearest_number(whole, 2.5), 2);
  EXPECT_EQ(nearest_number(whole, 3.5), 4);
  EXPECT_EQ(nearest_number(whole, -2.5), -2);
  EXPECT_EQ(nearest_number(whole, -3.5), -4);
  EXPECT_EQ(nearest_number(whole, -0.4), 0);
  EXPECT_FALSE(std::signbit(nearest_number(whole, -0.4)));
  const Field halves = field_of("uint8*0.5");  // 1.25 is between 2 and 3 halves, 1.75 between 3 and 4
  EXPECT_EQ(nearest_number(halves, 1.25), 1);
  EXPECT_EQ(nearest_number(halves, 1.75), 2);
  EXPECT_EQ(nearest_number(field_of("q3.4"), 0.09), 0.0625);
  EXPECT_EQ(nearest_number(field_of("q3.4"), 0.03125), 0) << "half a step";
  EXPECT_EQ(nearest_number(field_of("int16*0.01"), 23.456), 23.46);
}

TEST(NearestNumber, StaysWithinTheFieldsNumbers) {
  EXPECT_EQ(nearest_number(field_of("uint8"), 300), 255);
  EXPECT_EQ(nearest_number(field_of("uint8"), -3), 0);
  EXPECT_EQ(nearest_number(field_of("uint8", true), 300), 254) << "255 would be missing";
  EXPECT_EQ(nearest_number(field_of("uint8", true), 254.9), 254);
  EXPECT_EQ(nearest_number(field_of("int8", true), -200), -127);
  EXPECT_EQ(nearest_number(field_of("int8", true), -127.9), -127);
  EXPECT_EQ(nearest_number(field_of("uint8*0.5"), 127.6), 127.5);
  EXPECT_EQ(nearest_number(field_of("float"), 1e300), static_cast<double>(std::numeric_limits<float>::max()));
  EXPECT_EQ(nearest_number(field_of("float"), 0.1), static_cast<double>(0.1F));
  EXPECT_EQ(nearest_number(field_of("double"), 0.1), 0.1);
}

TEST(NearestNumber, OfABoolIsFalseUpToAHalf) {
  const Field flag = field_of("bool");
  EXPECT_EQ(nearest_number(flag, 0.5), 0);
  EXPECT_EQ(nearest_number(flag, 0.51), 1);
  EXPECT_EQ(nearest_number(flag, -7), 0);
  EXPECT_EQ(nearest_number(flag, 7), 1);
}

TEST(NearestNumber, KeepsMissingWhereItCan) {
  EXPECT_TRUE(std::isnan(nearest_number(field_of("int8", true), kMissing)));
  EXPECT_TRUE(std::isnan(nearest_number(field_of("float"), kMissing)));
  EXPECT_EQ(nearest_number(field_of("bool"), kMissing), 0);
}

// The definition, value by value.
TEST(NearestNumber, IsNearerThanItsNeighbours) {
  RandomEngine engine(3);
  for (int i = 0; i < 40'000; ++i) {
    const InputType type = sample::any_number_type(engine);
    const Field field = sample::any_field(0, type, engine);
    const double first = is_integer(type) ? lowest_number(field) : -1000;
    const double last = is_integer(type) ? highest_number(field) : 1000;
    const double value = first + (last - first) * uniform_unit(engine);
    const double nearest = nearest_number(field, value);
    ASSERT_EQ(floor_to(type, nearest), nearest) << to_string(type) << ' ' << value;
    ASSERT_TRUE(nearest >= first && nearest <= last) << to_string(type) << ' ' << value;
    const double distance = std::abs(nearest - value);
    for (const double other : {next_up(type, nearest), next_down(type, nearest)}) {
      if (other < first || other > last) continue;
      ASSERT_LE(distance, std::abs(other - value)) << to_string(type) << ' ' << value;
    }
  }
}

}  // namespace
}  // namespace espalier::nearest_number_test
