#include "model/interpret.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "support/sample_models.hpp"

namespace espalier::interpret_test {
namespace {

using testing::ElementsAre;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kSunny = 0;
constexpr double kOvercast = 1;
constexpr double kRain = 2;

// Position among the children of the humidity test (threshold 75, missing to 1).
std::uint32_t humidity_branch(double humidity) {
  const Model model = sample::golf();
  return branch_taken(model, model.trees[0].nodes[1], std::vector<double>{kSunny, 70, humidity, 0});
}

TEST(BranchTaken, ThresholdItselfGoesLeftAndItsUpperNeighbourRight) {
  EXPECT_EQ(humidity_branch(75), 0U);
  EXPECT_EQ(humidity_branch(std::nextafter(75.0, 0.0)), 0U);
  EXPECT_EQ(humidity_branch(std::nextafter(75.0, 100.0)), 1U);
}

TEST(BranchTaken, InfinitiesAreNumbersAndNaNIsMissing) {
  EXPECT_EQ(humidity_branch(-kInfinity), 0U);
  EXPECT_EQ(humidity_branch(kInfinity), 1U);
  EXPECT_EQ(humidity_branch(kMissing), 1U);
  EXPECT_EQ(humidity_branch(-kMissing), 1U);
  EXPECT_EQ(humidity_branch(-1), 0U) << "-1 is a number to a numeric test";

  Model model = sample::golf();
  model.trees[0].nodes[1].missing_child = 0;
  EXPECT_EQ(branch_taken(model, model.trees[0].nodes[1], std::vector<double>{0, 0, kMissing, 0}), 0U);
}

TEST(BranchTaken, ZeroThresholdTakesBothZeros) {
  Model model = sample::golf();
  Node& node = model.trees[0].nodes[1];
  for (const double threshold : {0.0, -0.0}) {
    node.threshold = threshold;
    EXPECT_EQ(branch_taken(model, node, std::vector<double>{0, 0, 0.0, 0}), 0U);
    EXPECT_EQ(branch_taken(model, node, std::vector<double>{0, 0, -0.0, 0}), 0U);
    const double denormal = std::numeric_limits<double>::denorm_min();
    EXPECT_EQ(branch_taken(model, node, std::vector<double>{0, 0, denormal, 0}), 1U);
  }
}

TEST(BranchTaken, MultiwayTakesTheCategoryAndMemberItsSide) {
  const Model model = sample::golf();
  const std::vector<Node>& nodes = model.trees[0].nodes;
  for (std::uint32_t category = 0; category < 3; ++category) {
    EXPECT_EQ(branch_taken(model, nodes[0], std::vector<double>{static_cast<double>(category), 0, 0, 0}), category);
  }
  EXPECT_EQ(branch_taken(model, nodes[3], std::vector<double>{0, 0, 0, 1}), 0U);
  EXPECT_EQ(branch_taken(model, nodes[3], std::vector<double>{0, 0, 0, 0}), 1U);
}

TEST(BranchTaken, WhatIsNoCategoryTakesTheMissingChild) {
  Model model = sample::golf();
  Node multiway = model.trees[0].nodes[0];
  Node member = model.trees[0].nodes[3];
  multiway.missing_child = 2;
  for (const double value : {kMissing, kUnknownCategory, -2.0, 0.5, 3.0, 1e300, kInfinity, -kInfinity}) {
    EXPECT_EQ(branch_taken(model, multiway, std::vector<double>{value, 0, 0, 0}), 2U) << value;
    for (const std::uint32_t missing_child : {0U, 1U}) {
      member.missing_child = missing_child;
      EXPECT_EQ(branch_taken(model, member, std::vector<double>{0, 0, 0, value}), missing_child) << value;
    }
  }
}

TEST(LeafReached, FollowsEveryPathOfGolf) {
  const Model model = sample::golf();
  const auto reached = [&](std::vector<double> row) { return leaf_reached(model, model.trees[0], row); };
  EXPECT_EQ(reached({kOvercast, 0, 0, 0}), 2U);
  EXPECT_EQ(reached({kSunny, 0, 75, 0}), 4U);
  EXPECT_EQ(reached({kSunny, 0, 76, 0}), 5U);
  EXPECT_EQ(reached({kRain, 0, 0, 1}), 6U);
  EXPECT_EQ(reached({kRain, 0, 0, 0}), 7U);
}

TEST(RuleNumbers, CountLeavesInReadingOrder) {
  // Reading order of golf's leaves: nodes 4, 5 (sunny), 2 (overcast), 6, 7 (rain).
  EXPECT_THAT(rule_numbers(sample::golf().trees[0]), ElementsAre(0, 0, 3, 0, 1, 2, 4, 5));
  EXPECT_THAT(rule_numbers(sample::single_leaf().trees[0]), ElementsAre(1));
}

TEST(ClassDistributions, AreCountsByWeight) {
  const auto distributions = class_distributions(sample::golf(), sample::golf().trees[0]);
  EXPECT_THAT(distributions[0], ElementsAre(9.0 / 14, 5.0 / 14));
  EXPECT_THAT(distributions[1], ElementsAre(2.0 / 5, 3.0 / 5));
  EXPECT_THAT(distributions[5], ElementsAre(0, 1));
}

TEST(ClassDistributions, EmptyBranchHasItsNearestWeightedAncestors) {
  Model model = sample::golf();
  std::vector<Node>& nodes = model.trees[0].nodes;
  nodes[1].counts = {0, 0};  // sunny: no rows, below it neither
  nodes[4].counts = {0, 0};
  const auto distributions = class_distributions(model, model.trees[0]);
  EXPECT_THAT(distributions[1], ElementsAre(9.0 / 14, 5.0 / 14));
  EXPECT_THAT(distributions[4], ElementsAre(9.0 / 14, 5.0 / 14));
  EXPECT_THAT(distributions[5], ElementsAre(0, 1));
}

TEST(ClassDistributions, WithoutAnyWeightAreAllOnTheLabel) {
  Model model = sample::golf();
  for (Node& node : model.trees[0].nodes) node.counts = {0, 0};
  const auto distributions = class_distributions(model, model.trees[0]);
  EXPECT_THAT(distributions[4], ElementsAre(1, 0));
  EXPECT_THAT(distributions[5], ElementsAre(0, 1));
}

TEST(Interpreter, AnswersWithLabelRuleAndProbabilities) {
  const Model model = sample::golf();
  const Interpreter interpreter(model);
  const std::vector<double> row = {kSunny, 70, 90, 0};
  const Prediction prediction = interpreter.predict(row);
  EXPECT_EQ(prediction.label, 1U);
  EXPECT_EQ(prediction.rule, 2U);
  EXPECT_THAT(prediction.probabilities, ElementsAre(0, 1));
  EXPECT_EQ(interpreter.predict(row).label, 1U);
}

TEST(Interpreter, SingleLeafAnswersTheEmptyRow) {
  const Model model = sample::single_leaf();
  const Prediction prediction = Interpreter(model).predict({});
  EXPECT_EQ(prediction.label, 0U);
  EXPECT_EQ(prediction.rule, 1U);
  EXPECT_THAT(prediction.probabilities, ElementsAre(9.0 / 14, 5.0 / 14));
}

TEST(Interpreter, GoesDownALongChain) {
  constexpr std::uint32_t kTests = 100'000;
  const Model model = sample::chain(kTests);
  const Interpreter interpreter(model);
  // x = 1 passes every `x <= t`, t = 100,000 ... 1; x = 2 fails the last one.
  EXPECT_EQ(interpreter.predict(std::vector<double>{1}).label, 0U);
  EXPECT_EQ(interpreter.predict(std::vector<double>{2}).label, 1U);
  EXPECT_EQ(interpreter.predict(std::vector<double>{1}).rule, 1U) << "the left branch is read first";
  EXPECT_EQ(interpreter.predict(std::vector<double>{kTests + 1.0}).rule, kTests + 1);
}

TEST(Smoothing, OfALeafByHand) {
  Model model = sample::golf();
  const Node& root = model.trees[0].nodes[0];
  ASSERT_EQ(root.counts, (std::vector<double>{9, 5}));
  const auto of_node_2 = [&] { return class_distributions(model, model.trees[0])[2]; };
  ASSERT_EQ(model.trees[0].nodes[2].counts, (std::vector<double>{4, 0}));
  EXPECT_EQ(of_node_2(), (std::vector<double>{1, 0}));
  model.smoothing = {SmoothingKind::laplace, 0};
  EXPECT_EQ(of_node_2(), (std::vector<double>{5.0 / 6, 1.0 / 6}));
  model.smoothing = {SmoothingKind::m_estimate, 14};
  EXPECT_EQ(of_node_2(), (std::vector<double>{13.0 / 18, 5.0 / 18})) << "(4 + 9) / 18";
}

}  // namespace
}  // namespace espalier::interpret_test
