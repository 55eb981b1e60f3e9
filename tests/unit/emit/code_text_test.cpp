#include "emit/code_text.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cfloat>
#include <cmath>
#include <cstdlib>
#include <limits>

#include "emit/cpp_context.hpp"
#include "support/random.hpp"

namespace espalier::code_text_test {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(CppType, PerField) {
  EXPECT_EQ(cpp_type({0, InputType::int8, false, ""}, {}), "int8_t");
  EXPECT_EQ(cpp_type({0, InputType::uint32, true, ""}, {}), "uint32_t");
  EXPECT_EQ(cpp_type({0, InputType::float32, false, ""}, {}), "float");
  EXPECT_EQ(cpp_type({0, InputType::float64, false, ""}, {}), "double");
  EXPECT_EQ(cpp_type({0, InputType::category, false, ""}, {"OutlookValue", {}, ""}), "OutlookValue");
}

TEST(UnsignedType, IsTheSmallestThatCountsSoFar) {
  EXPECT_EQ(unsigned_type(0), "uint8_t");
  EXPECT_EQ(unsigned_type(255), "uint8_t");
  EXPECT_EQ(unsigned_type(256), "uint16_t");
  EXPECT_EQ(unsigned_type(65'535), "uint16_t");
  EXPECT_EQ(unsigned_type(65'536), "uint32_t");
}

TEST(CodeLiteral, Integers) {
  EXPECT_EQ(code_literal(InputType::int32, 5), "5");
  EXPECT_EQ(code_literal(InputType::int8, -128), "-128");
  EXPECT_EQ(code_literal(InputType::int32, 2147483647), "2147483647");
  EXPECT_EQ(code_literal(InputType::int32, -2147483648.0), "(-2147483647 - 1)") << "2147483648 is no int";
  EXPECT_EQ(code_literal(InputType::uint32, 4000000000.0), "4000000000U");
  EXPECT_EQ(code_literal(InputType::uint16, 65535), "65535");
}

TEST(CodeLiteral, FloatingTypesHaveAPointOrExponentAndTheirSuffix) {
  EXPECT_EQ(code_literal(InputType::float32, static_cast<double>(0.8F)), "0.8f");
  EXPECT_EQ(code_literal(InputType::float32, 5), "5.0f");
  EXPECT_EQ(code_literal(InputType::float64, 5), "5.0");
  EXPECT_EQ(code_literal(InputType::float64, 0.1), "0.1");
  EXPECT_EQ(code_literal(InputType::float64, 1e300), "1e+300");
  EXPECT_EQ(code_literal(InputType::float32, static_cast<double>(FLT_MAX)), "3.4028235e+38f");
  EXPECT_EQ(code_literal(InputType::float64, -0.0), "-0.0");
}

TEST(CodeLiteral, FloatsReadBackBitForBit) {
  RandomEngine engine(1);
  for (int i = 0; i < 20'000; ++i) {
    const auto value = std::bit_cast<float>(static_cast<std::uint32_t>(engine()));
    if (!std::isfinite(value)) continue;
    std::string literal = code_literal(InputType::float32, static_cast<double>(value));
    ASSERT_EQ(literal.back(), 'f');
    literal.pop_back();
    ASSERT_NE(literal.find_first_of(".e"), std::string::npos) << literal << " would be an integer";
    char* end = nullptr;
    const float read = std::strtof(literal.c_str(), &end);
    ASSERT_EQ(*end, '\0') << literal;
    ASSERT_EQ(std::bit_cast<std::uint32_t>(read), std::bit_cast<std::uint32_t>(value)) << literal;
  }
}

TEST(CodeLiteral, DoublesReadBackBitForBit) {
  RandomEngine engine(2);
  for (int i = 0; i < 20'000; ++i) {
    const auto value = std::bit_cast<double>(engine());
    if (!std::isfinite(value)) continue;
    const std::string literal = code_literal(InputType::float64, value);
    ASSERT_NE(literal.find_first_of(".e"), std::string::npos) << literal << " would be an integer";
    char* end = nullptr;
    const double read = std::strtod(literal.c_str(), &end);
    ASSERT_EQ(*end, '\0') << literal;
    ASSERT_EQ(std::bit_cast<std::uint64_t>(read), std::bit_cast<std::uint64_t>(value)) << literal;
  }
}

std::string condition_text(Field field, const Condition& condition) {
  Program program;
  program.fields = {field};
  Names names;
  names.fields = {"x"};
  names.enums = {{"XValue", {"k", "l", "m"}, "unknown"}};
  return code_condition(program.fields, cpp_code_names(names), condition);
}

std::string number(InputType type, bool sentinel, Compare compare, double threshold, bool when_missing) {
  return condition_text({0, type, sentinel, ""}, {0, compare, when_missing, threshold, threshold, {}});
}

TEST(CodeCondition, FloatingTypesAnswerForNaNAtNoCost) {
  constexpr InputType f = InputType::float32;
  EXPECT_EQ(number(f, false, Compare::less_equal, 0.5, false), "row.x <= 0.5f");
  EXPECT_EQ(number(f, false, Compare::greater, 0.5, false), "row.x > 0.5f");
  EXPECT_EQ(number(f, false, Compare::less_equal, 0.5, true), "!(row.x > 0.5f)");
  EXPECT_EQ(number(f, false, Compare::greater, 0.5, true), "!(row.x <= 0.5f)");
  EXPECT_EQ(number(InputType::float64, false, Compare::less_equal, 0.1, true), "!(row.x > 0.1)");
}

TEST(CodeCondition, MinusInfinityIsBelowTheLowestFiniteValue) {
  constexpr InputType f = InputType::float32;
  EXPECT_EQ(number(f, false, Compare::less_equal, -kInfinity, false), "row.x < -3.4028235e+38f");
  EXPECT_EQ(number(f, false, Compare::greater, -kInfinity, false), "row.x >= -3.4028235e+38f");
  EXPECT_EQ(number(f, false, Compare::less_equal, -kInfinity, true), "!(row.x >= -3.4028235e+38f)");
  EXPECT_EQ(number(f, false, Compare::greater, -kInfinity, true), "!(row.x < -3.4028235e+38f)");
}

TEST(CodeCondition, IntegersWithoutASentinelAreNeverMissing) {
  for (const bool when_missing : {false, true}) {
    EXPECT_EQ(number(InputType::int32, false, Compare::less_equal, 5, when_missing), "row.x <= 5");
    EXPECT_EQ(number(InputType::uint32, false, Compare::greater, 5, when_missing), "row.x > 5U");
  }
}

TEST(CodeCondition, SignedSentinelIsOnTheLowSideByItself) {
  constexpr InputType i = InputType::int8;
  EXPECT_EQ(number(i, true, Compare::less_equal, 5, true), "row.x <= 5");
  EXPECT_EQ(number(i, true, Compare::greater, 5, false), "row.x > 5");
  EXPECT_EQ(number(i, true, Compare::less_equal, 5, false), "row.x <= 5 && row.x != missing_int8");
  EXPECT_EQ(number(i, true, Compare::greater, 5, true), "row.x > 5 || row.x == missing_int8");
}

TEST(CodeCondition, UnsignedSentinelIsOnTheHighSideByItself) {
  constexpr InputType u = InputType::uint8;
  EXPECT_EQ(number(u, true, Compare::less_equal, 5, false), "row.x <= 5");
  EXPECT_EQ(number(u, true, Compare::greater, 5, true), "row.x > 5");
  EXPECT_EQ(number(u, true, Compare::less_equal, 5, true), "row.x <= 5 || row.x == missing_uint8");
  EXPECT_EQ(number(u, true, Compare::greater, 5, false), "row.x > 5 && row.x != missing_uint8");
}

std::string category(Compare compare, std::vector<std::uint32_t> categories, bool when_missing) {
  return condition_text({0, InputType::category, false, ""}, {0, compare, when_missing, 0, 0, std::move(categories)});
}

TEST(CodeCondition, CategoriesAreEqualToOneOrToNoneOfTheOthers) {
  EXPECT_EQ(category(Compare::member, {1}, false), "row.x == XValue::l");
  EXPECT_EQ(category(Compare::member, {0, 2}, false), "row.x == XValue::k || row.x == XValue::m");
  EXPECT_EQ(category(Compare::member, {0, 2}, true), "row.x != XValue::l") << "k, m and whatever is unknown";
  EXPECT_EQ(category(Compare::not_member, {1}, true), "row.x != XValue::l");
  EXPECT_EQ(category(Compare::not_member, {0, 2}, true), "row.x != XValue::k && row.x != XValue::m");
  EXPECT_EQ(category(Compare::not_member, {0, 2}, false), "row.x == XValue::l") << "not k, m or unknown";
  EXPECT_EQ(category(Compare::member, {0, 1, 2}, true), "true");
  EXPECT_EQ(category(Compare::not_member, {0, 1, 2}, false), "false");
}

// The fields of the next tests: two floats, an int32 and a uint8 with sentinels, a category of three.
std::string with_fallbacks(const Condition& condition) {
  const std::vector<Field> fields = {{0, InputType::float32, false, ""},
                                     {1, InputType::float64, false, ""},
                                     {2, InputType::int32, true, ""},
                                     {3, InputType::uint8, true, ""},
                                     {4, InputType::category, false, ""}};
  Names names;
  names.fields = {"x", "y", "n", "u", "c"};
  names.enums.resize(4);
  names.enums.push_back({"CValue", {"k", "l", "m"}, "unknown"});
  return code_condition(fields, cpp_code_names(names), condition);
}

Condition at_most(std::uint32_t field, double threshold, bool when_missing = false) {
  return {field, Compare::less_equal, when_missing, threshold, threshold, {}};
}

TEST(CodeCondition, WhetherAValueIsThere) {
  EXPECT_EQ(with_fallbacks(known_number(0)), "row.x == row.x");
  EXPECT_EQ(with_fallbacks(negated(known_number(1))), "row.y != row.y");
  EXPECT_EQ(with_fallbacks(known_category(4, 3)), "row.c < CValue::unknown");
  EXPECT_EQ(with_fallbacks(negated(known_category(4, 3))), "row.c >= CValue::unknown");
  // As `narrow` leaves it: signed sentinels are the lowest value, unsigned ones the highest.
  EXPECT_EQ(with_fallbacks(at_most(2, lowest(InputType::int32), true)), "row.n == missing_int32");
  EXPECT_EQ(with_fallbacks(negated(at_most(2, lowest(InputType::int32), true))), "row.n != missing_int32");
  EXPECT_EQ(with_fallbacks(at_most(3, 254)), "row.u != missing_uint8");
  EXPECT_EQ(with_fallbacks(negated(at_most(3, 254))), "row.u == missing_uint8");
}

TEST(CodeCondition, FallbacksAreAskedWhereTheValueIsMissing) {
  Condition condition = at_most(0, 2.5);
  condition.fallbacks = {at_most(1, 0.1)};
  EXPECT_EQ(with_fallbacks(condition), "row.x == row.x ? row.x <= 2.5f : row.y <= 0.1");
  condition.when_missing = true;  // of the last one
  EXPECT_EQ(with_fallbacks(condition), "row.x == row.x ? row.x <= 2.5f : !(row.y > 0.1)");
  EXPECT_EQ(with_fallbacks(negated(condition)), "row.x == row.x ? row.x > 2.5f : row.y > 0.1");
}

TEST(CodeCondition, EveryKindOfFieldCanHaveOrBeAFallback) {
  Condition condition = at_most(2, 7);
  condition.fallbacks = {{3, Compare::greater, false, 9, 9, {}}, {4, Compare::member, false, 0, 0, {1}}, at_most(0, 1)};
  EXPECT_EQ(with_fallbacks(condition),
            "row.n != missing_int32 ? row.n <= 7"
            " : row.u != missing_uint8 ? row.u > 9"
            " : row.c < CValue::unknown ? row.c == CValue::l"
            " : row.x <= 1.0f");
  EXPECT_EQ(with_fallbacks(negated(condition)),
            "row.n != missing_int32 ? row.n > 7"
            " : row.u != missing_uint8 ? row.u <= 9"
            " : row.c < CValue::unknown ? row.c != CValue::l"
            " : !(row.x <= 1.0f)");
}

TEST(CodeCondition, WhatTheTypesRangeDecidesIsNotCompared) {
  Condition condition = negated(at_most(2, lowest(InputType::int32)));  // every number holds
  condition.fallbacks = {at_most(0, 1)};
  EXPECT_EQ(with_fallbacks(condition), "row.n != missing_int32 ? true : !(row.x > 1.0f)");
}

TEST(CodeCondition, LongSetsAreGroupedBySixtyFour) {
  Program program;
  program.fields = {{0, InputType::category, false, ""}};
  Names names;
  names.fields = {"x"};
  names.enums = {{"E", std::vector<std::string>(131, "v"), "unknown"}};
  Condition condition = {0, Compare::member, false, 0, 0, {}};
  for (std::uint32_t c = 0; c < 130; ++c) condition.categories.push_back(c);
  const std::string text = code_condition(program.fields, cpp_code_names(names), condition);
  // 130 = 64 + 64 + 2: three groups in parentheses.
  EXPECT_EQ(std::count(text.begin(), text.end(), '('), 3);
  EXPECT_TRUE(text.ends_with(") || (row.x == E::v || row.x == E::v)")) << text;
}

// MISRA wants U behind every unsigned number, once, and behind no other.
TEST(CodeLiteral, OfMisraEndsInUWhereTheTypeIsUnsigned) {
  const CodeNames misra = cpp_code_names({}, CodeStyle::misra);
  EXPECT_EQ(code_literal(misra, InputType::uint8, 75), "75U");
  EXPECT_EQ(code_literal(misra, InputType::uint16, 75), "75U");
  EXPECT_EQ(code_literal(misra, InputType::uint32, 75), "75U");
  EXPECT_EQ(code_literal(misra, InputType::int8, 75), "75");
  EXPECT_EQ(code_literal(misra, InputType::int32, 75), "75");
  EXPECT_EQ(code_literal(misra, InputType::boolean, 1), "true");
  EXPECT_EQ(code_literal(misra, InputType::float64, 75), "75.0");
  EXPECT_EQ(code_literal(cpp_code_names({}), InputType::uint8, 75), "75");
}

}  // namespace
}  // namespace espalier::code_text_test
