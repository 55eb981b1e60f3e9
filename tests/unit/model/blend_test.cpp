// Blends computed by hand. Weights are whole multiples of 2^-31, parts are rounded down: 5/14 is 766958445 of 2^31
// (766958445.7), 4/14 is 613566756 (613566756.6).
#include "model/blend.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "model/decision_threshold.hpp"
#include "support/sample_models.hpp"

namespace espalier::blend_test {
namespace {

using testing::ElementsAre;

constexpr double kSunny = 0;
constexpr double kOvercast = 1;
constexpr std::uint32_t kFive14ths = 766958445;
constexpr std::uint32_t kFour14ths = 613566756;

Prediction predict(const Model& model, const std::vector<double>& row) {
  return Interpreter(model).predict(row);
}

TEST(PartOf, IsRoundedDown) {
  EXPECT_EQ(part_of(kWholeWeight, 7), 7U);
  EXPECT_EQ(part_of(7, kWholeWeight), 7U);
  EXPECT_EQ(part_of(7, kWholeWeight / 2), 3U);
  EXPECT_EQ(part_of(1, kWholeWeight - 1), 0U);
}

TEST(BranchShares, AreTheTrainingWeightsOfTheChildren) {
  const Tree tree = sample::golf().trees[0];
  EXPECT_THAT(branch_shares(tree, tree.nodes[0]), ElementsAre(kFive14ths, kFour14ths, kFive14ths));
  EXPECT_THAT(branch_shares(tree, tree.nodes[3]), ElementsAre(858993459, 1288490188)) << "2/5 and 3/5";
}

TEST(BranchShares, WithoutAnyWeightAreTheMissingChilds) {
  Tree tree = sample::golf().trees[0];
  tree.nodes[4].counts = {0, 0};
  tree.nodes[5].counts = {0, 0};
  EXPECT_THAT(branch_shares(tree, tree.nodes[1]), ElementsAre(0, kWholeWeight));
}

TEST(LabelShares, AreTheCountsOfTheLeaf) {
  EXPECT_THAT(label_shares(sample::leaf({2, 3})), ElementsAre(858993459, 1288490188));
  EXPECT_THAT(label_shares(sample::leaf({0, 3})), ElementsAre(0, kWholeWeight));
  Node empty = sample::leaf({0, 0, 0});
  empty.label = 2;
  EXPECT_THAT(label_shares(empty), ElementsAre(0, 0, kWholeWeight)) << "all on its label";
}

TEST(Blend, GolfWithoutOutlookGoesDownAllThreeBranches) {
  const Model model = sample::fractional_golf();
  const Blender blender(model);
  // Humidity 90 on sunny days is Don't Play (5/14); overcast (4/14) and rain without wind (5/14) are Play.
  const Blend blend = blender.blend(std::vector<double>{kMissing, 70, 90, 0});
  EXPECT_THAT(blend.shares, ElementsAre(kFour14ths + kFive14ths, kFive14ths));
  EXPECT_FALSE(blend.is_single());
  EXPECT_EQ(blend.largest, kFive14ths);
  EXPECT_EQ(blend.leaf, 5U) << "of the two with 5/14 the first in reading order";
  EXPECT_EQ(blender.label(blend), 0U);

  const Prediction prediction = predict(model, {kMissing, 70, 90, 0});
  EXPECT_EQ(prediction.label, 0U);
  EXPECT_EQ(prediction.rule, 2U);
  EXPECT_THAT(prediction.probabilities,
              ElementsAre((kFour14ths + kFive14ths) / 2147483648.0, kFive14ths / 2147483648.0));
}

TEST(Blend, UnknownCategoriesAreBlendedLikeMissingOnes) {
  const Model model = sample::fractional_golf();
  EXPECT_EQ(predict(model, {kUnknownCategory, 70, 90, 0}).probabilities,
            predict(model, {kMissing, 70, 90, 0}).probabilities);
}

TEST(Blend, PartsOfPartsAddUpAndTiesGoToTheLowestIndex) {
  const Model model = sample::fractional_golf();
  const Blender blender(model);
  // Without wind either, rain is 2/14 Don't Play and 3/14 Play: 7/14 each.
  const Blend blend = blender.blend(std::vector<double>{kMissing, 70, 90, kMissing});
  EXPECT_THAT(blend.shares, ElementsAre(kFour14ths + 460175066, kFive14ths + 306783377));
  EXPECT_EQ(blend.shares[0], blend.shares[1]);
  EXPECT_EQ(blender.label(blend), 0U);
}

TEST(Blend, OneLeafWithEverythingAnswersByItself) {
  Model model = sample::fractional_golf();
  model.trees[0].nodes[2].counts = {3, 1};
  model.trees[0].nodes[2].label = 1;  // not the majority: a leaf answers as it says
  const Prediction prediction = predict(model, {kOvercast, kMissing, kMissing, kMissing});
  EXPECT_EQ(prediction.label, 1U);
  EXPECT_EQ(prediction.rule, 3U);
  EXPECT_THAT(prediction.probabilities, ElementsAre(0.75, 0.25));
}

TEST(Blend, ALeafWithoutWeightCountsForItsLabel) {
  Model model = sample::fractional_golf();
  Node& leaf = model.trees[0].nodes[4];  // sunny, humidity <= 75
  leaf.counts = {0, 0};
  leaf.label = 1;
  const Blend blend = Blender(model).blend(std::vector<double>{kMissing, 70, 70, 0});
  EXPECT_THAT(blend.shares, ElementsAre(kFour14ths + kFive14ths, kFive14ths));
}

TEST(Blend, WhereNoChildHasWeightTheMissingChildHasAll) {
  Model model = sample::fractional_golf();
  model.trees[0].nodes[4].counts = {0, 0};
  model.trees[0].nodes[5].counts = {0, 0};
  const Prediction prediction = predict(model, {kSunny, 70, kMissing, 0});
  EXPECT_EQ(prediction.rule, 2U);
  EXPECT_EQ(prediction.label, 1U);
  EXPECT_THAT(prediction.probabilities, ElementsAre(0.4, 0.6)) << "of its nearest ancestor with weight";
}

TEST(Blend, CostsDecideByTheLeastExpectedCost) {
  Model model = sample::fractional_golf();
  const std::vector<double> row = {kMissing, 70, 90, 0};  // 9/14 Play, 5/14 Don't Play
  model.costs = {{0, 1}, {1, 0}};
  EXPECT_EQ(predict(model, row).label, 0U) << "5/14 < 9/14";
  model.costs = {{0, 1}, {2, 0}};
  EXPECT_EQ(predict(model, row).label, 1U) << "10/14 > 9/14";
  model.costs = {{0, 5}, {9, 0}};
  EXPECT_EQ(predict(model, row).label, 1U) << "36408 / 65535 is a little less than 5/9";
  model.costs = {{0, 0}, {0, 0}};
  EXPECT_EQ(predict(model, row).label, 0U) << "a tie goes to the lowest index";
}

TEST(WholeCosts, AreInProportionAndTheLargestIs65535) {
  Model model = sample::golf();
  EXPECT_THAT(whole_costs(model), ElementsAre(ElementsAre(0, 1), ElementsAre(1, 0)));
  model.costs = {{0, 1}, {2, 0}};
  EXPECT_THAT(whole_costs(model), ElementsAre(ElementsAre(0, 32768), ElementsAre(65535, 0)));
  model.costs = {{0, 1e-300}, {3e-300, 0}};
  EXPECT_THAT(whole_costs(model), ElementsAre(ElementsAre(0, 21845), ElementsAre(65535, 0)));
}

TEST(Blend, AChainSharesItsWeightLevelByLevel) {
  Model model = sample::chain(2);
  model.missing = MissingPolicy::fractional;
  const Blender blender(model);
  // 1/3 stays at the first test's leaf; half of the other 2/3 at each leaf of the second: 715827882 of 2^31 each.
  const Blend blend = blender.blend(std::vector<double>{kMissing});
  EXPECT_THAT(blend.shares, ElementsAre(715827882, 2 * 715827882));
  EXPECT_EQ(blend.leaf, 4U);
  EXPECT_EQ(blend.largest, 715827882U);
}

TEST(Blend, ALongChainEndsWhereTheWeightDoes) {
  Model model = sample::chain(100'000);
  model.missing = MissingPolicy::fractional;
  const Prediction prediction = predict(model, {kMissing});
  EXPECT_EQ(prediction.label, 1U);
  EXPECT_EQ(prediction.probabilities[0], 0) << "(2/3)^100000";
  EXPECT_NEAR(prediction.probabilities[1], 1, 1e-7);
  EXPECT_EQ(predict(model, {1}).rule, 1U);
}

Model fractional_rents() {
  Model model = sample::regression_sample();
  model.missing = MissingPolicy::fractional;
  return model;
}

TEST(RegressionBlend, ScalesTheLargestValueToThirtyBits) {
  const Tree tree = sample::regression_sample().trees[0];
  EXPECT_EQ(value_exponent(tree), 24) << "35 * 2^24 < 2^30 <= 35 * 2^25";
  EXPECT_EQ(scaled_value(35, 24), 587202560);
  EXPECT_EQ(scaled_value(-0.1, 24), -1677722) << "-1677721.6";
  EXPECT_EQ(value_exponent(Tree{{sample::answering(0, 1, 0)}}), 0);
}

TEST(RegressionBlend, AddsValuesByWeight) {
  const Model model = fractional_rents();
  // 4/10 of 10 and 6/10 of 20 are 16; rounded down, 858993459 * 10 + 1288490188 * 20 of 2^31.
  const Prediction prediction = predict(model, {kMissing, 1});
  EXPECT_EQ(prediction.value, 34359738350 / 2147483648.0);
  EXPECT_NEAR(prediction.value, 16, 1e-8);
  EXPECT_EQ(prediction.rule, 3U) << "district != centre has 6/10";
  // 4/10 of 10, 2/10 of 35 and 4/10 of 20: the mean of all.
  EXPECT_EQ(predict(model, {kMissing, kMissing}).value, 40802189230 / 2147483648.0);
  EXPECT_NEAR(predict(model, {kMissing, kMissing}).value, 19, 1e-7);
  EXPECT_EQ(predict(model, {50, kMissing}).value, 10) << "nothing missing on the way";
}

TEST(RegressionBlend, NegativeSumsAreRoundedTowardZero) {
  Model model = fractional_rents();
  for (Node& node : model.trees[0].nodes) node.value = -node.value;
  EXPECT_EQ(predict(model, {kMissing, 1}).value, -34359738350 / 2147483648.0);
}

TEST(RegressionBlend, LeavesWithoutWeightTakeNoPart) {
  Model model = fractional_rents();
  model.trees[0].nodes[1].total = 0;
  EXPECT_EQ(predict(model, {kMissing, 1}).value, 20);
  for (Node& node : model.trees[0].nodes) node.total = 0;
  EXPECT_EQ(predict(model, {kMissing, 0}).value, 35) << "nobody has weight: the missing children";
}

TEST(RegressionBlend, StaysFiniteAtBothEndsOfTheDoubles) {
  using Limits = std::numeric_limits<double>;
  Model model = fractional_rents();
  for (const double value : {Limits::max(), Limits::lowest()}) {
    for (Node& node : model.trees[0].nodes) node.value = value;
    const double blended = predict(model, {kMissing, kMissing}).value;
    EXPECT_TRUE(std::isfinite(blended));
    EXPECT_NEAR(blended / value, 1, 1e-7);
  }
  for (Node& node : model.trees[0].nodes) node.value = 0x1p-970;
  EXPECT_EQ(value_exponent(model.trees[0]), 999);
  EXPECT_NEAR(predict(model, {kMissing, kMissing}).value / 0x1p-970, 1, 1e-7);
  for (Node& node : model.trees[0].nodes) node.value = Limits::denorm_min();
  EXPECT_EQ(value_exponent(model.trees[0]), 999) << "no more: such values blend to 0";
  EXPECT_EQ(predict(model, {kMissing, kMissing}).value, 0);
  EXPECT_EQ(predict(model, {50, kMissing}).value, Limits::denorm_min()) << "not blended";
}

// Shares of 1/2 and 1/2, of leaves that weigh 6 on average, with one row more of the first label and three of the
// other.
TEST(BlendSmoothing, ByHand) {
  BlendSmoothing smoothing{{4, 12}, 16, 2};  // in quarters of a row
  Node leaf;
  leaf.counts = {2, 4};
  EXPECT_EQ(smoothing.support_of(leaf), 24U);
  const std::uint32_t half = kWholeWeight / 2;
  EXPECT_EQ(smoothing.smoothed(half, 24, 0), static_cast<std::uint32_t>(std::uint64_t{kWholeWeight} * 16 / 40))
      << "(3 + 1) / 10";
  EXPECT_EQ(smoothing.smoothed(half, 24, 1), static_cast<std::uint32_t>(std::uint64_t{kWholeWeight} * 24 / 40));
}

TEST(BlendSmoothing, ChangesNoLabelAndLeavesLittleOver) {
  RandomEngine engine(19);
  for (int round = 0; round < 200; ++round) {
    Model model =
        without_decision_threshold(sample::random_model(engine, Task::classification, MissingPolicy::fractional));
    model.smoothing = {};
    Model smooth = model;
    smooth.smoothing = {SmoothingKind::laplace, 0};
    const Blender plain(model);
    const Blender smoothed(smooth);
    std::vector<double> row(model.features.size(), kMissing);
    const Blend blend = smoothed.blend(row);
    EXPECT_EQ(smoothed.label(blend), plain.label(plain.blend(row)));
    std::uint64_t sum = 0;
    for (const std::uint32_t share : smoothed.probabilities(blend)) sum += share;
    EXPECT_LE(sum, kWholeWeight);
    EXPECT_GE(sum + 1000, kWholeWeight);
  }
}

}  // namespace
}  // namespace espalier::blend_test
