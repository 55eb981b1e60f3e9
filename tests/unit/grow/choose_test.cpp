#include "grow/choose.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

#include "unit/grow/small_data.hpp"

namespace espalier::choosing_test {
namespace {

Worth offer(std::uint32_t feature, double gain, double split_info) {
  return {feature, gain, split_info};
}

std::optional<Worth> chosen_of(const std::vector<Worth>& offers, const ChoiceRule& rule) {
  const auto no_margin = [](std::size_t) -> double { throw std::logic_error("nobody should ask for the margin"); };
  const std::optional<std::size_t> place = choose_test(offers, rule, no_margin);
  return place ? std::optional(offers[*place]) : std::nullopt;
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
  const auto chosen = chosen_of({offer(0, 0.1, 0), offer(1, 0.3, 0), offer(2, 0.3, 0)}, all_count(Criterion::gini, 3));
  ASSERT_TRUE(chosen);
  EXPECT_EQ(chosen->feature, 1U);
}

// The feature that is chosen, given the margins of the tests in their order.
std::optional<std::uint32_t> chosen_by_margin(const std::vector<Worth>& offers, ChoiceRule rule,
                                              const std::vector<double>& margins) {
  rule.wider_margin_wins = true;
  const auto place = choose_test(offers, rule, [&](std::size_t at) { return margins[at]; });
  return place ? std::optional(offers[*place].feature) : std::nullopt;
}

TEST(WiderMargin, WinsAmongEqualOnesAlone) {
  const std::vector<Worth> offers = {offer(0, 0.3, 0), offer(1, 0.1, 0), offer(2, 0.3, 0), offer(3, 0.3, 0)};
  const ChoiceRule rule = all_count(Criterion::gini, 4);
  EXPECT_EQ(chosen_by_margin(offers, rule, {0.2, 0.9, 0.5, 0.4}), 2U);
  EXPECT_EQ(chosen_by_margin(offers, rule, {0.2, 0.9, 0.5, 0.5}), 2U);  // the first of these
  EXPECT_EQ(chosen_by_margin(offers, rule, {0.5, 0.9, 0.5, 0.5}), 0U);
}

TEST(WiderMargin, CountsRatiosAsEqualThatDifferByRounding) {
  // .3 / .6 both, but for the seventh digit.
  const std::vector<Worth> offers = {offer(0, 0.3, 0.6), offer(1, 0.3, 0.6 * (1 - 1e-7))};
  const ChoiceRule rule = all_count(Criterion::gain_ratio, 2);
  EXPECT_EQ(chosen_by_margin(offers, rule, {0.1, 0.2}), 1U);
  EXPECT_EQ(chosen_by_margin(offers, rule, {0.2, 0.1}), 0U);
}

// x is cut between 1 and 5 of 1 .. 9, y between 2 and 3 of 2 .. 4; w has words. All tell the classes apart.
Dataset three_ways() {
  return testing::dataset(
      {testing::numeric("a", {2, 2, 3, 4}), testing::numeric("b", {1, 1, 5, 9}), testing::numeric("c", {7, 8, 7, 8})},
      {"no", "no", "yes", "yes"});
}

TEST(WiderMargin, IsAPartOfTheColumnsRange) {
  // a: (3 - 2) / (4 - 2) = 1/2; b: (5 - 1) / (9 - 1) = 1/2. The first name wins; another value of b makes it wider.
  const auto root = [](const Dataset& data) { return testing::grown(data, preset(Algorithm::cart)).trees[0].nodes[0]; };
  EXPECT_EQ(root(three_ways()).feature, 0U);
  Dataset wider = three_ways();
  wider.features[1].values[2] = 6;  // (6 - 1) / 8
  EXPECT_EQ(root(wider).feature, 1U);
  EXPECT_EQ(root(wider).threshold, 3.5);
}

TEST(WiderMargin, OfWordsIsTheWidest) {
  Dataset data = three_ways();
  data.features.push_back(testing::categorical("w", {"red", "red", "blue", "blue"}));
  EXPECT_EQ(testing::grown(data, preset(Algorithm::cart)).trees[0].nodes[0].feature, 3U);
  GrowOptions by_column = preset(Algorithm::cart);
  by_column.ties = TieRule::first_column;
  EXPECT_EQ(testing::grown(data, by_column).trees[0].nodes[0].feature, 0U);
}

TEST(WiderMargin, IsNotAskedOfNumbersWhereNamesDecide) {
  const Dataset data =
      testing::regression({testing::numeric("z", {1, 1, 9, 9}), testing::numeric("a", {1, 8, 9, 10})}, {0, 0, 5, 5});
  EXPECT_EQ(testing::grown(data, preset(Algorithm::cart)).trees[0].nodes[0].feature, 1U);
  GrowOptions by_column = preset(Algorithm::cart);
  by_column.ties = TieRule::first_column;
  EXPECT_EQ(testing::grown(data, by_column).trees[0].nodes[0].feature, 0U);
}

TEST(LargestGain, IsNothingAmongNone) {
  EXPECT_FALSE(chosen_of({}, all_count(Criterion::gini, 0)));
  EXPECT_FALSE(chosen_of({}, all_count(Criterion::gain_ratio, 0)));
}

TEST(GainRatio, ChoosesOutlookForGolf) {
  // Gains .2467 and .0481, average .1474: windy's ratio of .0481 / .985 does not come into it.
  const auto chosen =
      chosen_of({offer(0, 0.246750, 1.577406), offer(3, 0.048127, 0.985228)}, all_count(Criterion::gain_ratio, 4));
  ASSERT_TRUE(chosen);
  EXPECT_EQ(chosen->feature, 0U);
}

TEST(GainRatio, GolfsAverageGainIsThatOfTheTestsThatGain) {
  // outlook .2467 and windy .0481; temperature and humidity gain less than their charge. (.2467 + .0481) / 2 = .1474
  double sum = 0;
  int offers = 0;
  for (std::uint32_t feature = 0; feature < 4; ++feature) {
    if (const auto test = testing::test_at_root(testing::golf(), preset(Algorithm::c45), feature)) {
      sum += test->gain;
      ++offers;
    }
  }
  EXPECT_EQ(offers, 2);
  EXPECT_NEAR(sum / offers, 0.147, 5e-4);
}

TEST(GainRatio, LooksOnlyAtTestsOfAtLeastAverageGain) {
  // Average 0.25: the second has the better ratio (2 against 0.4), but gains too little.
  const auto chosen = chosen_of({offer(0, 0.4, 1.0), offer(1, 0.1, 0.05)}, all_count(Criterion::gain_ratio, 2));
  ASSERT_TRUE(chosen);
  EXPECT_EQ(chosen->feature, 0U);
}

TEST(GainRatio, AllowsAThousandthBelowTheAverage) {
  // Average 0.2005: 0.2 is 0.0005 below it, 0.198 against an average of 0.1995 is 0.0015 below.
  EXPECT_EQ(chosen_of({offer(0, 0.201, 1), offer(1, 0.2, 0.5)}, all_count(Criterion::gain_ratio, 2))->feature, 1U);
  EXPECT_EQ(chosen_of({offer(0, 0.201, 1), offer(1, 0.198, 0.5)}, all_count(Criterion::gain_ratio, 2))->feature, 0U);
}

TEST(GainRatio, IgnoresTestsWithoutSplitInformation) {
  EXPECT_EQ(chosen_of({offer(0, 0.2, 0.001), offer(1, 0.2, 1)}, all_count(Criterion::gain_ratio, 2))->feature, 1U);
}

TEST(GainRatio, TiesGoToTheFirst) {
  EXPECT_EQ(chosen_of({offer(1, 0.2, 0.5), offer(2, 0.2, 0.5)}, all_count(Criterion::gain_ratio, 3))->feature, 1U);
}

TEST(GainRatio, PerfectTestsTieWhateverTheirBranches) {
  // Both say all there is to say, in as many bits as they take: ratio 1, but for the grid that gains lie on.
  const std::vector<Worth> offers{offer(0, 0.94028595515659874, 0.94028595888188904),
                                  offer(1, 1.5774063382829939, 1.577406283468008)};
  EXPECT_EQ(chosen_of(offers, counting(Criterion::gain_ratio, {true, false}))->feature, 0U);
}

TEST(GainRatio, ManyValuedAttributesDoNotRaiseTheAverage) {
  const std::vector<Worth> offers{offer(0, 0.9, 3.0), offer(1, 0.4, 1.0)};
  // With the first in the average (0.65) it alone would pass; without it the average is 0.4 and ratio decides.
  EXPECT_EQ(chosen_of(offers, counting(Criterion::gain_ratio, {true, true}))->feature, 0U);
  EXPECT_EQ(chosen_of(offers, counting(Criterion::gain_ratio, {false, true}))->feature, 1U);
}

TEST(GainRatio, WithoutAnAverageThereIsNoTest) {
  EXPECT_FALSE(chosen_of({offer(0, 0.9, 3.0)}, counting(Criterion::gain_ratio, {false, true})));
}

std::uint32_t chosen_at_cost(const std::vector<Worth>& offers, AttributeCostRule cost_rule, std::vector<double> costs) {
  ChoiceRule rule = all_count(Criterion::information_gain, costs.size());
  rule.cost_rule = cost_rule;
  rule.costs = std::move(costs);
  return chosen_of(offers, rule)->feature;
}

TEST(AttributeCost, RulesWeighGainAgainstCostDifferently) {
  const std::vector<Worth> offers{offer(0, 0.5, 1), offer(1, 0.2, 1)};
  // gain / cost: .167 against .2. (2^gain - 1) / (cost + 1): .104 against .074. gain^2 / cost: .083 against .04.
  EXPECT_EQ(chosen_at_cost(offers, AttributeCostRule::ratio, {3, 1}), 1U);
  EXPECT_EQ(chosen_at_cost(offers, AttributeCostRule::eg2, {3, 1}), 0U);
  EXPECT_EQ(chosen_at_cost(offers, AttributeCostRule::cs_id3, {3, 1}), 0U);
  // gain .5 at 3.9 and .25 at 1: (2^gain - 1) / (cost + 1): .0845 against .0946; gain^2 / cost: .0641 against .0625.
  const std::vector<Worth> closer{offer(0, 0.5, 1), offer(1, 0.25, 1)};
  EXPECT_EQ(chosen_at_cost(closer, AttributeCostRule::eg2, {3.9, 1}), 1U);
  EXPECT_EQ(chosen_at_cost(closer, AttributeCostRule::cs_id3, {3.9, 1}), 0U);
}

TEST(AttributeCost, AppliesToTheRatioUnderGainRatio) {
  // Ratios .4 and .3 at costs 2 and 1: .2 against .3.
  ChoiceRule rule = all_count(Criterion::gain_ratio, 2);
  const std::vector<Worth> offers{offer(0, 0.4, 1), offer(1, 0.4, 4.0 / 3)};
  EXPECT_EQ(chosen_of(offers, rule)->feature, 0U);
  rule.costs = {2, 1};
  EXPECT_EQ(chosen_of(offers, rule)->feature, 1U);
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
}  // namespace espalier::choosing_test
