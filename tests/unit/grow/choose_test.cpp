#include "grow/choose.hpp"

#include <gtest/gtest.h>

#include "unit/grow/small_data.hpp"

namespace espalier {
namespace {

Candidate offer(std::uint32_t feature, double gain, double split_info) {
  Candidate candidate;
  candidate.feature = feature;
  candidate.test = TestKind::multiway;
  candidate.gain = gain;
  candidate.split_info = split_info;
  return candidate;
}

ChoiceRule counting(Criterion criterion, std::vector<bool> in_average) {
  ChoiceRule rule;
  rule.criterion = criterion;
  rule.in_average = std::move(in_average);
  return rule;
}

ChoiceRule all_count(Criterion criterion, std::size_t features) {
  return counting(criterion, std::vector<bool>(features, true));
}

std::vector<bool> in_average(const Dataset& data, Algorithm algorithm) {
  const GrowOptions options = preset(algorithm);
  return make_choice_rule(make_training_set(data, options), options).in_average;
}

TEST(LargestGain, WinsAndTheFirstOfEqualOnes) {
  const auto chosen =
      choose_test({offer(0, 0.1, 0), offer(1, 0.3, 0), offer(2, 0.3, 0)}, all_count(Criterion::gini, 3));
  ASSERT_TRUE(chosen);
  EXPECT_EQ(chosen->feature, 1U);
}

TEST(LargestGain, IsNothingAmongNone) {
  EXPECT_FALSE(choose_test({}, all_count(Criterion::gini, 0)));
  EXPECT_FALSE(choose_test({}, all_count(Criterion::gain_ratio, 0)));
}

TEST(GainRatio, ChoosesOutlookForGolf) {
  // Gains .2467 and .0481, average .1474: windy's ratio of .0481 / .985 does not come into it.
  const auto chosen =
      choose_test({offer(0, 0.246750, 1.577406), offer(3, 0.048127, 0.985228)}, all_count(Criterion::gain_ratio, 4));
  ASSERT_TRUE(chosen);
  EXPECT_EQ(chosen->feature, 0U);
}

TEST(GainRatio, LooksOnlyAtTestsOfAtLeastAverageGain) {
  // Average 0.25: the second has the better ratio (2 against 0.4), but gains too little.
  const auto chosen = choose_test({offer(0, 0.4, 1.0), offer(1, 0.1, 0.05)}, all_count(Criterion::gain_ratio, 2));
  ASSERT_TRUE(chosen);
  EXPECT_EQ(chosen->feature, 0U);
}

TEST(GainRatio, AllowsAThousandthBelowTheAverage) {
  // Average 0.2005: 0.2 is 0.0005 below it, 0.198 against an average of 0.1995 is 0.0015 below.
  EXPECT_EQ(choose_test({offer(0, 0.201, 1), offer(1, 0.2, 0.5)}, all_count(Criterion::gain_ratio, 2))->feature, 1U);
  EXPECT_EQ(choose_test({offer(0, 0.201, 1), offer(1, 0.198, 0.5)}, all_count(Criterion::gain_ratio, 2))->feature, 0U);
}

TEST(GainRatio, IgnoresTestsWithoutSplitInformation) {
  EXPECT_EQ(choose_test({offer(0, 0.2, 0.001), offer(1, 0.2, 1)}, all_count(Criterion::gain_ratio, 2))->feature, 1U);
}

TEST(GainRatio, TiesGoToTheFirst) {
  EXPECT_EQ(choose_test({offer(1, 0.2, 0.5), offer(2, 0.2, 0.5)}, all_count(Criterion::gain_ratio, 3))->feature, 1U);
}

TEST(GainRatio, PerfectTestsTieWhateverTheirBranches) {
  // Both say all there is to say, in as many bits as they take: ratio 1, but for the grid that gains lie on.
  const std::vector<Candidate> offers{offer(0, 0.94028595515659874, 0.94028595888188904),
                                      offer(1, 1.5774063382829939, 1.577406283468008)};
  EXPECT_EQ(choose_test(offers, counting(Criterion::gain_ratio, {true, false}))->feature, 0U);
}

TEST(GainRatio, ManyValuedAttributesDoNotRaiseTheAverage) {
  const std::vector<Candidate> offers{offer(0, 0.9, 3.0), offer(1, 0.4, 1.0)};
  // With the first in the average (0.65) it alone would pass; without it the average is 0.4 and ratio decides.
  EXPECT_EQ(choose_test(offers, counting(Criterion::gain_ratio, {true, true}))->feature, 0U);
  EXPECT_EQ(choose_test(offers, counting(Criterion::gain_ratio, {false, true}))->feature, 1U);
}

TEST(GainRatio, WithoutAnAverageThereIsNoTest) {
  EXPECT_FALSE(choose_test({offer(0, 0.9, 3.0)}, counting(Criterion::gain_ratio, {false, true})));
}

TEST(ChoiceRule, LeavesOutAttributesWithManyValues) {
  // 10 rows: 3 values or more are many.
  const std::vector<std::string> target{"a", "b", "a", "b", "a", "b", "a", "b", "a", "b"};
  const Dataset data =
      testing::dataset({testing::categorical("two", {"x", "y", "x", "y", "x", "y", "x", "y", "x", "y"}),
                        testing::categorical("three", {"x", "y", "z", "x", "y", "z", "x", "y", "z", "x"}),
                        testing::numeric("number", {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})},
                       target);
  EXPECT_EQ(in_average(data, Algorithm::c45), (std::vector<bool>{true, false, true}));
  // One value against the rest is a test of two branches, however many values there are.
  EXPECT_EQ(in_average(data, Algorithm::cart), (std::vector<bool>{true, true, true}));
}

TEST(ChoiceRule, LeavesNothingOutIfAllAreSuch) {
  const Dataset data = testing::dataset({testing::categorical("c", {"x", "y", "z"})}, {"a", "b", "a"});
  EXPECT_EQ(in_average(data, Algorithm::c45), (std::vector<bool>{true}));
}

}  // namespace
}  // namespace espalier
