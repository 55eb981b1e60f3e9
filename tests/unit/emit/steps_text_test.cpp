// Inputs in steps, in fixed point and bool, spelled out.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "emit/code_text.hpp"
#include "emit/cpp_context.hpp"
#include "emit/cpp_header.hpp"
#include "lower/pipeline.hpp"
#include "support/sample_models.hpp"

namespace espalier::steps_text_test {
namespace {

using testing::HasSubstr;

InputType type_of(const char* name) {
  return parse_type_name(name).value();
}

TEST(CodeLiteral, IsWhatIsStored) {
  EXPECT_EQ(code_literal(type_of("int16*0.01"), 23.45), "2345");
  EXPECT_EQ(code_literal(type_of("int16*0.01"), -0.35), "-35");
  EXPECT_EQ(code_literal(type_of("q7.8"), 1.5), "384");
  EXPECT_EQ(code_literal(type_of("uq0.32"), 0.5), "2147483648U");
  EXPECT_EQ(code_literal(type_of("uint32*0.1"), 0.3), "3U");
  EXPECT_EQ(code_literal(type_of("int32*0.5"), -1073741824.0), "(-2147483647 - 1)");
  EXPECT_EQ(code_literal(type_of("int8"), -128), "-128");
  EXPECT_EQ(code_literal(InputType::boolean, 1), "true");
  EXPECT_EQ(code_literal(InputType::boolean, 0), "false");
}

TEST(NumberType, IsTheStorage) {
  EXPECT_EQ(number_type(type_of("int16*0.01")), "int16_t");
  EXPECT_EQ(number_type(type_of("uq4.4")), "uint8_t");
  EXPECT_EQ(number_type(InputType::boolean), "bool");
}

std::string condition(const char* type, bool sentinel, Compare compare, double threshold, bool when_missing) {
  CodeNames names;
  names.fields = {"row.x"};
  names.categories = {{}};
  names.missing = "missing_";
  return code_condition({{0, type_of(type), sentinel, ""}}, names,
                        {0, compare, when_missing, threshold, threshold, {}, {}});
}

TEST(CodeCondition, ComparesWhatIsStored) {
  EXPECT_EQ(condition("int16*0.01", false, Compare::less_equal, 23.45, false), "row.x <= 2345");
  EXPECT_EQ(condition("int16*0.01", true, Compare::less_equal, 23.45, true), "row.x <= 2345")
      << "the lowest is missing";
  EXPECT_EQ(condition("int16*0.01", true, Compare::less_equal, 23.45, false),
            "row.x <= 2345 && row.x != missing_int16");
  EXPECT_EQ(condition("uq4.4", true, Compare::greater, 1.5, true), "row.x > 24");
  EXPECT_EQ(condition("uq4.4", true, Compare::less_equal, 1.5, true), "row.x <= 24 || row.x == missing_uint8");
  // The threshold next to the sentinel asks for the sentinel.
  EXPECT_EQ(condition("int16*0.01", true, Compare::less_equal, -327.68, true), "row.x == missing_int16");
  EXPECT_EQ(condition("uq4.4", true, Compare::greater, 254 / 16.0, true), "row.x == missing_uint8");
}

// A surrogate that every number answers alike, by the range of its type: after it nothing is asked if missing values
// answer like the numbers, and for the sentinel if they do not.
TEST(CodeCondition, LastFallbackDecidedByItsRangeIsAConstantOrAsksForTheSentinel) {
  CodeNames names;
  names.fields = {"row.x", "row.n"};
  names.categories = {{}, {}};
  names.missing = "missing_";
  const std::vector<Field> fields = {{0, InputType::float32, false, ""}, {1, InputType::uint8, true, ""}};
  const auto text = [&](Compare compare, bool when_missing) {
    Condition condition{0, Compare::less_equal, when_missing, 1, 1, {}, {}};
    condition.fallbacks = {{1, compare, false, 254, 300, {}, {}}};  // 255 is missing
    return code_condition(fields, names, condition);
  };
  EXPECT_EQ(text(Compare::greater, false), "row.x == row.x ? row.x <= 1.0f : false");
  EXPECT_EQ(text(Compare::greater, true), "row.x == row.x ? row.x <= 1.0f : row.n == missing_uint8");
  EXPECT_EQ(text(Compare::less_equal, true), "row.x == row.x ? row.x <= 1.0f : true");
  EXPECT_EQ(text(Compare::less_equal, false), "row.x == row.x ? row.x <= 1.0f : row.n != missing_uint8");
}

TEST(CodeCondition, OfABoolIsTheValueItself) {
  EXPECT_EQ(condition("bool", false, Compare::less_equal, 0, false), "!row.x");
  EXPECT_EQ(condition("bool", false, Compare::greater, 0, false), "row.x");
}

TEST(ValueExpression, IsWhatIsStored) {
  const auto text = [](const char* type, double value) {
    return value_expression({0, type_of(type), true, ""}, {}, value);
  };
  EXPECT_EQ(text("int16*0.01", 23.45), "2345");
  EXPECT_EQ(text("int16*0.01", kMissing), "-32768");
  EXPECT_EQ(text("uq8.8", kMissing), "65535");
  EXPECT_EQ(value_expression({0, InputType::boolean, false, ""}, {}, 1), "true");
}

// humidity <= 75 of golf in steps of 0.5 and missing values somewhere: 150 steps, and the model's own figure beside it.
TEST(CppHeader, ExplainsSteps) {
  Model golf = sample::golf();
  golf.missing = MissingPolicy::majority;
  LowerOptions options;
  options.input_types = {{"humidity", type_of("uint8*0.5")}};
  const std::string header = emit_cpp_header(golf, lower(golf, options), {});
  EXPECT_THAT(header,
              HasSubstr("uint8_t humidity;  // \"humidity\" in steps of 0.5, 65 to 96 in training; missing_uint8 if "
                        "missing\n"));
  EXPECT_THAT(header, HasSubstr("row.humidity <= 150"));
  EXPECT_THAT(header, HasSubstr("  // 75\n"));
  EXPECT_THAT(header, HasSubstr("enum : uint8_t { missing_uint8 = 255 };"));
  EXPECT_THAT(header, HasSubstr("\"type\":\"uint8*0.5\",\"sentinel\":true"));
}

}  // namespace
}  // namespace espalier::steps_text_test
