// C4.5's grouping of values, merged by hand.
#include <gtest/gtest.h>

#include "unit/grow/small_data.hpp"

namespace espalier::value_groups_test {
namespace {

using testing::categorical;
using testing::dataset;
using testing::test_at_root;
using Groups = std::vector<std::uint32_t>;

GrowOptions grouping(Criterion criterion = Criterion::gain_ratio) {
  GrowOptions options;
  options.criterion = criterion;
  options.categorical = CategoricalSplit::multiway;
  options.group_values = true;
  return options;
}

TEST(Grouped, ValuesThatSayTheSameShareABranch) {
  // w a a, x b b, y a a, z b b: 1 bit over 2 bits of split information; w with y and x with z: 1 bit over 1.
  const Dataset data =
      dataset({categorical("c", {"w", "w", "x", "x", "y", "y", "z", "z"})}, {"a", "a", "b", "b", "a", "a", "b", "b"});
  const auto test = test_at_root(data, grouping());
  ASSERT_TRUE(test);
  EXPECT_EQ(test->test, TestKind::grouped);
  EXPECT_EQ(test->groups, (Groups{0, 1, 0, 1}));
  EXPECT_NEAR(test->gain, 1, 1e-6);
  EXPECT_NEAR(test->split_info, 1, 1e-6);
}

TEST(Grouped, AUnionThatIsNoWorseIsMade) {
  // Three pure values of three classes: log2 3 over log2 3, ratio 1. Any two together: gain log2 3 - 2/3 = .918 over
  // .918, ratio 1, which is no worse: they are merged until two branches are left.
  const Dataset equal = dataset({categorical("c", {"x", "y", "z"})}, {"a", "b", "c"});
  EXPECT_EQ(test_at_root(equal, grouping())->groups, (Groups{0, 0, 1}));
  // x: 4 a, y: 4 b, z: 2 a 2 b. Apart 2/3 over log2 3 = .4206. With z, x or y is mixed (6, 2): gain
  // 1 - 8/12 I(6, 2) = .459 over I(8, 4) = .918, ratio .5. Better: one of them, the first, takes z in.
  const Dataset mixed = dataset({categorical("c", {"x", "x", "x", "x", "y", "y", "y", "y", "z", "z", "z", "z"})},
                                {"a", "a", "a", "a", "b", "b", "b", "b", "a", "a", "b", "b"});
  const auto test = test_at_root(mixed, grouping());
  ASSERT_TRUE(test);
  EXPECT_EQ(test->groups, (Groups{0, 1, 0}));
  EXPECT_NEAR(test->gain, 0.459148, 1e-6);
  EXPECT_NEAR(test->split_info, 0.918296, 1e-6);
}

TEST(Grouped, ValuesThatBlurEachOtherShareABranch) {
  // x: 3 a 1 b, y: 3 b 1 a, z: 4 c. Apart: I(4, 4, 4) - 2/3 I(3, 1) = 1.584963 - .540852 over 1.584963: .6588. x with
  // y: 1.584963 - 2/3 = .918296 over .918296: 1.
  const Dataset data = dataset({categorical("c", {"x", "x", "x", "x", "y", "y", "y", "y", "z", "z", "z", "z"})},
                               {"a", "a", "a", "b", "b", "b", "b", "a", "c", "c", "c", "c"});
  EXPECT_EQ(test_at_root(data, grouping())->groups, (Groups{0, 0, 1}));
}

TEST(Grouped, MergingStopsWhereTheRatioFalls) {
  // x: 3 a 1 b, y: 3 b 1 c, z: 3 c 1 a. Apart: 1.584963 - I(3, 1) = .773685 over 1.584963: .4881. Any two together:
  // 1.584963 - 2/3 I(3, 4, 1) - 1/3 I(3, 1) = .377443 over .918296: .4110.
  const Dataset data = dataset({categorical("c", {"x", "x", "x", "x", "y", "y", "y", "y", "z", "z", "z", "z"})},
                               {"a", "a", "a", "b", "b", "b", "b", "c", "c", "c", "c", "a"});
  const auto test = test_at_root(data, grouping());
  ASSERT_TRUE(test);
  EXPECT_EQ(test->groups, (Groups{0, 1, 2}));
  EXPECT_NEAR(test->gain, 0.773685, 1e-6);
}

TEST(Grouped, CategoriesWithoutRowsHaveNoGroup) {
  const Dataset data = dataset({categorical("c", {"v", "w", "w", "x", "x"})}, {"a", "a", "a", "b", "b"});
  const GrowOptions options = grouping();
  const TrainingSet training = make_training_set(data, options);
  const auto test = testing::test_on(training, options, 0, {1, 2, 3, 4});
  ASSERT_TRUE(test);
  EXPECT_EQ(test->groups, (Groups{kNoGroup, 0, 1}));
}

TEST(Grouped, NeedsTwoBranchesOfMinLeaf) {
  const Dataset data = dataset({categorical("c", {"x", "x", "x", "y"})}, {"a", "a", "a", "b"});
  GrowOptions options = grouping();
  EXPECT_TRUE(test_at_root(data, options));
  options.min_leaf = 2;
  EXPECT_FALSE(test_at_root(data, options));
}

TEST(Grouped, MissingValuesJoinTheGroupTheyResemble) {
  const Dataset data = dataset({categorical("c", {"x", "x", "y", "y", "?", "?"})}, {"a", "a", "b", "b", "b", "b"});
  for (const MissingPolicy policy : {MissingPolicy::learned, MissingPolicy::own_category}) {
    GrowOptions options = grouping();
    options.missing = policy;
    const auto test = test_at_root(data, options);
    ASSERT_TRUE(test);
    EXPECT_EQ(test->test, TestKind::grouped);
    EXPECT_EQ(test->missing_child, 1U);
    testing::grown(data, options);
  }
}

TEST(Grouped, WhereMissingValuesWouldBeAGroupThereIsABranchPerValue) {
  // x and y say the same, missing ones the opposite: grouped they would leave missing values alone.
  const Dataset data = dataset({categorical("c", {"x", "x", "y", "y", "?", "?"})}, {"a", "a", "a", "a", "b", "b"});
  GrowOptions options = grouping();
  options.missing = MissingPolicy::own_category;
  const Tree tree = testing::grown(data, options).trees[0];
  EXPECT_EQ(tree.nodes[0].test, TestKind::multiway);
  EXPECT_EQ(tree.nodes[tree.nodes[0].children[2]].counts, (std::vector<double>{0, 2}));
}

}  // namespace
}  // namespace espalier::value_groups_test
