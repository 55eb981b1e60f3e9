#include "support/enum_names.hpp"

#include <gtest/gtest.h>

#include <cstdint>

namespace espalier {

enum class Fruit : std::uint8_t { apple, blood_orange, cherry };
template <>
inline constexpr auto kNames<Fruit> = enum_names("apple", "blood-orange", "cherry");

enum class Nameless { one, two };

namespace {

TEST(EnumNames, AreThoseOfTheValues) {
  EXPECT_EQ(to_string(Fruit::apple), "apple");
  EXPECT_EQ(to_string(Fruit::blood_orange), "blood-orange");
  EXPECT_EQ(to_string(Fruit::cherry), "cherry");
  static_assert(to_string(Fruit::cherry) == "cherry", "known to the compiler");
}

TEST(EnumNames, AreReadBack) {
  EXPECT_EQ(parse_name<Fruit>("blood-orange"), Fruit::blood_orange);
  EXPECT_EQ(parse_name<Fruit>("cherry"), Fruit::cherry);
}

TEST(EnumNames, OthersAreNone) {
  for (const char* const name : {"", "Apple", "apple ", "blood_orange", "cherr"}) {
    EXPECT_EQ(parse_name<Fruit>(name), std::nullopt) << name;
  }
}

TEST(EnumNames, AreAskedOfNamedEnumerationsOnly) {
  EXPECT_TRUE(NamedEnum<Fruit>);
  EXPECT_FALSE(NamedEnum<Nameless>);
  EXPECT_FALSE(NamedEnum<int>);
}

// A table with too few or too many names does not compile: this is what it asks.
TEST(EnumNames, TellValuesFromOtherNumbers) {
  EXPECT_TRUE(is_enumerator<Fruit::cherry>());
  EXPECT_TRUE(is_enumerator<static_cast<Fruit>(2)>());
  EXPECT_FALSE(is_enumerator<static_cast<Fruit>(3)>());
  EXPECT_TRUE(is_enumerator<Nameless::two>());
  EXPECT_FALSE(is_enumerator<static_cast<Nameless>(2)>());
}

}  // namespace
}  // namespace espalier
