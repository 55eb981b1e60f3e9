// Where missing values go while a tree is grown, policy by policy, on tables small enough to count.
#include <gtest/gtest.h>

#include <cmath>

#include "unit/grow/small_data.hpp"

namespace espalier::missing_test {
namespace {

using testing::categorical;
using testing::dataset;
using testing::golf;
using testing::grown;
using testing::numeric;
using testing::ordinal;
using testing::outline;
using testing::test_at_root;
using Counts = std::vector<double>;

GrowOptions with(MissingPolicy policy, CategoricalSplit split = CategoricalSplit::equal) {
  GrowOptions options;
  options.missing = policy;
  options.categorical = split;
  return options;
}

// Quinlan's example: golf with the outlook of the twelfth row (overcast, 72, 90, windy, Play) unknown.
Dataset golf_with_an_unknown_outlook() {
  Dataset data = golf();
  data.features[0].values[11] = kMissing;
  return data;
}

GrowOptions fractional_c45() {
  GrowOptions options = preset(Algorithm::c45);
  options.missing = MissingPolicy::fractional;
  return options;
}

TEST(Fractional, GolfsOutlookCountsForItsKnownShare) {
  const auto outlook = test_at_root(golf_with_an_unknown_outlook(), fractional_c45());
  ASSERT_TRUE(outlook);
  // I(8, 5) - 5/13 I(2, 3) - 3/13 I(3, 0) - 5/13 I(3, 2) = 0.961237 - 0.746885; times 13/14.
  EXPECT_NEAR(outlook->gain, 13.0 / 14 * 0.214352, 1e-6);
  EXPECT_NEAR(outlook->gain, 0.199, 5e-4);
  // - 5/14 log2(5/14) - 3/14 log2(3/14) - 5/14 log2(5/14) - 1/14 log2(1/14)
  EXPECT_NEAR(outlook->split_info, 1.809, 5e-4);
  EXPECT_NEAR(outlook->gain / outlook->split_info, 0.110, 5e-4);
}

TEST(Fractional, GolfsUnknownRowGoesDownEveryBranchByItsShare) {
  const Model model = grown(golf_with_an_unknown_outlook(), fractional_c45());
  const Tree& tree = model.trees[0];
  const Node& root = tree.nodes[0];
  ASSERT_EQ(root.test, TestKind::multiway);
  // 3/13, 5/13 and 5/13 of the Play row, beside 3, 3 and 2 whole ones.
  const Node& overcast = tree.nodes[root.children[0]];
  EXPECT_EQ(overcast.counts[0], 0);
  EXPECT_DOUBLE_EQ(overcast.counts[1], 3 + 3.0 / 13);
  const Node& rain = tree.nodes[root.children[1]];
  EXPECT_EQ(rain.counts[0], 2);
  EXPECT_DOUBLE_EQ(rain.counts[1], 3 + 5.0 / 13);
  const Node& sunny = tree.nodes[root.children[2]];
  EXPECT_EQ(sunny.counts[0], 3);
  EXPECT_DOUBLE_EQ(sunny.counts[1], 2 + 5.0 / 13);
}

TEST(Fractional, GolfWithAnUnknownOutlookIsThePublishedTree) {
  // Quinlan 1993: Don't Play (3.4/0.4) where it is sunny and humid, Don't Play (2.4/0.4) where it rains and is windy.
  const Model model = grown(golf_with_an_unknown_outlook(), fractional_c45());
  const Tree& tree = model.trees[0];
  ASSERT_EQ(tree.nodes.size(), 8U);
  const Node& windy = tree.nodes[tree.nodes[0].children[1]];
  EXPECT_EQ(windy.feature, 3U);
  const Node& rain_and_wind = tree.nodes[windy.children[1]];
  EXPECT_EQ(rain_and_wind.label, 0U);
  EXPECT_DOUBLE_EQ(rain_and_wind.weight(), 2 + 5.0 / 13);
  const Node& humidity = tree.nodes[tree.nodes[0].children[2]];
  EXPECT_EQ(humidity.threshold, 75);
  const Node& humid = tree.nodes[humidity.children[1]];
  EXPECT_EQ(humid.label, 0U);
  EXPECT_DOUBLE_EQ(humid.weight(), 3 + 5.0 / 13);
  EXPECT_DOUBLE_EQ(leaf_errors(humid), 5.0 / 13);
}

TEST(Fractional, FractionsOfFractionsReachTheLeaves) {
  // x: 1 row below, 3 above; y below x > 1: 1 row below, 2 above. The row without either: 1/4; 3/4 * 1/3, 3/4 * 2/3.
  const Dataset data =
      dataset({numeric("x", {1, 2, 2, 2, kMissing}), numeric("y", {5, 5, 6, 6, kMissing})}, {"a", "b", "c", "c", "c"});
  const Model model = grown(data, with(MissingPolicy::fractional));
  const Tree& tree = model.trees[0];
  ASSERT_EQ(leaf_count(tree), 3U);
  double c_in_all = 0;
  for (const Node& node : tree.nodes) c_in_all += node.is_leaf() ? node.counts[2] : 0;
  EXPECT_DOUBLE_EQ(c_in_all, 3);
  EXPECT_DOUBLE_EQ(tree.nodes[0].counts[2], 3);
}

// 1 a, 1 a, 2 b, 2 b, 2 b, and two a without a value.
const Dataset kMissingAreLow =
    dataset({numeric("x", {1, 1, 2, 2, 2, kMissing, kMissing})}, {"a", "a", "b", "b", "b", "a", "a"});

TEST(Majority, MissingValuesGoWithTheLargerChildWhateverTheyAre) {
  const Tree tree = grown(kMissingAreLow, with(MissingPolicy::majority)).trees[0];
  EXPECT_EQ(tree.nodes[0].missing_child, 1U);
  EXPECT_EQ(tree.nodes[1].counts, (Counts{2, 0}));
  EXPECT_EQ(tree.nodes[2].counts, (Counts{2, 3}));
}

TEST(Learned, MissingValuesGoWhereTheyBelong) {
  const auto cut = test_at_root(kMissingAreLow, with(MissingPolicy::learned));
  ASSERT_TRUE(cut);
  EXPECT_EQ(cut->missing_child, 0U);
  // All seven rows take part: Gini of (4, 3) is 24/49 before, 0 after.
  EXPECT_NEAR(cut->gain, 24.0 / 49, 1e-6);
  const Tree tree = grown(kMissingAreLow, with(MissingPolicy::learned)).trees[0];
  ASSERT_EQ(tree.nodes.size(), 3U);
  EXPECT_EQ(tree.nodes[1].counts, (Counts{4, 0}));
  EXPECT_EQ(tree.nodes[2].counts, (Counts{0, 3}));
}

TEST(Learned, AboveTheCutWinsTies) {
  // One a and one b are missing: as good on either side.
  const Dataset data = dataset({numeric("x", {1, 2, kMissing, kMissing})}, {"a", "b", "a", "b"});
  EXPECT_EQ(test_at_root(data, with(MissingPolicy::learned))->missing_child, 1U);
}

TEST(Learned, WithoutMissingValuesTheLargerChildIsTaken) {
  const Dataset data = dataset({numeric("x", {1, 1, 1, 2})}, {"a", "a", "a", "b"});
  EXPECT_EQ(grown(data, with(MissingPolicy::learned)).trees[0].nodes[0].missing_child, 0U);
}

TEST(Learned, MissingValuesJoinOneValueOrTheRest) {
  const Dataset data = dataset({categorical("c", {"x", "x", "y", "z", "z", "?"})}, {"a", "a", "b", "a", "a", "b"});
  const auto test = test_at_root(data, with(MissingPolicy::learned));
  ASSERT_TRUE(test);
  EXPECT_EQ(test->categories, (std::vector<std::uint32_t>{1}));
  EXPECT_EQ(test->missing_child, 0U);
  EXPECT_NEAR(test->gain, 1 - (16.0 + 4) / 36, 1e-6);  // Gini of (4, 2), nothing left
}

TEST(Learned, MissingValuesJoinABranchOfAMultiwayTest) {
  const Dataset data = dataset({categorical("c", {"x", "x", "y", "z", "z", "?"})}, {"a", "a", "b", "a", "a", "b"});
  const Tree tree = grown(data, with(MissingPolicy::learned, CategoricalSplit::multiway)).trees[0];
  ASSERT_EQ(tree.nodes[0].test, TestKind::multiway);
  EXPECT_EQ(tree.nodes[0].missing_child, 1U);
  EXPECT_EQ(tree.nodes[tree.nodes[0].children[1]].counts, (Counts{0, 2}));
}

TEST(Learned, KnownOrNotIsNoTestOfItsOwn) {
  // One value: what is left to tell apart is whether it is known.
  const Dataset data =
      dataset({categorical("c", {"x", "x", "?", "?"}), numeric("n", {1, 1, kMissing, kMissing})}, {"a", "a", "b", "b"});
  for (const CategoricalSplit split : {CategoricalSplit::multiway, CategoricalSplit::equal, CategoricalSplit::subset}) {
    EXPECT_EQ(grown(data, with(MissingPolicy::learned, split)).trees[0].nodes.size(), 1U) << to_string(split);
  }
}

TEST(OwnCategory, MultiwayTestsHaveABranchForIt) {
  const Dataset data = dataset({categorical("c", {"x", "x", "y", "y", "?", "?"})}, {"a", "a", "a", "b", "b", "b"});
  const auto test = test_at_root(data, with(MissingPolicy::own_category, CategoricalSplit::multiway));
  ASSERT_TRUE(test);
  EXPECT_NEAR(test->gain, 0.5 - 2.0 / 6 * 0.5, 1e-6);  // three branches of two; y is mixed
  const Model model = grown(data, with(MissingPolicy::own_category, CategoricalSplit::multiway));
  const Node& root = model.trees[0].nodes[0];
  ASSERT_EQ(root.children.size(), 3U);
  EXPECT_EQ(root.missing_child, 2U);
  EXPECT_EQ(model.trees[0].nodes[root.children[2]].counts, (Counts{0, 2}));
}

TEST(OwnCategory, TheBranchIsThereWithoutMissingRowsToo) {
  const Dataset data = dataset({categorical("c", {"x", "x", "y", "y"})}, {"a", "a", "b", "b"});
  const Tree tree = grown(data, with(MissingPolicy::own_category, CategoricalSplit::multiway)).trees[0];
  ASSERT_EQ(tree.nodes[0].children.size(), 3U);
  EXPECT_EQ(tree.nodes[tree.nodes[0].children[2]].weight(), 0);
}

TEST(OwnCategory, OneValueAgainstTheRestMayBeMissing) {
  const Dataset data = dataset({categorical("c", {"x", "x", "y", "y", "?", "?"})}, {"a", "a", "a", "a", "b", "b"});
  const Model model = grown(data, with(MissingPolicy::own_category));
  EXPECT_EQ(model.trees[0].nodes[0].test, TestKind::present);
  EXPECT_EQ(model.trees[0].nodes[0].missing_child, 1U);
  EXPECT_EQ(model.trees[0].nodes[1].counts, (Counts{4, 0}));
  EXPECT_EQ(model.trees[0].nodes[2].counts, (Counts{0, 2}));
}

TEST(OwnCategory, MissingIsOneOfTheRest) {
  const Dataset data = dataset({categorical("c", {"x", "x", "y", "y", "?", "?"})}, {"b", "b", "a", "a", "a", "a"});
  const Node root = grown(data, with(MissingPolicy::own_category)).trees[0].nodes[0];
  EXPECT_EQ(root.test, TestKind::member);
  EXPECT_EQ(root.categories, (std::vector<std::uint32_t>{0}));
  EXPECT_EQ(root.missing_child, 1U);
}

TEST(OwnCategory, NumbersAndLevelsAskForPresenceWhereItSaysMore) {
  const std::vector<std::string> target{"a", "a", "a", "a", "b", "b"};
  const Dataset data = dataset({numeric("n", {1, 2, 3, 4, kMissing, kMissing})}, target);
  const auto present = test_at_root(data, with(MissingPolicy::own_category));
  ASSERT_TRUE(present);
  EXPECT_EQ(present->test, TestKind::present);
  EXPECT_NEAR(present->gain, 1 - (16.0 + 4) / 36, 1e-6);
  const Dataset levels = dataset({ordinal("o", {"lo", "hi", "lo", "hi", "?", "?"}, {"lo", "hi"})}, target);
  EXPECT_EQ(grown(levels, with(MissingPolicy::own_category)).trees[0].nodes[0].test, TestKind::present);
}

TEST(OwnCategory, ACutThatSaysAsMuchIsPreferredToPresence) {
  const Dataset data = dataset({numeric("x", {1, 1, 2, 2})}, {"a", "a", "b", "b"});
  EXPECT_EQ(grown(data, with(MissingPolicy::own_category)).trees[0].nodes[0].test, TestKind::less_equal);
  const Tree tree = grown(kMissingAreLow, with(MissingPolicy::own_category)).trees[0];
  EXPECT_EQ(tree.nodes[0].test, TestKind::less_equal);
  EXPECT_EQ(tree.nodes[0].missing_child, 0U);
  EXPECT_EQ(tree.nodes[1].counts, (Counts{4, 0}));
}

TEST(OwnCategory, PresenceLeavesMinLeafOnBothSides) {
  const Dataset data = dataset({numeric("n", {1, 1, 1, kMissing})}, {"a", "a", "a", "b"});
  GrowOptions options = with(MissingPolicy::own_category);
  EXPECT_TRUE(test_at_root(data, options));
  options.min_leaf = 2;
  EXPECT_FALSE(test_at_root(data, options));
}

TEST(OwnCategory, AColumnOfOneIntervalAsksForPresence) {
  // Minimum description length sees nothing to cut: the values of a and b are mixed.
  GrowOptions options = with(MissingPolicy::own_category, CategoricalSplit::multiway);
  options.discretization.method = Discretizer::mdlp;
  const Dataset data =
      dataset({numeric("n", {1, 2, 1, 2, kMissing, kMissing, kMissing})}, {"a", "b", "b", "a", "b", "b", "b"});
  const Model model = grown(data, options);
  EXPECT_TRUE(model.features[0].cuts.empty());
  EXPECT_EQ(model.trees[0].nodes[0].test, TestKind::present);
}

TEST(SurrogatePolicy, MissingValuesFollowTheSurrogateThenTheMajority) {
  // y mirrors x: y <= 6.5 stands for x > 1. Row 6 has y only, row 7 nothing: it goes with the 4 of 6 above.
  const Dataset data =
      dataset({numeric("x", {1, 1, 2, 2, 2, 2, kMissing, kMissing}), numeric("y", {9, 8, 5, 5, 4, 4, 9, kMissing})},
              {"a", "a", "b", "b", "b", "b", "b", "a"});
  GrowOptions options = with(MissingPolicy::surrogate);
  options.max_depth = 1;
  const Tree tree = grown(data, options).trees[0];
  const Node& root = tree.nodes[0];
  ASSERT_EQ(root.feature, 0U);
  ASSERT_EQ(root.surrogates.size(), 1U);
  EXPECT_EQ(root.surrogates[0].threshold, 6.5);
  EXPECT_TRUE(root.surrogates[0].reversed);
  EXPECT_EQ(root.missing_child, 1U);
  EXPECT_EQ(tree.nodes[1].counts, (Counts{2, 1}));  // row 6
  EXPECT_EQ(tree.nodes[2].counts, (Counts{1, 4}));  // row 7
}

TEST(SurrogatePolicy, MultiwayTestsHaveNoneAndFollowTheMajority) {
  // c gains 3/4 * 4/9, n 1/2 - 3/4 * 4/9; the row without c goes with y's two.
  const Dataset data =
      dataset({categorical("c", {"x", "y", "y", "?"}), numeric("n", {1, 2, 2, 2})}, {"a", "b", "b", "a"});
  const Tree tree = grown(data, with(MissingPolicy::surrogate, CategoricalSplit::multiway)).trees[0];
  ASSERT_EQ(tree.nodes[0].test, TestKind::multiway);
  EXPECT_TRUE(tree.nodes[0].surrogates.empty());
  EXPECT_EQ(tree.nodes[tree.nodes[0].children[1]].counts, (Counts{1, 2}));
}

TEST(AllMissing, ANodeWithoutAnyKnownValueOffersNothing) {
  // Below c = x no n is known; c = y separates by n.
  const Dataset data =
      dataset({categorical("c", {"x", "x", "x", "y", "y"}), numeric("n", {kMissing, kMissing, kMissing, 1, 2})},
              {"a", "b", "a", "b", "c"});
  for (const MissingPolicy policy : testing::kPolicies) {
    if (policy == MissingPolicy::refuse) continue;
    GrowOptions options = with(policy);
    options.min_leaf = 1;
    const TrainingSet training = make_training_set(data, options);
    EXPECT_FALSE(testing::test_on(training, options, 1, {0, 1, 2})) << to_string(policy);
    grown(data, options);
  }
}

// What the tree says of its nodes is what the interpreter does with the rows: whole rows but for fractions.
TEST(EveryPolicy, PredictsTheTrainingRowsWhereTheyWereCounted) {
  for (const MissingPolicy policy :
       {MissingPolicy::majority, MissingPolicy::learned, MissingPolicy::own_category, MissingPolicy::surrogate}) {
    const Dataset data = golf_with_an_unknown_outlook();
    GrowOptions options = preset(Algorithm::c45);
    options.missing = policy;
    const Model model = grown(data, options);
    std::vector<double> weight(model.trees[0].nodes.size(), 0.0);
    for (std::size_t row = 0; row < data.rows(); ++row) {
      weight[leaf_reached(model, model.trees[0], testing::row_of(data, row))] += 1;
    }
    for (std::size_t i = 0; i < weight.size(); ++i) {
      if (model.trees[0].nodes[i].is_leaf()) {
        EXPECT_EQ(model.trees[0].nodes[i].weight(), weight[i]) << to_string(policy) << " node " << i;
      }
    }
  }
}

}  // namespace
}  // namespace espalier::missing_test
