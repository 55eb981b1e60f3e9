#include "report/stability_plot.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/report/svg_check.hpp"

namespace espalier::stability_plot_test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

// Two trees of 2 and 4 leaves that are 90 % and 80 % right. Both test x, the first at the root; only the second tests
// the other column.
struct TwoTrees {
  TwoTrees() {
    data.target = "play";
    data.labels = {"no", "yes"};
    data.features.resize(2);
    data.features[0].name = "x";
    data.features[1].name = "<script>";
    result.trees = {{10, 5, 2, 1, 0.9, 0.01, {}, 0.5}, {10, 5, 4, 2, 0.8, 0.01, {}, 0.2}};
    result.leaves = {3, 2, 4, {}};
    result.score = {0.85, 0.8, 0.9, {}};
    result.distance = {4, 0.5, 0.5, 0.5, 0};
    result.tests.columns = {{0, {1}, 2}, {1, {0}, 1}};
    result.tests.roots = {{0, "x <= 2.5", 1}};
    result.agreement.trees = 2;
    result.agreement.rows = {{0, 2, 0, 0}, {1, 2, 0, 0}, {1, 1, 0, 0}};
    options.resamples.count = 2;
  }
  StabilityFacts facts() const { return {data, learner, options, result}; }

  Dataset data;
  LearnOptions learner;
  StabilityOptions options;
  Stability result;
};

// The first panel goes from 92 to 462: all trees are 370 wide, half of them 185.
TEST(StabilityPlot, HasABarForEachColumn) {
  const std::string svg = draw_stability(TwoTrees().facts());
  expect_well_formed(svg);
  EXPECT_THAT(svg, HasSubstr("class=\"use\" x=\"92\" y=\"141.8\" width=\"370\""));
  EXPECT_THAT(svg, HasSubstr("class=\"use first\" x=\"92\" y=\"141.8\" width=\"185\""));
  EXPECT_EQ(count(svg, "class=\"use\""), 2U);
  EXPECT_THAT(svg, HasSubstr(">&lt;script&gt;<"));
  EXPECT_THAT(svg, Not(HasSubstr("<script")));
}

// Leaves 2 and 4 stand 14 from the frame, 582 to 952: at 596 and 938.
TEST(StabilityPlot, HasADotForEachTree) {
  const std::string svg = draw_stability(TwoTrees().facts());
  EXPECT_EQ(count(svg, "class=\"trial\""), 2U);
  EXPECT_THAT(svg, HasSubstr("class=\"trial\" cx=\"596\""));
  EXPECT_THAT(svg, HasSubstr("class=\"trial\" cx=\"938\""));
}

// Distances of 0.5 and 0.2 are two bars of 20; two rows are answered alike by all trees, one by half of them.
TEST(StabilityPlot, CountsDistancesAndRows) {
  const std::string svg = draw_stability(TwoTrees().facts());
  EXPECT_EQ(count(svg, "class=\"bar\""), 4U);
  EXPECT_THAT(svg, HasSubstr("The most frequent test at the root is x &lt;= 2.5, in 1 tree."));
}

TEST(StabilityPlot, StandsTreesThatAreAllAlike) {
  TwoTrees trees;
  trees.result.trees = {{10, 5, 1, 0, 1, 0, {}, 0}, {10, 5, 1, 0, 1, 0, {}, 0}};
  trees.result.leaves = {1, 1, 1, {}};
  trees.result.score = {1, 1, 1, {}};
  trees.result.tests = {};
  const std::string svg = draw_stability(trees.facts());
  expect_well_formed(svg);
  EXPECT_THAT(svg, HasSubstr(">every tree is a single leaf<"));
  EXPECT_THAT(svg, Not(HasSubstr("nan")));
}

TEST(StabilityPlot, TellsNumbersByTheirDeviation) {
  TwoTrees trees;
  trees.data.task = Task::regression;
  trees.result.agreement.rows = {{0, 0, 5, 0}, {0, 0, 7, 2.5}};
  const std::string svg = draw_stability(trees.facts());
  EXPECT_THAT(svg, HasSubstr("standard deviation of a row&apos;s answers"));
  EXPECT_THAT(svg, HasSubstr("root mean squared error on the rows left out"));
}

}  // namespace
}  // namespace espalier::stability_plot_test
