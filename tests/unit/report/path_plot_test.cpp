#include "report/path_plot.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <regex>

#include "support/random.hpp"
#include "unit/report/svg_check.hpp"

namespace espalier::path_plot_test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

PathPlot three_trees() {
  PathPlot plot;
  plot.target = "y";
  plot.facts = "classification of 10 rows";
  plot.score_title = "accuracy (%)";
  plot.alpha_title = "alpha";
  plot.steps = {{0, 3, 100, 80, 67, 93}, {0.1, 2, 90, 60, 45, 75}, {0.2, 1, 70, 70, 55, 85}};
  plot.least_error = 0;
  plot.one_error_above = 2;
  plot.limit = 67;
  plot.most_score = 100;
  return plot;
}

TEST(PathPlotSvg, HasBothPanelsWithCurvesMarksAndTexts) {
  const std::string svg = draw_path(three_trees());
  expect_well_formed(svg);
  EXPECT_THAT(svg, HasSubstr("viewBox=\"0 0 976 468\""));
  EXPECT_THAT(svg, HasSubstr("Cost-complexity path of &apos;y&apos;"));
  EXPECT_EQ(count(svg, "class=\"curve training\" points="), 2U);
  EXPECT_EQ(count(svg, "class=\"curve validation\" points="), 2U);
  EXPECT_EQ(count(svg, "<polygon class=\"band\""), 2U);
  EXPECT_EQ(count(svg, "class=\"point\""), 6U);
  EXPECT_EQ(count(svg, "class=\"mark\""), 4U);
  for (const char* text : {">least error: alpha 0<", ">1-SE rule: alpha 0.2<", ">least error: 3 leaves<",
                           ">1-SE rule: 1 leaf<", ">accuracy (%)<", ">training rows<", ">limit of the 1-SE rule<"}) {
    EXPECT_THAT(svg, HasSubstr(text));
  }
}

// Scores from 45 to 100 get 5 % of the range as padding: 42.25 to 102.75 from y 408 up to 140. Alpha 0 is at 92, the
// logarithms go from 132 to 496 for 0.1 / 1.25 to 0.2 * 1.25: 0.1 lies at 132 + 364 ln 1.25 / ln 3.125 = 203.3 and 0.2
// at 132 + 364 ln 2.5 / ln 3.125 = 424.7. Training: 100 at y 152.2, 90 at 196.5, 70 at 285.1.
TEST(PathPlotSvg, DrawsStepsAgainstAlpha) {
  const std::string svg = draw_path(three_trees());
  EXPECT_THAT(svg, HasSubstr("points=\"92,152.2 203.3,152.2 203.3,196.5 424.7,196.5 424.7,285.1 496,285.1\""));
  EXPECT_EQ(count(svg, "class=\"tick break\""), 1U);
}

// One leaf at 548, three at 936, two in the middle.
TEST(PathPlotSvg, DrawsALineAgainstLeaves) {
  EXPECT_THAT(draw_path(three_trees()), HasSubstr("points=\"548,285.1 742,196.5 936,152.2\""));
}

TEST(PathPlotSvg, IsForLightAndDarkAndNeedsNothing) {
  const std::string svg = draw_path(three_trees());
  EXPECT_THAT(svg, HasSubstr("@media screen and (prefers-color-scheme: dark)"));
  EXPECT_THAT(svg, HasSubstr("role=\"img\""));
  EXPECT_THAT(svg, HasSubstr("<desc id=\"espalier-path-description\">accuracy (%) against alpha"));
  EXPECT_THAT(svg, HasSubstr("Least error: 3 leaves, 100 on the training rows, 80 out of fold."));
  for (const char* word : {"<script", "href", "url(", "@import", "<image", "onload"}) {
    EXPECT_THAT(svg, Not(HasSubstr(word)));
  }
}

TEST(PathPlotSvg, EscapesTheTarget) {
  PathPlot plot = three_trees();
  plot.target = "</text><script>alert('1')</script>&amp; \"q\" {{ x }} {% y %} \xE2\x80\xAE \xC3\xA9 \xEF\xBF\xBF\n";
  const std::string svg = draw_path(plot);
  expect_well_formed(svg);
  EXPECT_THAT(svg, Not(HasSubstr("<script")));
  EXPECT_THAT(svg, HasSubstr("&lt;/text&gt;&lt;script&gt;alert(&apos;1&apos;)&lt;/script&gt;&amp;amp; &quot;q&quot;"));
  plot.target = "\xE2\x80\xAE \xC3\xA9 \xEF\xBF\xBF\n";
  EXPECT_THAT(draw_path(plot), HasSubstr("&apos;\\u{202e} &#xe9; \\u{ffff}\\n&apos;"));
}

TEST(PathPlotSvg, MarksOneTreeOnceIfBothRulesChooseIt) {
  PathPlot plot = three_trees();
  plot.one_error_above = 0;
  const std::string svg = draw_path(plot);
  EXPECT_EQ(count(svg, "class=\"mark\""), 2U);
  EXPECT_THAT(svg, HasSubstr(">least error and 1-SE rule: 3 leaves<"));
}

TEST(PathPlotSvg, DrawsASingleLeaf) {
  PathPlot plot = three_trees();
  plot.steps = {{0, 1, 100, 100, 100, 100}};
  plot.least_error = plot.one_error_above = 0;
  plot.limit = 100;
  const std::string svg = draw_path(plot);
  expect_well_formed(svg);
  EXPECT_THAT(svg, Not(HasSubstr("nan")));
  EXPECT_THAT(svg, Not(HasSubstr("inf")));
  EXPECT_THAT(svg, HasSubstr(">100<"));
  EXPECT_THAT(svg, HasSubstr(">95<"));
  EXPECT_THAT(svg, Not(HasSubstr(">105<")));
  EXPECT_EQ(count(svg, "class=\"tick break\""), 0U);
}

TEST(PathPlotSvg, DrawsTrainingScoresAloneIfNothingWasJudged) {
  PathPlot plot = three_trees();
  plot.validated = false;
  const std::string svg = draw_path(plot);
  expect_well_formed(svg);
  EXPECT_EQ(count(svg, "class=\"curve training\" points="), 2U);
  EXPECT_THAT(svg, Not(HasSubstr("class=\"mark\"")));
  EXPECT_THAT(svg, Not(HasSubstr("out of fold")));
}

TEST(PathPlotSvg, OfZerosHasAScale) {
  PathPlot plot = three_trees();
  for (PathPlotStep& step : plot.steps) step.training = step.validation = step.low = step.high = 0;
  plot.limit = 0;
  plot.most_score = std::numeric_limits<double>::infinity();
  const std::string svg = draw_path(plot);
  expect_well_formed(svg);
  EXPECT_THAT(svg, Not(HasSubstr("nan")));
  EXPECT_THAT(svg, Not(HasSubstr("inf")));
}

// A path of 20,000 trees with noise everywhere is the worst that can be drawn.
TEST(PathPlotSvg, StaysSmall) {
  RandomEngine engine(72);
  PathPlot plot = three_trees();
  plot.steps.clear();
  const std::size_t trees = 20000;
  for (std::size_t i = 0; i < trees; ++i) {
    const double training = 50 + 50 * uniform_unit(engine);
    const double validation = 50 + 30 * uniform_unit(engine);
    const double alpha = i == 0 ? 0 : 1e-9 * std::pow(1e8, static_cast<double>(i) / trees);
    plot.steps.push_back({alpha, trees - i, training, validation, validation - 5, validation + 5});
  }
  plot.least_error = 100;
  plot.one_error_above = 15000;
  const std::string svg = draw_path(plot);
  expect_well_formed(svg);
  EXPECT_LT(svg.size(), 300'000U);
  EXPECT_GT(svg.size(), 30'000U);
  EXPECT_THAT(svg, Not(HasSubstr("class=\"point\"")));
}

// Alphas that change nothing to be seen do not take the axis from those that do.
TEST(PathPlotSvg, BeginsWhereSomethingHappens) {
  PathPlot plot = three_trees();
  plot.steps.insert(plot.steps.begin() + 1, {1e-15, 3, 99.99, 79.99, 67, 93});
  plot.steps[0].leaves = 4;
  plot.one_error_above = 3;
  const std::string svg = draw_path(plot);
  EXPECT_THAT(svg, Not(HasSubstr("e-1")));
  EXPECT_THAT(svg, HasSubstr(">0.1<"));
}

}  // namespace
}  // namespace espalier::path_plot_test
