#include "audit/driver.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <limits>

#include "support/sample_models.hpp"

namespace espalier::raw_rows_test {
namespace {

template <typename T>
std::string bytes_of(T value) {
  std::string bytes(sizeof value, '\0');
  std::memcpy(bytes.data(), &value, sizeof value);
  return bytes;
}

std::string raw(const Field& field, double value) {
  Model model = sample::single_leaf();
  model.features = {field.type == InputType::category ? sample::categorical("c", {"k", "l", "m"})
                                                      : sample::real("x", 0, 1)};
  std::string bytes;
  append_raw_row(model, {field}, std::vector<double>{value}, bytes);
  return bytes;
}

TEST(RawRows, NumbersAreTheBytesOfTheirType) {
  EXPECT_EQ(raw({0, InputType::int8, false, ""}, -5), bytes_of(std::int8_t{-5}));
  EXPECT_EQ(raw({0, InputType::uint8, false, ""}, 200), bytes_of(std::uint8_t{200}));
  EXPECT_EQ(raw({0, InputType::int16, false, ""}, -32768), bytes_of(std::int16_t{-32768}));
  EXPECT_EQ(raw({0, InputType::uint16, false, ""}, 65535), bytes_of(std::uint16_t{65535}));
  EXPECT_EQ(raw({0, InputType::int32, false, ""}, 2147483647), bytes_of(std::int32_t{2147483647}));
  EXPECT_EQ(raw({0, InputType::uint32, false, ""}, 4294967295.0), bytes_of(std::uint32_t{4294967295U}));
  EXPECT_EQ(raw({0, InputType::float32, false, ""}, -0.0), bytes_of(-0.0F));
  EXPECT_EQ(raw({0, InputType::float64, false, ""}, 0.1), bytes_of(0.1));
}

TEST(RawRows, NumbersInStepsAreCounted) {
  const auto of = [](const char* type) { return Field{0, parse_type_name(type).value(), false, ""}; };
  EXPECT_EQ(raw(of("int16*0.01"), 23.45), bytes_of(std::int16_t{2345}));
  EXPECT_EQ(raw(of("int16*0.01"), -327.68), bytes_of(std::int16_t{-32768}));
  EXPECT_EQ(raw(of("uint32*0.1"), 429496729.5), bytes_of(std::uint32_t{4294967295U}));
  EXPECT_EQ(raw(of("q7.8"), -1.5), bytes_of(std::int16_t{-384}));
  EXPECT_EQ(raw(of("uq0.32"), 0.5), bytes_of(std::uint32_t{0x80000000U}));
  EXPECT_EQ(raw(of("bool"), 1), std::string(1, '\x01'));
  EXPECT_EQ(raw(of("bool"), 0), std::string(1, '\x00'));
}

TEST(RawRows, MissingNumbersAreSentinelsOrNaNsWithTheirSign) {
  EXPECT_EQ(raw({0, InputType::int8, true, ""}, kMissing), bytes_of(std::int8_t{-128}));
  EXPECT_EQ(raw({0, InputType::uint16, true, ""}, kMissing), bytes_of(std::uint16_t{65535}));
  EXPECT_EQ(raw({0, parse_type_name("int16*0.01").value(), true, ""}, kMissing), bytes_of(std::int16_t{-32768}));
  EXPECT_EQ(raw({0, parse_type_name("uq4.4").value(), true, ""}, kMissing), bytes_of(std::uint8_t{255}));
  const float nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(raw({0, InputType::float32, false, ""}, kMissing), bytes_of(nan));
  EXPECT_EQ(raw({0, InputType::float32, false, ""}, -kMissing), bytes_of(-nan));
  EXPECT_NE(bytes_of(nan), bytes_of(-nan));
}

TEST(RawRows, CategoriesAreTheirEnumerators) {
  const Field field = {0, InputType::category, false, ""};
  EXPECT_EQ(raw(field, 2), std::string(1, '\x02'));
  EXPECT_EQ(raw(field, kMissing), std::string(1, '\x03')) << "the enumerator `unknown`";
  EXPECT_EQ(raw(field, kUnknownCategory), std::string(1, '\xFF')) << "no enumerator at all";
}

TEST(RawRows, ManyCategoriesTakeMoreBytes) {
  Model model = sample::single_leaf();
  for (const auto& [count, type] : {std::pair<std::size_t, const char*>{255, "uint8_t"},
                                    {256, "uint16_t"},
                                    {65'535, "uint16_t"},
                                    {65'536, "uint32_t"}}) {
    model.features = {sample::categorical("c", std::vector<std::string>(count, "x"))};
    EXPECT_EQ(raw_type(model, {0, InputType::category, false, ""}), type) << count;
  }
  std::string bytes;
  append_raw_row(model, {{0, InputType::category, false, ""}}, std::vector<double>{kMissing}, bytes);
  EXPECT_EQ(bytes, bytes_of(std::uint32_t{65'536}));
}

TEST(RawRows, FieldsFollowEachOtherInTheirOrder) {
  const Model golf = sample::golf();
  std::string bytes = "before";
  append_raw_row(golf, choose_fields(golf, FieldSelection::used, {}), std::vector<double>{2, 99, 75, 1}, bytes);
  EXPECT_EQ(bytes, "before" + std::string(1, '\x02') + bytes_of(std::int32_t{75}) + std::string(1, '\x01'));
}

TEST(RawType, IsTheFieldsOwn) {
  const Model golf = sample::golf();
  EXPECT_EQ(raw_type(golf, {2, InputType::int16, false, ""}), "int16_t");
  EXPECT_EQ(raw_type(golf, {2, InputType::float32, false, ""}), "float");
  EXPECT_EQ(raw_type(golf, {2, InputType::float64, false, ""}), "double");
  EXPECT_EQ(raw_type(golf, {0, InputType::category, false, ""}), "uint8_t");
  EXPECT_EQ(raw_type(golf, {2, parse_type_name("q7.8").value(), false, ""}), "int16_t");
  EXPECT_EQ(raw_type(golf, {2, InputType::boolean, false, ""}), "uint8_t");
}

}  // namespace
}  // namespace espalier::raw_rows_test
