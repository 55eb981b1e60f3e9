// Numeric columns cut into intervals before anything is grown.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/grow/small_data.hpp"

namespace espalier::intervals_test {
namespace {

using testing::dataset;
using testing::grown;
using testing::numeric;
using testing::outline;

GrowOptions in_intervals(Algorithm algorithm, std::size_t intervals) {
  GrowOptions options = preset(algorithm);
  options.discretization = {Discretizer::equal_width, intervals, 0};
  return options;
}

// From 1 to 9 in three: below 3.67, up to 6.33, above. The neighbours of the cuts are 1, 5 and 5, 9.
const Dataset kThree = dataset({numeric("x", {1, 1, 5, 5, 9, 9})}, {"a", "a", "b", "b", "a", "a"});

TEST(Intervals, Id3HasABranchForEach) {
  const Model model = grown(kThree, in_intervals(Algorithm::id3, 3));
  EXPECT_EQ(model.features[0].cuts, (std::vector<CutPoint>{{3, Gap{1, 5}}, {7, Gap{5, 9}}}));
  const Node& root = model.trees[0].nodes[0];
  EXPECT_EQ(root.test, TestKind::multiway);
  ASSERT_EQ(root.children.size(), 3U);
  EXPECT_EQ(model.trees[0].nodes[root.children[0]].counts, (std::vector<double>{2, 0}));
  EXPECT_EQ(model.trees[0].nodes[root.children[1]].counts, (std::vector<double>{0, 2}));
  EXPECT_EQ(model.trees[0].nodes[root.children[2]].counts, (std::vector<double>{2, 0}));
}

TEST(Intervals, TheirGainIsThatOfAMultiwayTest) {
  const auto test = testing::test_at_root(kThree, in_intervals(Algorithm::id3, 3));
  ASSERT_TRUE(test);
  EXPECT_NEAR(test->gain, 0.918296, 1e-6);  // I(4, 2), nothing left
}

TEST(Intervals, Id3PredictsWhatLiesBetween) {
  const Model model = grown(kThree, in_intervals(Algorithm::id3, 3));
  const Interpreter interpreter(model);
  for (const auto& [value, label] :
       std::vector<std::pair<double, std::uint32_t>>{{-100, 0}, {3, 0}, {3.0001, 1}, {7, 1}, {7.0001, 0}, {1e300, 0}}) {
    EXPECT_EQ(interpreter.predict(std::vector<double>{value}).label, label) << value;
  }
}

TEST(Intervals, CartCutsBetweenThem) {
  EXPECT_EQ(outline(grown(kThree, in_intervals(Algorithm::cart, 3))),
            "x <= 3: a (2)\n"
            "x > 3\n"
            "|   x <= 7: b (2)\n"
            "|   x > 7: a (2)\n");
}

TEST(Intervals, OnesWithoutRowsAtTheNodeBelongToTheLowerSide) {
  const GrowOptions options = in_intervals(Algorithm::cart, 3);
  const Dataset data = dataset({numeric("x", {1, 5, 9})}, {"a", "b", "b"});
  const TrainingSet training = make_training_set(data, options);
  const auto cut = testing::test_on(training, options, 0, {0, 2});
  ASSERT_TRUE(cut);
  EXPECT_EQ(cut->gap, (Gap{5, 9}));
}

TEST(Intervals, NumbersWithinOneAreNotToldApart) {
  // 1, 2, 3 | 8, 9: the classes of 1, 2 and 3 differ, and no test can see it.
  const Dataset data = dataset({numeric("x", {1, 2, 3, 8, 9})}, {"a", "b", "a", "b", "b"});
  for (const Algorithm algorithm : {Algorithm::id3, Algorithm::cart}) {
    EXPECT_EQ(leaf_count(grown(data, in_intervals(algorithm, 2)).trees[0]), 2U) << to_string(algorithm);
  }
}

TEST(Intervals, MissingValuesAreInNone) {
  const Dataset data = dataset({numeric("x", {1, 1, 9, 9, kMissing})}, {"a", "a", "b", "b", "b"});
  GrowOptions options = in_intervals(Algorithm::id3, 2);
  options.missing = MissingPolicy::own_category;
  const Tree own = grown(data, options).trees[0];
  ASSERT_EQ(own.nodes[0].children.size(), 3U);
  EXPECT_EQ(own.nodes[own.nodes[0].children[2]].weight(), 1);
  options.missing = MissingPolicy::fractional;
  const Tree fractional = grown(data, options).trees[0];
  EXPECT_DOUBLE_EQ(fractional.nodes[fractional.nodes[0].children[0]].weight(), 2.5);
}

TEST(Intervals, ThresholdsKeepTheirPlace) {
  GrowOptions options = in_intervals(Algorithm::c45, 2);
  options.min_leaf = 1;
  const Dataset data = dataset({numeric("x", {1, 2, 9, 10})}, {"a", "a", "b", "b"});
  EXPECT_EQ(grown(data, options).features[0].cuts, (std::vector<CutPoint>{{2, Gap{2, 9}}}));  // observed
  options.threshold = ThresholdPlace::round;
  EXPECT_EQ(grown(data, options).features[0].cuts, (std::vector<CutPoint>{{6, Gap{2, 9}}}));  // 5.5 in whole numbers
}

TEST(Intervals, Id3RefusesNumbersWithoutThem) {
  const Diagnostic diagnostic = testing::diagnostic_of([] { grown(kThree, preset(Algorithm::id3)); });
  EXPECT_EQ(diagnostic.code(), ExitCode::bad_input);
  EXPECT_THAT(diagnostic.message(), ::testing::HasSubstr("column 'x' is numeric"));
  EXPECT_THAT(diagnostic.hint(), ::testing::HasSubstr("--discretize mdlp"));
}

}  // namespace
}  // namespace espalier::intervals_test
