// Rows from plain arrays: the type of the elements, the text, and the runtime's conversions.
#include "emit/cpp_rows.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "../../../runtime/include/espalier/runtime.hpp"

#include "../../../runtime/include/espalier/bits.hpp"
#include "../../../runtime/include/espalier/rows.hpp"
#include "emit/cpp_header.hpp"
#include "support/sample_models.hpp"

namespace espalier::cpp_rows_test {
namespace {

using testing::HasSubstr;
using testing::Not;

// The element type of fields of these types; categories have `categories` values.
std::string element(const std::vector<InputType>& types, std::size_t categories = 3) {
  Model model;
  std::vector<Field> fields;
  for (const InputType type : types) {
    fields.push_back({static_cast<std::uint32_t>(model.features.size()), type, false, ""});
    model.features.push_back(sample::categorical("c", std::vector<std::string>(categories)));
  }
  return element_type(model, fields);
}

TEST(ElementType, HoldsEveryValueOfEveryField) {
  using enum InputType::Storage;
  EXPECT_EQ(element({float32, float32}), "float");
  EXPECT_EQ(element({float32, float64}), "double");
  EXPECT_EQ(element({float32, int16, uint16, category}), "float");
  EXPECT_EQ(element({float32, int32}), "double") << "a float has no 2^24 + 1";
  EXPECT_EQ(element({float32, uint32}), "double");
  EXPECT_EQ(element({int32, category}), "int32_t");
  EXPECT_EQ(element({uint8, int8}), "int16_t");
  EXPECT_EQ(element({uint16, int8}), "int32_t");
  EXPECT_EQ(element({uint32, uint8}), "uint32_t");
  EXPECT_EQ(element({uint32, int8}), "double");
  EXPECT_EQ(element({category}), "uint8_t");
  EXPECT_EQ(element({category}, 255), "uint8_t") << "0 to 254, and 255 is unknown";
  EXPECT_EQ(element({category}, 256), "uint16_t");
  EXPECT_EQ(element({boolean, boolean}), "uint8_t");
  EXPECT_EQ(element({boolean, float32}), "float");
  EXPECT_EQ(element({*parse_type_name("int16*0.01"), *parse_type_name("q7.8")}), "int16_t") << "as they are stored";
  EXPECT_EQ(element({}), "uint8_t");
}

std::string header_of(const Model& model, const LowerOptions& lowering = {}) {
  return emit_cpp_header(model, lower(model, lowering), {});
}

TEST(RowFromArray, OfWholeNumbersNeedsNoConversion) {
  const std::string text = header_of(sample::golf());
  EXPECT_THAT(text, HasSubstr("using Element = int32_t;\n"));
  EXPECT_THAT(text, HasSubstr("  row.outlook = static_cast<uint32_t>(values[0]) < 3U ? "
                              "static_cast<OutlookValue>(values[0]) : OutlookValue::unknown;\n"
                              "  row.humidity = values[1];\n"));
  EXPECT_THAT(text, Not(HasSubstr("ESPALIER_ROWS_1")));
}

TEST(RowFromArray, OfMixedTypesUsesTheRuntime) {
  Model golf = sample::golf();
  golf.missing = MissingPolicy::majority;
  LowerOptions options;
  options.fields = FieldSelection::all;
  options.input_types = {{"temperature", InputType::float32}, {"humidity", InputType::uint8}};
  const std::string text = header_of(golf, options);
  EXPECT_THAT(text, HasSubstr("#define ESPALIER_ROWS_1\n"));
  EXPECT_THAT(text, HasSubstr("using Element = float;\n"));
  EXPECT_THAT(
      text,
      HasSubstr("  row.outlook = static_cast<OutlookValue>(::espalier::runtime_1::category_of_real(values[0], 3U));\n"
                "  row.temperature = values[1];\n"
                "  row.humidity = ::espalier::runtime_1::whole_of_real(values[2], "
                "::espalier::runtime_1::numbers<uint8_t>(true));\n"));
}

TEST(RowFromArray, TakesWhatScaledFieldsStore) {
  Model golf = sample::golf();
  golf.missing = MissingPolicy::majority;
  LowerOptions options;
  options.fields = FieldSelection::all;
  options.input_types = {{"temperature", InputType::float32}, {"humidity", *parse_type_name("uint16*0.5")}};
  EXPECT_THAT(header_of(golf, options), HasSubstr("  row.humidity = ::espalier::runtime_1::whole_of_real(values[2], "
                                                  "::espalier::runtime_1::numbers<uint16_t>(true));\n"));
}

TEST(FieldNames, AreThoseOfTheColumns) {
  EXPECT_THAT(header_of(sample::golf()), HasSubstr("    case 1:\n      return \"humidity\";\n"));
  EXPECT_THAT(header_of(sample::golf()), HasSubstr("  field_count = 3,\n"));
}

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

template <typename To>
To whole(double value, bool sentinel) {
  return runtime_1::whole_of_real(value, runtime_1::numbers<To>(sentinel));
}

TEST(WholeOfReal, KeepsWhatTheTypeHolds) {
  for (int value = -128; value <= 127; ++value) {
    EXPECT_EQ(whole<std::int8_t>(value, false), value);
    EXPECT_EQ(whole<std::int8_t>(value, true), value) << "-128 stays the sentinel";
  }
  for (int value = 0; value <= 255; ++value) EXPECT_EQ(whole<std::uint8_t>(value, true), value);
  EXPECT_EQ(whole<std::int32_t>(-2147483648.0, false), std::numeric_limits<std::int32_t>::min());
  EXPECT_EQ(whole<std::int32_t>(2147483647.0, false), 2147483647);
  EXPECT_EQ(whole<std::uint32_t>(4294967295.0, false), 4294967295U);
}

TEST(WholeOfReal, EndsWhereTheTypeDoes) {
  for (const double beyond : {256.0, 1e300, kInfinity}) {
    EXPECT_EQ(whole<std::uint8_t>(beyond, false), 255);
    EXPECT_EQ(whole<std::uint8_t>(beyond, true), 254) << "255 would be missing";
    EXPECT_EQ(whole<std::int8_t>(beyond, true), 127);
    EXPECT_EQ(whole<std::int8_t>(-beyond, false), -128);
    EXPECT_EQ(whole<std::int8_t>(-beyond, true), -127) << "-128 would be missing";
    EXPECT_EQ(whole<std::uint8_t>(-beyond, true), 0);
  }
  EXPECT_EQ(whole<std::uint32_t>(4294967296.0, true), 4294967294U);
  EXPECT_EQ(whole<std::int32_t>(-2147483649.0, true), -2147483647);
}

TEST(WholeOfReal, RoundsFractionsDown) {
  EXPECT_EQ(whole<std::int8_t>(2.75, false), 2);
  EXPECT_EQ(whole<std::int8_t>(-0.25, false), -1);
  EXPECT_EQ(whole<std::int8_t>(-126.5, true), -127);
  EXPECT_EQ(whole<std::int8_t>(-127.5, true), -127) << "-128 would be missing";
  EXPECT_EQ(whole<std::int8_t>(-127.5, false), -128);
  EXPECT_EQ(whole<std::uint8_t>(-0.5, false), 0);
  EXPECT_EQ(whole<std::uint8_t>(254.5, true), 254);
}

TEST(WholeOfReal, TakesNanForMissingOrTheHighest) {
  EXPECT_EQ(whole<std::int8_t>(kNan, true), -128);
  EXPECT_EQ(whole<std::uint16_t>(kNan, true), 65535);
  EXPECT_EQ(whole<std::int8_t>(-kNan, false), 127);
  EXPECT_EQ(whole<std::uint16_t>(kNan, false), 65535);
}

TEST(WholeOfWhole, EndsWhereTheTypeDoes) {
  const auto narrow = [](std::int32_t value, bool sentinel) {
    return runtime_1::whole_of_whole(value, runtime_1::numbers<std::uint8_t>(sentinel));
  };
  for (int value = 0; value <= 255; ++value) EXPECT_EQ(narrow(value, true), value);
  EXPECT_EQ(narrow(256, true), 254);
  EXPECT_EQ(narrow(2147483647, false), 255);
  EXPECT_EQ(narrow(-1, true), 0);
}

TEST(CategoryOfReal, KnowsIndicesAndNothingElse) {
  EXPECT_EQ(runtime_1::category_of_real(0.0F, 3), 0U);
  EXPECT_EQ(runtime_1::category_of_real(-0.0, 3), 0U);
  EXPECT_EQ(runtime_1::category_of_real(2.0, 3), 2U);
  for (const double none : {3.0, 1.5, -1.0, 1e300, kInfinity, -kInfinity, kNan}) {
    EXPECT_EQ(runtime_1::category_of_real(none, 3), 3U) << none;
  }
}

}  // namespace
}  // namespace espalier::cpp_rows_test
