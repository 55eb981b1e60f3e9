#include "report/tune_plot.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/report/svg_check.hpp"

namespace espalier::tune_plot_test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TunePlot three_trials() {
  TunePlot plot;
  plot.target = "play";
  plot.facts = {"classification of 14 rows", "chosen: --max-depth 2"};
  plot.score_title = "accuracy (%)";
  plot.trials = {{9, 80, 2, true}, {1, 60, 5, false}, {5, 90, 1, true}};
  plot.winner = 2;
  return plot;
}

TEST(TunePlotSvg, HasAPointForEachTrial) {
  const std::string svg = draw_tuning(three_trials());
  expect_well_formed(svg);
  // In the legend and in the panel.
  EXPECT_EQ(count(svg, "class=\"trial early\""), 2U);
  EXPECT_EQ(count(svg, "class=\"trial given\""), 2U);
  EXPECT_EQ(count(svg, "class=\"trial chosen\""), 2U);
  EXPECT_EQ(count(svg, "class=\"trial\""), 1U) << "none but the two that are marked was judged on all folds";
  for (const char* text : {"Tuning for &apos;play&apos;", ">classification of 14 rows<", ">chosen: --max-depth 2<",
                           ">accuracy (%)<", ">chosen, 5 leaves<", ">as given<"}) {
    EXPECT_THAT(svg, HasSubstr(text));
  }
}

// The panel is 92 to 952 across, less 20 on either side: leaves from 1 to 9 on 112 to 932, so that 5 lies at 522.
// Scores from 60 (the error of a trial that is not marked does not count) to 91 on 31 parts.
TEST(TunePlotSvg, PutsTrialsWhereTheyAre) {
  const std::string svg = draw_tuning(three_trials());
  EXPECT_THAT(svg, HasSubstr("class=\"trial chosen\" cx=\"522\""));
  EXPECT_THAT(svg, HasSubstr("class=\"trial given\" cx=\"932\""));
  EXPECT_THAT(svg, HasSubstr("class=\"trial early\" cx=\"112\""));
}

TEST(TunePlotSvg, MarksOneTrialWhereNothingIsBetter) {
  TunePlot plot = three_trials();
  plot.winner = 0;
  const std::string svg = draw_tuning(plot);
  EXPECT_THAT(svg, HasSubstr(">chosen: as given, 9 leaves<"));
  EXPECT_THAT(svg, Not(HasSubstr("class=\"trial given\"")));
}

TEST(TunePlotSvg, StandsTrialsThatAreAllAlike) {
  TunePlot plot = three_trials();
  plot.trials = {{1, 50, 0, true}, {1, 50, 0, true}};
  plot.winner = 1;
  expect_well_formed(draw_tuning(plot));
  EXPECT_THAT(draw_tuning(plot), Not(HasSubstr("nan")));
  plot.trials = {{1, 0, 0, true}};
  plot.winner = 0;
  EXPECT_THAT(draw_tuning(plot), Not(HasSubstr("nan")));
}

TEST(TunePlotSvg, IsInertWhateverTheNames) {
  TunePlot plot = three_trials();
  plot.target = "</text><script>&\"'";
  plot.facts = {"]]>--><x>"};
  const std::string svg = draw_tuning(plot);
  expect_well_formed(svg);
  EXPECT_THAT(svg, Not(HasSubstr("<script")));
  EXPECT_THAT(svg, Not(HasSubstr("<x>")));
}

}  // namespace
}  // namespace espalier::tune_plot_test
