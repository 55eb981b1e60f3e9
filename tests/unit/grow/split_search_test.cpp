#include "grow/choose.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "unit/grow/small_data.hpp"

namespace espalier::split_search_test {
namespace {

using testing::categorical;
using testing::dataset;
using testing::numeric;
using testing::ordinal;
using testing::test_at_root;
using testing::test_on;
using Codes = std::vector<std::uint32_t>;

GrowOptions plain(Criterion criterion) {
  GrowOptions options;
  options.criterion = criterion;
  options.missing = MissingPolicy::majority;
  return options;
}

TEST(Golf, OutlookAtTheRoot) {
  const auto outlook = test_at_root(testing::golf(), preset(Algorithm::c45), 0);
  ASSERT_TRUE(outlook);
  EXPECT_EQ(outlook->test, TestKind::multiway);
  // I(9, 5) - 5/14 I(2, 3) - 4/14 I(4, 0) - 5/14 I(3, 2) = 0.940286 - 0.693536
  EXPECT_NEAR(outlook->gain, 0.246750, 1e-6);
  EXPECT_NEAR(outlook->split_info, 1.577406, 1e-6);
  EXPECT_NEAR(outlook->gain / outlook->split_info, 0.156428, 1e-6);
}

TEST(Golf, WindyAtTheRoot) {
  const auto windy = test_at_root(testing::golf(), preset(Algorithm::c45), 3);
  ASSERT_TRUE(windy);
  // 0.940286 - 8/14 I(6, 2) - 6/14 I(3, 3) = 0.940286 - 0.463587 - 0.428571
  EXPECT_NEAR(windy->gain, 0.048127, 1e-6);
}

TEST(Golf, NumericCutsDoNotPayTheirChargeAtTheRoot) {
  EXPECT_FALSE(test_at_root(testing::golf(), preset(Algorithm::c45), 1));
  EXPECT_FALSE(test_at_root(testing::golf(), preset(Algorithm::c45), 2));
}

TEST(Golf, HumidityBelowSunny) {
  const Dataset data = testing::golf();
  const GrowOptions options = preset(Algorithm::c45);
  const TrainingSet training = make_training_set(data, options);
  const auto humidity = test_on(training, options, 2, {0, 1, 7, 8, 10});  // 85, 90, 95: no; 70, 70: yes
  ASSERT_TRUE(humidity);
  EXPECT_EQ(humidity->test, TestKind::less_equal);
  EXPECT_EQ(humidity->gap, (Gap{70, 85}));
  // I(2, 3) = 0.970951. Cuts with 2 rows on each side: after 70 and after 85, a charge of log2(2) / 5.
  EXPECT_NEAR(humidity->gain, 0.970951 - 0.2, 1e-6);
}

TEST(Cut, TakesTheBestBoundary) {
  const auto cut = test_at_root(dataset({numeric("x", {4, 1, 3, 2})}, {"b", "a", "b", "a"}), plain(Criterion::gini));
  ASSERT_TRUE(cut);
  EXPECT_EQ(cut->gap, (Gap{2, 3}));
  EXPECT_DOUBLE_EQ(cut->gain, 0.5);  // Gini 1/2 before, 0 after
}

TEST(Cut, GiniByHand) {
  // x: 1 a, 2 b, 3 a, 4 b, 5 b; Gini of (2, 3) = 12/25.
  // After 1: 4/5 * (1 - 1/16 - 9/16) = 0.3, gain 0.18. After 3: 3/5 * 4/9 = 4/15, gain 16/75.
  const auto cut =
      test_at_root(dataset({numeric("x", {1, 2, 3, 4, 5})}, {"a", "b", "a", "b", "b"}), plain(Criterion::gini));
  ASSERT_TRUE(cut);
  EXPECT_EQ(cut->gap, (Gap{3, 4}));
  EXPECT_NEAR(cut->gain, 16.0 / 75.0, 1e-6);
}

TEST(Cut, ErrorByHand) {
  // x: 1 a, 2 a, 3 b, 4 c. After 2: 1 error of 4 is left of 2; after 1 or 3: 2 or 1. The lowest of the best: after 2.
  const auto cut = test_at_root(dataset({numeric("x", {1, 2, 3, 4})}, {"a", "a", "b", "c"}), plain(Criterion::error));
  ASSERT_TRUE(cut);
  EXPECT_EQ(cut->gap, (Gap{2, 3}));
  EXPECT_DOUBLE_EQ(cut->gain, 0.25);
}

TEST(Cut, TiesGoToTheLowestThreshold) {
  // After 1 and after 3 are mirror images of each other.
  for (const Criterion criterion : {Criterion::information_gain, Criterion::gini}) {
    const auto cut = test_at_root(dataset({numeric("x", {1, 2, 3, 4})}, {"a", "b", "b", "a"}), plain(criterion));
    ASSERT_TRUE(cut);
    EXPECT_EQ(cut->gap, (Gap{1, 2})) << to_string(criterion);
  }
}

TEST(Cut, NeverSeparatesEqualValues) {
  const auto cut =
      test_at_root(dataset({numeric("x", {1, 1, 1, 2, 2, 2})}, {"a", "a", "b", "b", "b", "a"}), plain(Criterion::gini));
  ASSERT_TRUE(cut);
  EXPECT_EQ(cut->gap, (Gap{1, 2}));
}

TEST(Cut, PositiveAndNegativeZeroAreOneValue) {
  EXPECT_FALSE(
      test_at_root(dataset({numeric("x", {-0.0, 0.0, -0.0, 0.0})}, {"a", "b", "a", "b"}), plain(Criterion::gini)));
  const auto cut = test_at_root(dataset({numeric("x", {-0.0, 0.0, 1})}, {"a", "a", "b"}), plain(Criterion::gini));
  ASSERT_TRUE(cut);
  EXPECT_FALSE(std::signbit(cut->gap.below));
}

TEST(Cut, LeavesMinLeafOnBothSides) {
  const Dataset data = dataset({numeric("x", {1, 2, 3, 4, 5, 6})}, {"a", "b", "b", "b", "b", "b"});
  GrowOptions options = plain(Criterion::gini);
  EXPECT_EQ(test_at_root(data, options)->gap, (Gap{1, 2}));
  options.min_leaf = 2;
  EXPECT_EQ(test_at_root(data, options)->gap, (Gap{2, 3}));
  options.min_leaf = 3.5;
  EXPECT_FALSE(test_at_root(data, options));
}

TEST(Cut, MinCutShareIsATenthOfTheRowsPerClass) {
  // 80 rows of 2 classes: 80 / 20 = 4 rows on each side at least.
  std::vector<double> x;
  std::vector<std::string> target;
  for (int i = 0; i < 80; ++i) {
    x.push_back(i);
    target.emplace_back(i == 0 ? "a" : "b");
  }
  const Dataset data = dataset({numeric("x", x)}, target);
  GrowOptions options = plain(Criterion::information_gain);
  options.min_cut_share = true;
  options.min_leaf = 2;
  EXPECT_EQ(test_at_root(data, options)->gap, (Gap{3, 4}));
  options.min_leaf = 6;  // MINOBJS is the lower bound
  EXPECT_EQ(test_at_root(data, options)->gap, (Gap{5, 6}));
}

TEST(Cut, MinCutShareIsAtMost25) {
  std::vector<double> x;
  std::vector<std::string> target;
  for (int i = 0; i < 2000; ++i) {  // 2000 / 20 would be 100
    x.push_back(i);
    target.emplace_back(i == 0 ? "a" : "b");
  }
  const Dataset data = dataset({numeric("x", x)}, target);
  GrowOptions options = plain(Criterion::information_gain);
  options.min_cut_share = true;
  EXPECT_EQ(test_at_root(data, options)->gap, (Gap{24, 25}));
  options.min_leaf = 40;
  EXPECT_EQ(test_at_root(data, options)->gap, (Gap{39, 40}));
}

TEST(Cut, ChargeCountsTheCutsTried) {
  // 1 a, 2 a, 3 b, 4 b: 1 bit gained; 3 cuts without limits, only the middle one with 2 rows on each side.
  const Dataset data = dataset({numeric("x", {1, 2, 3, 4})}, {"a", "a", "b", "b"});
  GrowOptions options = plain(Criterion::information_gain);
  options.charge_cuts = true;
  EXPECT_NEAR(test_at_root(data, options)->gain, 1 - std::log2(3.0) / 4, 1e-12);
  options.min_leaf = 2;
  EXPECT_DOUBLE_EQ(test_at_root(data, options)->gain, 1);
}

TEST(Cut, ChargeIsInBitsAndLeavesOtherCriteriaAlone) {
  const Dataset data = dataset({numeric("x", {1, 2, 3, 4})}, {"a", "a", "b", "b"});
  GrowOptions options = plain(Criterion::gini);
  options.charge_cuts = true;
  EXPECT_DOUBLE_EQ(test_at_root(data, options)->gain, 0.5);
}

TEST(Cut, OrdinalLevelsAreCutLikeNumbers) {
  const auto cut =
      test_at_root(dataset({ordinal("size", {"L", "S", "M", "XL"}, {"S", "M", "L", "XL"})}, {"b", "a", "a", "b"}),
                   plain(Criterion::gini));
  ASSERT_TRUE(cut);
  EXPECT_EQ(cut->test, TestKind::member);
  EXPECT_EQ(cut->categories, (Codes{0, 1}));
  EXPECT_DOUBLE_EQ(cut->gain, 0.5);
}

TEST(Cut, OrdinalLevelsUnseenBelowTheCutGoWithTheSeenOnes) {
  // No S and no L here: S goes with M; L, between the neighbours, goes with the upper one.
  const auto cut =
      test_at_root(dataset({ordinal("size", {"M", "XL"}, {"S", "M", "L", "XL"})}, {"a", "b"}), plain(Criterion::gini));
  ASSERT_TRUE(cut);
  EXPECT_EQ(cut->categories, (Codes{0, 1}));
}

TEST(Equal, TakesTheBestValueAgainstTheRest) {
  const auto test =
      test_at_root(dataset({categorical("c", {"x", "x", "y", "y", "z", "z"})}, {"a", "b", "a", "a", "b", "a"}),
                   plain(Criterion::gini));
  // Gini of (4, 2) is 4/9; after y: 4/6 * 1/2 = 1/3; after x or z: 5/12.
  ASSERT_TRUE(test);
  EXPECT_EQ(test->test, TestKind::member);
  EXPECT_EQ(test->categories, (Codes{1}));
  EXPECT_NEAR(test->gain, 4.0 / 9.0 - 1.0 / 3.0, 1e-6);
}

TEST(Equal, TiesGoToTheLowestCode) {
  const auto test =
      test_at_root(dataset({categorical("c", {"y", "y", "x", "x"})}, {"a", "a", "b", "b"}), plain(Criterion::gini));
  ASSERT_TRUE(test);
  EXPECT_EQ(test->categories, (Codes{0}));
}

TEST(Equal, LeavesMinLeafOnBothSides) {
  const Dataset data = dataset({categorical("c", {"x", "y", "y", "z", "z", "z"})}, {"a", "b", "b", "b", "b", "b"});
  GrowOptions options = plain(Criterion::gini);
  options.categorical = CategoricalSplit::equal;
  EXPECT_EQ(test_at_root(data, options)->categories, (Codes{0}));
  options.min_leaf = 2;  // x has one row; y leaves (1, 3), z leaves (1, 2), the smaller impure part
  EXPECT_EQ(test_at_root(data, options)->categories, (Codes{2}));
}

TEST(Multiway, NeedsTwoBranchesOfMinLeaf) {
  const Dataset data = dataset({categorical("c", {"x", "x", "y", "z"})}, {"a", "a", "b", "b"});
  GrowOptions options = plain(Criterion::information_gain);
  options.categorical = CategoricalSplit::multiway;
  EXPECT_DOUBLE_EQ(test_at_root(data, options)->gain, 1);
  options.min_leaf = 2;
  EXPECT_FALSE(test_at_root(data, options));
}

TEST(Multiway, SplitsOfTwoValuesTieWithCutsBitForBit) {
  // The same partition of 7 rows as a cut, as one value against the rest, and as a multiway test.
  const std::vector<std::string> target{"a", "b", "c", "a", "b", "b", "c"};
  const Dataset data =
      dataset({numeric("x", {1, 1, 1, 2, 2, 2, 2}), categorical("c", {"p", "p", "p", "q", "q", "q", "q"})}, target);
  for (const Criterion criterion : {Criterion::information_gain, Criterion::gini, Criterion::error}) {
    GrowOptions options = plain(criterion);
    const auto cut = test_at_root(data, options, 0);
    const auto equal = test_at_root(data, options, 1);
    options.categorical = CategoricalSplit::multiway;
    const auto multiway = test_at_root(data, options, 1);
    ASSERT_EQ(cut.has_value(), multiway.has_value());
    if (!cut) continue;
    EXPECT_EQ(cut->gain, equal->gain) << to_string(criterion);
    EXPECT_EQ(cut->gain, multiway->gain) << to_string(criterion);
  }
}

TEST(Unknown, GainCountsForTheKnownShareOnly) {
  // Known rows are separated: 1 bit among 4 of 5 rows. Branches of 2, 2 and the unknown 1.
  const auto cut = test_at_root(dataset({numeric("x", {1, 1, 2, 2, kMissing})}, {"a", "a", "b", "b", "a"}),
                                plain(Criterion::gain_ratio));
  ASSERT_TRUE(cut);
  EXPECT_DOUBLE_EQ(cut->gain, 0.8);
  // - 2 * 0.4 log2 0.4 - 0.2 log2 0.2
  EXPECT_NEAR(cut->split_info, 1.521928, 1e-6);
}

TEST(Unknown, ColumnsWithoutAnyValueOfferNothing) {
  EXPECT_FALSE(test_at_root(dataset({numeric("x", {kMissing, kMissing})}, {"a", "b"}), plain(Criterion::gini)));
}

TEST(Weights, CountAsRows) {
  const Dataset data = dataset({numeric("x", {1, 2, 3})}, {"a", "b", "a"});
  const GrowOptions options = plain(Criterion::gini);
  TrainingSet training = make_training_set(data, options);
  training.weights = {1, 1, 2.5};
  // (3.5, 1) of 4.5. After 2: (1, 1) of 2 and 2.5 pure: 7/4.5^2 - 2/4.5 * 1/2. After 1: 3.5 with (2.5, 1).
  const auto cut = test_on(training, options, 0, {0, 1, 2});
  ASSERT_TRUE(cut);
  EXPECT_EQ(cut->gap, (Gap{2, 3}));
  EXPECT_NEAR(cut->gain, 7 / 20.25 - 1 / 4.5, 1e-6);
}

TEST(NoGain, IsNoTest) {
  // Exclusive or: neither attribute alone says anything.
  const Dataset data =
      dataset({categorical("p", {"0", "0", "1", "1"}), numeric("q", {0, 1, 0, 1})}, {"a", "b", "b", "a"});
  for (const Criterion criterion : {Criterion::information_gain, Criterion::gini, Criterion::error}) {
    EXPECT_FALSE(test_at_root(data, plain(criterion), 0));
    EXPECT_FALSE(test_at_root(data, plain(criterion), 1));
  }
}

}  // namespace
}  // namespace espalier::split_search_test
