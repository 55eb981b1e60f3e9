#include "report/numbers_plot.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "report/plot_page.hpp"
#include "support/random.hpp"
#include "unit/report/svg_check.hpp"

namespace espalier::numbers_plot_test {
namespace {

using ::testing::HasSubstr;

const Box kBox{100, 200, 200, 300};

// Errors 10, -10, 0 and 20.
NumbersPlot four_answers() {
  NumbersPlot plot;
  plot.target = "y";
  plot.facts = {"regression of 4 rows"};
  plot.actual = {0, 50, 100, 80};
  plot.answered = {10, 40, 100, 100};
  plot.weights = {1, 1, 1, 1};
  plot.mean_error = 5;
  plot.sizes = {{0, 0}, {0.5, 10}, {0.9, 20}, {1, 20}};
  plot.baseline_sizes = {{0, 7.5}, {0.5, 32.5}, {1, 57.5}};
  plot.baseline = "57.5";
  return plot;
}

TEST(NumbersPlotSvg, HasFourPanelsWithTheirTexts) {
  const std::string svg = draw_numbers(four_answers());
  expect_well_formed(svg);
  EXPECT_EQ(count(svg, "class=\"panel-title\""), 4U);
  for (const char* text :
       {"Evaluation of &apos;y&apos;", ">regression of 4 rows<", ">Errors: 5 on average<", ">half: 10<", ">90 %: 20<",
        ">always the mean, 57.5<", ">error: answered - actual<", ">share of the answers (%)<"}) {
    EXPECT_THAT(svg, HasSubstr(text));
  }
}

// From 0 to 100 with 4 % on either side: -4 to 104 on 100 units.
TEST(NumberPanels, PutWhatIsRightOnTheDiagonal) {
  const PlotPanel panel = answer_panel(four_answers(), kBox);
  ASSERT_EQ(panel.marks.size(), 1U);
  EXPECT_THAT(panel.marks[0].path, HasSubstr("M196.3 203.7h0"));  // 100 and 100
  EXPECT_THAT(panel.marks[0].path, HasSubstr("M103.7 287h0"));    // 0 and 10
  EXPECT_EQ(panel.lines[0].points, (Curve{{100, 300}, {200, 200}}));
}

TEST(NumberPanels, PutErrorsAboutZero) {
  const PlotPanel panel = error_panel(four_answers(), kBox);
  // Errors from -10 to 20, with room from -11.2 to 21.2: 0 lies at 21.2 / 32.4 from the top.
  EXPECT_NEAR(panel.lines[0].points[0].y, 200 + 100 * 21.2 / 32.4, 1e-9);
}

TEST(NumberPanels, CountErrorsInBarsOfRoundWidth) {
  NumbersPlot plot = four_answers();
  plot.weights = {1, 1, 1, 2};
  const PlotPanel panel = histogram_panel(plot, kBox);
  // Steps of 2 from -10 to 20: four bars are not empty, the last one twice as high.
  ASSERT_EQ(panel.boxes.size(), 4U);
  EXPECT_NEAR(panel.boxes[0].box.right - panel.boxes[0].box.left, 100.0 / 15 - 1, 1e-9);
  EXPECT_NEAR(panel.boxes[3].box.bottom - panel.boxes[3].box.top, 100 / 1.04, 1e-9);
  EXPECT_NEAR(panel.boxes[0].box.bottom - panel.boxes[0].box.top, 50 / 1.04, 1e-9);
  EXPECT_NEAR(panel.lines[0].points[0].x, 100 + 100.0 / 3, 1e-9);
}

TEST(NumberPanels, KeepFewErrorsFarOutFromHidingTheOthers) {
  NumbersPlot plot = four_answers();
  plot.actual.clear();
  plot.answered.clear();
  for (int i = 0; i < 1000; ++i) {
    plot.actual.push_back(0);
    plot.answered.push_back(i < 2 ? 1e6 : i % 100 - 50);
  }
  plot.weights.assign(1000, 1);
  const PlotPanel panel = histogram_panel(plot, kBox);
  EXPECT_EQ(panel.x_title, "error: answered - actual; the outermost bars have 2 from beyond");
  EXPECT_GE(panel.boxes.size(), 10U);
  plot.sizes = {{0, 0}, {0.5, 25}, {0.9, 45}, {0.99, 50}, {0.995, 50}, {1, 1e6}};
  const PlotPanel sizes = size_panel(plot, kBox);
  EXPECT_EQ(sizes.title, "How large errors are (the largest: 1e6)");
  EXPECT_EQ(sizes.lines[1].points.size(), 5U);
}

TEST(NumberPanels, OfAnswersThatAreAllRight) {
  NumbersPlot plot = four_answers();
  plot.answered = plot.actual = {5, 5, 5, 5};
  plot.sizes = plot.baseline_sizes = {{0, 0}, {0.5, 0}, {1, 0}};
  const std::string svg = draw_numbers(plot);
  expect_well_formed(svg);
  EXPECT_EQ(svg.find("nan"), std::string::npos);
  EXPECT_EQ(svg.find("inf"), std::string::npos);
}

TEST(Scatter, IsTheSameInAnyOrder) {
  const std::vector<PlotPoint> points = {{110, 210}, {150, 250}, {110, 210}, {120.04, 220}};
  std::vector<PlotPoint> reversed = points;
  std::reverse(reversed.begin(), reversed.end());
  ASSERT_EQ(scatter(points, kBox).size(), 1U);
  EXPECT_EQ(scatter(points, kBox)[0].path, "M110 210h0M120 220h0M150 250h0");
  EXPECT_EQ(scatter(reversed, kBox)[0].path, "M110 210h0M120 220h0M150 250h0");
  EXPECT_TRUE(scatter({}, kBox).empty());
}

// 2,000 points in one cell of four units and 10 in another: log 10 / log 2000 is the second of four levels.
TEST(Scatter, CountsPointsThatAreTooManyToBeToldApart) {
  std::vector<PlotPoint> points(2000, PlotPoint{101, 201});
  points.insert(points.end(), 10, PlotPoint{199.9, 299.9});
  const std::vector<PanelMarks> marks = scatter(points, kBox);
  ASSERT_EQ(marks.size(), 2U);
  EXPECT_EQ(marks[0].style, "cells some wide");
  EXPECT_EQ(marks[0].path, "M193.5 298h9");
  EXPECT_EQ(marks[1].style, "cells most wide");
  EXPECT_EQ(marks[1].path, "M97.5 202h9");
}

TEST(NumbersPlotSvg, StaysSmallHoweverManyAnswers) {
  RandomEngine random(1);
  NumbersPlot plot = four_answers();
  plot.actual.clear();
  plot.answered.clear();
  for (int i = 0; i < 100'000; ++i) {
    plot.actual.push_back(uniform_unit(random));
    plot.answered.push_back(uniform_unit(random));
  }
  plot.weights.assign(plot.actual.size(), 1);
  const std::string svg = draw_numbers(plot);
  EXPECT_LT(svg.size(), 200'000U);
  EXPECT_GT(svg.size(), 50'000U);
}

}  // namespace
}  // namespace espalier::numbers_plot_test
