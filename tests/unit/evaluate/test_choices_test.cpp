#include "evaluate/tree_group.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/sample_models.hpp"
#include "unit/grow/small_data.hpp"

namespace espalier::test_choices_test {
namespace {

// x = 1 ... 8, color r r r g g g b b.
Dataset eight_rows() {
  return testing::dataset(
      {testing::numeric("x", {1, 2, 3, 4, 5, 6, 7, 8}), testing::numeric("y", {1, 1, 1, 1, 2, 2, 2, 2}),
       testing::categorical("color", {"r", "r", "r", "g", "g", "g", "b", "b"})},
      {"a", "a", "a", "a", "b", "b", "b", "b"});
}

Model model_of(std::vector<Node> nodes) {
  Model model;
  model.features = {sample::real("x", 1, 8), sample::real("y", 1, 2), sample::categorical("color", {"b", "g", "r"})};
  model.labels = {"a", "b"};
  model.trees = {{std::move(nodes)}};
  return model;
}

Model cut(std::uint32_t feature, double threshold) {
  return model_of({sample::at_most(feature, threshold, {1, 2}, {4, 4}), sample::leaf({4, 0}), sample::leaf({0, 4})});
}

// x <= first; on the left side x <= second, below it y <= 1.5.
Model three_levels(double first, double second) {
  return model_of({sample::at_most(0, first, {1, 2}, {4, 4}), sample::at_most(0, second, {3, 4}, {4, 0}),
                   sample::leaf({0, 4}), sample::at_most(1, 1.5, {5, 6}, {2, 0}), sample::leaf({2, 0}),
                   sample::leaf({1, 0}), sample::leaf({1, 0})});
}

Model member(std::vector<std::uint32_t> categories) {
  Node root = sample::test(TestKind::member, 2, {1, 2}, {4, 4});
  root.categories = std::move(categories);
  return model_of({root, sample::leaf({4, 0}), sample::leaf({0, 4})});
}

TestChoices choices(const std::vector<Model>& models, std::size_t levels = 2) {
  const Dataset data = eight_rows();
  return test_choices(data, ValueShares(data), models, levels);
}

TEST(TestChoices, CountsTreesByColumnAndLevel) {
  const TestChoices found = choices({cut(1, 1.5), three_levels(6, 3), three_levels(5, 3)});
  ASSERT_EQ(found.columns.size(), 2U);
  // x: at the root of two trees, at level 2 of two; y: at the root of one, elsewhere at level 3, which is not counted.
  EXPECT_EQ(found.columns[0].feature, 0U);
  EXPECT_EQ(found.columns[0].at_level, (std::vector<std::size_t>{2, 2}));
  EXPECT_EQ(found.columns[0].anywhere, 2U);
  EXPECT_EQ(found.columns[1].feature, 1U);
  EXPECT_EQ(found.columns[1].at_level, (std::vector<std::size_t>{1, 0}));
  EXPECT_EQ(found.columns[1].anywhere, 3U);
}

TEST(TestChoices, ATreeCountsOncePerLevel) {
  const Model twice = model_of({sample::at_most(0, 4, {1, 2}, {4, 4}), sample::at_most(1, 1.5, {3, 4}, {4, 0}),
                                sample::at_most(1, 1.5, {5, 6}, {0, 4}), sample::leaf({4, 0}), sample::leaf({0, 0}),
                                sample::leaf({0, 0}), sample::leaf({0, 4})});
  const TestChoices found = choices({twice, twice});
  EXPECT_EQ(found.columns[1].at_level, (std::vector<std::size_t>{0, 2}));
  EXPECT_EQ(found.columns[1].anywhere, 2U);
}

TEST(TestChoices, RootTestsThatDivideTheRowsAlikeAreTheSame) {
  // 3.25 and 3.5 both lie between 3 and 4; the shorter text is shown.
  const TestChoices found = choices({cut(0, 3.25), cut(0, 3.5), cut(0, 4.5), cut(1, 1.5)});
  ASSERT_EQ(found.roots.size(), 3U);
  EXPECT_EQ(found.roots[0].trees, 2U);
  EXPECT_EQ(found.roots[0].text, "x <= 3.5");
  EXPECT_EQ(found.roots[1].text, "x <= 4.5");
  EXPECT_EQ(found.roots[2].text, "y <= 1.5");
  EXPECT_EQ(found.without_test, 0U);
}

TEST(TestChoices, ASetAndItsComplementAreTheSameTest) {
  const TestChoices found = choices({member({0, 1}), member({2}), member({0})});
  ASSERT_EQ(found.roots.size(), 2U);
  EXPECT_EQ(found.roots[0].trees, 2U);
  EXPECT_EQ(found.roots[0].text, "color = r");
  EXPECT_EQ(found.roots[1].text, "color = b");
}

TEST(TestChoices, BranchesAreCountedInTheTextOfOtherTests) {
  const Model multiway = model_of({sample::test(TestKind::multiway, 2, {1, 2, 3}, {4, 4}), sample::leaf({0, 2}),
                                   sample::leaf({1, 2}), sample::leaf({3, 0})});
  EXPECT_EQ(choices({multiway, multiway}).roots.at(0).text, "color (3 branches)");
  EXPECT_EQ(choices({multiway, multiway}).roots.size(), 1U);
}

TEST(TestChoices, TreesWithoutTestAreCountedApart) {
  const TestChoices found = choices({model_of({sample::leaf({4, 4})}), cut(0, 4)});
  EXPECT_EQ(found.without_test, 1U);
  EXPECT_EQ(found.roots.size(), 1U);
}

TEST(TestChoices, ThresholdsInTheColumnsUnitAndInItsSpread) {
  const TestChoices found = choices({cut(0, 2), cut(0, 3), cut(0, 5), three_levels(7, 1)});
  ASSERT_EQ(found.thresholds.size(), 3U);
  // At the root x is cut at 2 3 5 7: a quarter of them is 2, the next is 3; likewise 5 and 7.
  const ThresholdSpread& root = found.thresholds[0];
  EXPECT_TRUE(root.at_root);
  EXPECT_EQ(root.feature, 0U);
  EXPECT_EQ(root.count, 4U);
  EXPECT_EQ(root.spread.least, 2);
  EXPECT_DOUBLE_EQ(root.lower_quartile, 2.5);
  EXPECT_DOUBLE_EQ(root.median, 4);
  EXPECT_DOUBLE_EQ(root.upper_quartile, 6);
  EXPECT_EQ(root.spread.most, 7);
  EXPECT_DOUBLE_EQ(root.spread.mean, 17.0 / 4);
  // 1 ... 8 have the variance 42 / 7 = 6. Of eight rows, 3, 4, 5 and 6 are above 2.5 and at most 6.
  EXPECT_DOUBLE_EQ(root.relative, 3.5 / std::sqrt(6));
  EXPECT_DOUBLE_EQ(root.rows_between, 4.0 / 8);
  // Anywhere: 1 2 3 5 7.
  EXPECT_FALSE(found.thresholds[1].at_root);
  EXPECT_EQ(found.thresholds[1].count, 5U);
  EXPECT_EQ(found.thresholds[1].median, 3);
  EXPECT_EQ(found.thresholds[2].feature, 1U);
  EXPECT_EQ(found.thresholds[2].relative, 0);
}

TEST(TestChoices, EveryCutOfADiscretisedColumnIsAThreshold) {
  Model intervals = model_of({sample::test(TestKind::multiway, 0, {1, 2, 3}, {4, 4}), sample::leaf({2, 0}),
                              sample::leaf({2, 1}), sample::leaf({0, 3})});
  intervals.features[0].cuts = {{2.5, {}}, {5.5, {}}};
  Model others = intervals;
  others.features[0].cuts[1].threshold = 6.5;
  const TestChoices found = choices({intervals, others});
  EXPECT_EQ(found.roots.size(), 2U);
  EXPECT_EQ(found.thresholds.at(0).count, 4U);
}

TEST(TestChoices, LargestNumbersDoNotOverflow) {
  Dataset data = testing::dataset({testing::numeric("x", {-1.7e308, 1.7e308})}, {"a", "b"});
  Model low = cut(0, -1e308);
  Model high = cut(0, 1e308);
  const TestChoices found = test_choices(data, ValueShares(data), {low, high}, 1);
  EXPECT_TRUE(std::isfinite(found.thresholds.at(0).relative));
  EXPECT_GT(found.thresholds.at(0).relative, 0);
}

}  // namespace
}  // namespace espalier::test_choices_test
