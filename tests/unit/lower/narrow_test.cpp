#include <gtest/gtest.h>

#include <cmath>

#include "unit/lower/small_programs.hpp"

namespace espalier::narrow_test {
namespace {

std::vector<Field> field(InputType type, bool sentinel = false) {
  return {{0, type, sentinel, ""}};
}

// `x <= threshold`, narrowed: "no" below, "yes" above.
std::string narrowed(double threshold, const std::vector<Field>& fields, bool missing_goes_left = false) {
  Node test = at_most(0, threshold, {1, 2}, {1, 1});
  test.missing_child = missing_goes_left ? 0 : 1;
  const Model model = over_x({test, no(), yes()});
  const Program program = narrow(built(model, fields));
  verify_program(program, "narrow", {.narrowed = true});
  const std::string text = body(program, model);
  return text.substr(2, text.find_first_of("#\n") - 2);
}

TEST(Narrow, IntegersAreFloored) {
  EXPECT_EQ(narrowed(2.5, field(InputType::int8)), "if x <= 2  ");
  EXPECT_EQ(narrowed(-2.5, field(InputType::int8)), "if x <= -3  ");
  EXPECT_EQ(narrowed(2, field(InputType::uint8)), "if x <= 2  ");
  EXPECT_EQ(narrowed(-0.0, field(InputType::int32)), "if x <= 0  ") << "integers have one zero";
}

TEST(Narrow, FloatsRoundDownAndDoublesStay) {
  EXPECT_EQ(narrowed(0.5, field(InputType::float32)), "if x <= 0.5  ");
  EXPECT_EQ(narrowed(0.1, field(InputType::float32)), "if x <= 0.09999999403953552  ");
  EXPECT_EQ(narrowed(0.1, field(InputType::float64)), "if x <= 0.1  ");
  EXPECT_EQ(narrowed(-1e39, field(InputType::float32)), "if x <= -infinity  ");
  EXPECT_EQ(narrowed(1e39, field(InputType::float32)), "if x <= 3.4028234663852886e+38  ");
}

TEST(Narrow, KeepsTheModelsThresholdForComments) {
  const Model model = over_x({at_most(0, 0.1, {1, 2}, {1, 1}), no(), yes()});
  const Program program = narrow(built(model, field(InputType::float32)));
  EXPECT_EQ(program.steps[0].condition.model_threshold, 0.1);
  EXPECT_EQ(program.steps[0].condition.threshold, static_cast<double>(std::nextafter(0.1F, 0.0F)));
}

TEST(Narrow, TestsThatTheRangeDecidesAreDropped) {
  EXPECT_EQ(narrowed(200, field(InputType::int8)), "answer 'no' (rule 1)");
  EXPECT_EQ(narrowed(127, field(InputType::int8)), "answer 'no' (rule 1)");
  EXPECT_EQ(narrowed(126.5, field(InputType::int8)), "if x <= 126  ");
  EXPECT_EQ(narrowed(-128.5, field(InputType::int8)), "answer 'yes' (rule 2)");
  EXPECT_EQ(narrowed(-128, field(InputType::int8)), "if x <= -128  ");
  EXPECT_EQ(narrowed(-0.5, field(InputType::uint8)), "answer 'yes' (rule 2)");
  EXPECT_EQ(narrowed(255, field(InputType::uint8)), "answer 'no' (rule 1)");
  EXPECT_EQ(narrowed(1e300, field(InputType::uint32)), "answer 'no' (rule 1)");
}

TEST(Narrow, SignedSentinelIsTheLowestValue) {
  const std::vector<Field> fields = field(InputType::int8, true);  // values -127 to 127, -128 is missing
  EXPECT_EQ(narrowed(200, fields, true), "answer 'no' (rule 1)") << "missing values go the same way";
  EXPECT_EQ(narrowed(200, fields, false), "if x > -128  ") << "all but the missing value";
  EXPECT_EQ(narrowed(-200, fields, false), "answer 'yes' (rule 2)");
  EXPECT_EQ(narrowed(-200, fields, true), "if x <= -128 or missing  ");
  EXPECT_EQ(narrowed(-128, fields, false), "answer 'yes' (rule 2)") << "no value is as small";
  EXPECT_EQ(narrowed(-127, fields, false), "if x <= -127  ");
}

TEST(Narrow, UnsignedSentinelIsTheHighestValue) {
  const std::vector<Field> fields = field(InputType::uint8, true);  // values 0 to 254, 255 is missing
  EXPECT_EQ(narrowed(300, fields, true), "answer 'no' (rule 1)");
  EXPECT_EQ(narrowed(300, fields, false), "if x <= 254  ") << "all but the missing value";
  EXPECT_EQ(narrowed(254, fields, false), "if x <= 254  ");
  EXPECT_EQ(narrowed(254, fields, true), "answer 'no' (rule 1)");
  EXPECT_EQ(narrowed(253.5, fields, true), "if x <= 253 or missing  ");
  EXPECT_EQ(narrowed(-1, fields, false), "answer 'yes' (rule 2)");
  EXPECT_EQ(narrowed(-1, fields, true), "if x > 254 or missing  ");
}

TEST(Narrow, ThresholdsThatFallTogetherDecideEachOther) {
  // x <= 2.5, and below it x <= 2.2: both are x <= 2 for an integer.
  const Model model = over_x({at_most(0, 2.5, {1, 2}, {1, 1}), at_most(0, 2.2, {3, 4}, {1, 1}), no(), no(), yes()});
  EXPECT_EQ(fold(built(model, field(InputType::int16))).steps.size(), 5U) << "as numbers they differ";
  EXPECT_EQ(body(narrow(fold(built(model, field(InputType::int16)))), model), "  answer 'no' (rule 1,3)\n");
}

TEST(Narrow, LeavesCategoriesAlone) {
  const Model model = over_c({member(0, {0, 2}, {1, 2}), no(), yes()});
  const std::vector<Field> fields = field(InputType::category);
  EXPECT_EQ(body(narrow(built(model, fields)), model), body(built(model, fields), model));
}

}  // namespace
}  // namespace espalier::narrow_test
