#include "audit/boundary.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "support/input_types.hpp"
#include "support/sample_models.hpp"

namespace espalier::boundary_test {
namespace {

using testing::ElementsAre;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// x <= threshold: rule 1, else rule 2.
Model cut(double threshold) {
  Model model = sample::single_leaf();
  model.features = {sample::real("x", 0, 1)};
  model.trees = {Tree{{sample::at_most(0, threshold, {1, 2}, {1, 1}), sample::leaf({1, 0}), sample::leaf({0, 1})}}};
  return model;
}

struct Vectors {
  std::vector<std::vector<double>> rows;
  std::size_t unreachable = 0;

  std::vector<double> first_column() const {
    std::vector<double> values;
    for (const auto& row : rows) values.push_back(row[0]);
    return values;
  }
};

Vectors vectors(const Model& model, const std::vector<Field>& fields) {
  Vectors result;
  result.unreachable =
      for_each_boundary_vector(model, fields, [&](Row row) { result.rows.emplace_back(row.begin(), row.end()); });
  return result;
}

Vectors of_type(double threshold, InputType type, bool sentinel = false) {
  return vectors(cut(threshold), {{0, type, sentinel, ""}});
}

testing::Matcher<double> nan(bool negative) {
  return testing::ResultOf([=](double v) { return std::isnan(v) && std::signbit(v) == negative; }, testing::IsTrue());
}

testing::Matcher<double> zero(bool negative) {
  return testing::ResultOf([=](double v) { return v == 0 && std::signbit(v) == negative; }, testing::IsTrue());
}

TEST(BoundaryVectors, OfAFloatThreshold) {
  const double up = static_cast<double>(std::nextafter(0.5F, 1.0F));
  const double down = static_cast<double>(std::nextafter(0.5F, 0.0F));
  const Vectors found = of_type(0.5, InputType::float32);
  EXPECT_EQ(found.unreachable, 0U);
  // Per rule: its witness, the ends of its box, the threshold and its neighbours, the infinities, a NaN of either sign.
  EXPECT_THAT(found.first_column(),
              ElementsAre(0, -kInfinity, 0.5, 0.5, up, down, -kInfinity, kInfinity, nan(false), nan(true),  //
                          1.5, up, kInfinity, 0.5, up, down, -kInfinity, kInfinity, nan(false), nan(true)));
}

TEST(BoundaryVectors, NeighboursAreThoseOfTheType) {
  const Vectors found = of_type(0.5, InputType::float64);
  EXPECT_THAT(found.first_column(), testing::Contains(std::nextafter(0.5, 1.0)));
  EXPECT_THAT(found.first_column(), testing::Contains(std::nextafter(0.5, 0.0)));
}

TEST(BoundaryVectors, ThresholdBetweenFloatsIsTakenFromBothSides) {
  const std::vector<double> values = of_type(0.1, InputType::float32).first_column();
  EXPECT_THAT(values, testing::Contains(static_cast<double>(0.1F))) << "above 0.1";
  EXPECT_THAT(values, testing::Contains(static_cast<double>(std::nextafter(0.1F, 0.0F)))) << "below it";
}

TEST(BoundaryVectors, BothZerosWhereZeroIsNear) {
  const double tiny = static_cast<double>(std::numeric_limits<float>::denorm_min());
  const Vectors found = of_type(0, InputType::float32);
  const auto faces = [&](std::vector<testing::Matcher<double>> own) {
    own.insert(own.end(), {zero(false), tiny, -tiny, -kInfinity, kInfinity, zero(true), nan(false), nan(true)});
    return own;
  };
  std::vector<testing::Matcher<double>> expected = faces({zero(false), -kInfinity, zero(false)});
  const auto of_rule_2 = faces({1, tiny, kInfinity});
  expected.insert(expected.end(), of_rule_2.begin(), of_rule_2.end());
  EXPECT_THAT(found.first_column(), testing::ElementsAreArray(expected));
}

TEST(BoundaryVectors, IntegersHaveTheEndsOfTheirTypeAndNoMissingValue) {
  EXPECT_THAT(of_type(2.5, InputType::int8).first_column(), ElementsAre(0, -128, 2, 2, 3, 1, -128, 127,  //
                                                                        3, 3, 127, 2, 3, 1, -128, 127));
}

TEST(BoundaryVectors, SentinelStandsForMissingAndIsNoNumber) {
  EXPECT_THAT(of_type(2.5, InputType::int8, true).first_column(),
              ElementsAre(0, -127, 2, 2, 3, 1, -127, 127, nan(false),  //
                          3, 3, 127, 2, 3, 1, -127, 127, nan(false)));
  EXPECT_THAT(of_type(253.5, InputType::uint8, true).first_column(),
              ElementsAre(0, 0, 253, 253, 254, 252, 0, nan(false),  //
                          254, 254, 254, 253, 254, 252, 0, nan(false)));
}

TEST(BoundaryVectors, UnreachableRulesAreCounted) {
  const Vectors found = of_type(200, InputType::int8);  // no int8 is above
  EXPECT_EQ(found.unreachable, 1U);
  EXPECT_THAT(found.first_column(), ElementsAre(0, -128, 127, 127, 126, -128));
}

TEST(BoundaryVectors, CornersOfABoxAreTakenInAllColumnsAtOnce) {
  const Model golf = sample::golf();
  const Vectors found = vectors(golf, choose_fields(golf, FieldSelection::used, {}));
  // Rule 4, outlook = rain and windy = true, is the second one in the program; humidity is free.
  EXPECT_THAT(found.rows[1 + 2 + 5], ElementsAre(2, 0, 0, 1)) << "its witness";
  EXPECT_THAT(found.rows[1 + 2 + 5 + 1], ElementsAre(2, 0, -2147483648.0, 1));
  EXPECT_THAT(found.rows[1 + 2 + 5 + 2], ElementsAre(2, 0, 2147483647, 1));
}

TEST(BoundaryVectors, OfGolf) {
  const Model golf = sample::golf();
  const Vectors found = vectors(golf, choose_fields(golf, FieldSelection::used, {}));
  // Columns a rule tests get: outlook 3 + unknown + missing = 5, windy 2 + 2 = 4, humidity 3 + the ends = 5.
  // A witness and two corners each. Rule 3: 3 + 5; rules 4, 5: 3 + 5 + 4; rules 1, 2: 3 + 5 + 5.
  EXPECT_EQ(found.rows.size(), 8U + 2U * 12U + 2U * 13U);
  EXPECT_EQ(found.unreachable, 0U);
}

TEST(BoundaryVectors, ManyCategoriesAreSampled) {
  Model model = cut(0);
  std::vector<std::string> names;
  for (int i = 0; i < 600; ++i) names.push_back("c" + std::to_string(i));
  model.features = {sample::categorical("c", names)};
  Node& root = model.trees[0].nodes[0];
  root = sample::test(TestKind::member, 0, {1, 2}, {1, 1});
  root.categories = {7};
  const Vectors found = vectors(model, {{0, InputType::category, false, ""}});
  // Either rule: its witness and two corners; 1 category on one side; 599 on the other, of which every third (599 / 256
  // < 3): 200; unknown and missing.
  EXPECT_EQ(found.rows.size(), 2U * (3 + 1 + 200 + 2));
}

TEST(BoundaryVectors, ASingleLeafHasItsWitnessAndCorners) {
  EXPECT_EQ(vectors(sample::single_leaf(), {}).rows.size(), 3U);
}

// Whether a field can hold the value as it is.
bool representable(const Model& model, const Field& field, double value) {
  if (std::isnan(value)) return can_be_missing(field);
  if (field.type == InputType::category) {
    return value == kUnknownCategory ||
           (value >= 0 && value < static_cast<double>(model.features[field.feature].categories.size()));
  }
  if (field.sentinel && value == missing_sentinel(field.type)) return false;
  return value >= lowest(field.type) && value <= highest(field.type) && floor_to(field.type, value) == value;
}

TEST(BoundaryVectors, HoldOnlyValuesOfTheirFields) {
  RandomEngine engine(1);
  std::size_t checked = 0;
  for (int i = 0; i < 200; ++i) {
    Model model = sample::random_model(engine);
    if (i % 2 == 0) model = sample::with_small_whole_numbers(std::move(model), engine);
    std::vector<Field> fields = choose_fields(model, FieldSelection::all, {});
    for (Field& field : fields) {
      if (field.type == InputType::category) continue;
      field = sample::any_field(field.feature, sample::any_number_type(engine), engine);
    }
    for (const auto& row : vectors(model, fields).rows) {
      for (const Field& field : fields) {
        ASSERT_TRUE(representable(model, field, row[field.feature]))
            << to_string(field.type) << (field.sentinel ? " with sentinel: " : ": ") << row[field.feature];
        ++checked;
      }
    }
  }
  EXPECT_GT(checked, 10'000U);
}

}  // namespace
}  // namespace espalier::boundary_test
