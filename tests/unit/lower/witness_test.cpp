#include "lower/witness.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cfloat>
#include <cmath>
#include <limits>
#include <map>

#include "unit/lower/small_programs.hpp"

namespace espalier::witness_test {
namespace {

using testing::ElementsAre;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kFloatMax = static_cast<double>(FLT_MAX);

Domain between(double above, double upto, bool missing = false) {
  Domain domain;
  domain.missing = missing;
  domain.bounded_below = above > -kInfinity;
  domain.above = above;
  domain.upto = upto;
  return domain;
}

Field of(InputType type, bool sentinel = false) {
  return {0, type, sentinel, ""};
}

TEST(ValueInside, PrefersZeroThenTheThreshold) {
  EXPECT_EQ(value_inside(of(InputType::float64), between(-kInfinity, 5)), 0);
  EXPECT_EQ(value_inside(of(InputType::float64), between(2, 5)), 5);
  EXPECT_EQ(value_inside(of(InputType::float64), between(2, kInfinity)), 3);
  EXPECT_EQ(value_inside(of(InputType::float64), between(-kInfinity, -2)), -2);
}

TEST(ValueInside, FindsTheOnlyValueOfTheType) {
  EXPECT_EQ(value_inside(of(InputType::int8), between(2.5, 3.5)), 3);
  EXPECT_EQ(value_inside(of(InputType::int8), between(126.5, kInfinity)), 127);
  EXPECT_EQ(value_inside(of(InputType::int8), between(-kInfinity, -127.5)), -128);
  EXPECT_EQ(value_inside(of(InputType::uint8), between(-kInfinity, 0.5)), 0);
  const double up = static_cast<double>(std::nextafter(1.0F, 2.0F));
  EXPECT_EQ(value_inside(of(InputType::float32), between(1, up)), up);
  EXPECT_EQ(value_inside(of(InputType::float64), between(1e300, std::nextafter(1e300, kInfinity))),
            std::nextafter(1e300, kInfinity));
}

TEST(ValueInside, NothingBetweenTwoValuesOfTheType) {
  EXPECT_EQ(value_inside(of(InputType::int8), between(2.2, 2.8)), std::nullopt);
  EXPECT_EQ(value_inside(of(InputType::int8), between(127, kInfinity)), std::nullopt);
  EXPECT_EQ(value_inside(of(InputType::uint8), between(-kInfinity, -1)), std::nullopt);
  EXPECT_EQ(value_inside(of(InputType::float32), between(1, 1 + 1e-12)), std::nullopt);
  EXPECT_EQ(value_inside(of(InputType::float32), between(1e39, 1e40)), std::nullopt);
}

TEST(ValueInside, InfinityWhereNothingFiniteIsLeft) {
  EXPECT_EQ(value_inside(of(InputType::float32), between(kFloatMax, kInfinity)), kInfinity);
  EXPECT_EQ(value_inside(of(InputType::float32), between(-kInfinity, -1e39)), -kInfinity);
  EXPECT_EQ(value_inside(of(InputType::float64), between(DBL_MAX, kInfinity)), kInfinity);
  EXPECT_EQ(value_inside(of(InputType::float64), between(-kInfinity, -DBL_MAX)), -DBL_MAX);
}

TEST(ValueInside, SentinelsAreNoValues) {
  EXPECT_EQ(value_inside(of(InputType::int8, true), between(-kInfinity, -127.5)), std::nullopt);
  EXPECT_EQ(value_inside(of(InputType::int8, true), between(-kInfinity, -127)), -127);
  EXPECT_EQ(value_inside(of(InputType::int8, true), between(-129.5, -126.5)), -127);
  EXPECT_EQ(value_inside(of(InputType::uint8, true), between(253.5, kInfinity)), 254);
  EXPECT_EQ(value_inside(of(InputType::uint8, true), between(254, kInfinity)), std::nullopt);
}

TEST(ValueInside, MissingOnlyIfNothingElseIsLeft) {
  const auto missing = value_inside(of(InputType::uint8, true), between(254, kInfinity, true));
  ASSERT_TRUE(missing);
  EXPECT_TRUE(std::isnan(*missing));
  EXPECT_EQ(value_inside(of(InputType::float64), between(-kInfinity, 5, true)), 0);

  Domain categories;
  categories.allowed = {false, true, true};
  EXPECT_EQ(value_inside(of(InputType::category), categories), 1);
  categories.allowed = {false, false, false};
  EXPECT_TRUE(std::isnan(*value_inside(of(InputType::category), categories)));
  categories.missing = false;
  EXPECT_EQ(value_inside(of(InputType::category), categories), std::nullopt);
}

std::map<std::uint32_t, Witness> witnesses(const Model& model, const std::vector<Field>& fields) {
  std::map<std::uint32_t, Witness> found;
  for_each_witness(model, only_tree(model), fields, [&](const Witness& witness, const PathDomains&) {
    EXPECT_TRUE(found.emplace(witness.rule, witness).second) << "rule " << witness.rule << " twice";
  });
  return found;
}

TEST(Witnesses, OfGolf) {
  const Model golf = sample::golf();
  const auto found = witnesses(golf, choose_fields(golf, FieldSelection::used, {}));
  ASSERT_EQ(found.size(), 5U);
  // outlook (sunny, overcast, rain), temperature (not read), humidity, windy (false, true)
  EXPECT_THAT(found.at(1).row, ElementsAre(0, 0, 0, 0));
  EXPECT_THAT(found.at(2).row, ElementsAre(0, 0, 76, 0));
  EXPECT_THAT(found.at(3).row, ElementsAre(1, 0, 0, 0));
  EXPECT_THAT(found.at(4).row, ElementsAre(2, 0, 0, 1));
  EXPECT_THAT(found.at(5).row, ElementsAre(2, 0, 0, 0));
  for (const auto& [rule, witness] : found) {
    EXPECT_TRUE(witness.complete);
  }
}

TEST(Witnesses, UnreachableRuleHasNone) {
  // x <= 5: x <= 7 always holds, its right leaf (rule 2) is out of reach.
  const Model model = over_x({at_most(0, 5, {1, 2}, {1, 1}), at_most(0, 7, {3, 4}, {1, 0}), yes(), no(), yes()});
  const auto found = witnesses(model, {of(InputType::float64)});
  EXPECT_TRUE(found.contains(1));
  EXPECT_FALSE(found.contains(2));
  EXPECT_TRUE(found.contains(3));
}

TEST(Witnesses, RuleThatOnlyMissingValuesReach) {
  // x > 5 or missing, then x <= 3 or missing: only a missing value gets to rule 2.
  const Model model =
      over_x({at_most(0, 5, {1, 2}, {1, 1}), no(), missing_first(at_most(0, 3, {3, 4}, {0, 1})), no(), yes()});
  const auto found = witnesses(model, {of(InputType::float64)});
  ASSERT_EQ(found.size(), 3U);
  EXPECT_FALSE(found.at(2).complete);
  EXPECT_TRUE(std::isnan(found.at(2).row[0]));
  EXPECT_TRUE(found.at(3).complete);
  EXPECT_EQ(witnesses(model, {of(InputType::int32)}).size(), 2U) << "an int32 without a sentinel is never missing";
}

TEST(Witnesses, ReachTheirRulesForRandomModels) {
  RandomEngine engine(1);
  std::size_t reached = 0;
  for (int i = 0; i < 300; ++i) {
    Model model = sample::random_model(engine);
    if (i % 2 == 0) model = sample::with_small_whole_numbers(std::move(model), engine);
    const Interpreter interpreter(model);
    const auto fields = choose_fields(model, FieldSelection::used, {});
    const auto found = witnesses(model, fields);
    reached += found.size();
    for (const auto& [rule, witness] : found) {
      const Prediction prediction = interpreter.predict(witness.row);
      ASSERT_EQ(prediction.rule, rule);
    }
  }
  EXPECT_GT(reached, 500U);
}

}  // namespace
}  // namespace espalier::witness_test
