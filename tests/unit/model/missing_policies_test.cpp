// What the interpreter does with missing values and unknown categories, policy by policy, and with the tests that come
// with them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "model/interpret.hpp"
#include "support/sample_models.hpp"

namespace espalier::missing_policies_test {
namespace {

using testing::IsEmpty;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kSunny = 0;
constexpr double kRain = 2;

std::uint32_t rule(const Model& model, std::vector<double> row) {
  return Interpreter(model).predict(row).rule;
}

TEST(MissingChild, DecidesUnderEveryPolicyWithoutMeansOfItsOwn) {
  for (const MissingPolicy policy : {MissingPolicy::refuse, MissingPolicy::majority, MissingPolicy::learned}) {
    Model model = sample::golf();
    model.missing = policy;
    model.trees[0].nodes[0].missing_child = 2;  // rain
    EXPECT_EQ(rule(model, {kMissing, 70, 70, 1}), 4U);
    EXPECT_EQ(rule(model, {kUnknownCategory, 70, 70, kMissing}), 5U) << "windy: missing to the second child";
    EXPECT_EQ(rule(model, {kSunny, 70, kMissing, 1}), 2U);
    model.trees[0].nodes[1].missing_child = 0;
    EXPECT_EQ(rule(model, {kSunny, 70, kMissing, 1}), 1U);
  }
}

// Rules 1 and 2 are humidity <= 75 and > 75 on sunny days; the rows are outlook, temperature, humidity, windy.
TEST(Surrogates, AreAskedInOrderAndOnlyWhereTheValueIsMissing) {
  const Model model = sample::surrogate_golf();
  EXPECT_EQ(rule(model, {kSunny, 85, 75, 0}), 1U) << "known: temperature is not asked";
  EXPECT_EQ(rule(model, {kSunny, 70, kMissing, 1}), 1U) << "temperature <= 70, whatever the wind";
  EXPECT_EQ(rule(model, {kSunny, std::nextafter(70.0, 71.0), kMissing, 0}), 2U);
  EXPECT_EQ(rule(model, {kSunny, kInfinity, kMissing, 0}), 2U) << "an infinity is a value";
}

TEST(Surrogates, ReversedOnesSendTheOtherWay) {
  const Model model = sample::surrogate_golf();
  EXPECT_EQ(rule(model, {kSunny, kMissing, kMissing, 1}), 2U) << "windy = true holds for the second child";
  EXPECT_EQ(rule(model, {kSunny, kMissing, kMissing, 0}), 1U);
  EXPECT_EQ(rule(model, {kRain, 70, 70, kMissing}), 5U) << "temperature <= 70 holds for not windy";
  EXPECT_EQ(rule(model, {kRain, 71, 70, kMissing}), 4U);
}

TEST(Surrogates, LeaveItToTheMissingChildWhenAllAreMissing) {
  Model model = sample::surrogate_golf();
  for (const double unknown : {kMissing, kUnknownCategory, 2.0, 0.5}) {
    model.trees[0].nodes[1].missing_child = 1;
    EXPECT_EQ(rule(model, {kSunny, kMissing, kMissing, unknown}), 2U);
    model.trees[0].nodes[1].missing_child = 0;
    EXPECT_EQ(rule(model, {kSunny, kMissing, kMissing, unknown}), 1U);
  }
}

TEST(Surrogates, StandInForUnknownCategoriesToo) {
  const Model model = sample::surrogate_golf();
  EXPECT_EQ(rule(model, {kRain, 85, 70, kUnknownCategory}), 4U);
  EXPECT_EQ(rule(model, {kRain, 64, 70, kUnknownCategory}), 5U);
}

// Position among the children of the humidity test: cuts at 75 and 80, the last child for missing values.
std::uint32_t interval(double humidity) {
  const Model model = sample::own_category_sample();
  return branch_taken(model, model.trees[0].nodes[0], std::vector<double>{0, humidity, 0});
}

TEST(Intervals, EndAtTheirCutsWhichBelongToTheLowerOne) {
  EXPECT_EQ(interval(-kInfinity), 0U);
  EXPECT_EQ(interval(75), 0U);
  EXPECT_EQ(interval(std::nextafter(75.0, 76.0)), 1U);
  EXPECT_EQ(interval(std::nextafter(80.0, 0.0)), 1U);
  EXPECT_EQ(interval(80), 1U);
  EXPECT_EQ(interval(std::nextafter(80.0, 81.0)), 2U);
  EXPECT_EQ(interval(kInfinity), 2U);
  EXPECT_EQ(interval(-1), 0U) << "-1 is a number to a numeric feature";
  EXPECT_EQ(interval(kMissing), 3U);
}

TEST(Intervals, WithoutABranchForMissingValuesUseTheMissingChild) {
  Model model = sample::own_category_sample();
  Node node = model.trees[0].nodes[0];
  node.children = {node.children[0], node.children[1], node.children[2]};
  node.missing_child = 1;
  EXPECT_EQ(branch_taken(model, node, std::vector<double>{0, kMissing, 0}), 1U);
}

TEST(Groups, SendCategoriesTogetherAndTheRestWithTheMissing) {
  Model model = sample::own_category_sample();
  Node node = model.trees[0].nodes[1];  // red and blue, green; gray was not there; missing goes with green
  const auto branch = [&](double color) { return branch_taken(model, node, std::vector<double>{color, 0, 0}); };
  for (const std::uint32_t missing_child : {1U, 0U}) {
    node.missing_child = missing_child;
    EXPECT_EQ(branch(0), 0U);
    EXPECT_EQ(branch(1), 1U);
    EXPECT_EQ(branch(2), 0U);
    for (const double other : {3.0, 4.0, 0.5, kUnknownCategory, kMissing, kInfinity}) {
      EXPECT_EQ(branch(other), missing_child) << other;
    }
  }
}

TEST(Groups, WithoutAGroupAreNotKnownToTheTest) {
  const Model model = sample::own_category_sample();
  const auto known = [&](double color) {
    return branch_if_known(model, model.trees[0].nodes[1], std::vector<double>{color, 0, 0});
  };
  EXPECT_EQ(known(2), 0U);
  EXPECT_EQ(known(3), std::nullopt);
  EXPECT_EQ(known(kMissing), std::nullopt);
}

TEST(Present, AsksForAValueAndAlwaysKnows) {
  Model model = sample::own_category_sample();
  Node node = model.trees[0].nodes[2];
  const auto known = [&](std::vector<double> row) { return branch_if_known(model, node, row); };
  for (const double age : {0.0, -1.0, 99.5, kInfinity, -kInfinity}) EXPECT_EQ(known({0, 0, age}), 0U) << age;
  EXPECT_EQ(known({0, 0, kMissing}), 1U);

  node.feature = 0;
  EXPECT_EQ(known({3, 0, 0}), 0U);
  for (const double color : {kMissing, kUnknownCategory, 4.0, 0.5}) EXPECT_EQ(known({color, 0, 0}), 1U) << color;
}

// Rules in reading order: the groups 1 and 2, age known 3 and missing 4, color known 5 and missing 6, no humidity 7.
TEST(OwnCategory, FollowsEveryPath) {
  const Model model = sample::own_category_sample();
  EXPECT_EQ(rule(model, {2, 70, 1}), 1U);
  EXPECT_EQ(rule(model, {1, 70, 1}), 2U);
  EXPECT_EQ(rule(model, {kMissing, 70, 1}), 2U);
  EXPECT_EQ(rule(model, {3, 80, 1}), 3U);
  EXPECT_EQ(rule(model, {3, 80, kMissing}), 4U);
  EXPECT_EQ(rule(model, {3, 81, kMissing}), 5U);
  EXPECT_EQ(rule(model, {kUnknownCategory, 81, 1}), 6U);
  EXPECT_EQ(rule(model, {0, kMissing, 1}), 7U);
}

TEST(Regression, AnswersWithTheValueOfTheLeaf) {
  const Model model = sample::regression_sample();
  const Interpreter interpreter(model);
  const Prediction prediction = interpreter.predict(std::vector<double>{55, 0});
  EXPECT_EQ(prediction.value, 35);
  EXPECT_EQ(prediction.rule, 2U);
  EXPECT_THAT(prediction.probabilities, IsEmpty());
  EXPECT_EQ(interpreter.predict(std::vector<double>{50, 0}).value, 10);
  EXPECT_EQ(interpreter.predict(std::vector<double>{50.5, 2}).value, 20);
  EXPECT_EQ(interpreter.predict(std::vector<double>{kMissing, kMissing}).value, 20) << "the larger children";
}

}  // namespace
}  // namespace espalier::missing_policies_test
